import Testing

@testable import FeedServices

/// Dates as they are found in feeds.
@Suite struct WebFeedDateTests {
  @Test(arguments: [
    ("Wed, 02 Oct 2002 13:00:00 GMT", "2002-10-02T13:00:00Z"),
    ("Wed, 02 Oct 2002 15:00:00 +0200", "2002-10-02T13:00:00Z"),
    ("02 Oct 2002 08:00 EST", "2002-10-02T13:00:00Z"),
    ("Wed, 2 October 02 13:00:00 UT", "2002-10-02T13:00:00Z"),
    ("Wed,02 Oct 2002 13:00:00 -00:30", "2002-10-02T13:30:00Z"),
    ("Wed, 02 Oct 2002", "2002-10-02T00:00:00Z"),
    ("2002-10-02T13:00:00Z", "2002-10-02T13:00:00Z"),
    ("2002-10-02 13:00", "2002-10-02T13:00:00Z"),
    ("Wed, 02 Oct 2002 13:00:00 XYZ", "2002-10-02T13:00:00Z"),
    ("2 Oct 2002 8am", "2002-10-02T08:00:00Z"), ("October 2, 2002, 8 PM", "2002-10-02T20:00:00Z"),
    ("2 Oct 2002 12 a.m. EST", "2002-10-02T05:00:00Z"), ("2002-10-02 8pm", "2002-10-02T20:00:00Z"),
    ("1990-01-01", "1990-01-01T00:00:00Z"),
  ])
  func `dates of web feeds are parsed`(text: String, moment: String) {
    #expect(WebFeedDateParser.parsedTimestamp(text) == ISODate.parsedTimestamp(moment))
  }

  @Test(arguments: [
    "", "yesterday", "Wed, 42 Oct 2002 13:00:00 GMT", "02 Foo 2002", "02 Oct 2002 1:2:3:4",
    "02 Oct 2002 99:00", "Thu, 01 Jan 1970 00:00:00 GMT", "1989-12-31",
    "9223372036854775807 Oct 9223372036854775807",
  ])
  func `a malformed date of a web feed is rejected`(text: String) {
    #expect(WebFeedDateParser.parsedTimestamp(text) == nil)
  }
}
