public import Terminal

/// What became of a picture's bytes.
public struct DecodedPicture: Equatable, Sendable {
  /// The pixels for the box: all of it, or what fits into it without a change of shape.
  public let image: PixelImage
  /// How large the picture itself is, the right way up.
  public let original: PixelSize
  /// How many frames it has; more than one is an animation.
  public let frames: Int
  /// For how long this frame is shown; zero where the picture does not say.
  public let duration: Duration
  /// Whether a part of it is missing or wrong; the image shows what there is.
  public let isDamaged: Bool
  /// Whether the decoder was confined by everything there is, and not by limits alone.
  public let isConfined: Bool
}
