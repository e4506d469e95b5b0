@testable import FeedServices

/// A stream of events: wherever its bytes are cut, it says the same, and nothing in an event breaks
/// out of its line.
enum EventsProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var whole = ServerSentEventParser()
    let events = whole.readEvents(from: input)
    var byByte = ServerSentEventParser()
    let again = input.flatMap { byByte.readEvents(from: [$0]) }
    try expect(again == events, "cut elsewhere it says something else")
    for event in events {
      try expect(!event.name.utf8.contains { $0 == 0x0a || $0 == 0x0d }, "a name of two lines")
      try expect(event.data.utf8.count <= input.count * 3, "more than was sent")
    }
  }
}
