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
  private let requests = Spy<StreamReading.Request>()
  private let shown = Spy<StreamViewModel>()
  private let presenter = StreamPresenter(
    wording: Wording(), options: DisplayOptions(), keys: .defaults)

  init() { presenter.display = shown }

  private static let own = StreamRow.post(
    .init("1"), PostItem(Posts.post("1", RichText("Mine.")), isOwn: true))
  private static let gap = StreamRow.gap(
    StreamGap(
      gap: Gap(id: .init("g"), older: Cursor("c"), below: nil), words: "not loaded",
      busyWords: "loading"))

  private func view(_ rows: [StreamRow] = [Self.own]) -> StreamView {
    let view = StreamView(
      .home, interactor: requests,
      posts: PostPresentation(
        wording: Wording(), abilities: .all, options: DisplayOptions()),
      world: StillWorld())
    var viewModel = StreamViewModel()
    (viewModel.streams, viewModel.feed) = ([.feed(.home), .nearby], .home)
    viewModel.heading.current = 0
    viewModel.more = StreamSides(above: true, below: true)
    (viewModel.rows, viewModel.hasPhotos) = (rows, true)
    view.display(viewModel)
    return view
  }

  private func present(_ responses: StreamReading.Response...) {
    presenter.present(.streams([.feed(.home), .nearby], current: .home, account: Posts.account))
    presenter.present(
      .rows(.init(Posts.evening, hasMoreAbove: false, hasMoreBelow: true, place: nil)))
    for response in responses { presenter.present(response) }
  }

  // MARK: Key to request

  @Test(arguments: [
    (Command.refresh, StreamReading.Request.refresh), (.undo, .undo), (.keepTab, .toggleTab),
    (.fetchAhead, .fetchAhead(screen: nil)),
    (.top, .jump(.top)), (.bottom, .jump(.bottom)), (.firstUnread, .jump(.firstUnread)),
    (.view, .arrange(.wall)), (.place, .changePlace), (.stream(2), .openNearby),
    (.like, .toggle(.init("1"), .liked)), (.delete, .delete(.init("1"))),
  ])
  func `a key makes its request`(key: Command, request: StreamReading.Request) {
    let view = view()

    let isTaken = view.handle(.command(key))

    #expect(isTaken)
    #expect(requests.values == [request])
  }

  @Test func `a tag is followed where one is read, and nowhere else`() {
    let view = view()
    #expect(!view.handle(.command(.followTag)))
    var viewModel = StreamViewModel()
    viewModel.feed = .tag("fog")
    view.display(viewModel)

    #expect(view.handle(.command(.followTag)) && view.handle(.command(.unfollowTag)))

    #expect(requests.values == [.followTag(true), .followTag(false)])
  }

  @Test func `a gap is asked for with the key that opens`() {
    let view = view([Self.gap])

    _ = view.handle(.command(.open))

    #expect(requests.values == [.fill(.init("g"), from: .above)])
  }

  @Test func `a stream is opened once, looked at again, and closed`() {
    let view = view()

    view.opened()
    view.opened()
    view.closed()

    #expect(
      requests.values.filter { $0 != .more(.above) && $0 != .more(.below) } == [
        .open(.home), .showTabs, .close,
      ])
  }

  @Test func `out of sight a stream is to rest, and to go on in sight`() {
    let view = view()

    view.setVisible(false)
    view.setVisible(true)

    #expect(requests.values == [.rest, .wake])
  }

  @Test func `without the keys nothing is asked to stand beside it`() async {
    let view = view()
    let navigator = NavigatorSpy()
    view.navigator = navigator
    var canvas = Canvas(size: CellSize(rows: 20, columns: 80))

    for isFront in [false, true] {
      view.draw(
        on: &canvas, in: CellRect(row: 0, column: 0, rows: 20, columns: 80),
        Drawing(theme: .dark, isFront: isFront, frame: 0, now: Posts.now))
      while requests.values.count < 3 { await Task.yield() }
      #expect(await eventually { navigator.previews.isEmpty == !isFront })
    }
  }

  @Test func `what is drawn is remembered, and more asked for on both sides`() async {
    let view = view()
    var canvas = Canvas(size: CellSize(rows: 20, columns: 80))

    view.draw(
      on: &canvas, in: CellRect(row: 0, column: 0, rows: 20, columns: 80),
      Drawing(theme: .dark, isFront: true, frame: 0, now: Posts.now))
    while requests.values.count < 3 { await Task.yield() }

    let place = ReadingPosition(entry: .init("1"), row: 0)
    #expect(
      requests.values == [.more(.below), .more(.above), .remember(place, seen: .init("1"))])
  }

  // MARK: Response to view model

  @Test func `streams are tabs, and begin anew`() {
    presenter.present(.streams([.feed(.home), .nearby], current: .home, account: Posts.account))

    let viewModel = shown.last
    #expect(viewModel?.heading.tabs == ["Home", "Nearby"])
    #expect(viewModel?.heading.current == 0 && viewModel?.feed == .home)
    #expect(viewModel?.cues == [.offered])
  }

  @Test func `rows come in the order of the screen, the reader's place with them`() {
    let place = ReadingPosition(entry: .init("3"), row: 2)

    presenter.present(
      .rows(.init(Posts.evening, hasMoreAbove: true, hasMoreBelow: false, place: place)))

    let viewModel = shown.last
    #expect(viewModel?.rows.map(\.post?.post.id.rawValue) == ["1", "2", nil, "3", "4"])
    #expect(viewModel?.more == StreamSides(above: true, below: false))
    #expect(viewModel?.hasPhotos == true)
    #expect(viewModel?.footer == StreamFooter(words: "That is all there is."))
    #expect(viewModel?.cues == [.place(place)])
  }

  @Test func `to those who read the oldest first, they come the other way round`() {
    let presenter = StreamPresenter(
      wording: Wording(), options: DisplayOptions(order: .oldest), keys: .defaults)
    presenter.display = shown

    presenter.present(
      .rows(.init(Posts.evening, hasMoreAbove: true, hasMoreBelow: false, place: nil)))

    #expect(shown.last?.rows.map(\.post?.post.id.rawValue) == ["4", "3", nil, "2", "1"])
    #expect(shown.last?.more == StreamSides(above: false, below: true))
  }

  @Test func `a post that changed changes its row alone`() {
    present()
    let before = shown.last?.rows
    let post = Posts.post("2", RichText("Spelt, then."))

    presenter.present(.changed([post]))

    let after = shown.last?.rows
    #expect(after?[1].post?.post == post)
    #expect(after?[0] == before?[0] && after?[2...] == before?[2...])
    #expect(shown.last?.cues == [])
  }

  @Test func `an arrangement comes with what stands for a gallery without photos`() {
    presenter.present(.arranged(.carousel))

    #expect(shown.last?.arrangement == .carousel)
    #expect(shown.last?.bare?.sentence == "There are no photos in this stream yet.")
  }

  @Test func `what goes on stands in the top line, at the gap or below the rows`() {
    present(.activity(.filling(.init("g"))))
    guard case .gap(let gap)? = shown.last?.rows[2] else { return #expect(Bool(false)) }
    #expect(gap.isFilling)

    presenter.present(.activity(.loadingOlder))
    #expect(shown.last?.footer.isBusy == true)
    #expect(
      shown.last?.rows[2]
        == .gap(
          StreamGap(
            gap: gap.gap, words: gap.words, busyWords: gap.busyWords)))

    presenter.present(.activity(.stalled(since: Posts.now)))
    #expect(shown.last?.heading.stall?.since == Posts.now)
    presenter.present(.activity(.none))
    #expect(shown.last?.heading.activity == "")
  }

  @Test func `what comes to be read offline is counted in the top line, and told at the end`() {
    var offlineCopy = OfflineCopy()
    present(.ahead(offlineCopy, isOver: false))
    #expect(says().map(\.text.string) == ["Fetching what can be read offline. > stops."])

    offlineCopy.posts = 40
    presenter.present(.ahead(offlineCopy, isOver: false))
    #expect(shown.last?.heading.activity == "Fetching: 40 posts")
    offlineCopy.conversations = 1
    presenter.present(.ahead(offlineCopy, isOver: false))
    #expect(shown.last?.heading.activity == "Fetching: 1 conversation")
    (offlineCopy.pictures, offlineCopy.bytes) = (2, 1_500_000)
    presenter.present(.ahead(offlineCopy, isOver: false))
    #expect(shown.last?.heading.activity == "Fetching: 2 pictures")
    #expect(says().isEmpty)

    presenter.present(.ahead(offlineCopy, isOver: true))
    #expect(shown.last?.heading.activity == "")
    #expect(
      says().map(\.text.string) == ["Ready: 40 posts, 2 pictures, 1 conversation, 1.5 MB"])
  }

  @Test(arguments: [
    (OfflineCopy.MissingPart.calledOff, "Ready: 0 posts · Stopped."),
    (.budget, "Ready: 0 posts · That is as much as is fetched at once. Fetch again for the rest."),
  ])
  func `why not more could be fetched is told`(missingPart: OfflineCopy.MissingPart, words: String)
  {
    var offlineCopy = OfflineCopy()
    offlineCopy.missingPart = missingPart

    present(.ahead(offlineCopy, isOver: true))

    #expect(says().map(\.text.string) == [words])
  }

  @Test func `how the stream stands is in the top line`() {
    present(.status(.init(unread: 3, notifications: 2, fetchedAt: Posts.now, isEmpty: false)))

    let heading = shown.last?.heading
    #expect(heading?.unread == "3 new ↑" && heading?.notifications == "◆ 2")
    #expect(heading?.standing == .fetched(Posts.now))
  }

  @Test func `a failure is said once, and stands in the top line`() {
    present(.failed(.unreachable, retryAt: Posts.now))
    #expect(says().count == 1)

    presenter.present(.failed(.unreachable, retryAt: Posts.now))

    #expect(says().isEmpty)
    guard case .failed? = shown.last?.heading.standing else { return #expect(Bool(false)) }
  }

  @Test func `a refused token asks to sign in`() {
    present(.failed(.signedOut, retryAt: nil))

    #expect(shown.last?.cues == [.post(.askToSignIn(Posts.account))])
  }

  @Test(arguments: [
    (StreamReading.Response.tab(.home, isShown: true), "Home is a tab now."),
    (.lastTab, "At least one stream must stay."),
    (
      .unfinished(retryAt: Posts.now),
      "The server is still preparing this stream; Tweetie keeps checking."
    ),
    (.storeFailed(.full), "The disk is full. Make room and try again."),
    (.action(.nothingToUndo), "Nothing to undo."),
  ])
  func `what is said is said once`(response: StreamReading.Response, words: String) {
    present(response)
    #expect(says().map(\.text.string) == [words])

    presenter.present(.activity(.none))

    #expect(shown.last?.cues == [])
  }

  @Test func `without a place what is talked about stands in for it, and that is said`() {
    present(.nowhere)

    #expect(shown.last?.isNearby == true && shown.last?.heading.current == 1)
    #expect(shown.last?.strip.isEmpty == false && shown.last?.cues == [])
  }

  @Test func `a like flashes, and what waits carries a sign`() {
    present(.action(.acted(.mark(.init("2"), .liked, true))))
    #expect(shown.last?.cues == [.post(.flash(.init("2")))])

    presenter.present(.action(.waiting(1, .unreachable)))

    #expect(shown.last?.rows[1].post?.isWaiting == true)
    #expect(shown.last?.heading.waiting == "◷ 1")
  }

  private func says() -> [Message] {
    (shown.last?.cues ?? []).compactMap { cue in
      if case .post(.say(let message)) = cue { message } else { nil }
    }
  }
}
