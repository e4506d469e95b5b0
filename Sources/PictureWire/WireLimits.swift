/// Limits of both sides.
package enum WireLimits {
  package static let side = 1...8192
  /// The most pixels of a box: a screen of 4096 × 4096.
  package static let boxArea = 1 << 24
  /// The frame numbers of an order.
  package static let frames = 0...9999
  /// The most frames of an animation, and the most bytes of all.
  package static let motion = (frames: 240, bytes: 16 << 20)
  /// The bytes before a frame's pixels, with its milliseconds.
  package static let frameHeader = 4
  /// The most bytes of a downloaded picture.
  package static let strangersBytes = 12 << 20
  /// The most bytes of the person's own picture.
  package static let ownBytes = 48 << 20
}
