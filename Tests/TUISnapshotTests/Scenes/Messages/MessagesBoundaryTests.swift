import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What passes the boundaries of the list of messages, and how it looks; what is said to each request is
/// in `MessagesInteractorTests`.
@MainActor @Suite struct MessagesBoundaryTests {
  private let account = Account(service: .mastodon, person: .init("me"), handle: "sol")
  private let interactor = Spy<Messages.Request>()
  private let stage = StageSpy()
  private let world = FakeWorld()

  private var talks: [Correspondence] {
    let hour = world.now.advanced(by: .seconds(-3_600))
    func post(_ id: String, by author: String, _ text: String) -> Post {
      Post(
        id: Post.ID(id), author: .sample(author), createdAt: hour,
        content: Post.Content(text: RichText(text)), visibility: .mentioned)
    }
    return [
      .sample("1", "ada", isUnread: true, last: post("7", by: "ada", "Tea at four?\nOr five?")),
      .sample("2", "bo", "cy", last: post("8", by: "me", "See you there.")),
      .sample("3", "dee"),
    ]
  }

  private func scene() -> (MessagesView, MessagesPresenter) {
    let presenter = MessagesPresenter(
      for: account, wording: Wording(), keys: .defaults, world: world)
    let view = MessagesView(interactor: interactor)
    view.stage = stage
    presenter.display = view
    presenter.begin()
    return (view, presenter)
  }

  @Test func `the list at 60 by 10`() {
    let (view, presenter) = scene()

    presenter.present(.shown(talks, hasMore: false))

    #expect(
      view.drawn(rows: 10, columns: 60).text == """
        ▌ ● ada  1h
        ▌ Tea at four? Or five?

          bo, cy  1h
          You: See you there.

          dee
          What was said last is gone.


        """)
    #expect(view.header.right == [Span("1 unread", .barFaint)])
  }

  @Test func `each key is a request, or leads elsewhere`() {
    let (view, presenter) = scene()
    view.opened()
    presenter.present(.shown(talks, hasMore: true))
    _ = view.drawn(rows: 10, columns: 60)

    for command in [Command.open, .reply, .profile, .refresh, .down, .profile, .open, .compose] {
      _ = view.handle(.command(command))
    }
    view.closed()

    #expect(
      interactor.values.filter { $0 != .more } == [
        .open, .read(.init("1")), .refresh, .close,
      ])
    #expect(interactor.values.contains(.more))
    #expect(
      stage.routes == [
        .conversation(.init("7")), .compose(.reply(to: .init("7"))), .profile(.init("ada")),
        .conversation(.init("8")), .compose(.post),
      ])
  }

  @Test func `each response is shown`() {
    let (view, presenter) = scene()
    #expect(view.drawn(rows: 8, columns: 60).text.contains("Fetching messages"))

    presenter.present(.failed(.unreachable))
    #expect(!view.drawn(rows: 8, columns: 60).text.contains("Fetching messages"))
    presenter.present(.asking(.underWay))
    #expect(view.drawn(rows: 8, columns: 60).text.contains("Fetching messages"))
    presenter.present(.asking(.nothing))
    presenter.present(.shown([], hasMore: false))
    #expect(view.drawn(rows: 8, columns: 60).text.contains("No messages yet."))
    presenter.present(.notMarked(.notFound))
    #expect(stage.messages.last?.text.string.hasPrefix("Still unread: ") == true)
    presenter.present(.failed(.signedOut))
    #expect(stage.routes == [.signIn(again: account)])
  }
}
