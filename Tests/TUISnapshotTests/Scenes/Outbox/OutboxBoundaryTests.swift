import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What passes the boundaries of the outbox; what is said to each request is in
/// `OutboxInteractorTests`.
@MainActor @Suite struct OutboxBoundaryTests {
  private let draft = Draft(id: .init("d"), text: "Rye, always.")
  private let presenter = OutboxPresenter(wording: Wording())

  @Test func `each key is a request`() {
    let interactor = Spy<OutboxReading.Request>()
    let view = OutboxView(interactor: interactor)
    presenter.display = view

    view.opened()
    presenter.present(.items([waiting(.queued(notBefore: nil, after: nil))]))
    for command in [Command.send, .withdraw] { _ = view.handle(.command(command)) }
    presenter.present(.items([], drafts: [.init(draft, post: nil)]))
    for _ in 0..<2 { _ = view.handle(.command(.withdraw)) }
    view.closed()

    #expect(
      interactor.values == [
        .open, .send(.init("1")), .withdraw(.init("1")), .discard(.init("d")), .close,
      ])
  }

  @Test func `each response is shown`() {
    let shown = Spy<OutboxViewModel>()
    presenter.display = shown

    presenter.present(.uploading(.init("1"), 0.5))
    #expect(shown.values == [])
    presenter.present(.items([waiting(.sending)]))
    #expect(shown.last?.title == Wording().outbox)
    #expect(shown.last?.rows.map(\.id) == [.item(.init("1"))])
    let begun = shown.last?.rows.first?.state
    presenter.present(.uploading(.init("1"), nil))
    #expect(shown.last?.rows.first?.state != begun)
    presenter.present(.tooLate)
    #expect(shown.last?.cues == [.say(Message(text: Wording().outboxTooLate, tone: .plain))])
    presenter.present(.storeFailed(.full))
    #expect(shown.last?.cues == [.say(Message(text: Wording().sentence(for: .full), tone: .bad))])
    #expect(shown.last?.rows.count == 1)
    presenter.present(.items([]))
    #expect(shown.last?.notice?.sentence == Wording().outboxEmpty)
    #expect(shown.last?.cues == [])
  }

  private func waiting(_ state: OutboxItem.State) -> OutboxReading.Waiting {
    OutboxReading.Waiting(
      OutboxItem(
        id: .init("1"), account: Posts.account.id, change: .publish(draft), state: state,
        createdAt: Posts.now), post: nil)
  }
}
