extension RecordedRequest {
  /// The parts of the form in the body, by name; empty if the body is no such form.
  public var parts: [String: [UInt8]] {
    let type = header("Content-Type") ?? ""
    guard let start = type.firstRange(of: "boundary=")?.upperBound else { return [:] }
    let mark = Array("--\(type[start...].filter { $0 != "\"" })".utf8)
    var parts: [String: [UInt8]] = [:]
    for part in body.split(separator: mark).map(Array.init) {
      guard let blank = part.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: part[..<blank.lowerBound], as: UTF8.self)
      guard let name = head.firstRange(of: " name=\"")?.upperBound else { continue }
      // The line ends before the next mark.
      parts[String(head[name...].prefix { $0 != "\"" })] = Array(
        part[blank.upperBound...].dropLast(2))
    }
    return parts
  }
}
