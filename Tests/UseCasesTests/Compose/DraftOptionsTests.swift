import Doubles
import FeedDomain
import Testing
import UseCases

/// What else is said about a post: its language, and who may quote it.
@MainActor @Suite struct DraftOptionsTests {
  @Test(
    arguments: [
      ("de", "de"), ("DE", "de"), ("pt-br", "pt-BR"), ("zh-hant", "zh-Hant"), ("yue", "yue"),
      ("es-419", "es-419"), ("", nil), ("d", nil), ("deutsch", nil), ("de_AT", nil), ("12", nil),
      ("de-", nil), ("dé", nil), ("de-AT-x-y", nil),
    ] as [(String, String?)])
  func `a language is written as services write it`(typed: String, tag: String?) {
    #expect(LanguageTag.written(typed) == tag)
  }

  @Test func `blanks are no language, and what is none is kept to be told`() {
    let draft = Draft(id: Draft.ID("d"), text: "Hi")
    let limits = DraftLimits(
      characters: 9, attachments: 0, visibilities: [.everybody], allowsWarning: false)

    #expect(draft.written(in: " PT-br ").language == "pt-BR")
    #expect(draft.written(in: "  ").language == nil)
    #expect(limits.problem(with: draft.written(in: "de")) == nil)
    #expect(limits.problem(with: draft.written(in: "klingon!")) == .unknownLanguage("klingon!"))
  }

  @Test(
    arguments: [
      (300, true, false, nil), (299, true, false, .tooSoon), (-1, true, false, .tooSoon),
      (300, false, false, .notLater), (300, true, true, .notLater),
    ] as [(Int, Bool, Bool, DraftProblem?)])
  func `a service is given five minutes before it posts something`(
    seconds: Int, isOffered: Bool, isPosted: Bool, problem: DraftProblem?
  ) {
    let now = Timestamp(milliseconds: 1_000)
    let limits = DraftLimits(
      characters: 9, attachments: 0, visibilities: [.everybody], allowsWarning: false,
      canSchedule: isOffered)
    let draft = Draft(id: Draft.ID("d"), text: "Hi", editing: isPosted ? Post.ID("1") : nil)
      .posted(at: now.advanced(by: .seconds(seconds)))

    #expect(limits.problem(with: draft, at: now) == problem)
    #expect(limits.problem(with: draft.posted(at: nil), at: now) == nil)
  }

  @Test(arguments: [true, false])
  func `a post begins in the language in which its author usually writes`(
    isNamed: Bool
  ) async {
    let spy = Spy<Compose.Response>()
    let setting = Setting(habits: PostingDefaults(language: "vi"), canSetLanguage: isNamed)
    let interactor = ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(.post))

    guard case .editing(let draft, _, _, _) = spy.values.first else {
      Issue.record("nothing to write on")
      return
    }
    #expect(draft.language == (isNamed ? "vi" : nil))
  }
}
