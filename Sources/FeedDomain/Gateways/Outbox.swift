/// The outbox: a queue on disk of the changes to be sent, which survives crashes and power loss.
public protocol Outbox: Sendable {
  /// Adds a change to the outbox, and returns once it is on disk. Replaces a waiting change of the
  /// same account and subject that is not being sent: of like, unlike and like only the last stays.
  /// A published draft leaves the drafts in the same transaction.
  func enqueue(_ item: OutboxItem) async throws(StoreError)
  /// Reads the outbox items of an account in every state, oldest first; of all accounts for nil.
  func items(of account: Account.ID?) async throws(StoreError) -> [OutboxItem]
  /// Reads the ids of outbox items that this version cannot read, since they are damaged or newer.
  /// They block nothing; `withdrawItem` deletes them.
  func unreadableItems(of account: Account.ID?) async throws(StoreError) -> [OutboxItem.ID]
  /// Takes the oldest due item from the outbox and marks it as being sent. Returns nil if no item
  /// is due, an older item must go first, or another process is sending one of the account's items.
  /// Items left by a dead process become ambiguous first, and are due at once. The attempt is
  /// counted in `attempts`. Waiting items block only those that depend on them
  /// (`BlockingItemSearch`).
  func claimNextItem(of account: Account.ID, now: Timestamp) async throws(StoreError) -> OutboxItem?
  /// Stores the new state of an outbox item after an attempt; nil deletes a finished item.
  func setItemState(_ id: OutboxItem.ID, as state: OutboxItem.State?) async throws(StoreError)
  /// Replaces the sent post of a thread in the outbox by the next one, in a single transaction.
  /// Does nothing if the item is gone.
  func replaceSentItem(_ id: OutboxItem.ID, with next: OutboxItem) async throws(StoreError)
  /// Records the service's id of an uploaded picture in the outbox, so that it is uploaded once.
  func recordUploadedPicture(
    _ name: String, forPicture index: Int, of id: OutboxItem.ID
  ) async throws(StoreError)
  /// Records that an unrepeatable outbox item is about to be sent, with the author's known posts;
  /// the item may have arrived until `recordNotSent`.
  func recordSendingStart(
    _ id: OutboxItem.ID, at moment: Timestamp, knowing posts: Set<Post.ID>
  ) async throws(StoreError)
  func recordNotSent(_ id: OutboxItem.ID) async throws(StoreError)
  func recordPublishedPost(
    _ post: Post.ID, publishedBy id: OutboxItem.ID, of account: Account.ID
  ) async throws(StoreError)
  /// Reads the latest published posts of an account, with the outbox items that published them.
  func publishedPosts(of account: Account.ID) async throws(StoreError) -> [Post.ID: OutboxItem.ID]
  /// Removes an outbox item; false if it is being sent or gone.
  func withdrawItem(_ id: OutboxItem.ID) async throws(StoreError) -> Bool
  /// Erases all outbox items and drafts of an account, leaving no trace in any file.
  func eraseAllItems(of account: Account.ID) async throws(StoreError)
}

/// A store for drafts while they are written. Several windows may edit one draft: saving and
/// deleting state the known version, and other versions are not touched.
public protocol DraftStore: Sendable {
  /// Saves a draft over its known version, nil for none. Returns false without saving if the stored
  /// draft differs.
  func saveDraft(
    _ draft: Draft, over known: Draft?, account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> Bool
  /// Reads an account's drafts, the latest first.
  func drafts(of account: Account.ID) async throws(StoreError) -> [Draft]
  /// Deletes a draft if its stored version is this one.
  func discardDraft(_ draft: Draft) async throws(StoreError)
}
