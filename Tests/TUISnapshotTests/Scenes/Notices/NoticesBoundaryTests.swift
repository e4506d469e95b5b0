import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct NoticesBoundaryTests {
  private let display = Spy<NoticesViewModel>()

  // MARK: - Key to request

  @Test func `each key makes its request`() async throws {
    let interactor = Spy<Notices.Request>()
    let view = NoticesView(interactor: interactor, posts: posts, world: StillWorld())
    view.opened()
    presenter().present(.notices(shown))
    view.display(try #require(display.last))

    press(view, .refresh, .like, .delete, .undo)
    press(view, .down, .accept, .reject)
    view.closed()

    #expect(
      interactor.values == [
        .open, .refresh, .toggle(.init("own"), .liked), .delete(.init("own")), .undo, .more,
        .admit(.init("noor"), true), .admit(.init("noor"), false), .close,
      ])
  }

  @Test func `a tab leads to another part, round and round, and so does a click on it`() throws {
    let interactor = Spy<Notices.Request>()
    let view = NoticesView(interactor: interactor, posts: posts, world: StillWorld())
    presenter().present(.notices(part(.mentions)))
    view.display(try #require(display.last))
    _ = view.drawn(rows: 20, columns: 80, now: Posts.now)

    press(view, .nextStream, .previousStream)
    _ = view.handle(
      .mouse(MouseEvent(.press(1), at: CellPosition(row: 0, column: 20)), count: 1))
    view.reach(try #require(view.spots.first).place, copying: false)

    #expect(
      interactor.values == [
        .look(at: .follows), .look(at: .all), .look(at: .follows), .look(at: .all),
      ])
  }

  @Test func `cues are obeyed`() {
    let stage = StageSpy()
    let view = NoticesView(
      interactor: Spy<Notices.Request>(), posts: posts, world: StillWorld())
    view.stage = stage
    let message = Message(text: "Taken back.", tone: .plain)

    view.display(
      NoticesViewModel(
        rows: [], cues: [.say(message), .flash(.init("own")), .askToSignIn(Posts.account)]))

    #expect(stage.messages == [message])
    #expect(stage.routes == [.signIn(again: Posts.account)])
    #expect(view.isMoving(at: Posts.now))
  }

  // MARK: - Response to view model

  @Test func `loading, notices and a failure are shown`() {
    let presenter = presenter()

    presenter.present(.loading(.underWay))
    #expect(display.last?.notice?.isBusy == true)
    #expect(display.last?.activity == "loading")
    presenter.present(.loading(.nothing))
    presenter.present(.notices(shown))
    #expect(display.last?.title == "Notifications")
    #expect(display.last?.count == "1 new")
    #expect(display.last?.rows.map(\.words) == ["Ada liked your post", "Noor asks to follow you"])
    #expect(display.last?.rows.map(\.isUnread) == [true, false])
    #expect(display.last?.rows.last?.asking == .init("noor"))
    #expect(display.last?.hasMore == true)
    #expect(display.last?.notice == nil)
    presenter.present(.failed(.unreachable))

    #expect(display.last?.rows.count == 2)
    #expect(display.last?.failure.isEmpty == false)
  }

  @Test func `news of an action are marks and cues, which come once`() {
    let presenter = presenter()
    presenter.present(.notices(shown))
    let change = Change.delete(.init("own"))

    presenter.present(.action(.held(change, until: Posts.now)))

    #expect(display.last?.rows.map { $0.post?.isWaiting } == [true, nil])
    guard case .say(let message)? = display.last?.cues.first else {
      Issue.record("nothing is said")
      return
    }
    #expect(message.tone == .good)
    presenter.present(.action(.acted(.mark(.init("own"), .liked, true))))
    #expect(display.last?.cues == [.flash(.init("own"))])
    presenter.present(.action(.signedOut))
    #expect(display.last?.cues == [.askToSignIn(Posts.account)])
    presenter.present(.loading(.underWay))
    #expect(display.last?.cues == [])
  }
}

extension NoticesBoundaryTests {
  private var posts: PostPresentation {
    PostPresentation(wording: Wording(), abilities: .all, options: DisplayOptions())
  }

  private var own: Post {
    Post(
      id: .init("own"),
      author: Person(id: Posts.account.person, handle: Posts.account.handle, name: "Mei"),
      createdAt: Posts.now, content: .init(text: RichText("The ferry was late.")))
  }

  private var shown: Notices.Shown {
    Notices.Shown(
      [
        Notice(
          id: .init("1"), kind: .like, people: [Posts.person("Ada")], post: own, at: Posts.now),
        Notice(
          id: .init("2"), kind: .request, people: [Posts.person("Noor")], post: nil,
          at: Posts.now),
      ], unread: [.init("1")], hasMore: true, account: Posts.account)
  }

  private func part(_ tab: NoticeTab) -> Notices.Shown {
    Notices.Shown(
      shown.notices, unread: [], hasMore: false, account: Posts.account, tab: tab,
      of: [.all, .mentions, .follows])
  }

  private func presenter() -> NoticesPresenter {
    let presenter = NoticesPresenter(posts: posts, keys: .defaults)
    presenter.display = display
    return presenter
  }

  private func press(_ view: NoticesView, _ commands: Command...) {
    for command in commands { _ = view.handle(.command(command)) }
  }
}
