import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// What a name after a colon may go on to.
@MainActor @Suite struct EmojiTests {
  private static let names = EmojiNames()
  private let spy = Spy<Compose.Response>()

  private func found(_ typed: String) -> [String] {
    Self.names.found(typed, most: 8).map(\.emoji)
  }

  @Test(arguments: [
    ("tram", "🚊"), ("rocket", "🚀"), ("bread", "🍞"), ("+1", "👍"), ("tada", "🎉"),
    ("joy", "😂"), ("HEART", "❤️"), ("hundred", "💯"),
  ])
  func `what people mean by a name is among the first`(typed: String, emoji: String) {
    #expect(found(typed).contains(emoji), "\(typed): \(found(typed))")
  }

  @Test func `a whole name comes before those that begin so, and nothing comes twice`() {
    let hearts = found("heart")

    #expect(hearts.first == "❤️")
    #expect(hearts.count == 8)
    #expect(Set(hearts).count == 8)
    #expect(found("fire").first == "🔥")
    #expect(found("cat").prefix(2).contains("🐈"))
  }

  @Test func `what nothing is called finds nothing`() {
    #expect(found("qqq") == [])
    #expect(found("_") == [])
    #expect(found("30") == [])
  }

  private func answers() -> [[String]] {
    spy.values.compactMap {
      if case .emoji(let emoji, _) = $0 { emoji.map(\.word) } else { nil }
    }
  }

  @Test func `the service is asked for its own once, by the first colon`() async throws {
    let own = StubEmoji(names: ["tramway", "verified"])
    let setting = Setting(completion: own)
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.post))
    await interactor.handle(.complete("@ad"))
    #expect(await own.asked == 0)

    await interactor.handle(.complete(":tr"))
    await interactor.handle(.complete(":tra"))

    #expect(await own.asked == 1)
    // Everybody's at once, with the service's own as soon as they are told.
    #expect(answers().count == 3)
    #expect(answers()[0].contains(":tramway:") == false)
    #expect(answers()[1].first == ":tramway:")
    #expect(answers()[2].first == ":tramway:")
    #expect(answers()[2].count == 8)
  }

  @Test func `where the service does not tell, everybody's do`() async throws {
    let own = StubEmoji(names: [], failure: .unreachable)
    let setting = Setting(completion: own)
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.post))

    await interactor.handle(.complete(":tram"))

    #expect(answers().count == 1)
    #expect(answers().first?.contains("🚊") == true)
  }
}

private actor StubEmoji: CompletionGateway {
  private let names: [String]
  private let failure: FeedError?
  private(set) var asked = 0

  init(names: [String], failure: FeedError? = nil) {
    (self.names, self.failure) = (names, failure)
  }

  func tags(matching beginning: String) -> [String] { [] }

  func emojiNames() throws(FeedError) -> [String] {
    asked += 1
    if let failure { throw failure }
    return names
  }
}
