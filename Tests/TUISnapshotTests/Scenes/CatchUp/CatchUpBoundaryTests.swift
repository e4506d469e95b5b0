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
  func `after each change a reused presenter yields the same view model as a new one`(
    order: CatchUpOrder
  ) {
    let words = CatchUpPresenter(posts: CatchUpFixture.posts, keys: .defaults)
    var posts = [CatchUpFixture.post("1", by: "Ada")]
    for id in ["2", "3", "4", "5"] {
      posts.append(CatchUpFixture.post(id, by: "Ada", answering: posts[posts.count - 1].id))
    }
    posts += ["6", "7"].map { CatchUpFixture.post($0, by: "Bo") }
    let missed = CatchUpFixture.missed(posts, by: order)
    var counted = missed
    counted.unreadCount = 3
    var liked = counted
    liked.digest?.replacePosts([posts[6].settingMark(.liked, isSet: true)])
    var waiting = liked
    var marks = PostIDsWithUnsentChanges()
    marks.updateUnsentMarksAfterReport(
      .heldBack(.mark(posts[5].id, .boosted, true), until: Posts.now))
    waiting.rows = PostRows(waiting.rows.visibleRows, undelivered: marks)
    var joined = waiting
    joined.members = [AccountGroupMember(Posts.account, .all)]
    let others = CatchUpFixture.missed(posts.dropLast() + [posts[0]], by: order, isCut: true)

    for state in [missed, counted, liked, waiting, joined, others, liked, missed] {
      let fresh = CatchUpPresenter(posts: CatchUpFixture.posts, keys: .defaults)
      #expect(words.viewModel(of: state) == fresh.viewModel(of: state))
    }
  }

  // MARK: - Key to request

  @Test func `each key of the catch-up sends its request to the interactor`() throws {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    view.sceneDidAppear()
    view.display(model())

    view.command(.refresh, .like, .undo, .view, .markGroup, .markAll)
    view.requestPostDeletion(Post.ID("1"))
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

  @Test
  func `while missed posts are fetched, Enter shows those fetched, and other keys do nothing`() {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    var state = CatchUpScene.SceneState(account: Posts.account, feed: .home)
    (state.fetchedCount, state.fetch) = (40, .waiting(.underWay))
    presenter().present(state)
    view.display(display.last ?? CatchUpViewModel())

    view.command(.down, .like, .markAll, .open)

    #expect(interactor.values == [.begin])
    #expect(fixture.messages.isEmpty)
    #expect(display.last?.notice?.sentence.string.contains("40 of at most 800") == true)
  }

  @Test func `with all posts read, Enter shows the last day, and nothing older`() throws {
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

  @Test func `Enter unfolds a folded thread, and a click on a heading opens the person's profile`()
  {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    var thread = [CatchUpFixture.post("a", by: "Ada")]
    for id in ["b", "c", "d", "e"] {
      thread.append(CatchUpFixture.post(id, by: "Ada", answering: thread[thread.count - 1].id))
    }
    view.display(model(thread))

    view.command(.down, .open)

    #expect(interactor.values == [.unfold(Post.ID("a"))])
    view.performClick(at: CellPosition(row: 0, column: 2), copyingAddress: false)
    #expect(fixture.routes == [.profile(Person.ID("ada"))])
  }

  @Test func `a shared link is opened with Enter and copied with its key`() throws {
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

    #expect(fixture.opened == [try #require(SafeWebLink("https://example.org/fog"))])
    #expect(fixture.copied.map(\.string) == ["https://example.org/fog"])
  }

  @Test func `photos are drawn in one group, and each opens its own photo`() {
    let view = view(Spy())
    let photos = ["Fog", "Sea", "Tram"].map { Posts.photo($0) }
    view.display(model([CatchUpFixture.post("a", by: "Ada", photos: photos)]))

    view.command(.bottom, .open)
    view.performClick(.viewPhoto(2))

    #expect(view.drawn(rows: 12, columns: 60).text.contains("▣ Ada: Sea"))
    #expect(
      fixture.routes == [.photo(Post.ID("a"), index: 0), .photo(Post.ID("a"), index: 2)])
  }

  @Test func `posts drawn on the screen are marked as seen once`() async {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    view.display(model([CatchUpFixture.post("1", by: "Ada"), CatchUpFixture.post("2", by: "Bo")]))

    _ = view.drawn(rows: 20, columns: 80)
    _ = view.drawn(rows: 20, columns: 80)

    let seen = CatchUpScene.SceneRequest.seen([FeedEntry.ID("1"), FeedEntry.ID("2")])
    #expect(await eventually { interactor.values == [seen] })
  }

  @Test func `posts of a scene behind another one are not marked as seen`() async {
    let interactor = Spy<CatchUpScene.SceneRequest>()
    let view = view(interactor)
    view.display(model())

    _ = view.drawn(rows: 20, columns: 80, isFront: false)

    for _ in 0..<20 { await Task.yield() }
    #expect(interactor.values == [])
  }

  @Test func `effects reach the navigator, and a flashed post is animated`() {
    let view = view(Spy())

    view.perform(.action(.undone(.like("1")), of: Posts.account))
    view.perform(.flash(Post.ID("1")))
    view.perform(.askToSignIn(Posts.account))

    #expect(fixture.messages.map(\.tone) == [.plain])
    #expect(fixture.routes == [.signIn(again: Posts.account)])
    #expect(view.isAnimating(at: Posts.now))
  }

  // MARK: - State to view model

  @Test func `the heading shows how many posts are left, and a failed fetch is shown`() {
    let presenter = presenter()
    var state = CatchUpFixture.missed([CatchUpFixture.post("1", by: "Ada")])

    state.unreadCount = 1
    presenter.present(state)
    #expect(display.last?.remark.string == "by person · 1 left")
    state.unreadCount = 0
    presenter.present(state)
    #expect(display.last?.remark.string == "by person · all read")
    state.fetch = .failed(.unreachable)
    presenter.present(state)
    #expect(display.last?.failure.isEmpty == false)
  }

  @Test func `a post with a pending change is marked as waiting`() {
    var state = CatchUpFixture.missed([CatchUpFixture.post("1", by: "Ada")])
    var undelivered = PostIDsWithUnsentChanges()
    undelivered.updateUnsentMarksAfterReport(.heldBack(.like("1"), until: Posts.now))
    state.rows = PostRows(state.rows.confirmed, undelivered: undelivered)

    presenter().present(state)

    #expect(display.last?.sections.first?.rows.first?.post?.isWaiting == true)
  }

  @Test func `without missed posts a notice says so and offers the last day`() {
    presenter().present(CatchUpFixture.missed([]))

    #expect(display.last?.notice?.sentence.string == "You have read everything here.")
    #expect(display.last?.notice?.nextStep.string == "Enter shows the last day, read or not.")
  }

  @Test func `the last day has its own title, no count of unread posts and its own empty notice`() {
    let presenter = presenter()
    let span = MissedPostsSpan.since(Posts.now)

    presenter.present(CatchUpFixture.missed([CatchUpFixture.post("1", by: "Ada")], span))
    #expect(display.last?.title.string == "The last day: Home")
    #expect(display.last?.remark.string == "by person" && display.last?.isMissed == false)
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
