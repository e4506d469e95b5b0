import FeedDomain
import Testing

/// How much of a post is left, as its service counts.
struct DraftLimitsTests {
  private func count(_ text: String, warning: String? = nil) -> Int {
    let limits = DraftLimits(
      characters: 500, charactersPerLink: 23, countsNamesAlone: true, attachments: 0,
      visibilities: [.everybody], allowsWarning: true)
    return 500
      - limits.remainingCharacters(for: Draft(id: Draft.ID("d"), text: text, warning: warning))
  }

  @Test(
    arguments: [
      ("", 0), ("Grüße 👩‍👩‍👧", 7), ("https://a.example/a/very/long/way/to/go", 23),
      ("http://a.example", 23), ("HTTPS://A.EXAMPLE/", 23),
      // What stands around a link is counted as it is.
      ("See https://a.example/b, then", 33), ("(https://a.example/b)", 25),
      ("(https://a.example/b_(c))", 25), ("\"https://a.example/?q=1\"\n", 26),
      ("https://a.example/x https://b.example/y", 47), ("日本https://a.example/x", 25),
      // These are none.
      ("xhttps://a.example", 18), ("https://", 8), ("http://nowhere", 14), ("a.example/b", 11),
    ] as [(String, Int)])
  func `a link counts as 23 characters of a draft, whatever its length`(text: String, count: Int) {
    #expect(self.count(text) == count)
  }

  @Test(
    arguments: [
      ("@ada@far.example", 4), ("Hi @ada@far.example, @bo!", 13), ("@a.b-c@far.example", 6),
      ("@ada@far.example.", 5), ("(@ada@far.example)", 6),
      // An address of mail, and what is no handle.
      ("ada@far.example", 15), ("/@ada@far.example", 17), ("@ada@", 5), ("@@far.example", 13),
      ("@ada", 4),
    ] as [(String, Int)])
  func `of a mention only the name counts towards the limit, not the server`(
    text: String, count: Int
  ) {
    #expect(self.count(text) == count)
  }

  @Test func `a warning counts in full, also its mentions`() {
    #expect(count("x", warning: "@ada@far.example") == 17)
  }

  @Test func `without rules for links and mentions every character counts`() {
    let limits = DraftLimits(
      characters: 300, attachments: 0, visibilities: [.everybody], allowsWarning: false)
    let draft = Draft(id: Draft.ID("d"), text: "@ada@far.example https://a.example/abcdefghi")

    #expect(limits.remainingCharacters(for: draft) == 300 - draft.text.count)
  }
}
