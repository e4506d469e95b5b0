import FeedDomain
import Testing

@Suite struct CustomEmojiTests {
  private let tram: CustomEmoji
  private let sheep: CustomEmoji

  init() throws {
    tram = try #require(CustomEmoji(name: "tram", url: "https://a.example/tram.png"))
    sheep = try #require(CustomEmoji(name: "sheep_2", url: "https://a.example/sheep.png"))
  }

  @Test func `known custom emoji names in a text become emoji runs, other words stay`() {
    let text = RichText("A :tram:, :sheep_2::tram: and a :boat: at 10:30:")

    let marked = text.splittingRunsAtEmoji([tram, sheep])

    #expect(
      marked.runs == [
        .init("A "), .init(":tram:", .emoji(tram.url)), .init(", "),
        .init(":sheep_2:", .emoji(sheep.url)), .init(":tram:", .emoji(tram.url)),
        .init(" and a :boat: at 10:30:"),
      ])
    #expect(marked.plain == text.plain)
  }

  @Test func `emoji names in links, tags, mentions and code are left unchanged`() {
    let runs: [RichText.RichTextRun] = [
      .init("https://a.example/:tram:", .link("https://a.example/:tram:")), .init(":tram:", .code),
      .init(":tram:", .tag("x")), .init(":tram:", .mention(.init("1"))),
    ]

    #expect(RichText(runs: runs).splittingRunsAtEmoji([tram]).runs == runs)
  }

  @Test(arguments: ["", "two words", "a:b", "käse", "\u{1b}[2J", String(repeating: "a", count: 65)])
  func `an invalid custom emoji name is refused`(name: String) {
    #expect(CustomEmoji(name: name, url: "https://a.example/x.png") == nil)
  }

  @Test func `the number of custom emoji in a text is limited`() {
    let text = RichText(String(repeating: ":tram: ", count: 5_000))

    let marked = text.splittingRunsAtEmoji([tram])

    let count = marked.runs.count { $0.kind == .emoji(tram.url) }
    #expect((1...1_000).contains(count))
    #expect(marked.plain == text.plain)
  }

  @Test func `of custom emoji with one name the first is used, and their number is limited`() throws
  {
    let other = try #require(CustomEmoji(name: "tram", url: "https://evil.example/tram.png"))
    let many = try (0..<5_000).map { number in
      try #require(CustomEmoji(name: "e\(number)", url: "https://a.example/\(number)"))
    }

    #expect(
      RichText(":tram:").splittingRunsAtEmoji([tram, other]).runs == [
        .init(":tram:", .emoji(tram.url))
      ])
    #expect(RichText(":e4999:").splittingRunsAtEmoji(many).runs == [.init(":e4999:")])
  }

  @Test func `a person keeps only the custom emoji of their name`() {
    let person = Person(id: .init("1"), handle: "jo", name: "Jo :tram:")

    let named = person.addingOccurringNameEmoji(with: [tram, sheep])

    #expect(named.emojis == [tram])
    #expect(named.name == "Jo :tram:")
    #expect(named.spokenName == "Jo tram")
    #expect(named.richName.runs == [.init("Jo "), .init(":tram:", .emoji(tram.url))])
  }
}
