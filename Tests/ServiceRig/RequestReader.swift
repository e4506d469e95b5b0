/// A parser of the HTTP requests on a connection.
struct RequestReader {
  private let wire: any Wire
  private let connection: Int
  private var buffer: [UInt8] = []

  init(wire: any Wire, connection: Int) {
    self.wire = wire
    self.connection = connection
  }

  /// Returns the next request; nil if the client closed the connection, or sent no request.
  mutating func next() -> RecordedRequest? {
    // What begins with no letter is no method: the start of a TLS handshake, for one.
    guard !buffer.isEmpty || fill(), let first = buffer.first, first >= 0x41 else { return nil }
    guard let head = take(through: "\r\n\r\n") else { return nil }
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      return (name: String(parts[0]), value: value)
    }
    guard let body = body(headers) else { return nil }
    return RecordedRequest(
      method: String(words[0]), target: String(words[1]), headers: headers, body: body,
      connection: connection)
  }
}

extension RequestReader {
  private mutating func body(_ headers: [(name: String, value: String)]) -> [UInt8]? {
    func value(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name }?.value
    }
    if value("transfer-encoding")?.lowercased() == "chunked" { return chunks() }
    return take(value("content-length").flatMap { Int($0) } ?? 0)
  }

  private mutating func chunks() -> [UInt8]? {
    var body: [UInt8] = []
    while let line = take(through: "\r\n"), let count = Int(line.dropLast(1), radix: 16) {
      guard let chunk = take(count), take(2) != nil else { return nil }
      if count == 0 { return body }
      body += chunk
    }
    return nil
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      guard fill() else { return nil }
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  private mutating func take(through end: String) -> String? {
    let end = Array(end.utf8)
    var place = 0
    while true {
      while place + end.count <= buffer.count {
        if buffer[place..<place + end.count].elementsEqual(end) {
          let text = String(decoding: buffer[..<(place + end.count)], as: UTF8.self)
          buffer.removeFirst(place + end.count)
          return text
        }
        place += 1
      }
      guard fill() else { return nil }
    }
  }

  private mutating func fill() -> Bool {
    let bytes = wire.read()
    buffer += bytes
    return !bytes.isEmpty
  }
}
