import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor struct ConversationTests {
  let interactor = Spy<ConversationScene.SceneRequest>()
  let navigator = NavigatorSpy()
  let presenter = ConversationScenePresenter(wording: Wording(), keys: .defaults)
  let view: ConversationView

  init() {
    view = ConversationView(
      of: .init("b"), opening: .open(.init("b")), interactor: interactor,
      posts: PostViewModelFactory(), world: StillWorld())
    presenter.display = view
    view.navigator = navigator
    presenter.present(
      ConversationScene.SceneState(
        Conversation(
          focus: .init("b"),
          nodes: [
            .init(Posts.post("a", by: "Ada", RichText("Who has a boat?")), depth: 0),
            .init(Posts.post("b", by: "Bo", RichText("I do.")), depth: 1),
            .init(Posts.post("c", by: "Cy", RichText("May I come along?")), depth: 2),
            .init(Posts.post("d", by: "Di", RichText("And I?")), depth: 2),
            .init(Posts.post("e", by: "Ed", RichText("No.")), depth: 1),
          ]), account: Posts.account))
  }

  func draw(_ columns: Int, _ rows: Int, isFront: Bool = true) -> Canvas {
    var canvas = Canvas(size: CellSize(rows: rows, columns: columns))
    view.drawScene(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(theme: .dark, isFront: isFront, frame: 0, now: Posts.now))
    return canvas
  }

  @Test func `replies are drawn as a tree`() {
    #expect(
      draw(60, 20).text == """
          Ada  @ada@example.social · 3m
          Who has a boat?

          │
        ▌ ├ Bo  @bo@example.social · 3m
        ▌ │ I do.
        ▌ │ ↩      ↻      ♡
          │ │
          │ ├ Cy  @cy@example.social · 3m
          │ │ May I come along?
          │ │
          │ │
          │ ╰ Di  @di@example.social · 3m
          │   And I?
          │
          │
          ╰ Ed  @ed@example.social · 3m
            No.


        """)
  }

  @Test func `a preview shows no selection`() {
    #expect(!draw(60, 20, isFront: false).text.contains("▌"))
  }

  @Test func `the smallest screen shows the post the thread was opened for`() {
    let text = draw(20, 4).text

    #expect(text.hasPrefix("▌ Bo"))
  }

  @Test func `keys act on the selected reply`() {
    _ = draw(60, 20)

    #expect(view.pane.selected?.isFocus == true)
    view.command(.down, .like, .open, .undo)

    #expect(interactor.values == [.toggle(.init("c"), .liked), .undo])
    #expect(navigator.routes == [.conversation(.init("c"))])
  }

  @Test func `a deep thread leaves room for the text`() {
    let nodes = (0..<300).map {
      Conversation.ConversationNode(Posts.post("\($0)", RichText("word")), depth: $0)
    }
    presenter.present(
      ConversationScene.SceneState(
        Conversation(focus: .init("299"), nodes: nodes), account: Posts.account))

    for _ in nodes { view.command(.down) }

    #expect(draw(40, 12).text.contains("word"))
    #expect(draw(20, 6).text.contains("word"))
  }

  @Test func `a gap of replies is a row that loads them`() {
    presenter.present(
      ConversationScene.SceneState(
        Conversation(
          focus: .init("a"),
          nodes: [
            .init(Posts.post("a", by: "Ada", RichText("Who has a boat?")), depth: 0),
            .init(Posts.post("b", by: "Bo", RichText("I do.")), depth: 1),
            .init(Posts.post("c", by: "Cy", RichText("Me too.")), depth: 1),
          ], postsWithMissingReplies: [.init("b")]), account: Posts.account))

    #expect(draw(60, 20).text.contains("│ ╰ replies not loaded · Enter loads them"))
    view.command(.down)
    #expect(view.hints.contains(.open))
    view.command(.like, .open)

    #expect(interactor.values == [.goOn(below: .init("b"))])
    #expect(navigator.routes == [])
  }
}
