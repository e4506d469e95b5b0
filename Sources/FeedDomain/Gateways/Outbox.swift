/// Changes waiting to be sent, safe across crash and power loss.
public protocol Outbox: Sendable {
  /// Queues a change and returns once it is on disk.
  ///
  /// Replaces what waits with the same account and subject and is not on the wire: of like, unlike
  /// and like only the last is kept.
  ///
  /// A post's draft leaves those in the making in the same step: at no moment is it in both places,
  /// nor in none.
  func enqueue(_ item: OutboxItem) async throws(StoreError)
  /// What waits for the account, oldest first; for every account where none is given.
  func items(of account: Account.ID?) async throws(StoreError) -> [OutboxItem]
  /// What is kept for the account, or for every one, that this version can make nothing of: damaged,
  /// or of a later version. It holds nothing up, and goes by `withdraw`.
  func unreadable(of account: Account.ID?) async throws(StoreError) -> [OutboxItem.ID]
  /// Takes the oldest item that is due, and marks it as being on the wire.
  ///
  /// Returns nil while an older item of the account must go first, where nothing is due, or where
  /// another process has one of the account's on the wire. What a dead process left on the wire
  /// becomes ambiguous first; an ambiguous item is due at once. What is taken counts the try that
  /// begins with it among its `attempts`.
  ///
  /// An item that waits keeps back only those that depend on it (`OutboxQueue`).
  func claim(of account: Account.ID, now: Timestamp) async throws(StoreError) -> OutboxItem?
  /// Says what became of a claimed item, or of one that waits: its new state, or nil when it is
  /// done and can go.
  func settle(_ id: OutboxItem.ID, as state: OutboxItem.State?) async throws(StoreError)
  /// Has the next post of a thread take the place of one that is done, in one step: there is no moment
  /// in which neither waits, nor in which the same is sent twice. Nothing where that is gone.
  func follow(_ id: OutboxItem.ID, with next: OutboxItem) async throws(StoreError)
  /// Notes what the service calls one of a waiting post's pictures, so that it is sent once.
  func note(
    _ name: String, forPicture index: Int, of id: OutboxItem.ID
  ) async throws(StoreError)
  /// Notes that something that must happen once is about to be sent, and the author's posts that are
  /// known by then: until `noteUnsent`, it may have arrived.
  func noteSending(
    _ id: OutboxItem.ID, at moment: Timestamp, knowing posts: Set<Post.ID>
  ) async throws(StoreError)
  /// Notes that no try of an item has arrived.
  func noteUnsent(_ id: OutboxItem.ID) async throws(StoreError)
  /// Notes which post came of an item.
  func note(
    _ post: Post.ID, publishedBy id: OutboxItem.ID, of account: Account.ID
  ) async throws(StoreError)
  /// The latest posts that came of items, and of which.
  func published(of account: Account.ID) async throws(StoreError) -> [Post.ID: OutboxItem.ID]
  /// Takes an item back; false where it is on the wire or gone.
  func withdraw(_ id: OutboxItem.ID) async throws(StoreError) -> Bool
  /// Erases everything of an account, its drafts too, leaving no trace in any file.
  func erase(account: Account.ID) async throws(StoreError)
}

/// Drafts, saved while they are written.
///
/// Several windows may write on one draft: whoever saves or drops it says what they know of it, and
/// nothing else is overwritten or dropped.
public protocol DraftStore: Sendable {
  /// Saves a draft in place of what is known to be held under its id; nil where nothing is. False,
  /// and nothing is saved, where something else is held by now, or nothing any more.
  func save(
    _ draft: Draft, over known: Draft?, account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> Bool
  /// The drafts of an account, the latest first.
  func drafts(of account: Account.ID) async throws(StoreError) -> [Draft]
  /// Drops a draft, where it is held so; what somebody wrote there meanwhile stays.
  func discard(_ draft: Draft) async throws(StoreError)
}
