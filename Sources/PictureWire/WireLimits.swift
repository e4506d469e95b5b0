/// What neither end goes beyond.
public enum WireLimits {
  /// A side of a box, and of what is sent to a service.
  public static let side = 1...8192
  /// The pixels of a box: a screen of 4096 × 4096.
  public static let boxArea = 1 << 24
  /// The numbers of an animation's frames that can be asked for.
  public static let frames = 0...9999
  /// The bytes of a stranger's picture.
  public static let strangersBytes = 12 << 20
  /// The bytes of a picture of one's own, as a camera makes it.
  public static let ownBytes = 48 << 20
}
