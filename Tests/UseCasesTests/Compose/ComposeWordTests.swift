import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// What a name after a colon may go on to.
@MainActor @Suite struct EmojiTests {
  private static let names = EmojiNameIndex()
  private let spy = Spy<ComposeScene.SceneState>()

  private func found(_ typed: String) -> [String] {
    Self.names.matchingEmoji(typed, limit: 8).map(\.text)
  }

  @Test(arguments: [
    ("tram", "🚊"), ("rocket", "🚀"), ("bread", "🍞"), ("+1", "👍"), ("tada", "🎉"),
    ("joy", "😂"), ("HEART", "❤️"), ("hundred", "💯"),
  ])
  func `a common word for an emoji finds it among the first`(typed: String, emoji: String) {
    #expect(found(typed).contains(emoji), "\(typed): \(found(typed))")
  }

  @Test func `an emoji with the exact name comes first, and none is listed twice`() {
    let hearts = found("heart")

    #expect(hearts.first == "❤️")
    #expect(hearts.count == 8)
    #expect(Set(hearts).count == 8)
    #expect(found("fire").first == "🔥")
    #expect(found("cat").prefix(2).contains("🐈"))
  }

  @Test func `a name that no emoji has finds none`() {
    #expect(found("qqq") == [])
    #expect(found("_") == [])
    #expect(found("30") == [])
  }

  private func answers() -> [[String]] {
    spy.values.compactMap { state in
      state.offer.flatMap { $0.kind == .emoji ? $0.words.map(\.text) : nil }
    }
  }

  @Test func `the service's own emoji are fetched once, at the first colon`() async throws {
    let own = StubEmoji(names: ["tramway", "verified"])
    let setting = Setting(completion: own)
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.post), .complete("@ad"))
    #expect(await own.asked == 0)

    await interactor.handle(.complete(":tr"), .complete(":tra"))

    #expect(await own.asked == 1)
    // Everybody's at once, with the service's own as soon as they are told.
    #expect(answers().count == 3)
    #expect(answers()[0].contains(":tramway:") == false)
    #expect(answers()[1].first == ":tramway:")
    #expect(answers()[2].first == ":tramway:")
    #expect(answers()[2].count == 8)
  }

  @Test func `if the service's emoji cannot be fetched the standard emoji are suggested`()
    async throws
  {
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

private actor StubEmoji: TagAndEmojiCompletionGateway {
  private let names: [String]
  private let failure: FeedError?
  private(set) var asked = 0

  init(names: [String], failure: FeedError? = nil) {
    (self.names, self.failure) = (names, failure)
  }

  func hashtags(matching beginning: String) -> [String] { [] }

  func emojiNames() throws(FeedError) -> [String] {
    asked += 1
    if let failure { throw failure }
    return names
  }
}

/// Which words of a draft are misspelt.
@MainActor @Suite struct SpellingTests {
  private let spy = Spy<ComposeScene.SceneState>()

  private func writing(
    _ spelling: StubSpelling
  ) async throws -> (ComposeInteractor, Draft) {
    let setting = Setting()
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy, spelling: spelling)
    await interactor.handle(.open(.post))
    return (interactor, try #require(spy.opened))
  }

  private var misspelt: [Set<String>]? { spy.last?.misspeltWords }

  @Test(arguments: [
    ("Teh cat", ["Teh", "cat"]), ("It's Ada’s", ["It's", "Ada's"]), ("'quoted'", ["quoted"]),
    ("@teh #teh https://teh.example teh", ["teh"]), (":teh: teh", ["teh"]),
    ("BBC x2 2x a", []), ("well-known", ["well", "known"]), ("über 日本", ["über"]), ("", []),
  ])
  func `addresses, handles and tags are not checked for spelling`(text: String, words: [String]) {
    #expect(SpellCheckedWords(Array(text)).words.map(\.text) == words)
  }

  @Test func `each word is checked once, in the language of its post`() async throws {
    let spelling = StubSpelling(unknown: ["Teh", "Haus"])
    let (interactor, draft) = try await writing(spelling)
    let thread = draft.with(\.text, "Teh cat").with(
      \.following,
      [
        draft.with(\.text, "Haus").settingLanguage("de")
      ])

    await interactor.handle(.edit(thread))
    #expect(await eventually { misspelt == [["Teh"], ["Haus"]] })
    await interactor.handle(.edit(thread.with(\.text, "Teh cat sat")))
    #expect(await eventually { await spelling.asked.count == 3 })

    #expect(await spelling.asked == ["cat Teh", "Haus in de", "sat"])
    #expect(misspelt == [["Teh"], ["Haus"]])
  }

  @Test func `a text with mostly unknown words is not marked as misspelt`() async throws {
    let spelling = StubSpelling(unknown: ["Der", "Zug", "kommt", "heute", "nicht"])
    let (interactor, draft) = try await writing(spelling)

    await interactor.handle(.edit(draft.with(\.text, "Der Zug kommt heute")))
    #expect(await eventually { misspelt == [["Der", "Zug", "kommt", "heute"]] })
    await interactor.handle(.edit(draft.with(\.text, "Der Zug kommt heute nicht")))

    #expect(await eventually { misspelt == [[]] })
  }

  @Test func `without a dictionary no word is misspelt`() async throws {
    let spelling = StubSpelling(unknown: nil)
    let (interactor, draft) = try await writing(spelling)

    await interactor.handle(.edit(draft.with(\.text, "Teh")))

    #expect(await eventually { await spelling.asked == ["Teh"] })
    #expect(misspelt?.contains { !$0.isEmpty } == false)
  }

  @Test func `corrections are suggested in the language of the post`() async throws {
    let (interactor, draft) = try await writing(StubSpelling(unknown: ["Hauss"]))
    let german = draft.with(\.text, "Hauss").settingLanguage("de")
    await interactor.handle(.edit(draft.with(\.text, "One").with(\.following, [german])))

    await interactor.handle(.correct("Hauss", post: 1))

    #expect(
      spy.last?.offer == ComposeScene.WordSuggestions(.correction, "Hauss", [.init("Hauss in de")]))
  }
}

private actor StubSpelling: SpellingGateway {
  private let unknown: Set<String>?
  private(set) var asked: [String] = []

  init(unknown: Set<String>?) { self.unknown = unknown }

  func misspelledWords(_ words: Set<String>, in language: String?) -> Set<String>? {
    let sorted = words.sorted { $0.lowercased() < $1.lowercased() }.joined(separator: " ")
    asked.append(sorted + (language.map { " in \($0)" } ?? ""))
    return unknown.map { words.intersection($0) }
  }

  func spellingSuggestions(for word: String, in language: String?) -> [String] {
    [word + (language.map { " in \($0)" } ?? "")]
  }
}
