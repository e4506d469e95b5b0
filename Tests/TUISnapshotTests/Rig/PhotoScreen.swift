import Doubles
import FeedDomain
import Terminal
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import Words

/// Pictures that are always on their way, half there; it keeps what was asked for.
@MainActor final class ComingPictures: PictureProvider {
  let isOn = true
  let cell = PixelSize(width: 10, height: 20)
  private(set) var asked: [(photo: Photo.ID, box: CellSize, cut: PictureCropping)] = []
  private(set) var expected: [Photo.ID] = []
  private(set) var retried: [Photo.ID] = []
  /// What is answered in place of a picture that is on its way.
  var answer: PictureState?

  func pictureState(of photo: Photo, in box: CellSize, _ cut: PictureCropping) -> PictureState {
    asked.append((photo.id, box, cut))
    return answer
      ?? .loading(placeholder: nil, ByteTransferProgress(receivedBytes: 1, totalBytes: 2))
  }
  func prefetchPhotos(_ photos: [Photo], in box: CellSize, _ cut: PictureCropping) {
    expected += photos.map(\.id)
  }
  func retryPhoto(_ photo: Photo.ID) { retried.append(photo) }
  func togglePictures() {}
}

/// A photo on a screen: the real presenter and view, with spies around them.
@MainActor final class PhotoScreen {
  let interactor = Spy<PhotoScene.SceneRequest>()
  let navigator = NavigatorSpy()
  let shelf: any PictureProvider
  let presenter: PhotoStatePresenter
  let view: PhotoView
  var size: CellSize

  init(
    columns: Int = 80, rows: Int = 24, shelf: any PictureProvider = NoPictures(),
    options: DisplayOptions = DisplayOptions()
  ) {
    size = CellSize(rows: rows, columns: columns)
    self.shelf = shelf
    presenter = PhotoStatePresenter(wording: Wording(), keys: .defaults)
    view = PhotoView(
      of: .init("4"), index: 0, interactor: interactor,
      posts: PostViewModelFactory(options: options), world: StillWorld())
    presenter.display = view
    view.navigator = navigator
    view.sceneDidAppear()
  }

  /// A photo of a lake, among others of its post.
  nonisolated static func lake(
    kind: Photo.PhotoKind = .still, isSensitive: Bool = false, warning: String? = nil,
    size: PhotoSize = PhotoSize(width: 4000, height: 3000), own: Post.UserPostMarks = []
  ) -> Post {
    let lake = Photo(
      id: .init("lake"), kind: kind, renditions: [], size: size,
      altText: "Fog over a lake with one rowing boat", photographer: "Ada Okafor",
      licence: "CC BY 4.0", place: Place(name: "Lake Bled", latitude: 46.3636, longitude: 14.0938),
      isSensitive: isSensitive)
    return Posts.post(
      "4", by: "Ada Okafor", RichText("First light."), warning: warning,
      photos: [lake, Posts.photo("Another")], url: "https://example.social/@ada/4",
      counts: .init(replies: 2, boosts: 3, likes: own.contains(.liked) ? 13 : 12), own: own)
  }

  static let details = PhotoDetails(
    views: 12_345, downloads: 67, takenAt: Timestamp(milliseconds: 1_699_000_000_000),
    camera: .init(
      model: "Halmer 35", lens: "35 mm f/2", aperture: "2.8", exposure: "1/250",
      focalLength: "35", iso: 200), originalBytes: 4_200_000)

  @discardableResult func show(
    _ post: Post = lake(), index: Int = 0, _ details: PhotoDetails? = nil
  ) -> PhotoScreen {
    presenter.show(post, index: index, details)
    draw()
    return self
  }

  /// The whole screen: the top line, the scene, the keys.
  @discardableResult func draw(at now: Timestamp = Posts.now) -> Canvas {
    view.screen(size, now: now, pictures: shelf)
  }

  var text: String { draw().text }

  @discardableResult func press(_ commands: Command...) -> Bool {
    commands.allSatisfy { command in
      defer { draw() }
      return view.handleEvent(.command(command))
    }
  }

  @discardableResult func mouse(
    _ action: MouseEvent.MouseAction, row: Int, column: Int, clicks: Int = 1
  ) -> Bool {
    defer { draw() }
    return view.handleEvent(
      .mouse(MouseEvent(action, at: CellPosition(row: row, column: column)), clicks: clicks))
  }
}
