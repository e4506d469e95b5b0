import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

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

  @Test func `those of all accounts are asked for where there are others, and left again`() throws {
    let interactor = Spy<Notices.Request>()
    let stage = StageSpy()
    let view = NoticesView(interactor: interactor, posts: posts, world: StillWorld())
    view.stage = stage
    for company in [
      Notices.Shown.Company(), .init(isOffered: true), .init(isOffered: true, members: members),
    ] {
      presenter().present(.notices(together(company)))
      view.display(try #require(display.last))
      #expect(view.claims.contains(.everything) == company.isOffered)
      press(view, .everything)
    }

    #expect(interactor.values == [.gather(true), .gather(false)])
    press(view, .open)
    #expect(stage.routes == [.at(members[1].account.id, .conversation(.init("own")))])
  }

  @Test func `what stands together tells whose it is, and who is silent`() {
    let presenter = presenter()
    let silence = Silence(members[0].account, .unreachable)

    presenter.present(
      .notices(together(.init(isOffered: true, members: members, silent: [silence]))))

    #expect(display.last?.title == "Notifications of all accounts")
    #expect(display.last?.together == true)
    #expect(display.last?.silence.string.hasPrefix("@sol@one.example: ") == true)
    #expect(display.last?.rows.map { $0.owner?.sign.letter } == ["M"])
    #expect(display.last?.rows.first?.post?.isOwn == true)
  }

  private var members: [Member] {
    let sol = Account(
      service: .mastodon, person: .init("me2"), handle: "sol", server: "https://one.example")
    return [Member(sol, .all), Member(Posts.account, .all)]
  }

  private func together(_ company: Notices.Shown.Company) -> Notices.Shown {
    let account = Posts.account.id
    let post = Post(
      id: Post.ID("own").of(account), author: own.author, createdAt: Posts.now,
      content: own.content)
    let notice = Notice(
      id: Notice.ID("1").of(account), kind: .like, people: [Posts.person("Ada")], post: post,
      at: Posts.now)
    return Notices.Shown(
      [notice], unread: [], hasMore: false, account: Posts.account, company: company)
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
