/// Where the pages before and after this one are, as `Link` headers tell:
/// `<https://example.org/?max_id=1>; rel="next", …`.
struct LinkHeader: Equatable, Sendable {
  private let targets: [String: String]

  /// The page that follows.
  var next: String? { targets["next"] }
  /// The page before it.
  var previous: String? { targets["prev"] ?? targets["previous"] }

  init(_ reply: HTTPReply) { self.init(reply.headers.all("Link")) }

  /// Reads header values; what cannot be read is left out.
  init(_ values: [String]) {
    var targets: [String: String] = [:]
    for value in values {
      var scanner = LinkScanner(value)
      while let (target, relations) = scanner.next() {
        for relation in relations where targets[relation] == nil { targets[relation] = target }
      }
    }
    self.targets = targets
  }
}

/// Walks over the links of one header.
private struct LinkScanner {
  private var rest: Substring.UTF8View

  init(_ value: String) { rest = value.prefix(16_384).utf8 }

  /// The next target with its relations; nil at the end.
  mutating func next() -> (target: String, relations: [String])? {
    guard let start = rest.firstIndex(of: UInt8(ascii: "<")),
      let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let target = String(decoding: rest[rest.index(after: start)..<end], as: UTF8.self)
    rest = rest[rest.index(after: end)...]
    return (target.trimmingBlanks, relations())
  }

  private mutating func relations() -> [String] {
    var relations: [String] = []
    while let parameter = parameter() {
      guard let equals = parameter.firstIndex(of: "=") else { continue }
      let name = parameter[..<equals].trimmingBlanks.lowercased()
      guard name == "rel", relations.isEmpty else { continue }
      let value = parameter[parameter.index(after: equals)...].trimmingBlanks
      relations = value.filter { $0 != "\"" }.lowercased().split(separator: " ").map(String.init)
    }
    return relations
  }

  /// The next ";name=value"; nil after the last one of this link.
  private mutating func parameter() -> String? {
    while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest = rest.dropFirst() }
    guard rest.first == UInt8(ascii: ";") else { return nil }
    rest = rest.dropFirst()
    var isQuoted = false
    let end =
      rest.firstIndex { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return !isQuoted && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: ","))
      } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
