import FeedDomain
import Terminal

@testable import TweetieTUI

/// A shelf on which every photo is there at once, in one colour; it keeps what it was asked for.
@MainActor final class FakeShelf: PictureShelf {
  struct Wish: Equatable {
    let photo: String
    let rows: Int
    let columns: Int
    let cut: PictureCut
  }

  var isOn = true
  var cell = PixelSize(width: 10, height: 20)
  /// Whether pictures are still on their way.
  var isSlow = false
  private(set) var shown: [Wish] = []
  private(set) var expected: [Wish] = []

  func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> ShelvedPicture {
    shown.append(wish(photo, box, cut))
    let image = PixelImage(size: PixelSize(width: 1, height: 1), pixels: [200, 100, 50])
    guard isOn else { return .off }
    guard !isSlow, let image else { return .coming(standIn: nil, nil) }
    return .here(Picture(image, cells: box))
  }

  func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut) {
    expected += photos.map { wish($0, box, cut) }
  }

  func retry(_ photo: Photo.ID) {}
  func toggle() { isOn.toggle() }
  func forget() { (shown, expected) = ([], []) }

  private func wish(_ photo: Photo, _ box: CellSize, _ cut: PictureCut) -> Wish {
    Wish(photo: photo.id.rawValue, rows: box.rows, columns: box.columns, cut: cut)
  }
}
