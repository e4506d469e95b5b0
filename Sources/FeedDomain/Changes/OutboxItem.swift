/// A change on its way to the service.
public struct OutboxItem: Hashable, Sendable {
  /// An item's id: chosen before it is first sent, and the key by which a repeat is told.
  public typealias ID = Identifier<OutboxItem>

  /// How far it has come.
  public enum State: Hashable, Sendable {
    /// Waits for its turn, at the earliest at that moment; with why the last try failed.
    case queued(notBefore: Timestamp?, after: FeedError?)
    /// Is on the wire.
    case sending
    /// Was on the wire when the program ended or the line broke: it may have arrived.
    case ambiguous
    /// The service refused it; it stays until the person says what to do.
    case refused(FeedError)
  }

  public let id: ID
  public let account: Account.ID
  public let change: PendingChange
  /// How far it has come.
  public var state: State
  /// How often it was tried.
  public let attempts: Int
  /// How often the service said no to it for good: a try after that is a new one to the service.
  public let refusals: Int
  public let createdAt: Timestamp
  /// Earlier tries of something that must happen once, any of which may have arrived; nil where none
  /// can have.
  public var tries: EarlierTries?

  package init(
    id: ID, account: Account.ID, change: PendingChange, state: State, attempts: Int = 0,
    refusals: Int = 0, createdAt: Timestamp, tries: EarlierTries? = nil
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

/// What is known of the tries of an item that may have arrived; kept with the item.
public struct EarlierTries: Hashable, Sendable {
  /// When the first of them was sent, by this machine's clock.
  public let first: Timestamp
  /// When the last was.
  public let last: Timestamp
  /// The author's posts that were known before the first try: none of them came of it.
  public let known: Set<Post.ID>
  /// Posts that came of other items: each answers for one.
  public var taken: Set<Post.ID>
  /// Whether the person was asked since the last of them: what is tried now they want to be sent.
  public let isConfirmed: Bool

  /// Tries of that time.
  public init(
    first: Timestamp, last: Timestamp, known: Set<Post.ID> = [], taken: Set<Post.ID> = [],
    isConfirmed: Bool = false
  ) {
    (self.first, self.last, self.isConfirmed) = (first, last, isConfirmed)
    (self.known, self.taken) = (known, taken)
  }
}

/// The waiting items of an account, looked through from the oldest on.
package struct OutboxQueue {
  private var waiting: [(item: OutboxItem, isHeld: Bool)] = []

  /// A queue in which nothing waits.
  package init() {}

  /// Adds an item behind all others, and returns those of them that it waits for.
  package mutating func add(_ item: OutboxItem) -> [OutboxItem] {
    let holders = waiting.filter { $0.item.holdsBack(item, isHeld: $0.isHeld) }.map(\.item)
    waiting.append((item, !holders.isEmpty))
    return holders
  }
}

extension OutboxItem {
  /// Whether it waits for the person alone.
  package var isRefused: Bool {
    if case .refused = state { true } else { false }
  }

  /// Whether nobody can tell what came of it, and the person is asked.
  package var isInDoubt: Bool { state == .refused(.outcomeUnknown) }

  /// Whether it can be sent now, as far as it is concerned itself.
  package func isDue(now: Timestamp) -> Bool {
    switch state {
    case .queued(let notBefore, _): notBefore.map { $0 <= now } ?? true
    case .ambiguous: true
    case .sending, .refused: false
    }
  }

  /// Whether a younger item of the account depends on this one and waits for it: because both are
  /// about the same, because both belong to one thread, or because what somebody says stays in order
  /// as long as this one waits for its turn or for the line. One that fails by itself, or is held back
  /// itself, lets others pass.
  fileprivate func holdsBack(_ younger: OutboxItem, isHeld: Bool) -> Bool {
    guard !isRefused else { return false }
    if let subject = change.subject, subject == younger.change.subject { return true }
    guard case .publish(let draft) = change else { return false }
    guard case .publish(let other) = younger.change else {
      return draft.editing != nil && draft.editing == younger.change.post
        && !younger.change.isDeletion
    }
    return !isHeld && !failsByItself || !draft.threadPosts.isDisjoint(with: other.threadPosts)
  }

  /// Whether its last try failed for a reason of its own, which does not concern others.
  private var failsByItself: Bool {
    guard case .queued(_, let error?) = state else { return false }
    switch error {
    case .unreachable, .untrusted, .rateLimited, .signedOut, .invalidCredentials, .missingLibrary:
      return false
    case .refused, .misconfigured, .notFound, .serverFailed, .badReply, .endless, .cancelled,
      .outcomeUnknown:
      return true
    }
  }
}

extension Draft {
  /// The posts of the thread it belongs to, as far as it names them.
  fileprivate var threadPosts: Set<Post.ID> { Set([editing, replyTo, quoting].compactMap(\.self)) }
}

extension PendingChange {
  /// Whether it says something new, which others would read twice if it were sent twice.
  package var saysSomethingNew: Bool {
    switch self {
    case .publish(let draft): draft.editing == nil
    case .act(let act): act.kind == .message || act.kind == .publishMedia
    case .mark, .follow, .mute, .block, .admit, .vote, .delete: false
    }
  }

  /// Whether it takes back what was said.
  package var isDeletion: Bool {
    if case .delete = self { true } else { false }
  }

  /// Whether it is a post with a picture that is not at the service yet: when something is not found,
  /// that is the picture's file, and when something was called off, its opening.
  package var hasUnsentPictures: Bool {
    guard case .publish(let draft) = self else { return false }
    return draft.attachments.contains { $0.uploaded == nil }
  }
}
