import FeedDomain
import Terminal

@testable import PhotoDisplay

/// A shelf that answers as the test says, and keeps what it was asked.
@MainActor final class FakePhotoPipeline: PictureProvider {
  /// A photo that was asked for, and the box it was asked for in.
  struct Request: Equatable {
    let photo: String
    let box: CellSize
  }

  var isOn = true
  var cell = PixelSize(width: 10, height: 20)
  var isLineSlow = false
  var showsPortraits = true
  var drawsBlocks = false
  /// What there is of a photo.
  var answer: (Photo, CellSize) -> PictureState
  private(set) var wishes: [Request] = []
  private(set) var hopes: [Request] = []
  private(set) var covers: [String] = []

  /// Without an answer every photo is here.
  init(_ answer: ((Photo, CellSize) -> PictureState)? = nil) {
    self.answer = answer ?? { .ready(Self.picture(for: $1)) }
  }

  func pictureState(of photo: Photo, in box: CellSize, _ cut: PictureCropping) -> PictureState {
    wishes.append(Request(photo: photo.id.rawValue, box: box))
    return answer(photo, box)
  }

  func blurredPicture(of photo: Photo, in box: CellSize) -> Picture? {
    covers.append(photo.id.rawValue)
    return Self.picture(for: box)
  }

  func prefetchPhotos(_ photos: [Photo], in box: CellSize, _ cut: PictureCropping) {
    hopes += photos.map { Request(photo: $0.id.rawValue, box: box) }
  }

  func retryPhoto(_ photo: Photo.ID) {}
  func togglePictures() { isOn.toggle() }

  /// What was asked for.
  var asked: [String] { wishes.map(\.photo) }
  /// What was said to come next.
  var expected: [String] { hopes.map(\.photo) }

  /// Forgets what it was asked.
  func forget() { (wishes, hopes, covers) = ([], [], []) }

  /// A grey picture.
  static func picture(for box: CellSize) -> Picture {
    let image = PixelImage(size: PixelSize(width: 1, height: 1), pixels: [9, 9, 9])
    // One pixel of three bytes always is a picture.
    return Picture(image!, cells: box)
  }
}
