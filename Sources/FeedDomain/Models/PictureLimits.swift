/// How large a picture may be that is posted.
public struct PictureLimits: Hashable, Sendable {
  /// What most services take, and more than a screen ever shows.
  public static let standard = PictureLimits(longestSide: 4096, bytes: 8 << 20)

  /// How many pixels its longer side may have.
  public let longestSide: Int
  /// How many bytes it may have.
  public let bytes: Int

  package init(longestSide: Int, bytes: Int) {
    (self.longestSide, self.bytes) = (longestSide, bytes)
  }
}
