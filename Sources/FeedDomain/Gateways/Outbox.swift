/// A protocol of outboxes: queues on disk of the changes to be sent to services, which survive
/// crashes and power loss.
public protocol Outbox: Sendable {
  /// Adds changes to the outbox, all or none, and returns once they are on disk; replaces waiting
  /// changes of the same account and subject that are not being sent. A published draft leaves the
  /// drafts in the same transaction.
  func enqueueItems(_ items: [OutboxItem]) async throws(StoreError)
  /// Reads the outbox items of an account in every state, oldest first; of all accounts for nil.
  func outboxItems(of account: Account.ID?) async throws(StoreError) -> [OutboxItem]
  /// Reads the ids of outbox items that cannot be parsed, because they are damaged or written by a
  /// newer version. They block no other item; `withdrawItem` deletes them.
  func unreadableItemIDs(of account: Account.ID?) async throws(StoreError) -> [OutboxItem.ID]
  /// Claims the oldest outbox item of an account that is due, marks it as being sent, and returns
  /// it; nil if none is due, or another process is sending one of the account. Items that a dead
  /// process was sending become ambiguous first.
  func claimNextItem(of account: Account.ID, now: Timestamp) async throws(StoreError) -> OutboxItem?
  /// Stores the state of an outbox item after an attempt to send it. Deletes the item if the state
  /// is nil, or if a later item replaces the waiting one.
  func setItemStateOrDelete(_ id: OutboxItem.ID, as state: OutboxItem.OutboxItemState?)
    async throws(StoreError)
  /// Replaces the outbox item of a thread's published post by the item of the thread's next post,
  /// in one transaction; does nothing if the item is gone.
  func replaceSentItemWithNextPost(_ id: OutboxItem.ID, with next: OutboxItem)
    async throws(StoreError)
  /// Records the service's id of an uploaded picture in the outbox, so that it is uploaded once.
  func recordUploadedPicture(
    _ name: String, forPicture index: Int, of id: OutboxItem.ID
  ) async throws(StoreError)
  /// Records the time and the ids of the author's known posts before an unrepeatable outbox item is
  /// sent, so that a later check finds out if the item has arrived.
  func recordSendingStart(
    _ id: OutboxItem.ID, at moment: Timestamp, knowing posts: Set<Post.ID>
  ) async throws(StoreError)
  func recordItemNotSent(_ id: OutboxItem.ID) async throws(StoreError)
  /// Records that an unrepeatable outbox item was delivered, with the id of the published post; nil
  /// if the service returned none, as for a scheduled post or a message.
  func recordPublishedPost(
    _ post: Post.ID?, publishedBy id: OutboxItem.ID, of account: Account.ID
  ) async throws(StoreError)
  /// Reads the ids of an account's latest published posts, each with the id of the outbox item that
  /// published the post.
  func outboxItemIDsByPublishedPost(
    of account: Account.ID
  ) async throws(StoreError) -> [Post.ID: OutboxItem.ID]
  /// Returns true if an outbox item is recorded as delivered, among the account's latest ones.
  func wasItemDelivered(_ id: OutboxItem.ID, of account: Account.ID) async throws(StoreError)
    -> Bool
  /// Removes outbox items in one transaction; returns the ids of the removed ones, without those of
  /// items that are being sent or do not exist.
  func withdrawItems(_ ids: [OutboxItem.ID]) async throws(StoreError) -> Set<OutboxItem.ID>
  /// Erases an account's data in the database of the outbox, such as items, drafts, read states and
  /// the episode queue, leaving no trace in any file.
  func eraseOutboxData(of account: Account.ID) async throws(StoreError)
}

extension Outbox {
  /// Adds a change to the outbox, as `enqueueItems` does.
  package func enqueueItem(_ item: OutboxItem) async throws(StoreError) {
    try await enqueueItems([item])
  }

  /// Removes an outbox item; returns false if it is being sent or does not exist.
  package func withdrawItem(_ id: OutboxItem.ID) async throws(StoreError) -> Bool {
    try await withdrawItems([id]).contains(id)
  }
}

/// A store for drafts. As several windows may edit one draft, saving and deleting name the version
/// they know, and leave any other version untouched.
public protocol DraftStore: Sendable {
  /// Saves a draft if the stored version is `known`, nil for a new draft; returns false without
  /// saving if the stored draft differs.
  func saveDraftIfUnchanged(
    _ draft: Draft, over known: Draft?, account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> Bool
  /// Reads an account's drafts, the latest first.
  func drafts(of account: Account.ID) async throws(StoreError) -> [Draft]
  /// Deletes a draft with its earlier texts, unless the stored version differs from this one.
  func discardDraftIfUnchanged(_ draft: Draft) async throws(StoreError)
  /// Keeps an earlier text of a draft, and deletes the oldest ones beyond the maximum count. The
  /// texts are deleted with the draft.
  func keepEarlierDraftText(
    _ version: EarlierDraftText, of draft: Draft.ID, account: Account.ID
  ) async throws(StoreError)
  /// Reads the earlier texts of a draft, the latest first.
  func earlierDraftTexts(of draft: Draft.ID) async throws(StoreError) -> [EarlierDraftText]
}

/// An end time of alerts for a person's posts. The program turns the alerts off at the service,
/// which knows no end.
public struct PersonAlertEndTime: Equatable, Sendable {
  public let person: Person.ID
  public let handle: String
  public let endsAt: Timestamp

  package init(person: Person.ID, handle: String, endsAt: Timestamp) {
    (self.person, self.handle, self.endsAt) = (person, handle, endsAt)
  }
}

/// A store for the times at which alerts for people's posts end.
public protocol PersonAlertEndTimeStore: Sendable {
  /// Reads the end times of an account's alerts for people's posts, the earliest first.
  func personAlertEndTimes(of account: Account.ID) async throws(StoreError) -> [PersonAlertEndTime]
  /// Stores the end time of the alerts for a person's posts, in place of an earlier one.
  func setPersonAlertEndTime(_ time: PersonAlertEndTime, account: Account.ID)
    async throws(StoreError)
  func removePersonAlertEndTime(of person: Person.ID, account: Account.ID) async throws(StoreError)
}

/// A store for the user's tags of bookmarks. A tag stays if the bookmark is removed.
public protocol BookmarkTagStore: Sendable {
  func bookmarkTags(of account: Account.ID) async throws(StoreError) -> BookmarkTagIndex
  func storeLocalBookmarkTag(
    _ tag: BookmarkTag, _ isSet: Bool, on post: Post.ID, account: Account.ID
  ) async throws(StoreError)
}
