/// A change of the reader in the outbox, to be sent to its service.
public struct OutboxItem: Hashable, Sendable {
  /// The id of an outbox item, chosen before the first attempt and sent as the idempotency key.
  public typealias ID = Identifier<OutboxItem>

  public enum State: Hashable, Sendable {
    /// A state of an outbox item: waiting until `notBefore`, with the last attempt's failure.
    case queued(notBefore: Timestamp?, after: FeedError?)
    case sending
    /// A state of an outbox item: being sent when the program ended or the connection broke, so
    /// that the change may have arrived.
    case ambiguous
    /// A state of an outbox item: refused by the service, and waiting for the reader's decision.
    case refused(FeedError)
  }

  public let id: ID
  public let account: Account.ID
  public let change: PendingChange
  public var state: State
  public let attempts: Int
  /// The number of times the service refused the outbox item; an attempt after a refusal gets a new
  /// idempotency key.
  public let refusals: Int
  public let createdAt: Timestamp
  /// The earlier attempts to send an unrepeatable change that may have arrived; nil if none can
  /// have.
  public var tries: EarlierAttempts?

  package init(
    id: ID, account: Account.ID, change: PendingChange, state: State, attempts: Int = 0,
    refusals: Int = 0, createdAt: Timestamp, tries: EarlierAttempts? = nil
  ) {
    self.id = id
    self.account = account
    self.change = change
    self.state = state
    self.attempts = attempts
    self.refusals = refusals
    self.createdAt = createdAt
    self.tries = tries
  }
}

/// The earlier attempts to send an outbox item that may have arrived; stored with the item.
public struct EarlierAttempts: Hashable, Sendable {
  /// The time of the first attempt to send the outbox item, by the local clock.
  public let first: Timestamp
  /// The time of the last attempt to send the outbox item, by the local clock.
  public let last: Timestamp
  /// The ids of the author's posts before the first attempt, none of which came from the outbox
  /// item.
  public let known: Set<Post.ID>
  /// The ids of posts that other outbox items published, none of which came from this item.
  public var taken: Set<Post.ID>
  /// True if the reader confirmed another attempt, although the earlier ones may have arrived.
  public let isConfirmed: Bool

  public init(
    first: Timestamp, last: Timestamp, known: Set<Post.ID> = [], taken: Set<Post.ID> = [],
    isConfirmed: Bool = false
  ) {
    (self.first, self.last, self.isConfirmed) = (first, last, isConfirmed)
    (self.known, self.taken) = (known, taken)
  }
}

/// The outbox items of an account in order, to find the items that block others.
package struct BlockingItemSearch {
  private var waiting: [(item: OutboxItem, isHeld: Bool)] = []

  package init() {}

  /// Adds an outbox item that is younger than the others, and returns the items that block it.
  package mutating func addItem(_ item: OutboxItem) -> [OutboxItem] {
    let holders = waiting.filter { $0.item.blocksItem(item, isHeld: $0.isHeld) }.map(\.item)
    waiting.append((item, !holders.isEmpty))
    return holders
  }
}

extension OutboxItem {
  package var isRefused: Bool {
    if case .refused = state { true } else { false }
  }

  /// True if the outcome of the last attempt is unknown, and the reader must decide about the
  /// outbox item.
  package var isInDoubt: Bool { state == .refused(.outcomeUnknown) }

  /// Returns true if the outbox item is due, regardless of other items.
  package func isDue(now: Timestamp) -> Bool {
    switch state {
    case .queued(let notBefore, _): notBefore.map { $0 <= now } ?? true
    case .ambiguous: true
    case .sending, .refused: false
    }
  }

  /// Returns true if this outbox item blocks a younger one: because both have the same subject or
  /// thread, or because posts stay in order while this one waits. Failed and blocked items let
  /// others pass.
  fileprivate func blocksItem(_ younger: OutboxItem, isHeld: Bool) -> Bool {
    guard !isRefused else { return false }
    if let subject = change.subject, subject == younger.change.subject { return true }
    // The state that was set last is sent last.
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
    return !isHeld && !failsByItself || !draft.threadPosts.isDisjoint(with: other.threadPosts)
  }

  /// True if the last attempt to send the outbox item failed for a reason that does not affect
  /// other items.
  private var failsByItself: Bool {
    guard case .queued(_, let error?) = state else { return false }
    switch error {
    case .unreachable, .untrusted, .rateLimited, .signedOut, .invalidCredentials, .missingLibrary:
      return false
    case .refused, .membersOnly, .misconfigured, .notFound, .serverFailed, .badReply, .tooLarge,
      .endless,
      .cancelled,
      .outcomeUnknown:
      return true
    }
  }
}

extension Draft {
  /// The ids of the posts that the draft edits, answers and quotes.
  fileprivate var threadPosts: Set<Post.ID> { Set([editing, replyTo, quoting].compactMap(\.self)) }
}

extension PendingChange {
  /// True if the change would publish twice if sent twice, as a post or reply does.
  package var saysSomethingNew: Bool {
    switch self {
    case .publish(let draft): draft.editing == nil
    case .act(let act): act.kind == .message || act.kind == .publishMedia
    case .mark, .markRead, .follow, .mute, .block, .admit, .vote, .delete: false
    }
  }

  package var isDeletion: Bool {
    if case .delete = self { true } else { false }
  }

  /// True if a picture of the post is not uploaded yet. The error `notFound` then means the
  /// picture's file, and `cancelled` its decoding.
  package var hasUnsentPictures: Bool {
    guard case .publish(let draft) = self else { return false }
    return draft.attachments.contains { $0.uploaded == nil }
  }
}
