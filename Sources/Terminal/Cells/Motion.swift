/// What is seen of a picture that moves: pictures that follow each other, from the beginning again
/// after the last.
public final class Motion: Sendable {
  /// One of them, and for how long it is seen.
  public struct Frame: Sendable {
    /// What is seen.
    public let picture: Picture
    /// For how long.
    public let duration: Duration

    /// A picture that is seen for so long.
    public init(_ picture: Picture, for duration: Duration) {
      (self.picture, self.duration) = (picture, duration)
    }

    var milliseconds: Int { Int(duration / .milliseconds(1)) }
  }

  /// In the order in which they are seen, at least two.
  public let frames: [Frame]

  /// A motion of these; nil where nothing moves.
  public init?(_ frames: [Frame]) {
    guard frames.count > 1 else { return nil }
    self.frames = frames
  }
}

extension Motion: Hashable {
  /// A motion equals only itself.
  public static func == (left: Motion, right: Motion) -> Bool { left === right }
  /// By identity, not by looks.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
