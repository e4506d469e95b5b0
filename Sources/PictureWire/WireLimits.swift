/// The limits that both ends keep to.
package enum WireLimits {
  /// The length of a side, of a box or of what is sent to a service.
  package static let side = 1...8192
  /// The most pixels in a box: a screen of 4096 × 4096.
  package static let boxArea = 1 << 24
  /// The numbers of an animation's frames that can be asked for.
  package static let frames = 0...9999
  /// The most frames of an animation that are given, and the most bytes of them all.
  package static let motion = (frames: 240, bytes: 16 << 20)
  /// The bytes before each frame's pixels: for how many milliseconds it is shown.
  package static let frameHeader = 4
  /// The most bytes in a stranger's picture.
  package static let strangersBytes = 12 << 20
  /// The most bytes in a picture of the person's own, as a camera makes it.
  package static let ownBytes = 48 << 20
}
