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

  /// Its id.
  public let id: ID
  /// Whose it is.
  public let account: Account.ID
  /// What is to be done.
  public let change: Change
  /// How far it has come.
  public var state: State
  /// How often it was tried.
  public let attempts: Int
  /// How often the service said no to it for good: a try after that is a new one to the service.
  public let refusals: Int
  /// When the person did it.
  public let createdAt: Timestamp
  /// Earlier tries of something that must happen once, any of which may have arrived; nil where none
  /// can have.
  public var tries: EarlierTries?

  package init(
    id: ID, account: Account.ID, change: Change, state: State, attempts: Int = 0,
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
