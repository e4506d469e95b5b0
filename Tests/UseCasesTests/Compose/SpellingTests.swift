import Doubles
import FeedDomain
import Testing
import UseCases

/// Which words of a draft are misspelt.
@MainActor @Suite struct SpellingTests {
  private let spy = Spy<Compose.Response>()

  private func writing(
    _ spelling: StubSpelling
  ) async throws -> (ComposeInteractor, Draft) {
    let setting = Setting()
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy, spelling: spelling)
    await interactor.handle(.open(.post))
    for case .editing(let draft, _, _, _) in spy.values { return (interactor, draft) }
    throw CancellationError()
  }

  private var misspelt: [[Set<String>]] {
    spy.values.compactMap { if case .misspelt(let words) = $0 { words } else { nil } }
  }

  @Test(arguments: [
    ("Teh cat", ["Teh", "cat"]), ("It's Ada’s", ["It's", "Ada's"]), ("'quoted'", ["quoted"]),
    ("@teh #teh https://teh.example teh", ["teh"]), (":teh: teh", ["teh"]),
    ("BBC x2 2x a", []), ("well-known", ["well", "known"]), ("über 日本", ["über"]), ("", []),
  ])
  func `only words are looked at`(text: String, words: [String]) {
    #expect(SpellCheckedWords(Array(text)).words.map(\.text) == words)
  }

  @Test func `each word is looked up once, in the language of its post`() async throws {
    let spelling = StubSpelling(unknown: ["Teh", "Haus"])
    let (interactor, draft) = try await writing(spelling)
    let thread = draft.saying("Teh cat").followed(by: [
      draft.saying("Haus").written(in: "de")
    ])

    await interactor.handle(.edit(thread))
    #expect(await eventually { misspelt == [[["Teh"], ["Haus"]]] })
    await interactor.handle(.edit(thread.saying("Teh cat sat")))
    #expect(await eventually { await spelling.asked.count == 3 })

    #expect(await spelling.asked == ["cat Teh", "Haus in de", "sat"])
    // Nothing is told twice.
    #expect(misspelt.count == 1)
  }

  @Test func `a text in another language is not all mistakes`() async throws {
    let spelling = StubSpelling(unknown: ["Der", "Zug", "kommt", "heute", "nicht"])
    let (interactor, draft) = try await writing(spelling)

    await interactor.handle(.edit(draft.saying("Der Zug kommt heute")))
    #expect(await eventually { misspelt.last == [["Der", "Zug", "kommt", "heute"]] })
    await interactor.handle(.edit(draft.saying("Der Zug kommt heute nicht")))

    #expect(await eventually { misspelt.last == [[]] })
  }

  @Test func `without a dictionary nothing is misspelt`() async throws {
    let spelling = StubSpelling(unknown: nil)
    let (interactor, draft) = try await writing(spelling)

    await interactor.handle(.edit(draft.saying("Teh")))

    #expect(await eventually { await spelling.asked == ["Teh"] })
    #expect(misspelt == [])
  }

  @Test func `other words are suggested, in the language of the post`() async throws {
    let (interactor, draft) = try await writing(StubSpelling(unknown: ["Hauss"]))
    let german = draft.saying("Hauss").written(in: "de")
    await interactor.handle(.edit(draft.saying("One").followed(by: [german])))

    await interactor.handle(.correct("Hauss", post: 1))

    #expect(spy.values.contains(.corrections(["Hauss in de"], of: "Hauss")))
  }
}

private actor StubSpelling: SpellingGateway {
  private let unknown: Set<String>?
  private(set) var asked: [String] = []

  init(unknown: Set<String>?) { self.unknown = unknown }

  func unknown(_ words: Set<String>, in language: String?) -> Set<String>? {
    let sorted = words.sorted { $0.lowercased() < $1.lowercased() }.joined(separator: " ")
    asked.append(sorted + (language.map { " in \($0)" } ?? ""))
    return unknown.map { words.intersection($0) }
  }

  func suggestions(for word: String, in language: String?) -> [String] {
    [word + (language.map { " in \($0)" } ?? "")]
  }
}
