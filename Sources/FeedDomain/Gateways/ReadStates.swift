/// An entry of a web feed that is reported to the store of read states, with its id, feed and date.
public struct ReadStateEntryReference: Equatable, Sendable {
  public let post: Post.ID
  /// The id of the web feed that the entry came with, also the id of the post's author.
  public let source: Person.ID
  public let writtenAt: Timestamp
  /// True if the service reported the entry as read; ignored if the store has a read state for the
  /// entry already.
  public let isRead: Bool

  package init(
    _ post: Post.ID, of source: Person.ID, writtenAt: Timestamp, isRead: Bool = false
  ) {
    (self.post, self.source, self.writtenAt) = (post, source, writtenAt)
    self.isRead = isRead
  }

  package init(_ post: Post) {
    self.init(
      post.id.withoutAccount, of: post.author.id, writtenAt: post.createdAt,
      isRead: post.userMarks.contains(.read))
  }
}

/// A read state of one entry, as reported by a service, to be compared with the stored state.
public struct ServiceEntryReadState: Equatable, Sendable {
  public let entry: ReadStateEntryReference
  /// The time at which the read state changed at the service; nil if the service reports none.
  public let changedAt: Timestamp?

  package init(_ entry: ReadStateEntryReference, changedAt: Timestamp? = nil) {
    (self.entry, self.changedAt) = (entry, changedAt)
  }
}

/// A change of stored read states, with the ids of the entries that are read now and of those that
/// are unread now.
public struct StoredReadStateChange: Equatable, Sendable {
  public var read: [Post.ID] = []
  public var unread: [Post.ID] = []

  package init(read: [Post.ID] = [], unread: [Post.ID] = []) {
    (self.read, self.unread) = (read, unread)
  }
}

/// A group of entries that one action marked as read, or as unread.
public struct EntriesMarkedTogether: Equatable, Sendable {
  public let isRead: Bool
  public let entries: [Post.ID]

  package init(_ entries: [Post.ID], isRead: Bool) {
    (self.entries, self.isRead) = (entries, isRead)
  }
}

/// A protocol of stores for the read state of each entry of an account's feeds, shared by all
/// timelines that contain the entry. The state survives the deletion of the cache, and entries that
/// feeds drop.
public protocol ReadStateStore: Sendable {
  /// Adds entries to the store of read states; entries that it has already keep their states.
  func registerReadStateEntries(_ entries: [ReadStateEntryReference], account: Account.ID)
    async throws(StoreError)
  /// Returns the ids of the given entries that are marked as read.
  func postIDsMarkedRead(among entries: [Post.ID], account: Account.ID) async throws(StoreError)
    -> Set<
      Post.ID
    >
  /// Marks the selected entries as read or unread in one transaction, and returns the ids of those
  /// that changed. If keys are given, the changes join the outbox in the same transaction, to be
  /// sent to the service; a change that still waits in the outbox is removed if it is undone.
  func setEntriesRead(
    _ isRead: Bool, _ selection: EntriesByIDOrFeed, account: Account.ID, now: Timestamp,
    outboxKeys: (@Sendable () -> OutboxItem.ID)?
  ) async throws(StoreError) -> [Post.ID]
  /// Counts the unread entries of each web feed of the account; feeds without any are missing in
  /// the result.
  func unreadCountsByFeed(account: Account.ID) async throws(StoreError) -> [Person.ID: Int]
  /// Returns the ids of a selection's unread entries, the newest first, at most `limit`.
  func unreadPostIDs(
    in selection: EntriesByIDOrFeed, account: Account.ID, limit: Int
  ) async throws(StoreError) -> [Post.ID]
  /// Returns the entries that the command `read` marked last, as read or unread, so that the
  /// marking can be undone; nil if there was none.
  func lastEntriesMarkedTogether(account: Account.ID) async throws(StoreError)
    -> EntriesMarkedTogether?
  func setLastEntriesMarkedTogether(_ marking: EntriesMarkedTogether, account: Account.ID)
    async throws(StoreError)
  /// Reads the names of the folders that are open in the list of web feeds.
  func openFolderNames(account: Account.ID) async throws(StoreError) -> Set<String>
  func setOpenFolderNames(_ names: Set<String>, account: Account.ID) async throws(StoreError)
  /// Reads the order of the list of web feeds that the user chose; nil if never chosen.
  func webFeedListSortOrder(account: Account.ID) async throws(StoreError) -> WebFeedSortOrder?
  func setWebFeedListSortOrder(_ order: WebFeedSortOrder, account: Account.ID)
    async throws(StoreError)
  /// Stores the read states that a service reported at a time, and returns the entries whose state
  /// changed; a state that the user changed later, or whose change waits in the outbox, is kept.
  func adoptServiceReadStates(
    _ states: [ServiceEntryReadState], reportedAt: Timestamp, account: Account.ID
  ) async throws(StoreError) -> StoredReadStateChange
}

/// A gateway that fetches the read states of entries that a service keeps; changes of them are sent
/// by the publishing gateway.
public protocol ReadStateFetchingGateway: Sendable {
  /// Fetches the read states that may have changed at the service since a time, nil for all.
  func readStates(since moment: Timestamp?) async throws(FeedError) -> [ServiceEntryReadState]
}

/// A range of a timeline's stored rows: all of them, or those above or below an entry, including
/// the entry.
public enum StreamRowRange: Equatable, Sendable {
  case all
  case above(FeedEntry.ID)
  case below(FeedEntry.ID)
}

/// A direction in which the next unread entry of a timeline is looked for: down to older entries,
/// or up to newer ones.
public enum StreamDirection: Sendable { case down, up }

extension Service {
  /// True if accounts of the service have a read state for each entry, instead of one mark for all
  /// that is older.
  public var hasReadStates: Bool {
    switch self {
    case .rss, .feedServer: true
    case .tweetie, .mastodon, .bluesky, .unsplash, .flickr, .instagram: false
    }
  }
}

extension Account.ID {
  /// The service that an account's id begins with; nil for a service unknown to this version.
  public var service: Service? {
    rawValue.split(separator: ":", maxSplits: 1).first.flatMap { Service(rawValue: String($0)) }
  }

  public var hasReadStates: Bool { service?.hasReadStates ?? false }
}

/// A protocol of stores for the user's rules for web feeds, which are lines of the settings file.
public protocol FilterRuleStore: Sendable {
  /// Reads the user's rules for web feeds in the order of the file; lines that are no rules are
  /// left out.
  func filterRules() throws(StoreError) -> [FilterRuleOrSavedSearch]
  func replaceFilterRules(_ rules: [FilterRuleOrSavedSearch]) async throws(StoreError)
}

extension FilterRuleStore {
  /// Returns true for the stream of a saved search that finds unread entries only.
  package func isSavedSearchForUnread(_ feed: Feed) -> Bool {
    guard case .list(let id, _) = feed, let name = SavedSearch.savedSearchName(ofID: id) else {
      return false
    }
    // If the rules cannot be read, the saved search counts as one for all entries.
    let searches = (try? filterRules())?.searches ?? []
    return searches.first { $0.name == name }?.isForUnread ?? false
  }
}
