/// A minimal server of HTTP/2: frames are parsed, headers are not.
///
/// A request is recorded with its stream as its target, such as "3". Of a reply the status is 200,
/// and the bytes that its steps send are the body; a step that resets breaks the stream off.
struct HTTP2Conversation {
  private enum Kind {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7
  }

  private struct Frame {
    let kind: UInt8
    let flags: UInt8
    let stream: UInt32
    let payload: [UInt8]

    var endsStream: Bool { flags & 1 != 0 }
    var isAnswer: Bool { flags & 1 != 0 }
  }

  private let wire: any Wire
  private let connection: Int
  private var buffer: [UInt8] = []

  init(wire: any Wire, connection: Int) {
    self.wire = wire
    self.connection = connection
  }

  /// Answers requests until the client closes the connection.
  mutating func run(_ answer: (RecordedRequest) -> ScriptedReply) {
    // "PRI * HTTP/2.0" and what belongs to it.
    guard take(24) != nil, send(Kind.settings) else { return }
    while let frame = next() {
      var goesOn = true
      switch frame.kind {
      case Kind.settings where !frame.isAnswer: goesOn = send(Kind.settings, flags: 1)
      case Kind.ping where !frame.isAnswer:
        goesOn = send(Kind.ping, flags: 1, payload: frame.payload)
      case Kind.headers, Kind.data:
        guard frame.endsStream else { continue }
        let request = RecordedRequest(
          method: "", target: String(frame.stream), headers: [], body: [], connection: connection)
        goesOn = perform(answer(request), on: frame.stream)
      case Kind.goAway: return
      default: break
      }
      guard goesOn else { return }
    }
  }

  private func perform(_ reply: ScriptedReply, on stream: UInt32) -> Bool {
    // ":status: 200", by its number in the table that everybody knows.
    guard send(Kind.headers, flags: 4, stream: stream, payload: [0x88]) else { return false }
    for step in reply.steps {
      switch step {
      case .send(let bytes):
        guard send(Kind.data, stream: stream, payload: bytes) else { return false }
      case .reset: return send(Kind.reset, stream: stream, payload: [0, 0, 0, 2])
      case .close:
        wire.close()
        return false
      case .tell(let tell): tell()
      case .drip, .pace, .sendForever, .hold, .flow, .stall: continue
      }
    }
    return send(Kind.data, flags: 1, stream: stream)
  }
}

extension HTTP2Conversation {
  private func send(
    _ kind: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = []
  ) -> Bool {
    let length = payload.count
    let head: [UInt8] = [
      UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), kind, flags,
      UInt8(stream >> 24 & 127), UInt8(stream >> 16 & 255), UInt8(stream >> 8 & 255),
      UInt8(stream & 255),
    ]
    return wire.write(head + payload)
  }

  private mutating func next() -> Frame? {
    guard let head = take(9) else { return nil }
    let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
    guard let payload = take(length) else { return nil }
    let stream = head[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    return Frame(kind: head[3], flags: head[4], stream: stream, payload: payload)
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      let bytes = wire.read()
      guard !bytes.isEmpty else { return nil }
      buffer += bytes
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }
}
