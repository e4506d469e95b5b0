/// What comes before the pixels: always the same number of bytes, whatever happened.
package struct ReplyHeader: Equatable, Sendable {
  /// What is known of the picture.
  package struct Facts: Equatable, Sendable {
    /// Its own size, the right way up.
    package let original: Extent
    /// The size of what follows.
    package let size: Extent
    /// The bytes that follow: three for each pixel, or a JPEG.
    package let bodyCount: Int
    /// How many frames it has; more than one is an animation.
    package let frames: Int
    /// How long this frame is shown, in milliseconds; 0 where the picture does not say.
    package let milliseconds: Int
    /// Whether a part is missing or wrong; what follows is what there is.
    package let isDamaged: Bool

    package init(
      original: Extent, size: Extent, bodyCount: Int, frames: Int = 1, milliseconds: Int = 0,
      isDamaged: Bool = false
    ) {
      self.original = original
      self.size = size
      self.bodyCount = bodyCount
      self.frames = frames
      self.milliseconds = milliseconds
      self.isDamaged = isDamaged
    }
  }

  /// What became of the order.
  package let outcome: Result<Facts, WireRefusal>
  /// Whether Landlock or the filter of system calls was missing.
  package let isReduced: Bool

  package init(_ outcome: Result<Facts, WireRefusal>, isReduced: Bool) {
    (self.outcome, self.isReduced) = (outcome, isReduced)
  }
}
