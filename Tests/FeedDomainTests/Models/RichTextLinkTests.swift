import Testing

@testable import FeedDomain

/// What a text says of its links where nobody can follow them.
@Suite struct RichTextLinkTests {
  private static let long = "https://www.example.org/2026/11/a-long-page-name-that-goes-on/"

  @Test(arguments: [
    "example.org/2026/11/a-long-page…", "https://www.example.org/2026/1...", "example.org/2026/11…",
    "example.org/2026/11/a-long-page-name-that-goes-on", long,
    "EXAMPLE.org/2026/11/a-long-page-name-that-goes-on/",
  ])
  func `a shortened link text is replaced by the full address`(_ shown: String) {
    let text = RichText(runs: [
      .init("See "), .init(shown, .link(Self.long)), .init(", and "), .init("#fog", .tag("fog")),
    ])

    #expect(text.withAddresses == "See \(Self.long), and #fog")
    #expect(text.withWholeAddresses == text.withAddresses)
    #expect(text.links == [.init(address: Self.long, text: Self.long)])
    #expect(text.runs.map(\.withWholeAddress) == ["See ", Self.long, ", and ", "#fog"])
  }

  @Test(arguments: ["the page", "…", "e…", "evil.example/2026…", "example.com", "page..."])
  func `a link text other than its address is followed by the address`(_ shown: String) {
    let text = RichText(runs: [.init("See "), .init(shown, .link(Self.long)), .init(".")])

    #expect(text.withAddresses == "See \(shown) <\(Self.long)>.")
    #expect(text.withWholeAddresses == "See \(shown).")
    #expect(text.links == [.init(address: Self.long, text: shown)])
  }

  @Test func `a link of several runs is one link, and two links are listed separately`() {
    let (one, other) = ("https://a.example/", "https://b.example/")
    let text = RichText(runs: [
      .init("Low", .link(one)), .init("\n"), .init("water", .link(one)), .init(" "),
      .init("chart", .link(other)), .init(" and "), .init("chart", .link(other)),
    ])

    #expect(
      text.withAddresses
        == "Low\nwater <\(one)> chart <\(other)> and chart <\(other)>")
    #expect(text.links.map(\.text) == ["Low\nwater", "chart", "chart"])
  }

  @Test func `a text without links is unchanged`() {
    let text = RichText(runs: [
      .init("@ada", .mention(Person.ID("1"))), .init(" says "), .init("x", .code),
    ])

    #expect(text.withAddresses == "@ada says x" && text.links == [])
    #expect(RichText("").withAddresses == "")
  }

  @Test(
    arguments: [
      ("@ada@x.example", "https://x.example/ada", true),
      ("@ada@X.example", "https://www.x.example/@ada", true),
      ("@ada@x.example", "https://y.example/ada", false), ("@ada", "https://x.example/ada", false),
      ("ada@x.example", "https://x.example/ada", false),
      ("@@x.example", "https://x.example", false),
    ])
  func `a full handle at the host of its link is printed without the address`(
    words: String, address: String, isHandle: Bool
  ) {
    let text = RichText(runs: [.init(words, .link(address)), .init(" hi")])

    #expect(text.withAddresses == (isHandle ? "\(words) hi" : "\(words) <\(address)> hi"))
  }
}
