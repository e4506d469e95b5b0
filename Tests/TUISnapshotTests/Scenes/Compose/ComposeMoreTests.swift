import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What else is said about a post: its language, and who may quote it.
@MainActor @Suite struct ComposeMoreTests {
  private let interactor = Spy<ComposeScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ComposePresenter()

  private func scene(
    _ draft: Draft = Draft(id: .init("d"), text: "Hallo"), language: Bool = true,
    quotePolicy: Bool = true, later: Bool = false, extraFields: [InputField] = []
  ) -> ComposeView {
    let view = ComposeView(
      interactor: interactor, purpose: .post, moments: TypedMomentFormat { FakeWorld.noon })
    presenter.display = view
    view.navigator = navigator
    view.sceneDidAppear()
    presenter.begin(
      draft,
      DraftLimits(
        characters: 500, attachments: 0, visibilities: [.everybody], allowsWarning: false,
        canSetLanguage: language, canSetQuotePolicy: quotePolicy, canSchedule: later,
        extraFields: extraFields))
    return view
  }

  @Test func `at 80 by 24 language and quote policy have a row each, with a summary below`() {
    let view = scene()

    view.press(.character("o"), .alt)
    view.type("DE")
    view.press(.enter)
    view.press(.left)

    #expect(
      view.drawn(rows: 12, columns: 80).text == """

          Hallo





          Language:         DE       such as en, de or pt-BR
          Who may quote it: ‹ nobody ›
          ────────────────────────────────────────────────────────────────────────────
          → everybody · DE · nobody may quote it
          Enter next   Esc back to the text   ←→ choose
        """)
    #expect(
      interactor.drafts.last
        == Draft(id: .init("d"), text: "Hallo", language: "de", quotePolicy: .nobody))
  }

  @Test func `at 80 by 24 each extra field of a service has a row`() {
    let view = scene(
      language: false, quotePolicy: false,
      extraFields: [.licence, .photoLocation, .answerers, .isUnquotable])

    view.press(.character("o"), .alt)
    view.press(.right)
    view.press(.right)
    view.press(.enter)
    view.type("48.2, 16.4")
    view.press(.enter)
    view.press(.left)
    view.press(.enter)
    view.press(.right)

    #expect(
      view.drawn(rows: 12, columns: 80).text == """

          Hallo



          Licence:                          CC BY
          Taken at (latitude, longitude): 48.2, 16.4
          Who may reply:                    nobody may reply
          Nobody may quote it:            ‹ yes ›
          ────────────────────────────────────────────────────────────────────────────
          → everybody · CC BY · Taken at (latitude, longitude): 48.2, 16.4 · nobody …
          Enter next   Esc back to the text   ←→ choose
        """)
    #expect(
      interactor.drafts.last?.extraFields == [
        .licence: "by", .photoLocation: "48.2, 16.4", .answerers: "nobody", .isUnquotable: "true",
      ])
    view.press(.left)
    #expect(interactor.drafts.last?.extraFields[.isUnquotable] == nil)
  }

  @Test func `at 40 by 12 both post options have a row`() {
    let view = scene(Draft(id: .init("d"), text: "Hallo", language: "de"))

    view.press(.character("o"), .alt)

    let canvas = view.drawn(rows: 10, columns: 40)
    #expect(
      canvas.text == """
          Hallo




          Language:         de
          Who may quote it:   default
          ────────────────────────────────────
          → everybody · de
          Enter next   Esc back to the text
        """)
    #expect(canvas.cursor == CellPosition(row: 5, column: 22))
  }

  @Test func `at 40 by 12 all three post options have a row`() {
    let view = scene(Draft(id: .init("d"), text: "Hallo", language: "de"), later: true)
    view.press(.character("o"), .alt)
    view.press(.down)
    view.type("3d")

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
          Hallo



          Language:         de
          Post it at:       3d
          Who may quote it:   default
          ────────────────────────────────────
          → everybody · at 2026-03-07 12:00 …
          Enter next   Esc back to the text
        """)
  }

  @Test func `Space cycles through the quote policies, and back to the default`() {
    let view = scene(language: false)
    view.press(.character("o"), .alt)

    for _ in 0..<4 { view.press(.character(" ")) }

    #expect(interactor.drafts.map(\.quotePolicy) == [.everybody, .followers, .nobody, nil])
  }

  @Test func `Enter on the last option, or Esc, leads back to the text`() {
    let view = scene()

    view.press(.character("o"), .alt)
    view.press(.enter)
    view.press(.enter)
    view.type("!")
    view.press(.character("o"), .alt)
    view.press(.escape)
    view.type("?")

    #expect(interactor.drafts.map(\.text) == ["Hallo!", "Hallo!?"])
    #expect(!interactor.values.contains(.leave))
  }

  @Test func `pasting into the language row sets the language`() {
    let view = scene()
    view.press(.character("o"), .alt)

    _ = view.handleEvent(.paste("vi\nHello"))

    #expect(interactor.drafts == [Draft(id: .init("d"), text: "Hallo", language: "vi")])
  }

  @Test func `an unknown language code is reported when the post is sent`() {
    let view = scene()
    view.press(.character("s"), .control)

    presenter.report(.invalidPost(.unknownLanguage("deutsch"), post: 0))

    #expect(
      navigator.messages.map(\.text)
        == ["\"deutsch\" is not a language code, such as en, de or pt-BR."])
  }

  @Test func `a delay typed for scheduling is shown as a date and time`() {
    let view = scene(later: true)
    view.press(.character("o"), .alt)
    view.press(.down)
    view.type("2h")

    let text = view.drawn(rows: 12, columns: 80).text

    #expect(
      text.contains("Post it at:       2h                such as 2h, 18:30 or 2026-11-24 09:00"))
    #expect(text.contains("→ everybody · at 2026-03-04 14:00"))
    #expect(interactor.drafts.last?.postsAt == FakeWorld.noon.timeAdvanced(by: .seconds(7_200)))
  }

  @Test func `a scheduled draft shows its time, which can be removed`() {
    let view = scene(
      Draft(id: .init("d"), text: "Hallo", postsAt: FakeWorld.noon), later: true)
    view.press(.character("o"), .alt)
    view.press(.down)

    #expect(view.drawn(rows: 12, columns: 80).text.contains("2026-03-04 12:00"))
    view.press(.character("u"), .control)

    #expect(interactor.drafts.last?.postsAt == nil)
    #expect(view.drawn(rows: 12, columns: 80).text.contains("at once"))
  }

  @Test func `a scheduled time that the service no longer supports can be removed`() {
    let view = scene(
      Draft(id: .init("d"), text: "Hallo", postsAt: FakeWorld.noon), language: false,
      quotePolicy: false)
    view.press(.character("o"), .alt)

    view.press(.character("u"), .control)

    #expect(interactor.drafts.last == Draft(id: .init("d"), text: "Hallo"))
  }

  @Test func `a post with an invalid scheduled time is never sent at once`() {
    let view = scene(later: true)
    view.press(.character("o"), .alt)
    view.press(.down)
    view.type("tomorrow")

    view.press(.character("s"), .control)

    #expect(!interactor.values.contains(.send))
    #expect(
      navigator.messages.last?.text
        == "This is not a valid time: write it like 2h, 18:30 or 2026-11-24 09:00.")
  }

  @Test func `a published post that is edited cannot be scheduled`() {
    let view = scene(
      Draft(id: .init("d"), text: "Hallo", editing: Post.ID("1")), later: true)

    view.press(.character("o"), .alt)

    #expect(!view.drawn(rows: 12, columns: 80).text.contains("Post it at:"))
  }

  @Test func `without further post options the key says so`() {
    let view = scene(language: false, quotePolicy: false)

    view.press(.character("o"), .alt)

    #expect(navigator.messages.map(\.text) == ["This service has no more options for posts."])
    #expect(!view.drawn(rows: 12, columns: 200).text.contains("Alt-O"))
  }
}
