import FeedDomain
import Testing

struct TextMarksTests {
  /// What is found, with its kind.
  private func found(_ text: String) -> [String] {
    let characters = Array(text)
    return PlainTextFacets(text).facets.map { "\($0.kind) \(String(characters[$0.range]))" }
  }

  @Test(arguments: [
    ("See https://a.example/b?c=1, then go", ["link https://a.example/b?c=1"]),
    ("@ada and @bo@far.example.", ["mention @ada", "mention @bo@far.example"]),
    ("@ada.bsky.social: hi", ["mention @ada.bsky.social"]),
    ("#tram #Straßenbahn_2 #12 #1a", ["tag #tram", "tag #Straßenbahn_2", "tag #1a"]),
    ("mail ada@a.example or a#b", []), ("@ # http:// @@ ##", []), ("", []),
    ("https://a.example/#top #top", ["link https://a.example/#top", "tag #top"]),
  ])
  func `links, mentions and tags in a text are found as services find them`(
    text: String, marks: [String]
  ) {
    #expect(found(text) == marks)
  }

  @Test(arguments: [
    ("12345", nil, nil, nil), ("123456", nil, nil, 5), ("123456", "w", nil, 4),
    ("üüü", nil, 4, 2), ("👩‍💻👩‍💻", nil, 11, 1), ("x https://a.example/long", nil, nil, 2),
  ])
  func `the first character beyond the limits is found`(
    text: String, warning: String?, bytes: Int?, limitExceeded: Int?
  ) {
    let limits = DraftLimits(
      characters: 5, bytes: bytes, charactersPerLink: 4, attachments: 0, visibilities: [],
      allowsWarning: true)

    #expect(limits.firstIndexBeyondLimits(in: Array(text), warning: warning) == limitExceeded)
  }
}
