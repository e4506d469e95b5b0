import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests, view models and drawings of the message list. `MessagesInteractorTests` tests the
/// answers.
@MainActor @Suite struct MessagesBoundaryTests {
  private let account = Account(service: .mastodon, person: .init("me"), handle: "sol")
  private let interactor = Spy<DirectMessagesScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let world = FakeWorld()

  private var talks: [DirectConversation] {
    let hour = world.now.timeAdvanced(by: .seconds(-3_600))
    func post(_ id: String, by author: String, _ text: String) -> Post {
      Post(
        id: Post.ID(id), author: .sample(author), createdAt: hour,
        content: Post.PostContent(text: RichText(text)), visibility: .mentioned)
    }
    return [
      .sample("1", "ada", isUnread: true, last: post("7", by: "ada", "Tea at four?\nOr five?")),
      .sample("2", "bo", "cy", last: post("8", by: "me", "See you there.")),
      .sample("3", "dee"),
    ]
  }

  private var content: DirectMessagesContent {
    DirectMessagesContent(account: account, wording: Wording(), keys: .defaults, world: world)
  }

  private typealias Presenter = ScenePresenter<
    DirectMessagesScene.SceneState, PagedListViewModel<MessageRow>
  >

  private func scene() -> (PagedListView<DirectMessagesContent>, Presenter) {
    let content = content
    let presenter = ScenePresenter { content.viewModel(of: $0) }
    let view = PagedListView(content, interactor: interactor)
    view.navigator = navigator
    presenter.display = view
    return (view, presenter)
  }

  private func state(
    _ talks: [DirectConversation] = [], hasMore: Bool = false, isLoaded: Bool = true,
    _ fetch: SceneFetchState = .idle
  ) -> DirectMessagesScene.SceneState {
    var list = PagedList(talks, nextCursor: hasMore ? Cursor("2") : nil, fetch: fetch)
    list.isLoaded = isLoaded
    return DirectMessagesScene.SceneState(list)
  }

  @Test func `the list of messages is drawn at 60 by 10`() {
    let (view, presenter) = scene()

    presenter.present(state(talks))

    #expect(
      view.drawn(rows: 10, columns: 60).text == """
        ▌ ● ada  1h
        ▌ Tea at four? Or five?

          bo, cy  1h
          You: See you there.

          dee
          The last message was deleted.


        """)
    #expect(view.header.rightText == [StyledSpan("1 unread", .barFaint)])
  }

  @Test func `each key of the messages sends a request or opens another scene`() {
    let (view, presenter) = scene()
    view.sceneDidAppear()
    presenter.present(state(talks, hasMore: true))
    _ = view.drawn(rows: 10, columns: 60)

    view.command(.open, .reply, .profile, .refresh, .down, .profile, .open, .compose)
    view.sceneDidClose()

    #expect(
      interactor.values.filter { $0 != .more } == [
        .open, .read(.init("1")), .refresh, .close,
      ])
    #expect(interactor.values.contains(.more))
    #expect(
      navigator.routes == [
        .conversation(.init("7")), .compose(.reply(to: .init("7"))), .profile(.init("ada")),
        .conversation(.init("8")), .compose(.post),
      ])
  }

  @Test func `loading, failed and empty lists of messages are shown`() {
    let (view, presenter) = scene()
    presenter.present(state(isLoaded: false))
    #expect(view.drawn(rows: 8, columns: 60).text.contains("Fetching messages"))

    presenter.present(state(isLoaded: false, .failed(.unreachable)))
    #expect(!view.drawn(rows: 8, columns: 60).text.contains("Fetching messages"))
    presenter.present(state(isLoaded: false, .waiting(.underWay)))
    #expect(view.drawn(rows: 8, columns: 60).text.contains("Fetching messages"))
    presenter.present(state())
    #expect(view.drawn(rows: 8, columns: 60).text.contains("No messages yet."))
  }

  @Test func `effects of the messages show a message or ask to sign in`() {
    let (view, presenter) = scene()
    defer { withExtendedLifetime(view) {} }

    presenter.perform(.say(.failed(.markRead, .notFound)))
    presenter.perform(.askToSignIn(account))

    #expect(navigator.messages.last?.text.string.hasPrefix("Not marked as read: ") == true)
    #expect(navigator.routes == [.signIn(again: account)])
  }

  @Test func `the messages become a view model with title, unread count and rows`() {
    let shown = Spy<PagedListViewModel<MessageRow>>()
    let content = content
    let presenter = ScenePresenter { content.viewModel(of: $0) }
    presenter.display = shown

    presenter.present(state(talks, hasMore: true, .waiting(.underWay)))

    #expect(shown.last?.title == "Messages")
    #expect(shown.last?.remark == "1 unread")
    #expect(shown.last?.rows.map(\.isUnread) == [true, false, false])
    #expect(shown.last?.hasMore == true)
    #expect(shown.last?.activity == Wording().fetchingMessages)
    #expect(shown.last?.notice == nil)
  }
}
