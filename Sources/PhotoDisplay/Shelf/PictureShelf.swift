package import FeedDomain
package import Terminal

/// Photos as pictures for scenes to draw, as far as they are here.
///
/// A scene asks while it draws, for what it shows and no more: what one frame asked for and the
/// next does not is given up. What is asked for first is fetched first. When something asked for
/// has come, the screen is drawn again. `PictureBox` asks, and draws what it gets.
@MainActor package protocol PictureShelf: AnyObject {
  /// Whether pictures are shown at all; where they are not, words stand in their place.
  var isOn: Bool { get }
  /// How large a cell of the terminal is.
  var cell: PixelSize { get }
  /// Whether the line has few bytes to spare: then only what is worth them is asked for.
  var isThrifty: Bool { get }
  /// The picture of a photo for a box.
  func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> ShelvedPicture
  /// How a picture that is here moves; nil where it does not, may not or cannot yet. Whoever asks has
  /// it drawn again when it can.
  func motion(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> Motion?
  /// Whether somebody looks at the screen: else nothing moves.
  var isWatched: Bool { get set }
  /// What lies under transparent pixels.
  var ground: Colour { get set }
  /// Photos that will be looked at next, in the reading direction: fetched when nothing else is.
  func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut)
  /// Tries again what failed.
  func retry(_ photo: Photo.ID)
  /// Switches pictures off or on.
  func toggle()

  /// A blurred picture in place of one that is covered; nothing is fetched for it.
  func cover(of photo: Photo, in box: CellSize) -> Picture?
  /// Whether something that is shown is on its way, so that its progress is drawn.
  var isBusy: Bool { get }
  /// Tries again what failed of what is shown.
  func retryShown()
  /// A frame begins to be drawn.
  func frameBegan()
  /// A frame is drawn: what it did not ask for is given up.
  func frameEnded()
}

extension PictureShelf {
  package func motion(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> Motion? { nil }
  package var ground: Colour {
    get { .standard }
    set {}
  }
  package var isWatched: Bool {
    get { true }
    set {}
  }
  package func cover(of photo: Photo, in box: CellSize) -> Picture? { nil }
  package var isBusy: Bool { false }
  package var isThrifty: Bool { false }
  package func retryShown() {}
  package func frameBegan() {}
  package func frameEnded() {}
}

/// Which part of a photo a box shows; sizes are given in cells, whatever a photo's own pixels are.
package enum PictureCut: Hashable {
  /// All of it: where the box has another shape, the picture is smaller than the box.
  case whole
  /// As much as fills the box, from the middle.
  case filling
  /// A part, as large as fits into the box, in thousandths of the photo's width and height from its top left.
  case part(x: Int, y: Int, width: Int, height: Int)
}

/// A photo as far as it is here.
package enum ShelvedPicture {
  /// Pictures are off, or this one may not be fetched.
  case off
  /// It is on its way: until then a blurred or coloured picture, where one is known.
  case coming(standIn: Picture?, Transfer?)
  /// The line is slow and has had its share of pictures: this one waits its turn.
  case held(standIn: Picture?)
  case here(Picture)
  /// It could not be had; `retry` tries again.
  case failed(PictureFailure)
}

/// Why a photo cannot be shown.
package enum PictureFailure: Hashable {
  /// Its bytes could not be had.
  case notFetched(FeedError)
  /// They are no picture that can be shown, or one too large.
  case notShowable
  /// They were worked on for so long that it was given up, as on a busy machine.
  case tookTooLong
  /// The library that reads pictures of its format is not installed.
  case unreadable(SystemLibrary)
}

package final class NoPictures: PictureShelf {
  package let isOn = false
  package let cell = PixelSize(width: 10, height: 20)
  package nonisolated init() {}
  package func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> ShelvedPicture {
    .off
  }
  package func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut) {}
  package func retry(_ photo: Photo.ID) {}
  package func toggle() {}
}
