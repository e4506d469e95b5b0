import PictureWire

/// How large a picture may be before any of it is decoded.
struct Caps {
  let bytes: Int
  let pixels: Int
  let side: Int

  /// For what comes over the network: 40 megapixels.
  static let stranger = Caps(bytes: WireLimits.strangersBytes, pixels: 40_000_000, side: 16_384)
  /// For what a camera made, on its way to a service.
  static let own = Caps(bytes: WireLimits.ownBytes, pixels: 110_000_000, side: 16_384)

  /// How many pixels an animation may have up to the frame that is asked for.
  private static let animated = 100_000_000
  /// How many times quicker copying the canvas is than unpacking as many pixels.
  private static let copyingShare = 16

  /// Refuses an animation of which more has to be unpacked than there is time for. A single frame
  /// is a picture like any other.
  static func check(
    pixels: Int, ofFrames count: Int, on canvas: Extent
  ) throws(WireRefusal) {
    guard count > 1 else { return }
    guard pixels + count * (canvas.area / copyingShare) <= animated else { throw .tooLarge }
  }

  /// Whether a picture of that size is small enough.
  func admit(_ size: Extent) -> Bool {
    size.width <= side && size.height <= side && size.area <= pixels
  }

  /// Refuses what is too large, or has no pixels at all.
  func check(_ size: Extent) throws(WireRefusal) {
    guard size.width > 0, size.height > 0 else { throw .damaged }
    guard admit(size) else { throw .tooLarge }
  }
}
