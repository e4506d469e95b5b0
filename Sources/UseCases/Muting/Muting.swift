package import FeedDomain

/// Choosing what not to read about.
package enum Muting {
  /// Something that is muted, or could be.
  package struct Entry: Equatable, Sendable {
    package let mute: Mute
    package let isMuted: Bool

    package init(_ mute: Mute, isMuted: Bool) {
      (self.mute, self.isMuted) = (mute, isMuted)
    }
  }

  package enum Request: Equatable, Sendable {
    /// To choose among what a post is about, and what is muted already.
    case open(about: Post.ID?)
    /// To mute it, or no longer.
    case toggle(Mute)
    /// To mute what was typed.
    case add(String)
  }

  package enum Response: Equatable, Sendable {
    /// What the post is about, then what else is muted.
    case entries([Entry])
    case added(Mute)
    /// What was typed is nothing to mute.
    case nothing
    /// It could not be read or kept.
    case storeFailed(StoreError)
  }
}
