package import FeedDomain

/// Calling for a reader who looks elsewhere: how much they have not read, and what just happened.
package enum Alerts {
  package enum Request: Equatable, Sendable {
    /// To be told from now on, until whoever asks is let go of.
    case open
  }

  package enum Response: Equatable, Sendable {
    /// So many notices have not been read.
    case unread(Int)
    /// These mention the reader, or are messages, and were not there a moment ago; never none, the
    /// latest first.
    case happened([Notification], to: Account)
  }
}

extension Notification {
  /// Whether somebody speaks to the reader alone, or to few.
  package var isMessage: Bool { kind == .mention && post?.visibility == .mentioned }
}
