/// The header of a reply, of fixed length.
package struct ReplyHeader: Equatable, Sendable {
  package struct Facts: Equatable, Sendable {
    /// The picture's upright size.
    package let original: Extent
    /// The size of the result.
    package let size: Extent
    /// The bytes of the body: three for each pixel, or a JPEG.
    package let bodyCount: Int
    /// More than one for an animation.
    package let frames: Int
    /// The time of a frame; 0 if the picture does not say.
    package let milliseconds: Int
    /// Whether a part is missing or wrong.
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

  package let outcome: Result<Facts, WireRefusal>
  /// Whether Landlock or the system call filter was missing.
  package let isReduced: Bool

  package init(_ outcome: Result<Facts, WireRefusal>, isReduced: Bool) {
    (self.outcome, self.isReduced) = (outcome, isReduced)
  }
}
