import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Several posts on one page.
@MainActor @Suite struct ComposeThreadTests {
  private let interactor = Spy<ComposeScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ComposePresenter()
  private static let empty = Draft(id: .init("d"))

  private func thread(_ words: String...) -> Draft {
    let posts = words.map { Self.empty.with(\.text, $0) }
    return posts[0].with(\.following, Array(posts.dropFirst()))
  }

  private func scene(
    _ draft: Draft = ComposeThreadTests.empty, threads: Bool = true, replyingTo: Post? = nil
  ) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post).opened(by: navigator)
    presenter.display = view
    presenter.begin(
      draft,
      DraftLimits(
        characters: 40, attachments: 4, visibilities: [.everybody, .followers],
        allowsWarning: true, canSchedule: true, threads: threads), replyingTo: replyingTo)
    return view
  }

  /// A thread of four, of which the third is written on.
  private func third() -> ComposeView {
    let view = scene(
      thread(
        "The ferry was late again, and nobody said why it was.", "Third time this week.",
        "We waited in the rain", "Home at last."))
    presenter.state.remaining = [-13, 19, 19, 27]
    presenter.state.saving = .saved
    view.press(.down, .alt)
    view.press(.down, .alt)
    return view
  }

  @Test func `a thread is drawn at 80 by 24`() {
    let view = third()

    #expect(
      view.drawn(rows: 22, columns: 80).text == """

          1  The ferry was late again, and nobody said why it was.                 -13
          2  Third time this week.                                                  19

          We waited in the rain













          4  Home at last.                                                          27
          ────────────────────────────────────────────────────────────────────────────
          → everybody                                                   3/4  saved  19
          ^S send   Esc leave, keep draft   ^P picture   ^X editor   ^T warning
        """)
  }

  @Test func `a thread is drawn at 40 by 12`() {
    let view = third()

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
          2  Third time this week.          19

          We waited in the rain




          ────────────────────────────────────
          → everybody           3/4  saved  19
          ^S send   Esc leave, keep draft
        """)
  }

  @Test func `at 20 by 6 only the current post of a thread and its number are shown`() {
    let view = third()

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        We waited in the
        rain

        → everybody  3/4  19
        """)
  }

  @Test func `a thread is drawn at 120 by 40`() {
    let view = third()

    #expect(
      view.drawn(rows: 38, columns: 120).text.split(
        separator: "\n", omittingEmptySubsequences: false
      ).suffix(9).joined(separator: "\n") == """





          4  Home at last.                                                                        27
          ──────────────────────────────────────────────────────────────────────────────────────────
          → everybody                                                                 3/4  saved  19
          ^S send   Esc leave, keep draft   ^P picture   ^X editor   ^T warning   ^O who sees it
        """)
  }

  @Test func `a key splits the post at the cursor, and begins the next post with the rest`() {
    let view = scene()
    view.type("One. Two.")
    for _ in 0..<4 { view.press(.left) }

    view.press(.character("n"), .alt)

    #expect(view.draft == thread("One. ", "Two."))
    #expect(view.text.text == "Two.")
    #expect(view.text.cursor == 0)
    #expect(interactor.drafts.last == view.draft)
  }

  @Test func `rejoined posts have the blank at which they were split`() {
    let view = scene()
    view.type("One. Two.")
    for _ in 0..<5 { view.press(.left) }

    view.press(.character("n"), .alt)
    let parted = view.draft
    view.press(.backspace)

    #expect(parted == thread("One. ", "Two."))
    #expect(view.draft == thread("One. Two."))
  }

  @Test func `an empty post cannot be followed by another one`() {
    let view = scene()

    view.press(.character("n"), .alt)

    #expect(view.draft == Self.empty)
    #expect(navigator.messages.map(\.text.string) == ["Write this post before you start the next."])
  }

  @Test func `if the service has no threads the key says so`() {
    let view = scene(threads: false)
    view.type("One")

    view.press(.character("n"), .alt)

    #expect(view.draft == thread("One"))
    #expect(navigator.messages.map(\.text.string) == ["This service has no threads."])
  }

  @Test func `arrows at the ends of a post's text lead to the next or previous post`() {
    let view = scene(thread("One", "Two"))

    view.press(.down)
    #expect(view.text.text == "Two")
    view.press(.up)
    #expect(view.text.text == "Two")
    view.press(.up)

    #expect(view.text.text == "One")
    #expect(interactor.drafts == [])
  }

  @Test func `Backspace at the beginning joins a post to the previous one`() {
    let view = scene(thread("One, ", "two"))
    view.press(.down, .alt)
    view.press(.home)

    view.press(.backspace)

    #expect(view.draft == thread("One, two"))
    #expect(view.text.cursor == 5)
    #expect(interactor.drafts.last == view.draft)
  }

  @Test(
    arguments: [("gulls", "gulls"), ("gulls", nil), (nil, ""), (nil, nil), ("gulls", "")]
      as [(String?, String?)])
  func `posts are joined if no content warning is lost`(before: String?, own: String?) {
    let draft = thread("One, ").with(\.warning, before)
      .with(\.following, [Self.empty.with(\.text, "two").with(\.warning, own)])
    let view = scene(draft)
    view.press(.down, .alt)
    view.press(.home)

    view.press(.backspace)

    #expect(view.draft == thread("One, two").with(\.warning, before))
  }

  @Test(arguments: ["gulls", nil] as [String?])
  func `a post with a content warning of its own is not joined to the one before`(before: String?) {
    let draft = thread("One, ").with(\.warning, before)
      .with(\.following, [Self.empty.with(\.text, "two").with(\.warning, "crabs")])
    let view = scene(draft)
    view.press(.down, .alt)
    view.press(.home)

    view.press(.backspace)

    #expect(view.draft == draft)
  }

  @Test func `warning, audience and pictures belong to the post they were set on`() {
    let view = scene(thread("One", "Two"))
    view.press(.down, .alt)

    view.press(.character("t"), .control)
    view.type("w")
    view.press(.character("o"), .control)
    presenter.attach([Draft.DraftAttachment(path: "/a", altText: "A")], to: 1)
    view.press(.up, .alt)

    #expect(view.draft?.firstPostOnly == thread("One"))
    #expect(
      view.draft?.following == [
        Self.empty.with(\.text, "Two").with(\.warning, "w").with(\.visibility, .followers)
          .with(\.attachments, [Draft.DraftAttachment(path: "/a", altText: "A")])
      ])
  }

  @Test func `a picture is added to the current post of a thread`() {
    let view = scene(thread("One", "Two"))
    view.press(.down, .alt)
    view.press(.character("p"), .control)
    view.type("b")
    view.press(.enter)
    view.press(.enter)

    #expect(interactor.values.contains(.checkPicture(path: "b", post: 1)))
    #expect(interactor.values.last == .attach(path: "b", altText: "", post: 1))
  }

  @Test func `a click selects the clicked post of a thread`() {
    let view = third()
    _ = view.drawn(rows: 22, columns: 80)

    view.click(row: 2, column: 9)

    #expect(view.text.text == "Third time this week.")
  }

  @Test func `a thread post that cannot be sent becomes the current one`() {
    let view = scene(thread("One", "Two"))
    presenter.state.remaining = [37, -3]

    presenter.report(.tooLong(by: 3, post: 1))

    #expect(view.text.text == "Two")
    #expect(navigator.messages.map(\.text.string) == ["The post is 3 characters too long."])
  }

  @Test func `posts of the thread that were sent already are counted in its length`() {
    let rest = Draft(
      id: .init("d"), text: "Two", following: [Self.empty.with(\.text, "x")], preceding: 1)
    let view = scene(rest, replyingTo: Posts.post("p", RichText("One")))

    let text = view.drawn(rows: 22, columns: 40).text
    #expect(text.contains("2/3"))
    #expect(text.contains("\n  3  x"))
    view.press(.down, .alt)
    #expect(view.drawn(rows: 22, columns: 40).text.contains("3/3"))
  }

  @Test func `only the first post of a thread can be scheduled`() {
    let view = scene(thread("One", "Two"))

    view.press(.character("o"), .alt)
    #expect(view.more?.rows == [.moment])
    view.press(.escape)
    view.press(.down, .alt)
    view.press(.character("o"), .alt)

    #expect(view.more == nil)
    #expect(
      navigator.messages.map(\.text.string) == ["This service has no more options for posts."])
  }
}
