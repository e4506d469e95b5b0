package import Terminal

/// A frame of a picture that moves.
package struct MovingFrame: Equatable, Sendable {
  package let image: PixelImage
  /// How long it is shown.
  package let duration: Duration

  package init(image: PixelImage, duration: Duration) {
    (self.image, self.duration) = (image, duration)
  }
}
