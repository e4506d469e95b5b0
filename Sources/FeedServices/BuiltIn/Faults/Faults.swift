internal import FeedDomain

/// Which calls to the built-in service go wrong, and how.
package struct Faults: Hashable, Sendable {
  /// Something that is asked of the service.
  package enum Call: String, CaseIterable, Hashable, Sendable {
    case signIn = "signin"
    case signOut = "signout"
    case feed, conversation, people, notices, search
    /// The bytes of a photo.
    case photo
    /// What is told of a photo.
    case details
    case place, upload
    case like, boost, bookmark, follow, mute, block, vote, publish, delete
  }

  /// How a call goes wrong.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case unreachable, refused, signedOut, rateLimited, serverFailed, badReply
    /// It takes ten times as long.
    case slow
    case hang
    /// The server does what it is asked, but its answer is lost on the way.
    case lostReply = "lost-reply"
  }

  /// One thing that goes wrong.
  package struct Fault: Hashable, Sendable {
    /// Nil for any.
    package let call: Call?
    package let kind: Kind
    /// How many such calls, the first ones; nil for all.
    package let count: Int?

    package init(_ call: Call?, _ kind: Kind, count: Int? = nil) {
      (self.call, self.kind, self.count) = (call, kind, count)
    }
  }

  /// What goes wrong; for each call the first that concerns it counts.
  package let faults: [Fault]

  package init(_ faults: [Fault] = []) { self.faults = faults }
}

extension Faults.Call {
  init(_ change: Change) {
    switch change {
    case .mark(_, let action, _):
      self = action.contains(.liked) ? .like : action.contains(.boosted) ? .boost : .bookmark
    case .follow, .admit, .act: self = .follow
    case .mute: self = .mute
    case .block: self = .block
    case .vote: self = .vote
    case .publish: self = .publish
    case .delete: self = .delete
    }
  }
}
