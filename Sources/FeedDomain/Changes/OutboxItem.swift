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
  public internal(set) var state: State
  /// How often it was tried.
  public let attempts: Int
  /// How often the service said no to it for good: a try after that is a new one to the service.
  public let refusals: Int
  /// When the person did it.
  public let createdAt: Timestamp

  package init(
    id: ID, account: Account.ID, change: Change, state: State, attempts: Int = 0,
    refusals: Int = 0, createdAt: Timestamp
  ) {
    self.id = id
    self.account = account
    self.change = change
    self.state = state
    self.attempts = attempts
    self.refusals = refusals
    self.createdAt = createdAt
  }
}
