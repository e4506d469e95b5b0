/// What comes before the pixels: always the same number of bytes, whatever happened.
public struct ReplyHeader: Equatable, Sendable {
  /// What is known of the picture.
  public struct Facts: Equatable, Sendable {
    /// Its own size, the right way up.
    public let original: Extent
    /// The size of what follows.
    public let size: Extent
    /// The bytes that follow: three for each pixel, or a JPEG.
    public let bodyCount: Int
    /// How many frames it has; more than one is an animation.
    public let frames: Int
    /// How long this frame is shown, in milliseconds; 0 where the picture does not say.
    public let milliseconds: Int
    /// Whether a part is missing or wrong; what follows is what there is.
    public let isDamaged: Bool

    /// All of it.
    public init(
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
  public let outcome: Result<Facts, WireRefusal>
  /// Whether Landlock or the filter of system calls was missing.
  public let isReduced: Bool

  /// A header that says so.
  public init(_ outcome: Result<Facts, WireRefusal>, isReduced: Bool) {
    self.outcome = outcome
    self.isReduced = isReduced
  }
}
