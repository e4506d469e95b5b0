/// A change by the user that waits on disk to be sent to a service, with the state of its sending.
public struct OutboxItem: Hashable, Sendable {
  /// The type of the id of an outbox item; the id is chosen before the first attempt, and sent to
  /// the service as the idempotency key.
  public typealias ID = Identifier<OutboxItem>

  public enum OutboxItemState: Hashable, Sendable {
    /// A state of an outbox item: waiting to be sent, not before a time if one is given, after the
    /// failure of the last attempt if there was one.
    case queued(notBefore: Timestamp?, after: FeedError?)
    case sending
    /// A state of an outbox item: its sending was interrupted, so that the change may or may not
    /// have arrived.
    case ambiguous
    /// A state of an outbox item: the service refused the change, and the user must decide whether
    /// to send it again.
    case refused(FeedError)
  }

  public let id: ID
  public let account: Account.ID
  public var change: PendingChange
  public var state: OutboxItemState
  public var attempts: Int
  /// The number of times that the service refused the outbox item. Each attempt after a refusal
  /// uses another idempotency key.
  public var refusals: Int
  public let createdAt: Timestamp
  /// The record of earlier attempts to send the change, if it must not arrive twice and may have
  /// arrived; nil if no attempt can have arrived.
  public var earlierAttempts: PossiblyArrivedSendAttempts?

  package init(
    id: ID, account: Account.ID, change: PendingChange, state: OutboxItemState, attempts: Int = 0,
    refusals: Int = 0, createdAt: Timestamp, earlierAttempts: PossiblyArrivedSendAttempts? = nil
  ) {
    self.id = id
    self.account = account
    self.change = change
    self.state = state
    self.attempts = attempts
    self.refusals = refusals
    self.createdAt = createdAt
    self.earlierAttempts = earlierAttempts
  }
}

/// A record of earlier attempts to send an outbox item that may have arrived at the service; stored
/// with the item.
public struct PossiblyArrivedSendAttempts: Hashable, Sendable {
  /// The time of the first attempt to send the outbox item, by the local clock.
  public let firstAttempt: Timestamp
  /// The time of the last attempt to send the outbox item, by the local clock.
  public let lastAttempt: Timestamp
  /// The ids of the author's posts at the service before the first attempt to send the outbox item;
  /// none of them came from the item.
  public let earlierPosts: Set<Post.ID>
  /// The ids of posts that other outbox items published, none of which came from this outbox item.
  public var otherItemsPosts: Set<Post.ID>
  /// True if the user confirmed another attempt to send the outbox item, although the earlier ones
  /// may have arrived.
  public let isConfirmed: Bool

  public init(
    firstAttempt: Timestamp, lastAttempt: Timestamp, earlierPosts: Set<Post.ID> = [],
    otherItemsPosts: Set<Post.ID> = [],
    isConfirmed: Bool = false
  ) {
    (self.firstAttempt, self.lastAttempt, self.isConfirmed) = (
      firstAttempt, lastAttempt, isConfirmed
    )
    (self.earlierPosts, self.otherItemsPosts) = (earlierPosts, otherItemsPosts)
  }
}

/// A search for the outbox items that must be sent before other items; an account's items are added
/// from the oldest to the youngest.
package struct BlockingItemSearch {
  private var waiting: [(item: OutboxItem, isBlockedItself: Bool)] = []
  /// The places in `waiting` of the items that may block younger items, by what they concern, so
  /// that a search among thousands of items compares few of them.
  private var places: [BlockingSubject: [Int]] = [:]

  private enum BlockingSubject: Hashable {
    case subject(String)
    case entry(Post.ID)
    /// A subject of outbox items: all posts, which are sent in order.
    case posts
    case edited(Post.ID)
    case deleted(Post.ID)
  }

  package init() {}

  /// Adds an outbox item, which must be younger than the items added before, and returns the older
  /// items that have to be sent first.
  package mutating func addItemReturningBlockers(_ item: OutboxItem) -> [OutboxItem] {
    let (sought, added) = Self.soughtAndAddedBlockingSubjects(of: item.change)
    let holders = Set(sought.flatMap { places[$0] ?? [] }).sorted().map { waiting[$0] }
      .filter { $0.item.mustPrecedeYoungerItem(item, isBlockedItself: $0.isBlockedItself) }.map(
        \.item)
    for subject in added { places[subject, default: []].append(waiting.count) }
    waiting.append((item, !holders.isEmpty))
    return holders
  }

  /// Returns the subjects under which the items that may block a change are found, and those under
  /// which the change is found later.
  private static func soughtAndAddedBlockingSubjects(
    of change: PendingChange
  ) -> (sought: [BlockingSubject], added: [BlockingSubject]) {
    let own = change.subject.map { [BlockingSubject.subject($0)] } ?? []
    switch change {
    case .markRead(let entries, _, _):
      let subjects = entries.map(BlockingSubject.entry)
      return (subjects, subjects)
    case .publish(let draft):
      let replaced = change.replacedPost.map { [BlockingSubject.deleted($0)] } ?? []
      let edited = draft.editing.map { [BlockingSubject.edited($0)] } ?? []
      return (own + [.posts] + replaced, own + [.posts] + edited)
    default:
      guard let post = change.post else { return (own, own) }
      return (own + [.edited(post)], change.isDeletion ? own + [.deleted(post)] : own)
    }
  }
}

extension OutboxItem {
  package var isRefused: Bool {
    if case .refused = state { true } else { false }
  }

  /// True if the last attempt to send the outbox item may or may not have arrived, so that the user
  /// must decide about another attempt.
  package var isInDoubt: Bool { state == .refused(.outcomeUnknown) }

  /// Returns true if the outbox item's own state allows sending it at a time; other items can still
  /// block it.
  package func isDue(now: Timestamp) -> Bool {
    switch state {
    case .queued(let notBefore, _): notBefore.map { $0 <= now } ?? true
    case .ambiguous: true
    case .sending, .refused: false
    }
  }

  /// Returns true if a younger outbox item must wait for this one: both concern the same subject,
  /// entries or thread, or both are posts, which are sent in order. A refused item blocks none,
  /// except for the deletion of a post that the younger item replaces; a post that is blocked or
  /// failed for its own reasons does not block unrelated posts.
  fileprivate func mustPrecedeYoungerItem(_ younger: OutboxItem, isBlockedItself: Bool) -> Bool {
    if change.isDeletion, let post = change.post, younger.change.replacedPost == post {
      return true
    }
    guard !isRefused else { return false }
    if let subject = change.subject, subject == younger.change.subject { return true }
    // Changes of the read state of one entry are sent in order, so that the last one wins.
    if case .markRead(let entries, _, _) = change,
      case .markRead(let others, _, _) = younger.change
    {
      return !Set(entries).isDisjoint(with: others)
    }
    guard case .publish(let draft) = change else { return false }
    guard case .publish(let other) = younger.change else {
      return draft.editing != nil && draft.editing == younger.change.post
        && !younger.change.isDeletion
    }
    return !isBlockedItself && !failedWithoutAffectingOthers
      || !draft.threadPosts.isDisjoint(with: other.threadPosts)
  }

  /// True if the last attempt to send the outbox item failed for a reason that does not affect
  /// other items.
  private var failedWithoutAffectingOthers: Bool {
    guard case .queued(_, let error?) = state else { return false }
    switch error {
    case .unreachable, .untrusted, .rateLimited, .signedOut, .invalidCredentials, .missingLibrary:
      return false
    case .refused, .limited, .membersOnly, .misconfigured, .notFound, .serverFailed, .badReply,
      .tooLarge,
      .endless,
      .cancelled,
      .outcomeUnknown, .storeFailed:
      return true
    }
  }
}

extension Draft {
  /// The ids of the other posts that the draft refers to: those that it edits, answers and quotes.
  fileprivate var threadPosts: Set<Post.ID> { Set([editing, replyTo, quoting].compactMap(\.self)) }
}

extension PendingChange {
  /// True if sending the change twice would publish two posts, as for a new post or a reply.
  package var publishesAgainIfResent: Bool {
    switch self {
    case .publish(let draft): draft.editing == nil
    case .serviceAction(let act): act.kind == .message || act.kind == .publishMedia
    case .mark, .markRead, .follow, .mute, .block, .answerFollowRequest, .vote, .delete: false
    }
  }

  package var isDeletion: Bool {
    if case .delete = self { true } else { false }
  }

  /// The user's own post that is deleted before this change publishes a post in its place; nil for
  /// other changes.
  package var replacedPost: Post.ID? {
    if case .publish(let draft) = self { draft.replaces } else { nil }
  }

  /// True if the outbox item's post has a picture that is not uploaded yet. A sending error
  /// `notFound` then means the picture's file, and `cancelled` the decoding of the picture.
  package var hasUnsentPictures: Bool {
    guard case .publish(let draft) = self else { return false }
    return draft.attachments.contains { $0.uploaded == nil }
  }
}
