package import Terminal

/// A picture that was decoded.
package struct DecodedPicture: Equatable, Sendable {
  /// The pixels for the box: they fill it, or as much of it as the picture's shape allows.
  package let image: PixelImage
  /// How large the picture itself is, the right way up.
  package let original: PixelSize
  /// How many frames it has; more than one is an animation.
  package let frames: Int
  /// How long this frame is shown; zero where the picture does not say.
  package let duration: Duration
  /// Whether a part of it is missing or wrong; the image shows what there is.
  package let isDamaged: Bool
  /// Whether the decoder was fully confined, and not by resource limits alone.
  package let isConfined: Bool
}
