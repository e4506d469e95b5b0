import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of the outbox. `OutboxInteractorTests` tests the answers.
@MainActor @Suite struct OutboxBoundaryTests {
  private let draft = Draft(id: .init("d"), text: "Rye, always.")
  private let presenter = ScenePresenter {
    OutboxContent(wording: Wording(), world: StillWorld()).viewModel(of: $0)
  }

  @Test func `each key of the outbox sends its request to the interactor`() {
    let interactor = Spy<OutboxScene.SceneRequest>()
    let view = PagedListView(
      OutboxContent(wording: Wording(), world: StillWorld()), interactor: interactor)
    presenter.display = view

    view.sceneDidAppear()
    presenter.present(OutboxScene.SceneState([waiting(.queued(notBefore: nil, after: nil))]))
    view.command(.send, .withdraw)
    presenter.present(OutboxScene.SceneState([], drafts: [.init(draft, post: nil)]))
    for _ in 0..<2 { view.command(.withdraw) }
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open, .send(.init("1")), .withdraw(.init("1")), .discard(.init("d")), .close,
      ])
  }

  @Test func `each state of the outbox becomes a view model`() {
    let shown = Spy<PagedListViewModel<OutboxRow>>()
    presenter.display = shown
    let sending = [waiting(.sending)]
    let states = [
      OutboxScene.SceneState(upload: .init(.init("1"), 0.5)), OutboxScene.SceneState(sending),
      OutboxScene.SceneState(sending, upload: .init(.init("1"), 0.5)),
      OutboxScene.SceneState([], drafts: [.init(draft, post: nil)], unreadable: [.init("x")]),
      OutboxScene.SceneState([]),
    ]

    for state in states { presenter.present(state) }

    #expect(shown.values.allSatisfy { $0.title == Wording().outbox })
    #expect(
      shown.values.map { $0.rows.map(\.id) } == [
        [], [.item(.init("1"))], [.item(.init("1"))],
        [.item(.init("x")), .draft(.init("d"))], [],
      ])
    #expect(shown.values[1].rows.first?.state != shown.values[2].rows.first?.state)
    #expect(
      shown.values.map { $0.notice?.sentence } == [nil, nil, nil, nil, Wording().outboxEmpty])
  }

  private func waiting(_ state: OutboxItem.OutboxItemState) -> OutboxScene.UnsentItemRow {
    OutboxScene.UnsentItemRow(
      OutboxItem(
        id: .init("1"), account: Posts.account.id, change: .publish(draft), state: state,
        createdAt: Posts.now), post: nil)
  }
}
