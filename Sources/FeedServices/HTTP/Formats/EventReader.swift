/// Reads a stream of server-sent events, whose bytes may come in pieces of any size.
struct EventReader {
  struct Event: Equatable, Sendable {
    let name: String
    let data: String
  }

  /// Nobody needs an event larger than this; what is, is told without its data.
  private static let mostBytes = 1 << 20

  private var line: [UInt8] = []
  private var name = ""
  private var data: [String] = []
  private var size = 0
  private var endedWithReturn = false

  /// The events that end in these bytes.
  mutating func read(_ bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      let isSecondHalf = endedWithReturn && byte == 0x0a
      endedWithReturn = byte == 0x0d
      guard !isSecondHalf else { continue }
      if byte == 0x0a || byte == 0x0d {
        if let event = endLine() { events.append(event) }
      } else {
        size += 1
        if size <= Self.mostBytes { line.append(byte) }
      }
    }
    return events
  }

  private mutating func endLine() -> Event? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return endEvent() }
    let text = String(decoding: line, as: UTF8.self)
    let field = text.prefix { $0 != ":" }
    var value = text.dropFirst(field.count + 1)
    if value.first == " " { value = value.dropFirst() }
    switch field {
    case "event": name = String(value)
    case "data": data.append(String(value))
    default: break  // A heartbeat begins with a colon; nothing else means anything to us.
    }
    return nil
  }

  private mutating func endEvent() -> Event? {
    defer {
      name = ""
      data = []
      size = 0
    }
    if size > Self.mostBytes { data = [] }
    guard !data.isEmpty || !name.isEmpty else { return nil }
    return Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
  }
}
