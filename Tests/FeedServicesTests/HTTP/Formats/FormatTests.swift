import FeedDomain
import Testing

@testable import FeedServices

/// Dates and links in the ways services write them.
@Suite struct FormatTests {
  @Test(
    arguments: [
      ("2026-11-21T14:32:27Z", 1_795_271_547_000), ("2026-11-21T14:32:27.123Z", 1_795_271_547_123),
      ("2026-11-21T14:32:27.123456Z", 1_795_271_547_123),
      ("2026-11-21T14:32:27.1Z", 1_795_271_547_100), ("2026-11-21 14:32:27", 1_795_271_547_000),
      ("2026-11-21T15:32:27+01:00", 1_795_271_547_000),
      ("2026-11-21T04:02:27-1030", 1_795_271_547_000), ("2026-11-21T14:32Z", 1_795_271_520_000),
      ("2026-11-21", 1_795_219_200_000), ("1970-01-01T00:00:00Z", 0),
      ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T00:00:00Z", 951_782_400_000),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("  2026-11-21 ", 1_795_219_200_000),
      ("2026-11-21T14:32:27.123456789012345678901234567890Z", 1_795_271_547_123),
    ] as [(String, Int64)])
  func `ISO dates are parsed to timestamps`(text: String, milliseconds: Int64) {
    #expect(ISODate.parsedTimestamp(text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "yesterday", "2026", "2026-11", "2026-13-01", "2026-02-29", "2100-02-29", "2026-11-31",
    "2026-00-10", "2026-11-00", "-2026-11-21", "2026-11-21T", "2026-11-21T24:00:00Z",
    "2026-11-21T14:60:00Z", "2026-11-21T14:32:61Z", "2026-11-21T14:32:27.Z",
    "2026-11-21T14:32:27+25:00", "2026-11-21T14:32:27ZZ", "10000-01-01", "２０２６-11-21",
    "2026-11-21T14:32:27+", "99999999999999999999-01-01",
  ])
  func `a malformed ISO date is rejected`(text: String) {
    #expect(ISODate.parsedTimestamp(text) == nil)
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777_000),
      ("Sun Nov  6 08:49:37 1994", 784_111_777_000),
      ("Sat, 21 Nov 2026 14:32:27 GMT", 1_795_271_547_000),
      ("Sat, 21-Nov-26 14:32:27 GMT", 1_795_271_547_000),
      ("06 Nov 1994 08:49:37 GMT", 784_111_777_000), ("06-Nov-94 08:49:37", 784_111_777_000),
      ("Nov  6 08:49:37 1994", 784_111_777_000), ("May  6 08:49:37 1994", 768_214_177_000),
    ] as [(String, Int64)])
  func `HTTP dates are parsed to timestamps`(text: String, milliseconds: Int64) {
    #expect(HTTPDate.parsedTimestamp(text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "Sun", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "1994-11-06",
    "Nov", "06 Nov 1994", "Nov 6 1994 08:49:37", "06 08:49:37 1994 Nov",
  ])
  func `a malformed HTTP date is rejected`(text: String) {
    #expect(HTTPDate.parsedTimestamp(text) == nil)
  }

  @Test(
    arguments: [
      (
        #"<https://a.example/?max_id=1>; rel="next", <https://a.example/?min_id=9>; rel="prev""#,
        "https://a.example/?max_id=1", "https://a.example/?min_id=9"
      ),
      ("<https://a.example/?a=1,2;b>;rel=next", "https://a.example/?a=1,2;b", nil),
      (#"</page>; title="a, b; rel=prev"; REL="first Next""#, "/page", nil),
      (#"<a>; rel="up", <b>; rel="next", <c>; rel="next""#, "b", nil),
      (#"<a>; title="the \"best\"; rel=up, <b>"; rel="next", <c>; rel=prev"#, "a", "c"),
      (#"<a>; title="ends with \\"; rel="next""#, "a", nil),
      (#"<a>; title="never ends\"; rel=next"#, nil, nil),
      ("<a>; rel=\"next", "a", nil), ("<a>", nil, nil), ("<a; rel=next", nil, nil),
      ("rel=next", nil, nil), ("", nil, nil), (",,,;;;<>;rel=next", "", nil),
    ] as [(String, String?, String?)])
  func `links in a Link header are found by their relation`(
    header: String, next: String?, previous: String?
  ) {
    let links = LinkHeader([header])

    #expect(links.nextAddress == next)
    #expect(links.previous == previous)
  }

  @Test(arguments: [
    ("https://a.example/path?token=canary#x", "https://a.example/path"),
    ("https://user:canary@a.example/path", "https://a.example/path"),
    ("https://user:canary@x@a.example", "https://a.example"), ("/path?canary", "/path"),
    ("user:canary@a.example", "…"), ("https://a.example", "https://a.example"), ("", ""),
  ])
  func `a logged address shows no query, user or password`(address: String, shown: String) {
    let request = HTTPRequest(.get, address, headers: ["Authorization": "canary"])

    #expect(RedactedAddress(address).description == shown)
    #expect(String(describing: request) == "GET \(shown)")
    #expect(!String(reflecting: request).contains("canary"))
  }
}
