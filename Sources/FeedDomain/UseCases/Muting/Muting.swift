/// Choosing what not to read about.
public enum Muting {
  /// Something that is muted, or could be.
  public struct Entry: Equatable, Sendable {
    /// What it is.
    public let mute: Mute
    /// Whether it is muted.
    public let isMuted: Bool

    /// Something that is muted, or could be.
    public init(_ mute: Mute, isMuted: Bool) {
      self.mute = mute
      self.isMuted = isMuted
    }
  }

  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To choose among what a post is about, and what is muted already.
    case open(about: Post.ID?)
    /// To mute it, or no longer.
    case toggle(Mute)
    /// To mute what was typed.
    case add(String)
  }

  /// What happened.
  public enum Response: Equatable, Sendable {
    /// What the post is about, then what else is muted.
    case entries([Entry])
    /// It is muted now.
    case added(Mute)
    /// What was typed is nothing to mute.
    case nothing
    /// It could not be read or kept.
    case storeFailed(StoreError)
  }
}
