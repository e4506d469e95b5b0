import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// A stream with a spy in the place of its interactor, and one in the place of its view.
@MainActor struct StreamBoundaryTests {
  private let requests = Spy<StreamScene.SceneRequest>()
  private let display = Spy<StreamViewModel>()

  private static let own = StreamRow.post(
    .init("1"), PostItem(Posts.post("1", RichText("Mine.")), isOwn: true))
  private static let gap = StreamRow.gap(
    StreamGapRow(
      gap: TimelineGap(id: .init("g"), older: Cursor("c"), entryBelow: nil), words: "not loaded",
      busyWords: "loading"))

  private func view(_ rows: [StreamRow] = [Self.own]) -> StreamView {
    let view = StreamView(
      .home, interactor: requests,
      posts: PostViewModelFactory(), world: StillWorld())
    var viewModel = StreamViewModel()
    (viewModel.streams, viewModel.feed) = ([.feed(.home), .nearby], .home)
    viewModel.heading.currentTab = 0
    viewModel.more = MorePostsAvailability(above: true, below: true)
    (viewModel.rows, viewModel.hasPhotos) = (rows, true)
    view.display(viewModel)
    return view
  }

  /// A stream with rows, changed in some way.
  private func state(
    _ change: (inout StreamScene.SceneState) -> Void = { _ in }
  ) -> StreamScene.SceneState {
    var state = StreamScene.SceneState(account: Posts.account)
    (state.feed, state.tabs) = (.home, [.feed(.home), .nearby])
    (state.openings, state.posts, state.hasMoreBelow) = (1, PostRows(Posts.evening), true)
    change(&state)
    return state
  }

  /// What a new presenter shows of a state.
  private func shown(
    options: DisplayOptions = DisplayOptions(),
    _ change: (inout StreamScene.SceneState) -> Void = { _ in }
  ) -> StreamViewModel? {
    let words = StreamPresenter(wording: Wording(), options: options, keys: .defaults) { Posts.now }
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    presenter.display = display
    presenter.present(state(change))
    return display.last
  }

  // MARK: Key to request

  @Test(arguments: [
    (Command.refresh, StreamScene.SceneRequest.refresh), (.undo, .undo), (.keepTab, .toggleTab),
    (.fetchAhead, .fetchAhead(screen: nil)),
    (.top, .jump(.top)), (.bottom, .jump(.bottom)), (.firstUnread, .jump(.firstUnread)),
    (.view, .arrange(.wall)), (.place, .changePlace), (.stream(2), .openNearby),
    (.like, .toggle(.init("1"), .liked)), (.delete, .delete(.init("1"))),
  ])
  func `each key of a stream sends its request to the interactor`(
    key: Command, request: StreamScene.SceneRequest
  ) {
    let view = view()

    let isTaken = view.handleEvent(.command(key))

    #expect(isTaken)
    #expect(requests.values == [request])
  }

  @Test func `the key to the previous unread entry works where entries have read states`() {
    let view = view()
    #expect(!view.handleEvent(.command(.previousUnread)))
    var viewModel = StreamViewModel()
    viewModel.hasReadStates = true
    view.display(viewModel)

    #expect(view.handleEvent(.command(.previousUnread)))
    #expect(requests.values == [.jump(.previousUnread)])
  }

  @Test func `the keys to follow a tag work only in the stream of a tag`() {
    let view = view()
    #expect(!view.handleEvent(.command(.followTag)))
    var viewModel = StreamViewModel()
    viewModel.feed = .tag("fog")
    view.display(viewModel)

    #expect(view.handleEvent(.command(.followTag)) && view.handleEvent(.command(.unfollowTag)))

    #expect(requests.values == [.followTag(true), .followTag(false)])
  }

  @Test func `the open key on a gap fills it`() {
    let view = view([Self.gap])

    view.command(.open)

    #expect(requests.values == [.fill(.init("g"), from: .above)])
  }

  @Test func `a stream is opened once, shows its tabs again in front, and is closed`() {
    let view = view()

    view.sceneDidAppear()
    view.sceneDidAppear()
    view.sceneDidClose()

    #expect(
      requests.values.filter { $0 != .more(.above) && $0 != .more(.below) } == [
        .open(.home), .showTabs, .close,
      ])
  }

  @Test func `a stream pauses while it is hidden, and resumes when it is visible`() {
    let view = view()

    view.setSceneVisible(false)
    view.setSceneVisible(true)

    #expect(requests.values == [.pause, .resume])
  }

  @Test func `a stream without the focus opens no preview beside it`() async {
    let view = view()
    let navigator = NavigatorSpy()
    view.navigator = navigator
    var canvas = Canvas(size: CellSize(rows: 20, columns: 80))

    for isFront in [false, true] {
      view.drawScene(
        on: &canvas, in: CellRect(row: 0, column: 0, rows: 20, columns: 80),
        DrawingParameters(theme: .dark, isFront: isFront, frame: 0, now: Posts.now))
      while requests.values.count < 3 { await Task.yield() }
      #expect(await eventually { navigator.previews.isEmpty == !isFront })
    }
  }

  @Test func `drawing a stream reports the position, and requests more posts on both sides`() async
  {
    let view = view()
    var canvas = Canvas(size: CellSize(rows: 20, columns: 80))

    view.drawScene(
      on: &canvas, in: CellRect(row: 0, column: 0, rows: 20, columns: 80),
      DrawingParameters(theme: .dark, isFront: true, frame: 0, now: Posts.now))
    while requests.values.count < 3 { await Task.yield() }

    let place = ReadingPosition(entry: .init("1"), row: 0)
    #expect(
      requests.values == [.more(.below), .more(.above), .remember(place, seen: .init("1"))])
  }

  @Test func `the select effect selects the entry at the given row of the screen`() {
    let view = view(Posts.evening.compactMap(\.entry).map { .post($0.id, PostItem($0.post)) })

    view.perform(.select(ReadingPosition(entry: .init("3"), row: 4)))

    #expect(view.pane.selected?.id == .entry(.init("3")) && view.pane.row == 4)
  }

  @Test func `a newly opened stream shows no rows of the previous one`() {
    let view = view()
    view.openStreamTab(.nearby)

    var late = view.viewModel
    late.rows = [Self.own]
    view.display(late)
    #expect(view.pane.items.isEmpty)

    (late.openings, late.rows) = (1, [Self.gap])
    view.display(late)
    #expect(view.pane.items == [Self.gap])
  }

  @Test func `after a change of stream marking all as read asks for confirmation again`() {
    let screen = StreamScreen()
    screen.present { $0.hasReadStates = true }
    screen.show()
    screen.press(.markAll)

    screen.view.openStreamTab(.feed(.trending))
    screen.open(.trending, of: [.feed(.home), .feed(.trending)])
    screen.show()
    screen.press(.markAll)

    #expect(screen.asked.count { $0 == .countUnread(.stream) } == 2)
    #expect(!screen.asked.contains(.markRead(.stream)))
  }

  @Test func `an article in front can mark all entries of the stream, if they have read states`() {
    let screen = StreamScreen().show()
    #expect(!screen.view.markAllEntriesRead(isConfirmed: true))

    screen.present { $0.hasReadStates = true }
    #expect(screen.view.markAllEntriesRead(isConfirmed: false))
    #expect(screen.view.markAllEntriesRead(isConfirmed: true))
    #expect(screen.asked.suffix(2) == [.countUnread(.stream), .markRead(.stream)])
  }

  // MARK: State to view model

  @Test func `streams are shown as tabs`() {
    let viewModel = shown()

    #expect(viewModel?.heading.tabs == ["Home", "Nearby"])
    #expect(viewModel?.heading.currentTab == 0 && viewModel?.feed == .home)
  }

  @Test func `rows are in the order of the screen`() {
    let viewModel = shown { ($0.hasMoreAbove, $0.hasMoreBelow) = (true, false) }

    #expect(viewModel?.rows.map(\.post?.post.id.rawValue) == ["1", "2", nil, "3", "4"])
    #expect(viewModel?.more == MorePostsAvailability(above: true, below: false))
    #expect(viewModel?.hasPhotos == true)
    #expect(viewModel?.footer == StreamFooter(words: "End of the stream."))
  }

  @Test func `with the oldest posts first the rows are reversed`() {
    let viewModel = shown(options: DisplayOptions(readingOrder: .oldest))

    #expect(viewModel?.rows.map(\.post?.post.id.rawValue) == ["4", "3", nil, "2", "1"])
    #expect(viewModel?.more == MorePostsAvailability(above: true, below: false))
  }

  @Test func `the view model depends on the current state only`() {
    let words = StreamPresenter(wording: Wording(), options: DisplayOptions(), keys: .defaults) {
      Posts.now
    }
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    presenter.display = display
    let post = Posts.post("2", RichText("Spelt, then."))
    let changes: [(inout StreamScene.SceneState) -> Void] = [
      { _ in }, { $0.activity = .filling(.init("g")) },
      { state in
        state.posts = PostRows(
          state.posts.visibleRows.map { $0.heldPost?.id == post.id ? $0.replacingPost(post) : $0 })
      }, { $0.members = [AccountGroupMember(Posts.account, .all)] }, { $0.posts = PostRows([]) },
      { _ in },
    ]

    for change in changes {
      presenter.present(state(change))
      let later = display.last
      #expect(later == shown(change))
    }
  }

  @Test func `a layout comes with what stands for a gallery without photos`() {
    let viewModel = shown { $0.layout = .carousel }

    #expect(viewModel?.layout == .carousel)
    #expect(viewModel?.noPhotos?.sentence == "There are no photos in this stream yet.")
    #expect(shown()?.noPhotos == nil)
  }

  @Test func `progress is shown in the heading, at the gap or below the rows`() {
    func isFilling(_ row: StreamRow?) -> Bool {
      if case .gap(let gap)? = row { gap.isFilling } else { false }
    }
    let filling = shown { $0.activity = .filling(.init("g")) }
    #expect(isFilling(filling?.rows[2]))

    let older = shown { $0.activity = .loadingOlder }
    #expect(older?.footer.isBusy == true && !isFilling(older?.rows[2]))
    #expect(
      shown { $0.activity = .stalled(since: Posts.now) }?.heading.stall?.waitingSince == Posts.now)
    #expect(shown()?.heading.activity == "")
  }

  @Test func `the progress of an offline copy is counted in the heading`() {
    func activity(_ posts: Int, _ conversations: Int, _ pictures: Int) -> SafeText? {
      shown {
        var copy = OfflineCopyResult()
        (copy.posts, copy.conversations, copy.pictures) = (posts, conversations, pictures)
        $0.offlineCopy = copy
      }?.heading.activity
    }

    #expect(activity(40, 0, 0) == "Fetching: 40 posts")
    #expect(activity(40, 1, 0) == "Fetching: 1 conversation")
    #expect(activity(40, 1, 2) == "Fetching: 2 pictures")
  }

  @Test func `unread posts, notifications and the fetch time are shown in the heading`() {
    let heading = shown { $0.status = .init(unread: 3, notifications: 2, fetchedAt: Posts.now) }?
      .heading

    #expect(heading?.unread == "3 new ↑" && heading?.notifications == "◆ 2")
    #expect(heading?.freshness == .fetched(Posts.now))
  }

  @Test func `a failed fetch is shown in the heading`() {
    let viewModel = shown { $0.problem = .failed(.unreachable, retryAt: Posts.now) }

    guard case .failed? = viewModel?.heading.freshness else { return #expect(Bool(false)) }
  }

  @Test func `without a place Trending stands in for Nearby, with a note`() {
    let viewModel = shown { ($0.feed, $0.isNearby) = (.trending, true) }

    #expect(viewModel?.isNearby == true && viewModel?.heading.currentTab == 1)
    #expect(viewModel?.unknownLocationNote.isEmpty == false)
  }

  @Test func `a post with a pending change is marked, and the heading counts pending changes`() {
    var undelivered = PostIDsWithUnsentChanges()
    undelivered.updateUnsentMarksAfterReport(.performed(.mark(.init("2"), .liked, true)))
    undelivered.updateUnsentMarksAfterReport(.waiting(1, .unreachable))

    let viewModel = shown { $0.posts = PostRows(Posts.evening, undelivered: undelivered) }

    #expect(
      viewModel?.rows.map { $0.post?.isWaiting == true } == [false, true, false, false, false])
    #expect(viewModel?.heading.waiting == "◷ 1")
  }

  // MARK: Effects

  @Test(arguments: [
    (SceneEffect.say(.tab(.home, isShown: true)), "Home is a tab now."),
    (.say(.lastTab), "At least one stream must be shown."),
    (
      .say(.stillGathering),
      "The server is still preparing this stream; Tweetie keeps checking."
    ),
    (.say(.storeFailed(.full)), "The disk is full. Free some space and try again."),
    (
      .say(.refreshFailed(.unreachable)),
      "Could not refresh: there is no connection. r tries again."
    ),
    (.say(.offlineCopyStarted), "Fetching posts for offline reading. > stops."),
    (.action(.nothingToUndo, of: Posts.account), "Nothing to undo."),
  ])
  func `an effect with a message is shown in the bottom line`(effect: SceneEffect, words: String) {
    let (view, navigator) = (view(), NavigatorSpy())
    view.navigator = navigator

    view.perform(effect)

    #expect(navigator.messages.map(\.text.string) == [words])
  }

  @Test(arguments: [
    (nil, "Ready: 40 posts, 2 pictures, 1 conversation, 1.5 MB"),
    (
      OfflineCopyResult.IncompleteCopyReason.calledOff,
      "Ready: 40 posts, 2 pictures, 1 conversation, 1.5 MB · Stopped."
    ),
    (
      .budget,
      "Ready: 40 posts, 2 pictures, 1 conversation, 1.5 MB · "
        + "The limit for one fetch is reached. Fetch again for the rest."
    ),
  ])
  func `the result of an offline copy is shown, with the reason if it is incomplete`(
    missingPart: OfflineCopyResult.IncompleteCopyReason?, words: String
  ) {
    let (view, navigator) = (view(), NavigatorSpy())
    view.navigator = navigator
    var copy = OfflineCopyResult()
    (copy.posts, copy.conversations) = (40, 1)
    (copy.pictures, copy.bytes, copy.missingPart) = (2, 1_500_000, missingPart)

    view.perform(.say(.offlineCopyEnded(copy)))

    #expect(navigator.messages.map(\.text.string) == [words])
  }

  @Test func `a rejected token asks to sign in, and a like flashes`() {
    let (view, navigator) = (view(), NavigatorSpy())
    view.navigator = navigator

    view.perform(.askToSignIn(Posts.account))
    view.perform(.flash(.init("1")))

    #expect(navigator.routes == [.signIn(again: Posts.account)])
    #expect(view.isAnimating(at: Posts.now))
  }
}
