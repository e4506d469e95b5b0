/// The limits that both ends keep to.
public enum WireLimits {
  /// The length of a side, of a box or of what is sent to a service.
  public static let side = 1...8192
  /// The most pixels in a box: a screen of 4096 × 4096.
  public static let boxArea = 1 << 24
  /// The numbers of an animation's frames that can be asked for.
  public static let frames = 0...9999
  /// The most bytes in a stranger's picture.
  public static let strangersBytes = 12 << 20
  /// The most bytes in a picture of the person's own, as a camera makes it.
  public static let ownBytes = 48 << 20
}
