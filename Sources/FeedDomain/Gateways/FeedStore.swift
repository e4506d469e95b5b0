/// A position of the reader in a timeline: the selected entry and its row on the screen.
public struct ReadingPosition: Equatable, Sendable {
  public let entry: FeedEntry.ID
  /// The screen row of the selected entry's first line; negative if above the screen.
  public let row: Int

  package init(entry: FeedEntry.ID, row: Int) {
    (self.entry, self.row) = (entry, row)
  }
}

/// A gap in a stored timeline, whose entries were not fetched.
public struct Gap: Hashable, Sendable {
  public typealias ID = Identifier<Gap>

  public let id: ID
  /// The service's cursor of the page right below the gap's upper edge.
  public let older: Cursor
  /// The id of the timeline entry right below the gap; nil if nothing is stored below.
  public let below: FeedEntry.ID?

  package init(id: ID, older: Cursor, below: FeedEntry.ID?) {
    (self.id, self.older, self.below) = (id, older, below)
  }
}

/// A row of a stored timeline: an entry or a gap.
public enum FeedRow: Equatable, Sendable {
  case entry(FeedEntry)
  case gap(Gap)
}

extension Gap {
  /// The id of the gap at which an account's home timeline ends within a timeline of several
  /// accounts.
  package static let end = ID("end")
}

extension FeedRow {
  package var entry: FeedEntry? {
    if case .entry(let entry) = self { entry } else { nil }
  }

  package var gap: Gap? {
    if case .gap(let gap) = self { gap } else { nil }
  }
}

/// The status of a stored timeline: cursors, reading marks and layout, without its rows.
public struct FeedStatus: Equatable, Sendable {
  public let fetchedAt: Timestamp?
  /// The service's cursor below the timeline's last row; nil at the end, or before the first fetch.
  public let older: Cursor?
  public let place: ReadingPosition?
  /// The id of the newest timeline entry that the reader has seen; entries above are unread.
  public let lastRead: FeedEntry.ID?
  public let unread: Int
  /// The date of the newest read entry of the timeline; nil if nothing is unread or the date is
  /// unknown.
  public let readUntil: Timestamp?
  public let hasUnreadGap: Bool
  /// The timeline layout that the reader chose; nil for the default.
  public let arrangement: TimelineLayout?
  /// True if the reader chose to see only the unread entries of the timeline, with those read since
  /// that choice.
  public let showsUnreadOnly: Bool

  package init(
    fetchedAt: Timestamp? = nil, older: Cursor? = nil, place: ReadingPosition? = nil,
    lastRead: FeedEntry.ID? = nil, unread: Int = 0, readUntil: Timestamp? = nil,
    hasUnreadGap: Bool = false, arrangement: TimelineLayout? = nil, showsUnreadOnly: Bool = false
  ) {
    self.showsUnreadOnly = showsUnreadOnly
    self.fetchedAt = fetchedAt
    self.older = older
    self.place = place
    self.lastRead = lastRead
    self.unread = unread
    self.readUntil = readUntil
    self.hasUnreadGap = hasUnreadGap
    self.arrangement = arrangement
  }
}

/// A scope of reading from the store: a timeline of one account, or the home timelines of several
/// accounts merged.
public enum StreamScope: Equatable, Sendable {
  case stream(Feed, Account.ID)
  /// A scope of reading: the home timelines of several accounts, merged by date.
  /// Rows are not stored twice: the timeline is a view over the rows of each home, with ids bound
  /// to their accounts. A post in several homes appears once, as the first account sees it, and its
  /// entry lists the others. A gap marks where a home continues at its service while others are
  /// stored further down. Reading marks apply to every home.
  case homes([Account.ID])
}

package enum MissedPostsSpan: Equatable, Sendable {
  case unread
  /// A span of a timeline: all entries since a time, read or unread.
  case since(Timestamp)
}

/// A window of rows of a stored timeline.
public struct FeedWindow: Equatable, Sendable {
  /// The timeline rows in the window, from the top down.
  public let rows: [FeedRow]
  public let hasMoreAbove: Bool
  public let hasMoreBelow: Bool
  public let status: FeedStatus

  package init(_ rows: [FeedRow], hasMoreAbove: Bool, hasMoreBelow: Bool, status: FeedStatus) {
    self.rows = rows
    self.hasMoreAbove = hasMoreAbove
    self.hasMoreBelow = hasMoreBelow
    self.status = status
  }
}

public enum WindowAnchor: Equatable, Sendable {
  /// An anchor of a window of rows: the reader's position in the timeline; the top if there is
  /// none.
  case place
  case top, bottom
  /// An anchor of a window of rows: a timeline entry, or the reader's position if the entry is no
  /// longer stored.
  case entry(FeedEntry.ID)
}

/// A position at which a fetched page is stored in its timeline.
public enum PagePlacement: Equatable, Sendable {
  /// A position for a fetched page: at the timeline's top. If the page does not reach the stored
  /// rows, a gap is left below it.
  case top
  /// A position for a fetched page: right above the topmost stored entry, without a gap even if the
  /// page is empty.
  /// If that entry is no longer the topmost, because another process was quicker, the page is
  /// placed as at `top` if it overlaps stored rows, and dropped otherwise.
  case above(FeedEntry.ID)
  case bottom
  /// A position for a fetched page: in place of all stored rows, for a timeline that is sorted
  /// anew. Nothing in the timeline counts as unread then.
  case whole
  /// A position for a fetched page: right below an entry, whose cursor the page was fetched with.
  /// If the page does not reach the rows below, a gap is left below it.
  case below(FeedEntry.ID)
  /// A position for a fetched page: at the upper edge of a gap, continuing downwards.
  case gapFromAbove(Gap.ID)
  /// A position for a fetched page: at the lower edge of a gap, ending right above the entry below.
  case gapFromBelow(Gap.ID)
}

/// A store for timelines, posts and people as the services confirmed them, separately for each
/// account.
public protocol FeedStore: Sendable {
  /// Reads timeline rows around an anchor: at most `above` rows above it, and `below` rows from the
  /// anchor downwards, itself included.
  func feedWindow(
    of scope: StreamScope, around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow
  func status(of scope: StreamScope) async throws(StoreError) -> FeedStatus
  /// Merges a fetched page into its timeline in one transaction, and returns the changes. An empty
  /// page counts as well. `now` becomes the timeline's `fetchedAt` if the page is placed at the top
  /// or above the topmost entry.
  func commitPage(
    _ page: FeedPage, to feed: Feed, account: Account.ID, at placement: PagePlacement,
    now: Timestamp
  ) async throws(StoreError) -> ChangeSet
  /// Stores posts from conversations, searches and actions; replaces those that are stored.
  func storePosts(
    _ posts: [Post], account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> ChangeSet
  func removePost(_ post: Post.ID, account: Account.ID) async throws(StoreError) -> ChangeSet
  func post(_ id: Post.ID, account: Account.ID) async throws(StoreError) -> Post?
  /// Reads the stored part of a post's conversation; nil if the post is not stored.
  func conversation(of post: Post.ID, account: Account.ID) async throws(StoreError) -> Conversation?
  /// Records that all replies to these posts were fetched, with the present number of replies.
  func markConversationFetched(of posts: [Post.ID], account: Account.ID) async throws(StoreError)
  /// Returns true if all replies to a post were fetched, and their number is still the same.
  func hasFetchedConversation(of post: Post.ID, account: Account.ID) async throws(StoreError)
    -> Bool
  func storePeople(_ people: [Person], account: Account.ID) async throws(StoreError)
  /// Stores a person together with the handle the service resolved to them.
  func storePerson(_ person: Person, called handle: String, account: Account.ID)
    async throws(StoreError)
  /// Reads the person that a handle was resolved to; nil if none is stored.
  func storedPerson(called handle: String, account: Account.ID) async throws(StoreError) -> Person?
  func storedPerson(_ id: Person.ID, account: Account.ID) async throws(StoreError) -> Person?
  func firstPerson(
    account: Account.ID, where isSought: @Sendable (Person) -> Bool
  ) async throws(StoreError) -> Person?
  /// Stores the reader's position in a timeline, and the newest entry seen. An entry below the
  /// stored one does not make others unread.
  func setReadingPosition(
    _ place: ReadingPosition?, lastRead: FeedEntry.ID?, in scope: StreamScope
  ) async throws(StoreError)
  /// Stores the newest entry that was read in a timeline, independent of the reader's position;
  /// ignored if the entry is not stored.
  func setLastRead(_ entry: FeedEntry.ID, in scope: StreamScope) async throws(StoreError)
  /// Reads the unread rows of a timeline, from the top down; of more than `limit`, the oldest.
  func unreadRows(of scope: StreamScope, limit: Int) async throws(StoreError) -> [FeedRow]
  /// Marks unread timeline entries as seen individually. Once the oldest ones are all seen, they
  /// become read.
  func markSeen(_ entries: [FeedEntry.ID], in scope: StreamScope) async throws(StoreError)
  func setArrangement(
    _ arrangement: TimelineLayout, of scope: StreamScope
  ) async throws(StoreError)
  /// Shows only unread entries of a timeline, or all again. Rows that were read since the last call
  /// stay in the window of unread entries until the next call.
  func setShowsUnreadOnly(_ isOn: Bool, of scope: StreamScope) async throws(StoreError)
  /// Marks stored posts as read or unread wherever they are shown, in one transaction.
  func setRead(
    _ isRead: Bool, _ posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> ChangeSet
  /// Reads the unread posts in a part of a timeline's stored rows, from the top down; none for
  /// accounts without a read state for each entry.
  func unreadPosts(in part: StreamPart, of scope: StreamScope) async throws(StoreError) -> [Post.ID]
  /// Finds the next unread entry below an entry, or from the timeline's top without one; nil if
  /// there is none.
  func nextUnread(
    after entry: FeedEntry.ID?, of scope: StreamScope
  ) async throws(StoreError) -> FeedEntry.ID?
  func setCatchUpOrder(_ order: CatchUpOrder, account: Account.ID) async throws(StoreError)
  /// Reads the order of posts in the catch-up that the reader chose; nil if never chosen.
  func catchUpOrder(account: Account.ID) async throws(StoreError) -> CatchUpOrder?
  func setLastFeed(_ feed: Feed, account: Account.ID) async throws(StoreError)
  func lastFeed(account: Account.ID) async throws(StoreError) -> Feed?
  /// Reads the places around which the reader searched photos, the latest first.
  func recentPlaces(account: Account.ID, limit: Int) async throws(StoreError) -> [Place]
  func posts(matching query: SearchQuery, account: Account.ID?, limit: Int)
    async throws(StoreError) -> [Post]
  /// Reads authors whose handle or name begins with a text, the latest first, among the latest
  /// `limit` matching posts.
  func postAuthors(
    beginning name: String, account: Account.ID, amongPosts limit: Int
  ) async throws(StoreError) -> [Person]
  /// Reads the timelines that each post is stored in; empty for a post in none.
  func feeds(
    containing posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> [Post.ID: [Feed]]
  /// Deletes timeline rows beyond the store's limits, when idle. Rows near the reader's position,
  /// and rows that the service could not send again, stay.
  func trimFeeds(of account: Account.ID) async throws(StoreError)
  /// Deletes timelines last fetched before a time, and posts that are in no timeline.
  func deleteFeeds(fetchedBefore moment: Timestamp, account: Account.ID) async throws(StoreError)
  /// Erases all data of an account, leaving no trace in any file.
  func eraseAllData(of account: Account.ID) async throws(StoreError)
}

extension FeedStore {
  public func deleteFeeds(
    fetchedBefore moment: Timestamp, account: Account.ID
  ) async throws(StoreError) {}
}

extension FeedStore {
  public func feedWindow(
    of feed: Feed, account: Account.ID, around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    try await feedWindow(of: .stream(feed, account), around: anchor, above: above, below: below)
  }

  public func status(of feed: Feed, account: Account.ID) async throws(StoreError) -> FeedStatus {
    try await status(of: .stream(feed, account))
  }

  /// Reads the stored rows of a timeline's span from the top, at most `limit`, with a cursor if the
  /// timeline continues below them.
  package func missedRows(
    _ span: MissedPostsSpan, of scope: StreamScope, limit: Int
  ) async throws(StoreError) -> (rows: [FeedRow], older: Cursor?) {
    guard case .since(let moment) = span else {
      return (try await unreadRows(of: scope, limit: limit), nil)
    }
    let window = try await feedWindow(of: scope, around: .top, above: 0, below: limit)
    // When something was boosted nobody tells.
    let rows = window.rows.prefix { row in
      row.entry.map { $0.boostedBy != nil || $0.post.createdAt >= moment } ?? true
    }
    let isAtBottom = rows.count == window.rows.count && !window.hasMoreBelow
    return (Array(rows), isAtBottom ? window.status.older : nil)
  }
}

extension FeedStore {
  /// Stores posts from outside of a timeline, merged with their stored versions; returns the merged
  /// posts and the changes.
  package func storeMergedPosts(
    _ posts: [Post], account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> (posts: [Post], changes: ChangeSet) {
    var merged: [Post] = []
    for told in posts {
      let held = try await post(told.id, account: account)
      merged.append(told.mergedPost(with: held, fetchedAs: .elsewhere))
    }
    return (merged, try await storePosts(merged, account: account, now: now))
  }
}
