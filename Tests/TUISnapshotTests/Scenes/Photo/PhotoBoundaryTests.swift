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
  private let requests = Spy<PhotoViewing.Request>()
  private let shown = Spy<PhotoViewModel>()
  private let presenter = PhotoPresenter(
    wording: Wording(), options: DisplayOptions(), keys: .defaults)

  init() { presenter.display = shown }

  private func view() -> PhotoView {
    let view = PhotoView(
      of: .init("4"), index: 0, interactor: requests,
      posts: PostPresentation(
        wording: Wording(), abilities: .all, options: DisplayOptions()),
      world: StillWorld())
    let post = PhotoScreen.lake()
    var viewModel = PhotoViewModel()
    viewModel.exhibit = CaptionedPhoto(
      photo: post.content.photos[0], item: PostItem(post, isOwn: true),
      caption: PhotoCaption(
        description: "A lake", credit: [], cover: nil, kind: "photo", film: nil))
    view.display(viewModel)
    var canvas = Canvas(size: CellSize(rows: 20, columns: 80))
    view.draw(
      on: &canvas, in: CellRect(row: 0, column: 0, rows: 20, columns: 80),
      Drawing(theme: .dark, isFront: true, frame: 0, now: Posts.now))
    return view
  }

  private func present(_ responses: PhotoViewing.Response...) {
    presenter.present(.photo(.init(PhotoScreen.lake(), index: 0, account: Posts.account)))
    for response in responses { presenter.present(response) }
  }

  private func says() -> [String] {
    (shown.last?.cues ?? []).compactMap { cue in
      if case .post(.say(let message)) = cue { message.text.string } else { nil }
    }
  }

  // MARK: Key to request

  @Test(arguments: [
    (Command.nextPhoto, PhotoViewing.Request.step(.next)), (.previousPhoto, .step(.previous)),
    (.details, .details), (.refresh, .refresh), (.like, .toggle(.liked)), (.delete, .delete),
    (.savePhoto, .save), (.play, .play), (.undo, .undo),
  ])
  func `a key makes its request`(key: Command, request: PhotoViewing.Request) {
    let view = view()

    let isTaken = view.handle(.command(key))

    #expect(isTaken)
    #expect(requests.values == [request])
  }

  @Test func `a photo is opened once, and closed`() {
    let view = view()

    view.opened()
    view.opened()
    view.closed()

    #expect(requests.values == [.open(.init("4"), index: 0), .close])
  }

  // MARK: Response to view model

  @Test func `beside a stream nothing is offered by a key that is the stream's`() {
    let beside = PhotoPresenter(
      wording: Wording(), options: DisplayOptions(), keys: .defaults, isBeside: true)
    beside.display = shown

    beside.present(.activity(.loading(.stalled(for: .seconds(7)))))
    #expect(shown.last?.heading.activity == "no answer for 7 s")
    beside.present(.failed(.unreachable))

    #expect(shown.last?.notice?.next == "")
  }

  @Test func `a photo comes with its words, and is looked at anew`() {
    present()

    let viewModel = shown.last
    #expect(viewModel?.exhibit?.photo.id == .init("lake"))
    #expect(viewModel?.exhibit?.caption.description == "Fog over a lake with one rowing boat")
    #expect(viewModel?.heading.title == "Photo 1 of 2 by Ada Okafor")
    #expect(viewModel?.notice == nil && viewModel?.facts.isEmpty == false)
    #expect(viewModel?.cues == [.arrive])
  }

  @Test func `what comes next is expected, until another photo is there`() {
    let next = Posts.photo("Next")

    present(.neighbours([next]))
    #expect(shown.last?.neighbours == [next])
    present()

    #expect(shown.last?.neighbours == [])
  }

  @Test func `a post that changed is the same photo`() {
    present(.changed(PhotoScreen.lake(own: .liked)))

    #expect(shown.last?.exhibit?.item.post.own == .liked)
    #expect(shown.last?.cues == [])
  }

  @Test func `what the service tells of it is added to the facts`() {
    present()
    let before = shown.last?.facts.count ?? 0

    presenter.present(.details(PhotoScreen.details))

    #expect((shown.last?.facts.count ?? 0) > before)
  }

  @Test func `an original is on its way until it is told what became of it`() {
    present(.activity(.saving(Transfer(received: 1, expected: 2))))
    #expect(shown.last?.isSaving == true)
    #expect(shown.last?.heading.activity == "saving 50 %")

    presenter.present(.activity(.none))
    #expect(shown.last?.isSaving == true)
    presenter.present(.saved(path: "/album/a.jpg"))

    #expect(shown.last?.isSaving == false)
    #expect(says() == ["Saved as /album/a.jpg"])
  }

  @Test(arguments: [
    PhotoViewing.Response.notFetched(.unreachable), .notSaved(.full), .cannotSave,
  ])
  func `an original that does not come is over as well`(response: PhotoViewing.Response) {
    present(.activity(.saving(nil)), response)

    #expect(shown.last?.isSaving == false)
    #expect(says().count == 1)
  }

  @Test(arguments: [
    PhotoViewing.Response.end(.next), .storeFailed(.full), .noFilm, .film(address: "nowhere"),
    .action(.nothingToUndo),
  ])
  func `what is said is said once`(response: PhotoViewing.Response) {
    present(response)
    #expect(says().count == 1)

    presenter.present(.activity(.none))

    #expect(shown.last?.cues == [])
  }

  @Test func `a film is handed on`() throws {
    let film = try #require(Hyperlink("https://example.social/film.mp4"))

    present(.film(address: film.address))

    #expect(shown.last?.cues == [.play(Film(film))])
  }

  @Test func `a film of this program's own is a path from the root on, or none`() throws {
    present(.ownFilm(path: "/proc/1/fd/7"))
    #expect(shown.last?.cues == [.play(try #require(Film(ownFile: "/proc/1/fd/7")))])

    present(.ownFilm(path: "--script=x"))
    #expect(!(shown.last?.cues.contains { if case .play = $0 { true } else { false } } ?? true))
    // What a server says is never taken for a path.
    present(.film(address: "/etc/passwd"))
    #expect(!(shown.last?.cues.contains { if case .play = $0 { true } else { false } } ?? true))
  }

  @Test func `a photo that another account sees takes this one's place`() {
    let (view, navigator) = (view(), NavigatorSpy())
    view.navigator = navigator
    let post = Post.ID("9").of(Posts.account.id)

    present(.elsewhere(post, index: 1))
    #expect(shown.last?.cues == [.leave(post, index: 1)])
    var viewModel = view.shown
    viewModel.cues = [.leave(post, index: 1)]
    view.display(viewModel)

    #expect(navigator.routes == [.photo(post, index: 1)])
    #expect(!view.traits.closesWhenLeft)
  }

  @Test func `a failure stands in the top line, or where the photo would be`() {
    presenter.present(.failed(.unreachable))
    #expect(shown.last?.notice?.isBusy == false && shown.last?.heading.failure == "")

    present(.failed(.unreachable))

    #expect(shown.last?.notice == nil && shown.last?.heading.failure != "")
  }

  @Test func `a photo that is gone leaves a notice`() {
    present(.gone)

    #expect(shown.last?.notice?.sentence == "This photo is no longer there.")
  }

  @Test func `a like flashes`() {
    present(.action(.acted(.mark(.init("4"), .liked, true))))

    #expect(shown.last?.cues == [.post(.flash(.init("4")))])
  }
}
