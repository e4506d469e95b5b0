/// Where the reader is in a stream: an entry, and how far above the screen it begins.
public struct ReadingPosition: Hashable, Sendable {
  /// The entry the reader has selected.
  public let entry: FeedEntry.ID
  /// The row of the screen on which the selected entry begins; negative when it began above.
  public let row: Int

  package init(entry: FeedEntry.ID, row: Int) {
    (self.entry, self.row) = (entry, row)
  }
}

/// A stretch of a stream that was not fetched.
public struct Gap: Hashable, Sendable {
  public typealias ID = Identifier<Gap>

  public let id: ID
  /// How to ask for what comes right below its upper edge.
  public let older: Cursor
  /// The entry right below it; nil where nothing is held below.
  public let below: FeedEntry.ID?

  package init(id: ID, older: Cursor, below: FeedEntry.ID?) {
    (self.id, self.older, self.below) = (id, older, below)
  }
}

/// A row of a stream as it is held.
public enum FeedRow: Hashable, Sendable {
  /// A post.
  case entry(FeedEntry)
  /// Posts that were not fetched.
  case gap(Gap)
}

extension Gap {
  /// Where an account's home ends among others that go on.
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

/// What the store knows of a stream besides its rows.
public struct FeedStatus: Hashable, Sendable {
  /// When it was last fetched without failure.
  public let fetchedAt: Timestamp?
  /// How to go on below the lowest row; nil where the stream ends (or nothing was fetched yet).
  public let older: Cursor?
  /// Where the reader was.
  public let place: ReadingPosition?
  /// The newest entry the reader has seen: what stands above it is unread.
  public let lastRead: FeedEntry.ID?
  /// How many entries stand above `lastRead` and were not seen by themselves.
  public let unread: Int
  /// When the newest that was read was written; nil where nothing is unread, or nobody told.
  public let readUntil: Timestamp?
  /// Whether more was posted among the unread, and not fetched.
  public let hasUnreadGap: Bool
  /// How the reader wants it laid out; nil where they never said.
  public let arrangement: Arrangement?

  package init(
    fetchedAt: Timestamp? = nil, older: Cursor? = nil, place: ReadingPosition? = nil,
    lastRead: FeedEntry.ID? = nil, unread: Int = 0, readUntil: Timestamp? = nil,
    hasUnreadGap: Bool = false, arrangement: Arrangement? = nil
  ) {
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

/// A stream as it is held.
public enum StreamScope: Hashable, Sendable {
  case stream(Feed, Account.ID)
  /// The homes of several accounts as one stream, in the order of time.
  ///
  /// Nothing is held twice: it is a window over the rows of all homes. Ids of entries, posts and gaps
  /// are told apart by their accounts (`Identifier.of`). A post that several accounts see stands there
  /// once, as the account sees it that is named first; its entry tells of the others. Where a home
  /// goes on at its service below what is held, and others are held further down, a gap says so. What
  /// is read or seen there is so in every home.
  case homes([Account.ID])
}

/// What of a stream one catches up with.
package enum MissedSpan: Equatable, Sendable {
  /// What was not read.
  case unread
  /// All that was posted since that moment, read or not.
  case since(Timestamp)
}

/// Some rows of a stream, as many as were asked for.
public struct FeedWindow: Equatable, Sendable {
  /// The rows, from the top downwards.
  public let rows: [FeedRow]
  /// Whether the store holds rows above them.
  public let hasMoreAbove: Bool
  /// Whether the store holds rows below them.
  public let hasMoreBelow: Bool
  /// What is known of the stream.
  public let status: FeedStatus

  package init(_ rows: [FeedRow], hasMoreAbove: Bool, hasMoreBelow: Bool, status: FeedStatus) {
    self.rows = rows
    self.hasMoreAbove = hasMoreAbove
    self.hasMoreBelow = hasMoreBelow
    self.status = status
  }
}

/// Around what a window is opened.
public enum WindowAnchor: Hashable, Sendable {
  /// The place where the reader was, or the top where there is none.
  case place
  /// The top of the stream.
  case top
  /// The lowest row that is held.
  case bottom
  /// That entry, or the reader's place where it is not held (any more).
  case entry(FeedEntry.ID)
}

/// Where the entries of a page belong.
public enum PagePlacement: Hashable, Sendable {
  /// At the top; the page is the newest. Where it does not reach down to what was held, a gap is
  /// left below it.
  case top
  /// Right above that entry, the topmost one held: the page is the oldest of what is newer than it,
  /// so there is no hole between them, even where the page is empty.
  ///
  /// Where the entry no longer is the topmost, as when another process was quicker, the page is
  /// placed as at `top` if it has an entry in common with what is held, and dropped if it has not.
  case above(FeedEntry.ID)
  case bottom
  /// Right below that entry: the page was fetched with the cursor that follows it. Where the page does
  /// not reach what was held there, a gap is left below it.
  case below(FeedEntry.ID)
  /// Into that gap, at its upper edge: the page continued downwards from it.
  case gapFromAbove(Gap.ID)
  /// Into that gap, at its lower edge: the page stands right above the entry below the gap.
  case gapFromBelow(Gap.ID)
}

/// What was fetched and seen, kept across starts.
///
/// Everything is kept an account at a time. What is stored is what the service confirmed.
public protocol FeedStore: Sendable {
  /// Some rows of a stream around the anchor: at most so many above it, and so many from it
  /// downwards (the anchor's own included).
  func window(
    of scope: StreamScope, around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow
  /// What is known of a stream besides its rows.
  func status(of scope: StreamScope) async throws(StoreError) -> FeedStatus
  /// Puts a fetched page into a stream, whole or not at all, and tells what that changed.
  ///
  /// An empty page counts too. `now` becomes the stream's `fetchedAt` where the page is placed at its
  /// top or above its topmost entry.
  func commit(
    _ page: FeedPage, to feed: Feed, account: Account.ID, at placement: PagePlacement,
    now: Timestamp
  ) async throws(StoreError) -> ChangeSet
  /// Keeps posts that came with a conversation, a search or a change; those that are held already
  /// are brought up to date.
  func keep(
    _ posts: [Post], account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> ChangeSet
  /// Forgets a post, in every stream.
  func remove(_ post: Post.ID, account: Account.ID) async throws(StoreError) -> ChangeSet
  /// A post that is held.
  func post(_ id: Post.ID, account: Account.ID) async throws(StoreError) -> Post?
  /// The conversation of a post as far as it is held; nil where the post is not.
  func conversation(of post: Post.ID, account: Account.ID) async throws(StoreError) -> Conversation?
  /// Takes note that all was fetched that answers these posts, and that they answer.
  func noteConversation(of posts: [Post.ID], account: Account.ID) async throws(StoreError)
  /// Whether that was noted of a post, and it is told to have as many answers as then.
  func hasConversation(of post: Post.ID, account: Account.ID) async throws(StoreError) -> Bool
  /// Keeps people as they are now.
  func keep(_ people: [Person], account: Account.ID) async throws(StoreError)
  /// Keeps somebody as they are now, and that the service took a handle for theirs.
  func keep(_ person: Person, called handle: String, account: Account.ID) async throws(StoreError)
  /// Whom the service took that handle for.
  func person(called handle: String, account: Account.ID) async throws(StoreError) -> Person?
  /// Somebody who is held.
  func person(_ id: Person.ID, account: Account.ID) async throws(StoreError) -> Person?
  /// Somebody who is held and is the one that is sought.
  func person(
    account: Account.ID, where isSought: @Sendable (Person) -> Bool
  ) async throws(StoreError) -> Person?
  /// Keeps where the reader is, and the newest entry they have seen: one that stands below what was
  /// seen before does not make that unread again.
  func setPlace(
    _ place: ReadingPosition?, lastRead: FeedEntry.ID?, in scope: StreamScope
  ) async throws(StoreError)
  /// Keeps the newest entry that was read, as above, whatever the reader's place; one that is not
  /// held changes nothing.
  func setLastRead(_ entry: FeedEntry.ID, in scope: StreamScope) async throws(StoreError)
  /// What was not read of a stream, from the top downwards: what stands above the newest entry that
  /// was, but for what was seen by itself. At most so many rows, the oldest.
  func unread(of scope: StreamScope, limit: Int) async throws(StoreError) -> [FeedRow]
  /// Notes that these entries were seen, wherever they stand among the unread. Once all of the oldest
  /// were, they are read: the newest of them is kept as the newest that was.
  func setSeen(_ entries: [FeedEntry.ID], in scope: StreamScope) async throws(StoreError)
  /// Keeps how the reader wants a stream laid out.
  func setArrangement(
    _ arrangement: Arrangement, of scope: StreamScope
  ) async throws(StoreError)
  /// Keeps in which order the reader catches up.
  func setCatchUpOrder(_ order: CatchUpOrder, account: Account.ID) async throws(StoreError)
  /// The order in which the reader caught up last; nil where they never chose one.
  func catchUpOrder(account: Account.ID) async throws(StoreError) -> CatchUpOrder?
  /// Keeps which stream the reader looks at.
  func setLastFeed(_ feed: Feed, account: Account.ID) async throws(StoreError)
  /// The stream the reader looked at last.
  func lastFeed(account: Account.ID) async throws(StoreError) -> Feed?
  /// The places around which the reader looked for photos, the latest first.
  func recentPlaces(account: Account.ID, limit: Int) async throws(StoreError) -> [Place]
  /// Posts that a query finds, the newest first.
  func posts(matching query: SearchQuery, account: Account.ID?, limit: Int)
    async throws(StoreError) -> [Post]
  /// Who wrote something that is held and has a handle or a name that begins so, the latest first; at
  /// most so many of the latest such posts are looked at.
  func authors(
    beginning name: String, account: Account.ID, amongPosts limit: Int
  ) async throws(StoreError) -> [Person]
  /// The streams in which each of these posts stands; none for one that is in none.
  func streams(
    with posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> [Post.ID: [Feed]]
  /// Does what can wait for a quiet moment: what is old beyond the store's limits goes.
  ///
  /// Nothing goes that is near the reader's place, or that the service could not be asked for again.
  func tidy(account: Account.ID) async throws(StoreError)
  /// Forgets streams that were fetched last before that moment, and every post that is in none.
  func forget(fetchedBefore moment: Timestamp, account: Account.ID) async throws(StoreError)
  /// Erases everything that is held for an account, leaving no trace in any file.
  func erase(account: Account.ID) async throws(StoreError)
}

extension FeedStore {
  /// Where nothing outlives the program there is nothing to forget.
  public func forget(
    fetchedBefore moment: Timestamp, account: Account.ID
  ) async throws(StoreError) {}
}

extension FeedStore {
  /// Some rows of an account's stream.
  public func window(
    of feed: Feed, account: Account.ID, around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    try await window(of: .stream(feed, account), around: anchor, above: above, below: below)
  }

  /// What is known of an account's stream besides its rows.
  public func status(of feed: Feed, account: Account.ID) async throws(StoreError) -> FeedStatus {
    try await status(of: .stream(feed, account))
  }

  /// The rows of a stream that are held, from the top and at most so many; where it may go on below
  /// them, how to ask for that.
  package func missed(
    _ span: MissedSpan, of scope: StreamScope, limit: Int
  ) async throws(StoreError) -> (rows: [FeedRow], older: Cursor?) {
    guard case .since(let moment) = span else {
      return (try await unread(of: scope, limit: limit), nil)
    }
    let window = try await window(of: scope, around: .top, above: 0, below: limit)
    // When something was boosted nobody tells.
    let rows = window.rows.prefix { row in
      row.entry.map { $0.boostedBy != nil || $0.post.createdAt >= moment } ?? true
    }
    let isAtBottom = rows.count == window.rows.count && !window.hasMoreBelow
    return (Array(rows), isAtBottom ? window.status.older : nil)
  }
}

extension FeedStore {
  /// Keeps posts that were told somewhere else than where they may be held; returns them as they
  /// are held now, and which of them look different.
  package func keepMerged(
    _ posts: [Post], account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> (posts: [Post], changes: ChangeSet) {
    var merged: [Post] = []
    for told in posts {
      let held = try await post(told.id, account: account)
      merged.append(told.merged(with: held, told: .elsewhere))
    }
    return (merged, try await keep(merged, account: account, now: now))
  }
}
