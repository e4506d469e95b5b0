import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct NotificationsBoundaryTests {
  private let display = Spy<NotificationsViewModel>()

  // MARK: - Key to request

  @Test func `each key of the notifications sends its request to the interactor`() async throws {
    let interactor = Spy<NotificationsScene.SceneRequest>()
    let view = NotificationsView(interactor: interactor, posts: posts, world: StillWorld())
    view.sceneDidAppear()
    view.display(words.viewModel(of: shown))

    view.command(.refresh, .like, .delete, .undo, .down, .accept, .reject)
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open, .refresh, .toggle(.init("own"), .liked), .delete(.init("own")), .undo, .more,
        .admit(.init("noor"), true), .admit(.init("noor"), false), .close,
      ])
  }

  @Test func `tab keys wrap around, and a click on a tab shows it`() throws {
    let interactor = Spy<NotificationsScene.SceneRequest>()
    let view = NotificationsView(interactor: interactor, posts: posts, world: StillWorld())
    view.display(words.viewModel(of: part(.mentions)))
    _ = view.drawn(rows: 20, columns: 80, now: Posts.now)

    view.command(.nextStream, .previousStream)
    view.click(row: 0, column: 20)
    view.performClick(at: try #require(view.clickTargets.first).position, copyingAddress: false)

    #expect(
      interactor.values == [
        .look(at: .follows), .look(at: .all), .look(at: .follows), .look(at: .all),
      ])
  }

  @Test func `a key switches to the notifications of all accounts and back`() throws {
    let interactor = Spy<NotificationsScene.SceneRequest>()
    let navigator = NavigatorSpy()
    let view = NotificationsView(interactor: interactor, posts: posts, world: StillWorld())
    view.navigator = navigator
    for notificationAccounts in [
      NotificationsScene.SceneState.ShownNotificationAccounts(), .init(isOffered: true),
      .init(isOffered: true, members: members),
    ] {
      view.display(words.viewModel(of: together(notificationAccounts)))
      #expect(view.priorityCommands.contains(.everything) == notificationAccounts.isOffered)
      view.command(.everything)
    }

    #expect(interactor.values == [.gather(true), .gather(false)])
    view.command(.open)
    #expect(navigator.routes == [.asAccount(members[1].account.id, .conversation(.init("own")))])
  }

  @Test func `merged notifications show their account, and failed services`() {
    let presenter = presenter()
    let silence = FailedAccount(members[0].account, .unreachable)

    presenter.present(together(.init(isOffered: true, members: members, failedAccounts: [silence])))

    #expect(display.last?.title == "Notifications of all accounts")
    #expect(display.last?.showsAllAccounts == true)
    #expect(display.last?.silence.string.hasPrefix("@sol@one.example: ") == true)
    #expect(display.last?.rows.map { $0.receiver?.badge.letter } == ["M"])
    #expect(display.last?.rows.first?.post?.isOwn == true)
  }

  @Test func `notifications of two accounts with the same id are two rows`() {
    let notifications = members.map { member in
      shown.notifications.visibleRows[0].scopingIDs(to: member.account.id)
    }
    let requests = members.map { member in
      shown.notifications.visibleRows[1].scopingIDs(to: member.account.id)
    }

    presenter().present(
      NotificationsScene.SceneState(
        notifications + requests, notificationAccounts: .init(isOffered: true, members: members)))

    #expect(Set(display.last?.rows.map(\.id) ?? []).count == 4)
    #expect(display.last?.rows.map { $0.receiver?.badge.letter } == ["S", "M", "S", "M"])
  }

  private var members: [AccountGroupMember] {
    let sol = Account(
      service: .mastodon, person: .init("me2"), handle: "sol", server: "https://one.example")
    return [AccountGroupMember(sol, .all), AccountGroupMember(Posts.account, .all)]
  }

  private func together(
    _ notificationAccounts: NotificationsScene.SceneState.ShownNotificationAccounts
  )
    -> NotificationsScene.SceneState
  {
    let account = Posts.account.id
    let post = Post(
      id: Post.ID("own").scoped(to: account), author: own.author, createdAt: Posts.now,
      content: own.content)
    let notice = Notification(
      id: Notification.ID("1").scoped(to: account), kind: .like,
      people: [Posts.person("Ada")], post: post,
      createdAt: Posts.now)
    return NotificationsScene.SceneState([notice], notificationAccounts: notificationAccounts)
  }

  @Test func `effects of the notifications show a message, flash a post or ask to sign in`() {
    let navigator = NavigatorSpy()
    let view = NotificationsView(
      interactor: Spy<NotificationsScene.SceneRequest>(), posts: posts, world: StillWorld())
    view.navigator = navigator
    let presenter = presenter()
    presenter.display = view

    presenter.perform(.action(.undone(.delete(.init("own"))), of: Posts.account))
    presenter.perform(.flash(.init("own")))
    presenter.perform(.askToSignIn(Posts.account))

    #expect(navigator.messages.map(\.tone) == [.plain])
    #expect(navigator.routes == [.signIn(again: Posts.account)])
    #expect(view.isAnimating(at: Posts.now))
  }

  // MARK: - State to view model

  @Test func `the notifications view model shows loading, rows and a failure`() {
    let presenter = presenter()
    var state = NotificationsScene.SceneState(account: Posts.account)
    state.fetch = .waiting(.underWay)

    presenter.present(state)
    #expect(display.last?.notice?.isBusy == true)
    #expect(display.last?.activity == "loading")
    presenter.present(shown)
    #expect(display.last?.title == "Notifications")
    #expect(display.last?.count == "1 new")
    #expect(
      display.last?.rows.map(\.words.first) == ["Ada liked your post", "Noor wants to follow you"])
    #expect(display.last?.rows.map(\.isUnread) == [true, false])
    #expect(display.last?.rows.last?.requester == .init("noor"))
    #expect(display.last?.hasMore == true)
    #expect(display.last?.notice == nil)
    state = shown
    state.fetch = .failed(.unreachable)
    presenter.present(state)

    #expect(display.last?.rows.count == 2)
    #expect(display.last?.failure.isEmpty == false)
  }

  @Test func `a notification whose post has a pending change is marked as waiting`() {
    let presenter = presenter()
    var state = shown
    var marks = PostIDsWithUnsentChanges()
    marks.updateUnsentMarksAfterReport(.heldBack(.delete(.init("own")), until: Posts.now))
    state.notifications = PostRows(state.notifications.visibleRows, undelivered: marks)

    presenter.present(state)

    #expect(display.last?.rows.map { $0.post?.isWaiting } == [true, nil])
  }
}

extension NotificationsBoundaryTests {
  private var posts: PostViewModelFactory {
    PostViewModelFactory()
  }

  private var own: Post {
    Post(
      id: .init("own"),
      author: Person(id: Posts.account.person, handle: Posts.account.handle, name: "Mei"),
      createdAt: Posts.now, content: .init(text: RichText("The ferry was late.")))
  }

  private var shown: NotificationsScene.SceneState {
    NotificationsScene.SceneState(
      [
        Notification(
          id: .init("1"), kind: .like, people: [Posts.person("Ada")], post: own,
          createdAt: Posts.now),
        Notification(
          id: .init("2"), kind: .request, people: [Posts.person("Noor")], post: nil,
          createdAt: Posts.now),
      ], unread: [.init("1")], hasMore: true)
  }

  private func part(_ tab: NotificationTab) -> NotificationsScene.SceneState {
    NotificationsScene.SceneState(
      shown.notifications.visibleRows, tab: tab, of: [.all, .mentions, .follows])
  }

  private var words: NotificationsPresenter {
    NotificationsPresenter(posts: posts, keys: .defaults)
  }

  private func presenter() -> ScenePresenter<NotificationsScene.SceneState, NotificationsViewModel>
  {
    let presenter = ScenePresenter { [words] in words.viewModel(of: $0) }
    presenter.display = display
    return presenter
  }
}
