import FeedDomain
import Terminal

@testable import TweetieTUI

/// A shelf that answers as the test says, and keeps what it was asked.
@MainActor final class ShelfFake: PictureShelf {
  var isOn = true
  var cell = PixelSize(width: 10, height: 20)
  /// What there is of a photo.
  var answer: (Photo, CellSize) -> ShelvedPicture
  private(set) var asked: [String] = []
  private(set) var expected: [String] = []
  private(set) var covers: [String] = []

  /// Without an answer every photo is here.
  init(_ answer: ((Photo, CellSize) -> ShelvedPicture)? = nil) {
    self.answer = answer ?? { .here(Self.picture(for: $1)) }
  }

  func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> ShelvedPicture {
    asked.append(photo.id.rawValue)
    return answer(photo, box)
  }

  func cover(of photo: Photo, in box: CellSize) -> Picture? {
    covers.append(photo.id.rawValue)
    return Self.picture(for: box)
  }

  func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut) {
    expected += photos.map(\.id.rawValue)
  }

  func retry(_ photo: Photo.ID) {}
  func toggle() { isOn.toggle() }

  /// Forgets what it was asked.
  func forget() { (asked, expected, covers) = ([], [], []) }

  /// A grey picture.
  static func picture(for box: CellSize) -> Picture {
    let image = PixelImage(size: PixelSize(width: 1, height: 1), pixels: [9, 9, 9])
    // One pixel of three bytes always is a picture.
    return Picture(image!, cells: box)
  }
}
