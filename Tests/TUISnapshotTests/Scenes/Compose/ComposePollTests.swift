import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// A poll that goes with a post, put together below the text.
@MainActor @Suite struct ComposePollTests {
  private let interactor = Spy<ComposeScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ComposePresenter()
  private let day = Duration.seconds(86_400)

  private func scene(
    _ draft: Draft = Draft(id: .init("d"), text: "Rye?"), polls: PollLimits? = .standard
  ) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post).opened(by: navigator)
    presenter.display = view
    presenter.begin(
      draft,
      DraftLimits(
        characters: 500, attachments: 4, visibilities: [.everybody], allowsWarning: false,
        polls: polls))
    return view
  }

  private func poll(
    _ choices: String..., several: Bool = false, lasts: Duration = .seconds(86_400)
  ) -> Draft.DraftPoll {
    Draft.DraftPoll(choices: choices, allowsSeveral: several, lasts: lasts)
  }

  @Test func `a poll at 80 by 24 is typed below the text, an answer per row`() {
    let view = scene()

    view.press(.character("p"), .alt)
    view.type("Yes")
    view.press(.enter)
    view.type("No")
    view.press(.enter)

    let canvas = view.drawn(rows: 12, columns: 80)
    #expect(
      canvas.text == """

          Rye?



            ○ Yes
            ○ No
          › ○ Answer 3
              one answer · closes in 24 h
          ────────────────────────────────────────────────────────────────────────────
          → everybody
          Enter next answer   Esc back to the text   Alt-S one or several
        """)
    #expect(canvas.cursor == CellPosition(row: 7, column: 6))
    #expect(interactor.drafts.last?.poll == poll("Yes", "No"))
  }

  @Test func `a poll at 40 by 12 leaves room for the text of the post`() {
    let view = scene(
      Draft(
        id: .init("d"), text: "Rye?",
        poll: poll("Yes", "No", "Only if it is from the bakery at the corner", "Later")))

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
          Rye?

            ○ Yes
            ○ No
            ○ Only if it is from the bakery a…
            ○ Later
              one answer · closes in 24 h
          ────────────────────────────────────
          → everybody
          ^S send   Esc leave, keep draft
        """)
  }

  @Test func `on a tiny page the answer being typed is visible`() {
    let view = scene()
    view.press(.character("p"), .alt)
    for answer in ["one", "two", "three"] {
      view.type(answer)
      view.press(.enter)
    }

    let text = view.drawn(rows: 4, columns: 20).text

    #expect(text.contains("› ○"))
    #expect(!text.contains("one"))
  }

  @Test func `keys set single or multiple choice and the duration, and remove answers`() {
    let view = scene()
    view.press(.character("p"), .alt)
    view.type("Yes")
    view.press(.down)
    view.type("No")

    view.press(.character("s"), .alt)
    view.press(.character("t"), .alt)
    #expect(
      interactor.drafts.last?.poll == poll("Yes", "No", several: true, lasts: .seconds(259_200)))

    view.press(.up)
    view.press(.character("d"), .control)
    #expect(interactor.drafts.last?.poll?.choices == ["No"])
    view.press(.character("d"), .control)
    #expect(interactor.drafts.last?.poll == nil)
  }

  @Test func `after the longest duration of a poll the key begins with the shortest`() {
    let view = scene(Draft(id: .init("d"), poll: poll("a", "b", lasts: .seconds(604_800))))
    view.press(.character("p"), .alt)

    view.press(.character("t"), .alt)

    #expect(interactor.drafts.last?.poll?.lasts == .seconds(300))
  }

  @Test func `a poll cannot have more answers than the service allows`() {
    let view = scene()
    view.press(.character("p"), .alt)

    for answer in ["1", "2", "3", "4", "5"] {
      view.type(answer)
      view.press(.enter)
    }

    #expect(interactor.drafts.last?.poll?.choices == ["1", "2", "3", "45"])
  }

  @Test func `after leaving an empty poll keys go to the text, and the draft has no poll`() {
    let view = scene()
    view.press(.character("p"), .alt)
    view.press(.escape)

    view.type("!")

    #expect(interactor.drafts.last == Draft(id: .init("d"), text: "Rye?!"))
    #expect(!interactor.values.contains(.leave))
    #expect(!view.drawn(rows: 12, columns: 80).text.contains("○"))
  }

  @Test func `a poll that the service no longer supports can be removed`() {
    let view = scene(Draft(id: .init("d"), text: "Rye?", poll: poll("a", "b")), polls: nil)
    view.press(.character("p"), .alt)

    view.press(.character("d"), .control)
    view.press(.character("d"), .control)

    #expect(interactor.drafts.last == Draft(id: .init("d"), text: "Rye?"))
    #expect(navigator.messages.isEmpty)
  }

  @Test func `a click on the text leaves the poll`() {
    let view = scene()
    view.press(.character("p"), .alt)
    view.type("Yes")
    _ = view.drawn(rows: 12, columns: 80)

    view.click(row: 1, column: 2)
    view.type("So: ")

    #expect(interactor.drafts.last?.text == "So: Rye?")
    #expect(interactor.drafts.last?.poll == poll("Yes"))
  }

  @Test func `an answer that is too long shows by how many characters`() {
    let view = scene()
    view.press(.character("p"), .alt)
    view.type(String(repeating: "a", count: 53))

    #expect(view.drawn(rows: 12, columns: 80).text.contains(" -3"))
    view.press(.character("s"), .control)
    presenter.report(
      .invalidPost(.choiceTooLong(String(repeating: "a", count: 53), by: 3), post: 0))

    #expect(interactor.values.last == .send)
    #expect(
      navigator.messages.last?.text
        == "The answer \"aaaaaaaaaaaaaaaaaaaa…\" is 3 characters too long.")
  }

  @Test func `a poll and pictures exclude each other, with a message`() {
    let picture = Draft.DraftAttachment(path: "/a.jpg", altText: "A")
    let pictured = scene(Draft(id: .init("d"), attachments: [picture]))
    pictured.press(.character("p"), .alt)
    let asking = scene(Draft(id: .init("d"), poll: poll("a", "b")))
    asking.press(.character("p"), .control)

    let sentence: SafeText = "A post with a poll can have neither pictures nor a quote."
    #expect(navigator.messages.map(\.text) == [sentence, sentence])
  }

  @Test(arguments: [
    (Draft(id: .init("d")), PollLimits?.none, "This service has no polls."),
    (
      Draft(id: .init("d"), editing: Post.ID("1")), .standard,
      "A poll cannot be added after posting."
    ),
  ])
  func `if a poll is impossible the key says why`(
    _ draft: Draft, _ polls: PollLimits?, _ sentence: String
  ) {
    let view = scene(draft, polls: polls)

    view.press(.character("p"), .alt)

    #expect(navigator.messages.map(\.text.string) == [sentence])
    #expect(!view.keyHints.contains { $0.key == "Alt-P" })
  }
}
