import Doubles
import Terminal
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

@MainActor @Suite struct CatchUpBoundaryTests {
  private let display = Spy<CatchUpViewModel>()
  private let fixture = NavigatorSpy()

  // MARK: - State to view model

  @Test(arguments: CatchUpOrder.allCases)
  func `after each change the rows are those that a new presenter makes`(order: CatchUpOrder) {
    let words = CatchUpPresenter(posts: CatchUpFixture.posts, keys: .defaults)
    var posts = [CatchUpFixture.post("1", by: "Ada")]
    for id in ["2", "3", "4", "5"] {
      posts.append(CatchUpFixture.post(id, by: "Ada", answering: posts[posts.count - 1].id))
    }
    posts += ["6", "7"].map { CatchUpFixture.post($0, by: "Bo") }
    let missed = CatchUpFixture.missed(posts, by: order)
    var counted = missed
    counted.left = 3
    var liked = counted
    liked.digest?.replacePosts([posts[6].settingMark(.liked, true)])
    var waiting = liked
    var marks = PostsWithUnsentChanges()
    marks.applyActionEvent(.held(.mark(posts[5].id, .boosted, true), until: Posts.now))
    waiting.rows = PostRows(waiting.rows.shown, undelivered: marks)
    var joined = waiting
    joined.members = [AccountGroupMember(Posts.account, .all)]
    let others = CatchUpFixture.missed(posts.dropLast() + [posts[0]], by: order, isCut: true)

    for state in [missed, counted, liked, waiting, joined, others, liked, missed] {
      let fresh = CatchUpPresenter(posts: CatchUpFixture.posts, keys: .defaults)
      #expect(words.viewModel(of: state) == fresh.viewModel(of: state))
    }
  }

  // MARK: - Key to request

  @Test func `each key makes its request`() throws {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    view.sceneDidOpen()
    view.display(model())

    view.command(.refresh, .like, .undo, .view, .markGroup, .markAll)
    view.deletePost(Post.ID("1"))
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open, .refresh, .toggle(Post.ID("1"), .liked), .undo, .arrange(.threads),
        .seen([FeedEntry.ID("1")]), .markAllSinceLastVisit, .delete(Post.ID("1")), .close,
      ])
    // Only the interactor knows when it is.
    #expect(fixture.messages.isEmpty)
    view.perform(.say(.allMissedRead))
    #expect(fixture.messages.map(\.text) == ["Everything is marked as read."])
  }

  @Test func `while it is fetched, Enter reads what is there, and nothing else is done`() {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    var state = CatchUpScene.SceneState(account: Posts.account, feed: .home)
    (state.fetched, state.fetch) = (40, .waiting(.underWay))
    presenter().present(state)
    view.display(display.last ?? CatchUpViewModel())

    view.command(.down, .like, .markAll, .open)

    #expect(interactor.values == [.begin])
    #expect(fixture.messages.isEmpty)
    #expect(display.last?.notice?.sentence.string.contains("40 of at most 800") == true)
  }

  @Test func `where all is read, Enter looks back, and no further than that`() throws {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    let presenter = presenter()

    presenter.present(CatchUpFixture.missed([]))
    view.display(try #require(display.last))
    #expect(view.hints.contains(.open) && view.hintWords[.open]?.string == "last day")
    view.command(.open)
    presenter.present(CatchUpFixture.missed([], .since(Posts.now)))
    view.display(try #require(display.last))
    view.command(.open)

    #expect(interactor.values == [.lookBack])
    #expect(!view.hints.contains(.open))
  }

  @Test func `what is folded is opened, a page too, and a heading leads to whose posts it names`() {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    var thread = [CatchUpFixture.post("a", by: "Ada")]
    for id in ["b", "c", "d", "e"] {
      thread.append(CatchUpFixture.post(id, by: "Ada", answering: thread[thread.count - 1].id))
    }
    view.display(model(thread))

    view.command(.down, .open)

    #expect(interactor.values == [.unfold(Post.ID("a"))])
    view.performClick(at: CellPosition(row: 0, column: 2), copying: false)
    #expect(fixture.routes == [.profile(Person.ID("ada"))])
  }

  @Test func `a page that was shared is opened and copied`() throws {
    let view = view(Spy())
    let card = LinkPreview(url: "https://example.org/fog", title: "Fog", summary: "")
    view.display(
      model(
        [
          CatchUpFixture.post("a", by: "Ada", card: card),
          CatchUpFixture.post("b", by: "Bo", card: card),
        ]
      ))

    view.command(.open, .copyLink)

    #expect(fixture.opened == [try #require(Hyperlink("https://example.org/fog"))])
    #expect(fixture.copied.map(\.string) == ["https://example.org/fog"])
  }

  @Test func `photos stand together, and each leads to itself`() {
    let view = view(Spy())
    let photos = ["Fog", "Sea", "Tram"].map { Posts.photo($0) }
    view.display(model([CatchUpFixture.post("a", by: "Ada", photos: photos)]))

    view.command(.bottom, .open)
    view.performClick(.viewPhoto(2))

    #expect(view.drawn(rows: 12, columns: 60).text.contains("▣ Ada: Sea"))
    #expect(
      fixture.routes == [.photo(Post.ID("a"), index: 0), .photo(Post.ID("a"), index: 2)])
  }

  @Test func `what is on the screen is told to be seen, once`() async {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    view.display(model([CatchUpFixture.post("1", by: "Ada"), CatchUpFixture.post("2", by: "Bo")]))

    _ = view.drawn(rows: 20, columns: 80)
    _ = view.drawn(rows: 20, columns: 80)

    let seen = CatchUpScene.SceneRequest.seen([FeedEntry.ID("1"), FeedEntry.ID("2")])
    #expect(await eventually { interactor.values == [seen] })
  }

  @Test func `what lies behind something else is not seen`() async {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    view.display(model())

    _ = view.drawn(rows: 20, columns: 80, isFront: false)

    for _ in 0..<20 { await Task.yield() }
    #expect(interactor.values == [])
  }

  @Test func `effects are passed on, and a like shows its thumb here`() {
    let view = view(Spy())

    view.perform(.action(.undone(.like("1")), of: Posts.account))
    view.perform(.flash(Post.ID("1")))
    view.perform(.askToSignIn(Posts.account))

    #expect(fixture.messages.map(\.tone) == [.plain])
    #expect(fixture.routes == [.signIn(again: Posts.account)])
    #expect(view.isAnimating(at: Posts.now))
  }

  // MARK: - State to view model

  @Test func `how many are left, and a failure, are shown`() {
    let presenter = presenter()
    var state = CatchUpFixture.missed([CatchUpFixture.post("1", by: "Ada")])

    state.left = 1
    presenter.present(state)
    #expect(display.last?.aside.string == "by person · 1 left")
    state.left = 0
    presenter.present(state)
    #expect(display.last?.aside.string == "by person · all read")
    state.fetch = .failed(.unreachable)
    presenter.present(state)
    #expect(display.last?.failure.isEmpty == false)
  }

  @Test func `a post with a change that waits is marked`() {
    var state = CatchUpFixture.missed([CatchUpFixture.post("1", by: "Ada")])
    var undelivered = PostsWithUnsentChanges()
    undelivered.applyActionEvent(.held(.like("1"), until: Posts.now))
    state.rows = PostRows(state.rows.confirmed, undelivered: undelivered)

    presenter().present(state)

    #expect(display.last?.sections.first?.rows.first?.post?.isWaiting == true)
  }

  @Test func `where nothing was missed it says so`() {
    presenter().present(CatchUpFixture.missed([]))

    #expect(display.last?.notice?.sentence.string == "You have read everything here.")
    #expect(display.last?.notice?.next.string == "Enter shows the last day, read or not.")
  }

  @Test func `the last day has a title of its own, and nothing to be read`() {
    let presenter = presenter()
    let span = MissedPostsSpan.since(Posts.now)

    presenter.present(CatchUpFixture.missed([CatchUpFixture.post("1", by: "Ada")], span))
    #expect(display.last?.title.string == "The last day: Home")
    #expect(display.last?.aside.string == "by person" && display.last?.isMissed == false)
    presenter.present(CatchUpFixture.missed([], span))
    #expect(display.last?.notice?.sentence.string == "Nothing was posted in the last day.")
  }

  private func presenter() -> CatchUpScenePresenter {
    let presenter = CatchUpScenePresenter(posts: CatchUpFixture.posts, keys: .defaults)
    presenter.display = display
    return presenter
  }

  private func view(_ interactor: Spy<CatchUpScene.SceneRequest>) -> CatchUpView {
    let view = CatchUpView(
      interactor: interactor, posts: CatchUpFixture.posts, world: StillWorld())
    view.navigator = fixture
    return view
  }

  private func model(
    _ posts: [Post] = [CatchUpFixture.post("1", by: "Ada")]
  ) -> CatchUpViewModel {
    presenter().present(CatchUpFixture.missed(posts))
    return display.last ?? CatchUpViewModel()
  }
}
