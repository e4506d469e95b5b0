/// A position of the user in a timeline, with the selected entry and the row of the screen at which
/// the entry is shown.
public struct ReadingPosition: Equatable, Sendable {
  public let entry: FeedEntry.ID
  /// The row of the screen on which the selected entry of a stream begins; negative if it begins
  /// above the screen.
  public let row: Int

  package init(entry: FeedEntry.ID, row: Int) {
    (self.entry, self.row) = (entry, row)
  }
}

/// A gap in a stored timeline, at which the service has entries that were not fetched.
public struct TimelineGap: Hashable, Sendable {
  public typealias ID = Identifier<TimelineGap>

  public let id: ID
  /// The service's cursor with which the topmost page inside the gap is fetched.
  public let older: Cursor
  /// The id of the timeline entry right below the gap; nil if nothing is stored below.
  public let entryBelow: FeedEntry.ID?

  package init(id: ID, older: Cursor, entryBelow: FeedEntry.ID?) {
    (self.id, self.older, self.entryBelow) = (id, older, entryBelow)
  }
}

public enum FeedRow: Equatable, Sendable {
  case entry(FeedEntry)
  case gap(TimelineGap)
}

extension TimelineGap {
  /// The id of the gap that stands in the merged timeline of several accounts where one account's
  /// stored home timeline ends.
  package static let end = ID("end")
}

extension FeedRow {
  package var entry: FeedEntry? {
    if case .entry(let entry) = self { entry } else { nil }
  }

  package var gap: TimelineGap? {
    if case .gap(let gap) = self { gap } else { nil }
  }
}

/// A record of a stored timeline's status, with its cursors, reading marks and layout.
public struct FeedStatus: Equatable, Sendable {
  public let fetchedAt: Timestamp?
  /// The service's cursor below the timeline's last row; nil at the end, or before the first fetch.
  public let older: Cursor?
  public let readingPosition: ReadingPosition?
  /// The id of the newest timeline entry that the user has seen; all entries above it are unread.
  /// Nil if none was seen.
  public let lastRead: FeedEntry.ID?
  public let unread: Int
  /// The date of the newest read entry of the timeline; nil if nothing is unread or the date is
  /// unknown.
  public let readUntil: Timestamp?
  public let hasUnreadGap: Bool
  /// The layout that the user chose for the timeline; nil for the default layout.
  public let layout: TimelineLayout?
  /// True if the user chose to show only unread entries of the timeline; entries read since then
  /// still stay.
  public let showsUnreadOnly: Bool

  package init(
    fetchedAt: Timestamp? = nil, older: Cursor? = nil, readingPosition: ReadingPosition? = nil,
    lastRead: FeedEntry.ID? = nil, unread: Int = 0, readUntil: Timestamp? = nil,
    hasUnreadGap: Bool = false, layout: TimelineLayout? = nil, showsUnreadOnly: Bool = false
  ) {
    self.showsUnreadOnly = showsUnreadOnly
    self.fetchedAt = fetchedAt
    self.older = older
    self.readingPosition = readingPosition
    self.lastRead = lastRead
    self.unread = unread
    self.readUntil = readUntil
    self.hasUnreadGap = hasUnreadGap
    self.layout = layout
  }
}

/// A scope of reading from the store, which is one account's timeline or the merged home timelines
/// of several accounts.
public enum StreamOrMergedHomes: Equatable, Sendable {
  case stream(Feed, Account.ID)
  /// A scope of reading from the store: the home timelines of several accounts, merged by date. A
  /// post in several homes appears once, as the first account sees it, and reading marks apply to
  /// every home. A gap marks the position at which one home has unfetched posts, while others are
  /// stored further down.
  case homes([Account.ID])
}

package enum MissedPostsSpan: Equatable, Sendable {
  case unread
  /// A span of posts to catch up on in a timeline: all entries since a time, read or unread.
  case since(Timestamp)
}

/// A window of consecutive rows of a stored timeline, with the timeline's status.
public struct FeedWindow: Equatable, Sendable {
  /// The timeline rows in the window, from the top down.
  public var rows: [FeedRow]
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

public enum FeedWindowAnchor: Equatable, Sendable {
  /// An anchor of a window of rows: the user's stored position in the timeline, or the top if none
  /// is stored.
  case readingPosition
  case top, bottom
  /// An anchor of a window of rows: a timeline entry, or the user's position if the entry is no
  /// longer stored.
  case entry(FeedEntry.ID)
}

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
  case replacingAll
  /// A position for a fetched page: right below an entry, whose cursor the page was fetched with.
  /// If the page does not reach the rows below, a gap is left below it.
  case below(FeedEntry.ID)
  /// A position for a fetched page: at the upper edge of a gap, continuing downwards.
  case gapFromAbove(TimelineGap.ID)
  /// A position for a fetched page: at the lower edge of a gap, ending right above the entry below.
  case gapFromBelow(TimelineGap.ID)
}

/// A protocol of stores for timelines, posts and people as the services confirmed them, separately
/// for each account.
public protocol FeedStore: Sendable {
  /// Reads timeline rows around an anchor: at most `above` rows above it, and `below` rows from the
  /// anchor downwards, including the anchor.
  func feedWindow(
    of scope: StreamOrMergedHomes, around anchor: FeedWindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow
  func feedStatus(of scope: StreamOrMergedHomes) async throws(StoreError) -> FeedStatus
  /// Merges a fetched page, which may be empty, into its timeline in one transaction, and returns
  /// the changes. `now` becomes the timeline's `fetchedAt` if the page is placed at the top or
  /// above the topmost entry.
  func mergeFetchedPage(
    _ page: FeedPage, into feed: Feed, account: Account.ID, at placement: PagePlacement,
    now: Timestamp
  ) async throws(StoreError) -> StoreChangeSet
  /// Merges posts that were fetched outside of timelines with their stored versions, and stores
  /// them, in one transaction. Returns the merged posts in the same order, and the changes.
  func storePosts(
    _ posts: [Post], fetchedAs kind: Post.PostFetchSource, account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> (posts: [Post], changes: StoreChangeSet)
  func removePost(_ post: Post.ID, account: Account.ID) async throws(StoreError) -> StoreChangeSet
  func storedPost(_ id: Post.ID, account: Account.ID) async throws(StoreError) -> Post?
  /// Reads those of some posts that are stored, in one transaction.
  func storedPosts(_ ids: [Post.ID], account: Account.ID) async throws(StoreError)
    -> [Post.ID: Post]
  /// Reads the stored part of a post's conversation; nil if the post is not stored.
  func storedConversation(of post: Post.ID, account: Account.ID) async throws(StoreError)
    -> Conversation?
  /// Records in the store that all replies to some posts were fetched, with the number of replies
  /// that each post has now.
  func markAllRepliesFetched(of posts: [Post.ID], account: Account.ID) async throws(StoreError)
  /// Returns true if all replies to a post were fetched, and their number is still the same.
  func areAllRepliesFetched(of post: Post.ID, account: Account.ID) async throws(StoreError)
    -> Bool
  func storePeople(_ people: [Person], account: Account.ID) async throws(StoreError)
  /// Stores a person, and the handle with which the service found the person, so that the handle
  /// need not be resolved again.
  func storePerson(_ person: Person, called handle: String, account: Account.ID)
    async throws(StoreError)
  /// Reads the stored person that a service found for a handle; nil if none is stored.
  func storedPerson(called handle: String, account: Account.ID) async throws(StoreError) -> Person?
  func storedPerson(_ id: Person.ID, account: Account.ID) async throws(StoreError) -> Person?
  func firstMatchingStoredPerson(
    account: Account.ID, where isSought: @Sendable (Person) -> Bool
  ) async throws(StoreError) -> Person?
  /// Stores the user's position in a timeline, and the newest entry seen; an entry below the stored
  /// one does not make entries unread again.
  func setReadingPosition(
    _ place: ReadingPosition?, lastRead: FeedEntry.ID?, in scope: StreamOrMergedHomes
  ) async throws(StoreError)
  /// Stores the newest entry that was read in a timeline, independent of the user's position;
  /// ignored if the entry is not stored.
  func advanceLastReadEntry(_ entry: FeedEntry.ID, in scope: StreamOrMergedHomes)
    async throws(StoreError)
  /// Reads the unread rows of a timeline, from the top down; of more than `limit`, the oldest.
  func oldestUnreadRows(of scope: StreamOrMergedHomes, limit: Int) async throws(StoreError)
    -> [FeedRow]
  /// Marks unread timeline entries as seen individually. Once the oldest ones are all seen, they
  /// become read.
  func markEntriesSeen(_ entries: [FeedEntry.ID], in scope: StreamOrMergedHomes)
    async throws(StoreError)
  func storeScreenLayout(
    _ layout: TimelineLayout, of scope: StreamOrMergedHomes
  ) async throws(StoreError)
  /// Stores whether a timeline shows only its unread entries. Rows read since the last call stay in
  /// the window of unread entries until the next call.
  func setShowsUnreadOnly(_ isOn: Bool, of scope: StreamOrMergedHomes) async throws(StoreError)
  /// Marks stored posts as read or unread wherever they are shown, in one transaction, and returns
  /// the changes.
  func setPostsRead(
    _ isRead: Bool, _ posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> StoreChangeSet
  /// Reads the unread posts in a part of a timeline's stored rows, from the top down; none for
  /// accounts without a read state for each entry.
  func unreadPostIDs(
    in part: StreamRowRange, of scope: StreamOrMergedHomes
  ) async throws(StoreError) -> [Post.ID]
  /// Finds the next unread entry below or above an entry, or without one from the timeline's top
  /// down or its end up; nil if there is none.
  func nextUnreadEntry(
    _ direction: StreamDirection, from entry: FeedEntry.ID?, of scope: StreamOrMergedHomes
  ) async throws(StoreError) -> FeedEntry.ID?
  func setCatchUpOrder(_ order: CatchUpOrder, account: Account.ID) async throws(StoreError)
  /// Reads the order of posts in the catch-up that the user chose; nil if never chosen.
  func catchUpOrder(account: Account.ID) async throws(StoreError) -> CatchUpOrder?
  func setLastOpenedFeed(_ feed: Feed, account: Account.ID) async throws(StoreError)
  func lastOpenedFeed(account: Account.ID) async throws(StoreError) -> Feed?
  /// Reads the places around which photos were last searched, the latest first.
  func recentPhotoSearchPlaces(account: Account.ID, limit: Int) async throws(StoreError) -> [Place]
  func findStoredPosts(matching query: SearchQuery, account: Account.ID?, limit: Int)
    async throws(StoreError) -> [Post]
  /// Reads authors of stored posts whose handle or name begins with a text, in the order of their
  /// latest posts; only the latest `limit` matching posts are looked at.
  func postAuthorsWithNamePrefix(
    beginning name: String, account: Account.ID, amongPosts limit: Int
  ) async throws(StoreError) -> [Person]
  /// Reads the timelines in which each post is stored; empty for a post in no timeline.
  func feedsByPost(
    containing posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> [Post.ID: [Feed]]
  /// Deletes rows of timelines, and posts, beyond the store's limits; called when the program is
  /// idle. Rows near the user's position, and rows that the service could not send again, stay.
  func deleteRowsBeyondLimits(of account: Account.ID) async throws(StoreError)
  /// Deletes the rows of timelines that were last fetched before a time, and posts that are then in
  /// no timeline; reading positions stay.
  func deleteRowsOfStaleFeeds(fetchedBefore moment: Timestamp, account: Account.ID)
    async throws(StoreError)
  /// Erases an account's data in the store so that no trace of it remains in any file.
  func eraseAllData(of account: Account.ID) async throws(StoreError)
}

extension FeedStore {
  public func deleteRowsOfStaleFeeds(
    fetchedBefore moment: Timestamp, account: Account.ID
  ) async throws(StoreError) {}
}

extension FeedStore {
  public func feedWindow(
    of feed: Feed, account: Account.ID, around anchor: FeedWindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    try await feedWindow(of: .stream(feed, account), around: anchor, above: above, below: below)
  }

  public func feedStatus(of feed: Feed, account: Account.ID) async throws(StoreError) -> FeedStatus
  {
    try await feedStatus(of: .stream(feed, account))
  }

  /// Reads the stored rows of a timeline's span from the top, at most `limit`, with a cursor if the
  /// timeline continues below them.
  package func missedRows(
    _ span: MissedPostsSpan, of scope: StreamOrMergedHomes, limit: Int
  ) async throws(StoreError) -> (rows: [FeedRow], older: Cursor?) {
    guard case .since(let moment) = span else {
      return (try await oldestUnreadRows(of: scope, limit: limit), nil)
    }
    let window = try await feedWindow(of: scope, around: .top, above: 0, below: limit)
    // Boosts are left out, since services do not state the time of a boost.
    let rows = window.rows.prefix { row in
      row.entry.map { $0.boostedBy != nil || $0.post.createdAt >= moment } ?? true
    }
    let isAtBottom = rows.count == window.rows.count && !window.hasMoreBelow
    return (Array(rows), isAtBottom ? window.status.older : nil)
  }
}

extension FeedStore {
  /// Stores posts to which the service applied the user's filters; returns the changes.
  public func storePosts(
    _ posts: [Post], account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> StoreChangeSet {
    try await storePosts(posts, fetchedAs: .inStream, account: account, now: now).changes
  }
}
