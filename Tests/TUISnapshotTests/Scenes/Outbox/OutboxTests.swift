import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct OutboxTests {
  let interactor = Spy<OutboxScene.SceneRequest>()
  let navigator = NavigatorSpy()
  let presenter = ScenePresenter {
    OutboxContent(wording: Wording(), world: StillWorld()).viewModel(of: $0)
  }
  let bread = Posts.post("p", RichText("Which loaf for Sunday?"))

  @Test func `pending changes are drawn with their states at 80 by 24`() {
    let view = scene()

    presenter.present(OutboxScene.SceneState(waiting))

    #expect(
      view.drawn(rows: 14, columns: 80).text == """
        ▌ Post
        ▌ The ferry was late, so we had an hour.
        ▌ Next try at 22:18: there is no connection.

          Like a post by @mei@example.social
          Which loaf for Sunday?
          Waiting a moment, so that you can undo it.

          Reply to @mei@example.social
          Rye, always.
          The service refused it: Too rude.



        """)
    #expect(view.header.rightText == [StyledSpan("2 waiting · 1 refused", .barFaint)])
  }

  @Test func `an empty outbox explains its purpose`() {
    let view = scene()

    presenter.present(OutboxScene.SceneState([]))

    #expect(
      view.drawn(rows: 10, columns: 40).text == """


             Nothing is waiting to be sent.

           Offline actions and unsent drafts
                     are kept here.




        """)
    #expect(view.hints == [.back, .help])
  }

  @Test func `upload progress does not show an empty outbox`() {
    let view = scene()

    presenter.present(OutboxScene.SceneState(upload: .init(OutboxItem.ID("1"), 0.5)))

    #expect(!view.drawn(rows: 10, columns: 40).text.contains("Nothing is waiting to be sent."))
  }

  @Test func `a queued post can be sent, edited and withdrawn`() {
    let view = shown(waiting)

    view.command(.send, .edit, .withdraw)

    #expect(interactor.values == [.open, .send(.init("1")), .withdraw(.init("1"))])
    #expect(navigator.routes == [.compose(.edit(.init("1")))])
  }

  @Test func `a like cannot be edited`() {
    let view = shown(waiting)
    view.command(.down)

    let isTaken = view.handleEvent(.command(.edit))

    #expect(isTaken)
    #expect(navigator.routes.isEmpty)
    #expect(view.hints == [.back, .send, .withdraw, .help])
  }

  @Test func `an item being sent offers no commands`() {
    let view = shown([.init(item("1", .publish(draft), .sending), post: nil)])

    view.command(.send, .edit, .withdraw)

    #expect(interactor.values == [.open])
    #expect(navigator.routes.isEmpty)
  }

  @Test func `an item that may have arrived cannot be withdrawn`() {
    let view = shown([.init(item("1", .publish(draft), .ambiguous), post: nil)])

    #expect(view.hints == [.back, .send, .help])
    #expect(view.drawn(rows: 4, columns: 80).text.contains("May have been sent"))
  }

  @Test func `an ambiguous post asks the user to decide`() {
    let view = shown([
      .init(item("1", .publish(draft), .refused(.outcomeUnknown)), post: nil),
      .init(item("2", .publish(draft), .refused(.refused("Too rude."))), post: nil),
    ])

    #expect(
      view.drawn(rows: 5, columns: 60).text.contains(
        """
        ▌ It may or may not have been sent. Check your posts, then
        ▌ send it again or drop it.
        """))
    #expect(view.hints == [.back, .send, .edit, .withdraw, .help])
    #expect(view.header.rightText == [StyledSpan("1 unconfirmed · 1 refused", .barFaint)])
  }

  @Test func `an item that waits for an older one says so`() {
    let view = shown([
      .init(
        item("1", .publish(draft), .queued(notBefore: nil, after: nil)), post: nil, wait: .older)
    ])

    #expect(view.drawn(rows: 4, columns: 80).text.contains("▌ Waiting for the items before it."))
  }

  @Test func `a missing picture file and a missing post have different reasons`() {
    let picture = Draft.DraftAttachment(path: "/boat.jpg", altText: "")
    func row(_ pictures: [Draft.DraftAttachment]) -> Substring {
      let view = shown([
        .init(
          item("1", .publish(draft.with(\.attachments, pictures)), .refused(.notFound)), post: nil)
      ])
      return view.drawn(rows: 4, columns: 80).text.split(separator: "\n")[2]
    }

    #expect(
      row([picture]) == "▌ The file of a picture is missing: restore it, or edit the post.")
    #expect(
      row([changedCopy(picture) { $0.uploaded = "1" }]) == "▌ It does not exist, or was deleted.")
    #expect(row([]) == "▌ It does not exist, or was deleted.")
  }

  @Test func `a command on an item already sent shows a message`() {
    let view = scene()

    presenter.perform(.say(.tooLate))

    #expect(navigator.messages.map(\.text) == ["It is being sent, or was already sent."])
    withExtendedLifetime(view) {}
  }

  @Test func `control characters in a pending post or a refusal stay in their row`() {
    let hostile = Draft(id: .init("d"), text: "a\u{1b}[31m\nb\u{8}\u{202e}c")
    let view = shown([
      .init(
        item("1", .publish(hostile), .refused(.refused("no\r\u{9d}0;x\u{7}"))), post: nil)
    ])

    let rows = view.drawn(rows: 4, columns: 80).text.split(separator: "\n")

    #expect(rows[1] == "▌ a[31m bc")
    #expect(rows[2].hasPrefix("▌ The service refused it: no"))
    #expect(rows.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x9d })
  }

  let draft = Draft(id: .init("d"), text: "The ferry was late,\nso we had an hour.")

  var waiting: [OutboxScene.UnsentItemRow] {
    let soon = Posts.now.timeAdvanced(by: .seconds(300))
    return [
      .init(item("1", .publish(draft), .queued(notBefore: soon, after: .unreachable)), post: nil),
      .init(
        item("2", .mark(bread.id, .liked, true), .queued(notBefore: soon, after: nil)),
        post: bread),
      .init(
        item(
          "3", .publish(Draft(id: .init("e"), text: "Rye, always.", replyTo: bread.id)),
          .refused(.refused("Too rude."))), post: bread),
    ]
  }

  func item(
    _ id: String, _ change: PendingChange, _ state: OutboxItem.OutboxItemState
  ) -> OutboxItem {
    OutboxItem(
      id: .init(id), account: Posts.account.id, change: change, state: state,
      createdAt: Posts.now)
  }

  func shown(
    _ items: [OutboxScene.UnsentItemRow], drafts: [OutboxScene.SavedDraftRow] = []
  ) -> PagedListView<OutboxContent> {
    let view = scene()
    presenter.present(OutboxScene.SceneState(items, drafts: drafts))
    _ = view.drawn(rows: 22, columns: 80)
    return view
  }

  func scene() -> PagedListView<OutboxContent> {
    let view = PagedListView(
      OutboxContent(wording: Wording(), world: StillWorld()), interactor: interactor
    ).opened(by: navigator)
    presenter.display = view
    return view
  }
}
