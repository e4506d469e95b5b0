/// A parser of server-sent events, which receives the bytes in pieces.
struct ServerSentEventParser {
  struct ServerSentEvent: Equatable, Sendable {
    let name: String
    let data: String
  }

  /// Maximum size of a server-sent event in bytes; a larger event is returned without data, or
  /// dropped if it has no name.
  private static let maximumBytes = 1 << 20

  private var line: [UInt8] = []
  private var name = ""
  private var data: [String] = []
  private var size = 0
  private var endedWithReturn = false

  /// Parses the next bytes of a streamed reply; returns the server-sent events that they complete.
  mutating func readEvents(from bytes: [UInt8]) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      let isSecondHalf = endedWithReturn && byte == 0x0a
      endedWithReturn = byte == 0x0d
      guard !isSecondHalf else { continue }
      if byte == 0x0a || byte == 0x0d {
        if let event = endLine() { events.append(event) }
      } else {
        size += 1
        if size <= Self.maximumBytes { line.append(byte) }
      }
    }
    return events
  }

  private mutating func endLine() -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return endEvent() }
    let text = String(decoding: line, as: UTF8.self)
    let field = text.prefix { $0 != ":" }
    var value = text.dropFirst(field.count + 1)
    if value.first == " " { value = value.dropFirst() }
    switch field {
    case "event": name = String(value)
    case "data": data.append(String(value))
    default: break  // Comments, as heartbeats, begin with a colon; other fields are not used.
    }
    return nil
  }

  private mutating func endEvent() -> ServerSentEvent? {
    defer {
      name = ""
      data = []
      size = 0
    }
    if size > Self.maximumBytes { data = [] }
    guard !data.isEmpty || !name.isEmpty else { return nil }
    return ServerSentEvent(
      name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
  }
}
