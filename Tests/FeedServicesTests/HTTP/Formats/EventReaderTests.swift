import Testing

@testable import FeedServices

/// Events that a server sends by itself.
@Suite struct EventReaderTests {
  private static let stream =
    ":thump\n\nevent: update\ndata: {\"a\":\n"
    + "data:  \"漢\"}\r\n\r\nevent: delete\ndata: 7\r\rdata\n\nid: 9\n\n"

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `server-sent events are parsed whatever the chunk size`(size: Int) {
    var reader = ServerSentEventParser()
    let bytes = Array(Self.stream.utf8)

    let events = stride(from: 0, to: bytes.count, by: size).flatMap { start in
      reader.readEvents(from: Array(bytes[start..<min(start + size, bytes.count)]))
    }

    #expect(
      events == [
        .init(name: "update", data: "{\"a\":\n \"漢\"}"), .init(name: "delete", data: "7"),
        .init(name: "message", data: ""),
      ])
  }

  @Test func `an endless event is dropped, and the next event is parsed`() {
    var reader = ServerSentEventParser()

    let none = reader.readEvents(
      from: Array("data: ".utf8) + [UInt8](repeating: 0x61, count: 2 << 20))
    let events = reader.readEvents(from: Array("\n\nevent: delete\ndata: 7\n\n".utf8))

    #expect(none == [])
    #expect(events == [.init(name: "delete", data: "7")])
  }
}
