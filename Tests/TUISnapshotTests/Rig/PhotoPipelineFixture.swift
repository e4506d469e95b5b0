import Doubles
import FeedDomain
import Terminal
import UseCases

@testable import PhotoDisplay

/// A shelf with staged neighbours, and frames that ask it for photos.
@MainActor final class PhotoPipelineFixture {
  static let box = CellSize(rows: 10, columns: 30)

  let photos = StagedPhotos()
  let decoder = StagedDecoder()
  let clock = StagedClock()
  let shelf: PhotoPipeline

  init(
    detail: TerminalPictureResolution? = .near, memory: Int = 24 << 20,
    cache: (any PhotoCache)? = nil,
    files: (any PicturePreparing)? = nil
  ) {
    shelf = PhotoPipeline(
      isOn: true, memory: memory, decoder: decoder, log: NoLog(), timers: clock.timers)
    shelf.setPictureResolution(to: detail)
    shelf.setPhotoSource(to: PhotoSource(Self.session(with: photos, cache, files, clock.moment)))
  }

  /// A photo in three sizes, the addresses of which begin with its name.
  static func photo(_ name: String, blurhash: String? = nil) -> Photo {
    Photo(
      id: .init(name),
      renditions: [320, 1280, 4000].map {
        .init(url: "\(name)-\($0)", size: PhotoSize(width: $0, height: $0 * 2 / 3))
      }, size: PhotoSize(width: 4000, height: 2667), altText: name, blurhash: blurhash)
  }

  /// Draws a frame that shows these and expects those; what each of the first is.
  @discardableResult func frame(
    showing names: [String], expecting others: [String] = [], box: CellSize = box
  ) -> [PictureState] {
    shelf.beginScreenFrame()
    let shown = names.map { shelf.pictureState(of: Self.photo($0), in: box, .filling) }
    shelf.prefetchPhotos(others.map { Self.photo($0) }, in: box, .filling)
    shelf.endScreenFrame()
    return shown
  }

  /// Lets everything that can go on go on.
  func settle() async { for _ in 0..<50 { await Task.yield() } }

  /// Draws a frame, and lets everything that can go on go on.
  func settleFrame(
    showing names: [String], expecting others: [String] = [], box: CellSize = box
  ) async {
    frame(showing: names, expecting: others, box: box)
    await settle()
  }

  /// Lets a photo come, or fail, and lets everything that can go on go on.
  func answer(_ url: String, _ result: Result<[UInt8], FeedError> = .success([1])) async {
    photos.answer(url, result)
    await settle()
  }

  private static func session(
    with photos: StagedPhotos, _ cache: (any PhotoCache)?, _ files: (any PicturePreparing)?,
    _ world: any World
  ) -> AccountSession {
    let signedIn = SignedInAccount(Posts.account, token: Secret("t"))
    return AccountSession(
      signedIn,
      connection: ServiceConnection(
        account: Posts.account, streams: [.feed(.home)], feeds: StubPages()
      ) {
        $0.photos = photos
        $0.marks = []
      },
      stores: AccountSession.SessionStores(
        feeds: FakeFeedStore(), outbox: FakeOutbox(), drafts: FakeOutbox(),
        credentials: FakeCredentials(), photos: cache, pictures: files), world: world,
      log: NoLog())
  }
}

extension TerminalPictureResolution {
  /// A terminal on the same runningAccount.
  static let near = TerminalPictureResolution(
    cell: PixelSize(width: 10, height: 20), pixelsAcross: 10, bytesPerCell: 800, showsBlurs: true)
}

extension PictureState {
  /// What it is, in a word.
  var word: String {
    switch self {
    case .off: "off"
    case .loading: "coming"
    case .waitingForLine: "held"
    case .ready: "here"
    case .failed: "failed"
    }
  }
}
