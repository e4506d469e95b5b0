/// An entry of a web feed whose read state is stored, with the facts that the store needs.
public struct KnownEntry: Equatable, Sendable {
  public let post: Post.ID
  /// The id of the feed that the entry came with, which is the id of the post's author.
  public let source: Person.ID
  public let writtenAt: Timestamp
  /// True if the service reported the entry as read; used only for an entry that the store does not
  /// know yet.
  public let isRead: Bool

  package init(
    _ post: Post.ID, of source: Person.ID, writtenAt: Timestamp, isRead: Bool = false
  ) {
    (self.post, self.source, self.writtenAt) = (post, source, writtenAt)
    self.isRead = isRead
  }

  package init(_ post: Post) {
    self.init(
      post.id.own, of: post.author.id, writtenAt: post.createdAt, isRead: post.own.contains(.read))
  }
}

/// The read state of an entry at a service, for comparison with the stored one.
public struct ServiceReadState: Equatable, Sendable {
  public let entry: KnownEntry
  /// The time of the change at the service; nil for services that do not report one.
  public let changedAt: Timestamp?

  package init(_ entry: KnownEntry, changedAt: Timestamp? = nil) {
    (self.entry, self.changedAt) = (entry, changedAt)
  }
}

/// A change of stored read states: the ids of the entries that became read, and unread.
public struct ReadStateChange: Equatable, Sendable {
  public var read: [Post.ID] = []
  public var unread: [Post.ID] = []

  package init(read: [Post.ID] = [], unread: [Post.ID] = []) {
    (self.read, self.unread) = (read, unread)
  }
}

/// A store for the read state of each entry of an account's feeds, shared by all timelines that
/// contain the entry. The state survives the deletion of the cache, and entries that feeds drop.
public protocol ReadStateStore: Sendable {
  /// Adds entries that are not known yet; known entries keep their state.
  func addKnownEntries(_ entries: [KnownEntry], account: Account.ID) async throws(StoreError)
  /// Returns the ids of those entries, among the given ones, that are read.
  func readEntries(among entries: [Post.ID], account: Account.ID) async throws(StoreError) -> Set<
    Post.ID
  >
  /// Marks entries as read or unread in one transaction, and returns those whose state changed.
  /// With keys the changes for the account's service join the outbox in the same transaction, in
  /// items of a few hundred entries each, or in one for all entries of feeds; changes that wait and
  /// are undone leave it. Without keys the service keeps no read state.
  func setRead(
    _ isRead: Bool, _ selection: EntrySelection, account: Account.ID, now: Timestamp,
    outboxKeys: (@Sendable () -> OutboxItem.ID)?
  ) async throws(StoreError) -> [Post.ID]
  /// Counts the unread entries of each of the account's feeds that has some.
  func unreadCounts(account: Account.ID) async throws(StoreError) -> [Person.ID: Int]
  /// Returns the ids of a selection's unread entries, the newest first, at most `limit`.
  func unreadEntries(
    in selection: EntrySelection, account: Account.ID, limit: Int
  ) async throws(StoreError) -> [Post.ID]
  /// Reads the names of the folders that are open in the list of web feeds.
  func openFolders(account: Account.ID) async throws(StoreError) -> Set<String>
  func setOpenFolders(_ names: Set<String>, account: Account.ID) async throws(StoreError)
  /// Takes over the read states that a service reported at a time, except of entries that the
  /// reader changed later, or whose change waits in the outbox: the newer change is kept.
  func adoptServiceStates(
    _ states: [ServiceReadState], reportedAt: Timestamp, account: Account.ID
  ) async throws(StoreError) -> ReadStateChange
}

/// A gateway for the read states that a service keeps of an account's entries. Changes are sent by
/// the publishing gateway, as `PendingChange.markRead`.
public protocol ReadStateGateway: Sendable {
  /// Fetches the read states that may have changed at the service since a time, nil for all.
  func readStates(since moment: Timestamp?) async throws(FeedError) -> [ServiceReadState]
}

/// A part of a timeline's stored rows: all rows, or those on one side of an entry with the entry.
public enum StreamPart: Equatable, Sendable {
  case all
  case above(FeedEntry.ID)
  case below(FeedEntry.ID)
}

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

  /// True if the account has a read state for each entry.
  public var hasReadStates: Bool { service?.hasReadStates ?? false }
}

/// A store for the reader's rules for web feeds: sections of the settings file.
public protocol ReadingRuleStore: Sendable {
  /// Reads the rules in the order of the file; lines that are no rules are left out.
  func rules() throws(StoreError) -> [ReadingRule]
  /// Replaces all rules of the settings file.
  func replaceRules(_ rules: [ReadingRule]) async throws(StoreError)
}
