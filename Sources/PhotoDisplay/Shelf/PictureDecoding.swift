package import FeedDomain
package import Pictures
package import Terminal

/// Turns the bytes of pictures, which nobody vouches for, into pixels.
package protocol PictureDecoding: Sendable {
  /// The part of a picture that the cut means, as large as fits into the size; of what is to fill
  /// it, exactly that size.
  ///
  /// What is transparent is of the ground's colour. Stops when the task is cancelled.
  func still(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCut, on ground: Colour
  ) async throws(UnshowablePicture) -> StillPicture

  /// The frames of a picture that moves, each of them no larger.
  func frames(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCut, on ground: Colour
  ) async throws(UnshowablePicture) -> [MovingFrame]
}

/// A picture as it is before it moves.
package struct StillPicture: Equatable {
  package let image: PixelImage
  /// Whether there is more to come.
  package let moves: Bool

  package init(_ image: PixelImage, moves: Bool = false) {
    (self.image, self.moves) = (image, moves)
  }
}

/// That bytes are no picture, or one that is not shown.
package struct UnshowablePicture: Error, Equatable {
  /// Why, for the log.
  package let reason: String
  /// Whether trying the same again later may work.
  package let mayPass: Bool
  /// The library without which it cannot be read; nil where that is not why.
  package let missing: SystemLibrary?

  package init(reason: String, mayPass: Bool = false, missing: SystemLibrary? = nil) {
    (self.reason, self.mayPass, self.missing) = (reason, mayPass, missing)
  }
}
