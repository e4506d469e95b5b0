import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct ComposeTests {
  let interactor = Spy<Compose.Request>()
  let navigator = NavigatorSpy()
  let presenter = ComposePresenter(wording: Wording(), keys: .defaults)
  let empty = Draft(id: .init("d"))

  @Test func `a reply at 80 by 24`() {
    let view = scene(replyingTo: Posts.post("p", RichText("Which loaf for Sunday?\nRye?")))
    view.type("Rye, always.")
    presenter.present(.measured(remaining: 488, canSend: true))
    presenter.present(.saved)

    let canvas = view.drawn(rows: 14, columns: 80)

    #expect(
      canvas.text == """

          │ Mei Tanaka  @mei@example.social
          │ Which loaf for Sunday?
          │ Rye?

          Rye, always.





          ────────────────────────────────────────────────────────────────────────────
          → everybody                                                       saved  488
          ^S send   Esc leave, keep draft   ^X editor   ^T warning   ^O who sees it
        """)
    #expect(canvas.cursor == CellPosition(row: 5, column: 14))
    #expect(view.header.left == [Span("Reply to @mei@example.social", .barStrong)])
  }

  @Test func `a short post that is answered takes the room it needs`() {
    let view = scene(replyingTo: Posts.post("p", RichText("Rye?")))
    view.type("Rye.")

    let lines = view.drawn(rows: 28, columns: 80).text.split(
      separator: "\n", omittingEmptySubsequences: false)

    #expect(
      lines[1...4].map { $0.drop { $0 == " " } }
        == ["│ Mei Tanaka  @mei@example.social", "│ Rye?", "", "Rye."])
  }

  @Test func `a long post that is answered is folded at 40 by 12`() {
    let view = scene(
      replyingTo: Posts.post(
        "p", RichText(String(repeating: "The ferry was late. ", count: 9))))

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
          │ Mei Tanaka  @mei@example.social
          │ The ferry was late. The ferry …

          What is going on?



          ────────────────────────────────────
          → everybody
          ^S send   Esc leave, keep draft
        """)
  }

  @Test func `at 20 by 6 the text has the room`() {
    let view = scene(replyingTo: Posts.post("p", RichText("Hello")))
    view.type("A little text that goes on")
    presenter.present(.measured(remaining: -3, canSend: false))

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        A little text that
        goes on

        → everybody       -3
        """)
  }

  @Test func `at 200 by 60 lines stay readable`() {
    let view = scene()

    let rows = view.drawn(rows: 58, columns: 200).text.split(
      separator: "\n", omittingEmptySubsequences: false)

    #expect(rows[55] == "  " + String(repeating: "─", count: 90))
  }

  @Test func `every change is told, with all that belongs to it`() {
    let view = scene()

    view.type("ab")
    view.press(.character("o"), .control)
    view.press(.character("t"), .control)
    view.type("w")

    #expect(
      interactor.drafts == [
        empty.saying("a"), empty.saying("ab"), empty.saying("ab").visible(to: .unlisted),
        empty.saying("ab").visible(to: .unlisted).warning(""),
        empty.saying("ab").visible(to: .unlisted).warning("w"),
      ])
  }

  @Test func `tab goes between the warning and the text`() {
    let view = scene()
    view.press(.character("t"), .control)
    view.type("w")

    view.press(.tab)
    view.type("t")

    #expect(view.draft == empty.saying("t").warning("w"))
  }

  @Test(arguments: [
    Key(.character("s"), .control), Key(.enter, .alt), Key(.enter, .control),
  ])
  func `each of three keys sends`(key: Key) {
    let view = scene()

    _ = view.handle(.key(key))
    view.type("late")

    #expect(interactor.values == [.open(.post), .send])
    #expect(view.text.text.isEmpty)
  }

  @Test func `what cannot be sent can be written on`() {
    let view = scene()
    view.press(.character("s"), .control)

    presenter.present(.tooLong(by: 1))
    view.type("x")

    #expect(view.text.text == "x")
    #expect(navigator.messages == [Message(text: "The post is 1 character too long.", tone: .bad)])
  }

  @Test func `a post that lacks a picture says how one is added`() {
    let view = scene()
    view.press(.character("s"), .control)

    presenter.present(.unfit(.noPicture))
    view.type("x")

    #expect(view.text.text == "x")
    #expect(
      navigator.messages == [Message(text: "A post needs a picture here: ^P adds one.", tone: .bad)]
    )
  }

  @Test(
    arguments: [
      (Draft(id: .init("d"), replyTo: .init("p")), "Reply"),
      (Draft(id: .init("d"), quoting: .init("p")), "Quote a post"),
      (Draft(id: .init("d"), editing: .init("p")), "Edit your post"),
      (Draft(id: .init("d")), "New post"),
    ] as [(Draft, SafeText)])
  func `what is written has its name, though what it is about is not held`(
    _ draft: Draft, _ title: SafeText
  ) {
    let view = scene(draft)

    #expect(view.header.left == [Span(title, .barStrong)])
  }

  @Test func `the editor gets the text, and what it gives back can be undone`() {
    let view = scene()
    view.type("one")

    view.press(.character("x"), .control)
    _ = view.handle(.edited("two\n"))
    let edited = view.text.text
    view.press(.character("u"), .alt)

    #expect(navigator.edits == ["one"])
    #expect(edited == "two")
    #expect(view.text.text == "one")
  }

  @Test func `a paste is text, whatever is in it`() {
    let view = scene()

    _ = view.handle(.paste("one\r\ntwo\u{1b}[31m\u{202e}"))

    let rows = view.drawn(rows: 12, columns: 80).text.split(separator: "\n")
    #expect(rows[0] == "  one" && rows[1] == "  two[31m")
    #expect(view.text.text == "one\ntwo\u{1b}[31m\u{202e}")
  }

  @Test func `the count is coloured as it runs out`() {
    let view = scene()
    var roles: [Role] = []

    for remaining in [400, 50, -1] {
      presenter.present(.measured(remaining: remaining, canSend: remaining >= 0))
      roles += view.status.counts.map(\.role)
    }

    #expect(roles == [.faint, .warning, .bad])
  }

  @Test func `a click puts the cursor there`() {
    let view = scene()
    view.type("one two")
    _ = view.drawn(rows: 12, columns: 80)

    _ = view.handle(.mouse(MouseEvent(.press(1), at: CellPosition(row: 1, column: 5)), count: 1))

    #expect(view.text.cursor == 3)
  }

  func scene(_ draft: Draft? = nil, replyingTo original: Post? = nil) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post)
    presenter.display = view
    view.navigator = navigator
    view.opened()
    presenter.present(
      .editing(
        draft ?? empty,
        DraftLimits(
          characters: 500, attachments: 4,
          visibilities: [.everybody, .unlisted, .followers, .mentioned], allowsWarning: true),
        replyingTo: original, isResumed: false))
    return view
  }
}
