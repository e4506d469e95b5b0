internal import FeedDomain

/// Which calls to the built-in service go wrong, and how.
public struct Faults: Hashable, Sendable {
  /// Something that is asked of the service.
  public enum Call: String, CaseIterable, Hashable, Sendable {
    /// Signing in.
    case signIn = "signin"
    /// Signing out.
    case signOut = "signout"
    /// A page of a stream.
    case feed
    /// A conversation.
    case conversation
    /// A person, or a list of people.
    case people
    /// Notices.
    case notices
    /// Searching posts.
    case search
    /// The bytes of a photo.
    case photo
    /// What is told of a photo.
    case details
    /// Looking for a place.
    case place
    /// Sending a picture.
    case upload
    /// Liking, or no longer.
    case like
    /// Boosting, or no longer.
    case boost
    /// Keeping for later, or no longer.
    case bookmark
    /// Following, or no longer.
    case follow
    /// Muting, or no longer.
    case mute
    /// Blocking, or no longer.
    case block
    /// Answering a poll.
    case vote
    /// Saying something.
    case publish
    /// Taking back what was said.
    case delete
  }

  /// How a call goes wrong.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The line is down.
    case unreachable
    /// The service says no.
    case refused
    /// The token is no longer accepted.
    case signedOut
    /// There were too many requests.
    case rateLimited
    /// The server is in trouble.
    case serverFailed
    /// The answer cannot be read.
    case badReply
    /// It takes ten times as long.
    case slow
    /// There is never an answer.
    case hang
    /// The server does what it is asked, but its answer is lost on the way.
    case lostReply = "lost-reply"
  }

  /// One thing that goes wrong.
  public struct Fault: Hashable, Sendable {
    /// Which call; nil for any.
    public let call: Call?
    /// How.
    public let kind: Kind
    /// How many such calls, the first ones; nil for all.
    public let count: Int?

    /// One thing that goes wrong.
    public init(_ call: Call?, _ kind: Kind, count: Int? = nil) {
      self.call = call
      self.kind = kind
      self.count = count
    }
  }

  /// What goes wrong; for each call the first that concerns it counts.
  public let faults: [Fault]

  /// Faults, the first ones first.
  public init(_ faults: [Fault] = []) { self.faults = faults }
}

extension Faults.Call {
  /// The call that sends a change.
  init(_ change: Change) {
    switch change {
    case .mark(_, let action, _):
      self = action.contains(.liked) ? .like : action.contains(.boosted) ? .boost : .bookmark
    case .follow, .admit: self = .follow
    case .mute: self = .mute
    case .block: self = .block
    case .vote: self = .vote
    case .publish: self = .publish
    case .delete: self = .delete
    }
  }
}
