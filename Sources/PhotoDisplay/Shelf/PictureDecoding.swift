package import Terminal

/// Turns the bytes of pictures, which nobody vouches for, into pixels.
package protocol PictureDecoding: Sendable {
  /// The part of a picture that the cut means, as large as fits into the size; of what is to fill
  /// it, exactly that size.
  ///
  /// Stops when the task is cancelled.
  func pixels(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCut
  ) async throws(UnshowablePicture) -> PixelImage
}

/// That bytes are no picture, or one that is not shown.
package struct UnshowablePicture: Error, Equatable {
  /// Why, for the log.
  package let reason: String
  /// Whether trying the same again later may work.
  package let mayPass: Bool

  package init(reason: String, mayPass: Bool = false) {
    (self.reason, self.mayPass) = (reason, mayPass)
  }
}
