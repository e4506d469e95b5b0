import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes

extension OutboxTests {
  private var drafts: [OutboxScene.SavedDraftRow] {
    [
      .init(Draft(id: .init("a"), text: "Rye, always.", replyTo: bread.id), post: bread),
      .init(Draft(id: .init("b"), text: "Somewhere between two harbours\nit rains."), post: nil),
    ]
  }

  @Test func `drafts are listed below pending changes at 80 by 24`() {
    let view = shown(Array(waiting.prefix(1)), drafts: drafts)

    #expect(
      view.drawn(rows: 13, columns: 80).text == """
        ▌ Post
        ▌ The ferry was late, so we had an hour.
        ▌ Next try at 22:18: there is no connection.

          Reply to @mei@example.social
          Rye, always.
          Saved as a draft.

          Post
          Somewhere between two harbours it rains.
          Saved as a draft.


        """)
    #expect(view.header.rightText == [StyledSpan("1 waiting · 2 drafts", .barFaint)])
    #expect(view.hintWords == [:])
  }

  @Test func `an outbox with drafts only is drawn at 40 by 12`() {
    let view = shown([], drafts: drafts)

    #expect(
      view.drawn(rows: 9, columns: 40).text == """
        ▌ Reply to @mei@example.social
        ▌ Rye, always.
        ▌ Saved as a draft.

          Post
          Somewhere between two harbours it ra…
          Saved as a draft.


        """)
    #expect(view.header.rightText == [StyledSpan("2 drafts", .barFaint)])
    #expect(view.hints == [.back, .edit, .withdraw, .help])
    #expect(view.hintWords == [.withdraw: "discard"])
  }

  @Test func `an unreadable item can only be withdrawn`() {
    let view = scene()
    presenter.present(OutboxScene.SceneState([], unreadable: [.init("x")]))

    #expect(
      view.drawn(rows: 3, columns: 40).text == """
        ▌ Cannot be sent by this version
        ▌ This item is damaged, or from a newer
        ▌ version.
        """)
    #expect(view.hints == [.back, .withdraw, .help])
    view.command(.withdraw)
    #expect(interactor.values == [.open, .withdraw(.init("x"))])
  }

  @Test func `a draft is opened in the editor`() {
    let view = shown([], drafts: drafts)

    view.command(.open)

    #expect(navigator.routes == [.compose(.draft(.init("a")))])
  }

  @Test func `a draft is discarded by the same key twice in a row`() {
    let view = shown([], drafts: drafts)

    view.command(.withdraw, .down, .up, .withdraw)
    #expect(interactor.values == [.open])
    #expect(navigator.messages.last?.text == "Press the key again to delete this draft.")
    view.command(.withdraw)

    #expect(interactor.values == [.open, .discard(.init("a"))])
  }

  @Test func `the outbox is reopened when it comes to the front`() {
    let view = shown(waiting)

    view.sceneDidAppear()

    #expect(interactor.values == [.open, .open])
  }
}
