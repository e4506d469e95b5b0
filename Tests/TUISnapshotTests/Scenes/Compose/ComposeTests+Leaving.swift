import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes

/// Ways out of the page, and what becomes of the text.
extension ComposeTests {
  @Test func `being queued leaves, and says how to take it back`() {
    let view = scene()
    let item = OutboxItem(
      id: .init("o"), account: Posts.account.id, change: .publish(empty),
      state: .queued(notBefore: nil, after: nil), createdAt: Posts.now)

    presenter.present(.queued(item, until: Posts.now))
    view.closed()

    #expect(navigator.routes == [.back])
    #expect(navigator.messages.map(\.text) == ["Your post goes out in a moment. U stops it."])
    #expect(interactor.values == [.open(.post)])
  }

  @Test func `a post that has to wait is not said to go out in a moment`() {
    let view = scene()
    let item = OutboxItem(
      id: .init("o"), account: Posts.account.id, change: .publish(empty),
      state: .queued(notBefore: nil, after: nil), createdAt: Posts.now)

    presenter.present(
      .queued(
        item, until: Posts.now,
        wait: .nextTry(Posts.now.advanced(by: .seconds(300)), after: .unreachable)))

    #expect(
      navigator.messages.map(\.text) == [
        "Your post is in the outbox. Next try at 22:18: there is no connection."
      ])
    withExtendedLifetime(view) {}
  }

  @Test func `escape leaves and says that the draft is kept`() {
    let view = scene()

    view.press(.escape)
    presenter.present(.left(keptDraft: true))

    #expect(interactor.values.last == .leave)
    #expect(navigator.routes == [.back])
    #expect(navigator.messages.map(\.text) == ["Draft saved in the outbox."])
  }

  @Test func `a draft that cannot be kept is lost only when asked twice`() {
    let view = scene()
    view.press(.escape)
    presenter.present(.notKept(.full))
    view.type("x")
    view.press(.escape)
    presenter.present(.notKept(.full))
    let before = interactor.values

    view.press(.escape)

    #expect(!before.contains(.discard))
    #expect(interactor.values.last == .discard)
    #expect(navigator.routes.isEmpty)
    #expect(navigator.messages.last?.text.string.hasSuffix("leave without saving.") == true)
  }

  @Test func `the program ends with a draft that cannot be kept only when asked twice`() {
    let view = scene()
    view.type("x")
    presenter.present(.notKept(.full))

    #expect(view.handle(.command(.quit)))
    presenter.present(.notKept(.full))

    #expect(navigator.messages.last?.text.string.hasSuffix("leave without saving.") == true)
    #expect(!view.handle(.command(.quit)))
  }

  @Test func `a draft that is kept after all does not hold the program up`() {
    let view = scene()
    view.type("x")
    presenter.present(.notKept(.full))
    presenter.present(.saved)

    #expect(!view.handle(.command(.quit)))
  }

  @Test func `throwing away is asked for twice in a row`() {
    let view = scene()

    view.press(.character("x"), .alt)
    view.type("y")
    view.press(.character("x"), .alt)
    let once = interactor.values.contains(.discard)
    view.press(.character("x"), .alt)

    #expect(!once)
    #expect(interactor.values.last == .discard)
  }

  @Test func `a page that is closed by others keeps its text`() {
    let view = scene()

    view.closed()

    #expect(interactor.values == [.open(.post), .leave])
  }
}
