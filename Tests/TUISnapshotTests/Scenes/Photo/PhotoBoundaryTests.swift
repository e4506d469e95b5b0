import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// A photo with a spy in the place of its interactor, and one in the place of its view.
@MainActor struct PhotoBoundaryTests {
  private let requests = Spy<PhotoScene.SceneRequest>()
  private let shown = Spy<PhotoViewModel>()
  private let presenter = PhotoStatePresenter(wording: Wording(), keys: .defaults)

  init() { presenter.display = shown }

  private func view(_ abilities: PostAbilities = .all) -> PhotoView {
    let view = PhotoView(
      of: .init("4"), index: 0, interactor: requests,
      posts: PostViewModelFactory(abilities: abilities), world: StillWorld())
    let post = PhotoScreen.lake()
    var viewModel = PhotoViewModel()
    viewModel.photo = CaptionedPhoto(
      photo: post.content.photos[0], item: PostItem(post, isOwn: true),
      caption: PhotoCaption(
        description: "A lake", credits: [], cover: nil, kind: "photo", film: nil))
    view.display(viewModel)
    var canvas = Canvas(size: CellSize(rows: 20, columns: 80))
    view.drawScene(
      on: &canvas, in: CellRect(row: 0, column: 0, rows: 20, columns: 80),
      DrawingParameters(theme: .dark, isFront: true, frame: 0, now: Posts.now))
    return view
  }

  // MARK: Key to request

  @Test(arguments: [
    (Command.nextPhoto, PhotoScene.SceneRequest.step(.next)), (.previousPhoto, .step(.previous)),
    (.details, .details), (.refresh, .refresh), (.like, .toggle(.liked)), (.delete, .delete),
    (.savePhoto, .save), (.play, .play), (.undo, .undo),
  ])
  func `each key of the photo scene sends its request to the interactor`(
    key: Command, request: PhotoScene.SceneRequest
  ) {
    let view = view()

    let isTaken = view.handleEvent(.command(key))

    #expect(isTaken)
    #expect(requests.values == [request])
  }

  @Test func `the key for all marks the entries behind a photo only if it comes from a web feed`() {
    var abilities = PostAbilities.all
    #expect(!view(abilities).priorityCommands.contains(.markAll))

    abilities.hasArticles = true
    let (view, navigator) = (view(abilities), NavigatorSpy())
    view.navigator = navigator
    #expect(KeyMap.defaults.command(for: "A", claimed: view.priorityCommands) == .markAll)
    view.command(.markAll, .markAll)
    #expect(navigator.marksBehind == [false, true])
  }

  @Test func `a click between both presses of the key for all asks again`() {
    var abilities = PostAbilities.all
    abilities.hasArticles = true
    let (view, navigator) = (view(abilities), NavigatorSpy())
    view.navigator = navigator
    for action in [MouseEvent.MouseAction.release, .press(3)] {
      _ = view.handleEvent(.command(.markAll))
      _ = view.handleEvent(
        .mouse(MouseEvent(action, at: CellPosition(row: 0, column: 0)), clicks: 1))
    }
    _ = view.handleEvent(.command(.markAll))

    #expect(navigator.marksBehind == [false, true, false])
  }

  @Test func `the photo scene opens its photo once, and closes it`() {
    let view = view()

    view.sceneDidAppear()
    view.sceneDidAppear()
    view.sceneDidClose()

    #expect(requests.values == [.open(.init("4"), index: 0), .close])
  }

  // MARK: State to view model

  @Test func `a photo preview names no keys, because the stream has the focus`() {
    let beside = PhotoStatePresenter(wording: Wording(), keys: .defaults, isBeside: true)
    beside.display = shown

    beside.present { $0.fetchProgress = .stalled(for: .seconds(7)) }
    #expect(shown.last?.heading.activity == "no answer for 7 s")
    beside.present { ($0.fetchProgress, $0.failure) = (.idle, .unreachable) }

    #expect(shown.last?.notice?.nextStep == "")
  }

  @Test func `a photo is shown with its description, title and facts`() {
    presenter.show(PhotoScreen.lake())

    let viewModel = shown.last
    #expect(viewModel?.photo?.photo.id == .init("lake"))
    #expect(viewModel?.photo?.caption.description == "Fog over a lake with one rowing boat")
    #expect(viewModel?.heading.title == "Photo 1 of 2 by Ada Okafor")
    #expect(viewModel?.notice == nil && viewModel?.facts.isEmpty == false)
  }

  @Test func `a changed post keeps the photo's view, and another photo requests its details`() {
    let view = view()
    presenter.display = view
    presenter.show(PhotoScreen.lake())
    view.displayState.showsFacts = true

    presenter.show(PhotoScreen.lake(own: .liked))
    #expect(view.shown.photo?.item.post.userMarks == .liked && requests.values == [])
    presenter.show(PhotoScreen.lake(), index: 1)

    #expect(requests.values == [.details])
  }

  @Test
  func `a photo with a pending change is marked as waiting, and its neighbours are passed on`() {
    var undelivered = PostIDsWithUnsentChanges()
    undelivered.updateUnsentMarksAfterReport(
      .heldBack(.mark(.init("4"), .liked, true), until: Posts.now))

    presenter.present {
      $0.posts = PostRows([PhotoScreen.lake()], undelivered: undelivered)
      $0.neighbours = [Posts.photo("Next")]
    }

    #expect(shown.last?.photo?.item.isWaiting == true)
    #expect(shown.last?.neighbours == [Posts.photo("Next")])
  }

  @Test func `details from the service are added to the photo's facts`() {
    presenter.show(PhotoScreen.lake())
    let before = shown.last?.facts.count ?? 0

    presenter.present { $0.details = PhotoScreen.details }

    #expect((shown.last?.facts.count ?? 0) > before)
  }

  @Test func `saving an original shows its progress in percent`() {
    presenter.show(PhotoScreen.lake())

    presenter.present { $0.saving = .init(ByteTransferProgress(receivedBytes: 1, totalBytes: 2)) }
    #expect(shown.last?.isSaving == true)
    #expect(shown.last?.heading.activity == "saving 50 %")
    presenter.present { $0.saving = nil }

    #expect(shown.last?.isSaving == false && shown.last?.heading.activity == "")
  }

  @Test func `a failed fetch is shown in the top line, or in place of a missing photo`() {
    presenter.present { $0.failure = .unreachable }
    #expect(shown.last?.notice?.isBusy == false && shown.last?.heading.failure == "")

    presenter.present { $0.posts = PostRows([PhotoScreen.lake()]) }

    #expect(shown.last?.notice == nil && shown.last?.heading.failure != "")
  }

  @Test func `a deleted photo is replaced by a notice`() {
    presenter.present { $0.isGone = true }

    #expect(shown.last?.notice?.sentence == "This photo no longer exists.")
  }

  // MARK: Effects

  @Test(arguments: [
    (SceneEffect.StatusMessage.photoSaved(path: "/album/a.jpg"), "Saved as /album/a.jpg"),
    (.photoNotSavable, "This photo cannot be saved here."),
    (.noPhoto(.next), "This is the last photo."), (.noFilm, "There is no video or audio to play."),
  ])
  func `the outcome of a photo action is shown in the bottom line`(
    statement: SceneEffect.StatusMessage, words: String
  ) {
    let (view, navigator) = (view(), NavigatorSpy())
    view.navigator = navigator

    view.perform(.say(statement))

    #expect(navigator.messages.map(\.text.string) == [words])
  }

  @Test(arguments: [
    SceneEffect.StatusMessage.photoNotFetched(.unreachable), .photoNotSaved(.full),
    .storeFailed(.full),
  ])
  func `a message says why the original photo could not be saved`(
    statement: SceneEffect.StatusMessage
  ) {
    let (view, navigator) = (view(), NavigatorSpy())
    view.navigator = navigator

    view.perform(.say(statement))

    #expect(navigator.messages.map(\.tone) == [.bad])
  }

  @Test func `a video is played from a web address, or from an absolute path of a local file`() {
    let (view, navigator) = (view(), NavigatorSpy())
    view.navigator = navigator

    view.perform(.play(.ownFile(path: "/proc/1/fd/7")))
    view.perform(.play(.ownFile(path: "--script=x")))
    // What a server says is never taken for a path.
    view.perform(.play(.address("/etc/passwd")))
    view.perform(.play(.address("https://example.social/film.mp4")))

    #expect(
      navigator.played.map(\.address) == ["/proc/1/fd/7", "https://example.social/film.mp4"])
    #expect(navigator.messages.count == 2)
  }

  @Test func `a photo that another account can see replaces the current one`() {
    let (view, navigator) = (view(), NavigatorSpy())
    view.navigator = navigator
    let post = Post.ID("9").scoped(to: Posts.account.id)

    view.perform(.replacePhoto(post, index: 1))

    #expect(navigator.routes == [.photo(post, index: 1)])
    #expect(!view.properties.closesWhenLeft)
  }

  @Test func `a like flashes on the photo`() {
    let view = view()

    view.perform(.flash(.init("4")))

    #expect(view.isAnimating(at: Posts.now))
  }
}
