import FeedDomain
import PhotoDisplay
import Terminal
import UseCases

/// A shelf of photos for each account.
@MainActor final class PhotoPipelines {
  /// The photos of whoever is in front.
  let front: PhotoPipeline
  /// The shelves of accounts in pinned columns.
  private var others: [Account.ID: PhotoPipeline] = [:]
  private let make: () -> PhotoPipeline
  private var detail: PictureDetail?
  private var isSwitched = false

  init(_ front: PhotoPipeline, others make: @escaping () -> PhotoPipeline) {
    (self.front, self.make) = (front, make)
  }

  /// Learns what the terminal can show.
  func use(_ detail: PictureDetail?) {
    self.detail = detail
    for shelf in all { shelf.use(detail) }
  }

  /// The shelf of another account.
  func shelf(of desk: ActiveAccount) -> any PictureProvider {
    let account = desk.session.account.id
    if let shelf = others[account] { return shelf }
    let shelf = make()
    shelf.use(detail)
    if isSwitched { shelf.toggle() }
    (shelf.isWatched, shelf.ground) = (front.isWatched, front.ground)
    shelf.use(PhotoSource(desk.session, with: desk.accountGroup))
    others[account] = shelf
    return shelf
  }

  /// Keeps the shelves of the given accounts.
  func keep(only accounts: Set<Account.ID>) {
    for (account, shelf) in others where !accounts.contains(account) {
      shelf.use(nil as PhotoSource?)
      others[account] = nil
    }
  }

  private var all: [PhotoPipeline] { [front] + others.values }
}

extension PhotoPipelines: PictureProvider {
  var isOn: Bool { front.isOn }
  var cell: PixelSize { front.cell }
  var isThrifty: Bool { front.isThrifty }
  var isWatched: Bool {
    get { front.isWatched }
    set { for shelf in all { shelf.isWatched = newValue } }
  }
  var ground: Colour {
    get { front.ground }
    set { for shelf in all { shelf.ground = newValue } }
  }
  var isBusy: Bool { all.contains(where: \.isBusy) }

  func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> PictureState {
    front.picture(of: photo, in: box, cut)
  }

  func motion(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> Motion? {
    front.motion(of: photo, in: box, cut)
  }

  func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut) {
    front.expect(photos, in: box, cut)
  }

  func retry(_ photo: Photo.ID) { for shelf in all { shelf.retry(photo) } }

  func cover(of photo: Photo, in box: CellSize) -> Picture? { front.cover(of: photo, in: box) }

  func toggle() {
    isSwitched.toggle()
    for shelf in all { shelf.toggle() }
  }

  func retryShown() { for shelf in all { shelf.retryShown() } }

  func frameBegan() { for shelf in all { shelf.frameBegan() } }

  func frameEnded() { for shelf in all { shelf.frameEnded() } }
}
