package import FeedDomain

/// A store of streams and posts in the cache database, whose contents can be fetched again, shared
/// by several processes. A damaged or foreign file is moved aside and replaced; one of a newer
/// version is refused.
package final class SQLiteFeedStore: FeedStore {
  /// Maximum number of stored rows of a stream: months of a busy stream, some hundred megabytes.
  package static let rowsKept = 120_000
  /// Maximum number of posts stored for an account; posts beyond it are deleted if no stream
  /// contains them.
  package static let postsKept = 150_000

  let cache: CacheDatabase
  /// The path of an unusable database file that this store replaces until the program ends, and
  /// deletes when an account is erased; nil if there is none.
  private let damagedDatabasePath: String?
  /// The store of read states, which unlike the cache is never deleted; without it, all entries of
  /// web feeds are unread.
  private let readStates: (any ReadStateStore)?

  /// Creates the store by opening the cache database. `isGone` is called from any thread and
  /// returns true for a signed-out account, for which nothing is stored. `damagedDatabasePath` is
  /// the path of an unusable file that is deleted when an account is erased.
  package init(
    _ location: DatabaseLocation, insteadOf damagedDatabasePath: String? = nil,
    readStates: (any ReadStateStore)? = nil,
    isGone: @escaping @Sendable (Account.ID) -> Bool = { _ in false }
  ) async throws(StoreError) {
    (self.damagedDatabasePath, self.readStates) = (damagedDatabasePath, readStates)
    let database = SQLiteDatabase(
      DatabaseFile(location: location, schema: .cache, durability: .replaceable), thread: "cache")
    cache = CacheDatabase(database: database, isGone: isGone)
    try await database.openDatabase()
  }

  package var tabStore: SQLiteTabStore { SQLiteTabStore(cache: cache) }
  package var notificationStore: SQLiteNotificationStore { SQLiteNotificationStore(cache: cache) }
  package var searchHistory: SQLiteSearchHistory { SQLiteSearchHistory(cache: cache) }

  /// Reads the first rows of the stream that the first account opened last, so that SQLite has them
  /// in memory when the stream scene reads them. Runs while the terminal is set up.
  package func preloadFirstAccountsLastStream(for accounts: [Account.ID]) async {
    guard let active = accounts.first else { return }
    // An error is ignored, since the first request will report it.
    let feed = (try? await lastOpenedFeed(account: active)) ?? .home
    // The prepared statements are used again if all accounts can like posts; others come last then.
    let others = accounts.dropFirst().sorted { $0.rawValue < $1.rawValue }
    _ = try? await feedWindow(
      of: feed == .everything ? .homes([active] + others) : .stream(feed, active),
      around: .readingPosition, above: 1, below: 1)
  }

  /// Closes the cache database; later calls fail. A closed database opens faster at the next start.
  package func closeDatabase() async { await cache.database.closeDatabase() }

  /// True if the last process did not close the cache database, so that
  /// `checkDatabaseReplacingDamagedFile` should be called.
  package var wasLeftOpen: Bool { get async { await cache.database.wasLeftOpen } }

  /// The path to which a damaged cache database was moved; nil if it was not damaged.
  package var setAside: String? { get async { await cache.database.setAside } }

  /// Checks the file of the cache database; moves a damaged file aside, and begins an empty one.
  /// Returns true if the file was not damaged.
  package func checkDatabaseReplacingDamagedFile() async throws(StoreError) -> Bool {
    try await cache.database.checkDatabaseReplacingDamagedFile()
  }

  /// Returns true if another process changed the cache database since the last call; false the
  /// first time.
  package func wasChangedByOtherProcess() async throws(StoreError) -> Bool {
    try await cache.database.wasChangedByOtherProcess()
  }

  /// Deletes an account's oldest rows beyond the limit from the cache database, and some hundred of
  /// its oldest posts beyond the limit.
  package func deleteRowsBeyondLimits(of account: Account.ID) async throws(StoreError) {
    _ = try await deleteRowsBeyondLimits(
      account: account, keeping: Self.rowsKept, posts: Self.postsKept)
  }

  /// Deletes the oldest rows of each stream of an account beyond `rows`, and at most 500 of the
  /// oldest posts without a stream beyond `posts`; returns the shortened streams. Rows around the
  /// user's position, bookmarked posts, and streams without a known cursor stay.
  package func deleteRowsBeyondLimits(
    account: Account.ID, keeping rows: Int, posts: Int
  ) async throws(StoreError) -> Set<Feed> {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return [] }
      return try CacheTrimmer(connection: connection, account: account).deleteRowsBeyondLimits(
        rows: rows, posts: posts)
    }
  }

  package func deleteRowsOfStaleFeeds(
    fetchedBefore moment: Timestamp, account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return }
      try CacheTrimmer(connection: connection, account: account).deleteRowsOfStaleFeeds(
        fetchedBefore: moment)
    }
  }

  /// Erases an account's cached data from all files. Throws `busy` if another process reads the
  /// database, which delays the removal from SQLite's log; the data is erased nevertheless.
  /// Repeating the call without new data costs nothing.
  package func eraseAllData(of account: Account.ID) async throws(StoreError) {
    let isClean = await cache.database.isClean
    let hadData = try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      guard try connection.accountRowID(of: account) != nil else { return false }
      try connection.executeSQL("DELETE FROM account WHERE key = ?", .text(account.rawValue))
      try MergedHomeTable(connection: connection).deleteReadingPosition(of: account)
      try SearchIndex(connection: connection).rebuildSearchIndex()
      return true
    }
    if hadData || !isClean { try await cache.database.purgeDeletedData(deletesSetAside: true) }
    if let damagedDatabasePath {
      try DamagedDatabaseFiles(file: damagedDatabasePath, durability: .replaceable)
        .deleteAllDatabaseFiles()
    }
  }
}

extension SQLiteFeedStore {
  /// Returns the rows of a stored stream around an anchor. If the user's entry was deleted, the
  /// entry below is the anchor. Counts up to 1000 unread entries.
  package func feedWindow(
    of scope: StreamOrMergedHomes, around anchor: FeedWindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.storedStreamQuery(for: scope)?.feedWindow(
        around: anchor, above: above, below: below)
        ?? FeedWindow([], hasMoreAbove: false, hasMoreBelow: false, status: FeedStatus())
    }
  }

  package func feedStatus(of scope: StreamOrMergedHomes) async throws(StoreError) -> FeedStatus {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.storedStreamQuery(for: scope)?.feedStatus() ?? FeedStatus()
    }
  }

  package func oldestUnreadRows(of scope: StreamOrMergedHomes, limit: Int) async throws(StoreError)
    -> [FeedRow]
  {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.storedStreamQuery(for: scope)?.oldestUnreadRows(limit: limit) ?? []
    }
  }

  package func storedPost(_ id: Post.ID, account: Account.ID) async throws(StoreError) -> Post? {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return nil }
      return try PostTable(connection: connection, account: account).storedPost(id)
    }
  }

  package func storedPosts(
    _ ids: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> [Post.ID: Post] {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return [:] }
      let table = PostTable(connection: connection, account: account)
      var posts: [Post.ID: Post] = [:]
      for id in ids { posts[id] = try table.storedPost(id) }
      return posts
    }
  }

  package func storedConversation(
    of post: Post.ID, account: Account.ID
  ) async throws(StoreError) -> Conversation? {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return nil }
      return try ConversationQuery(connection: connection, account: account).storedConversation(
        of: post)
    }
  }

  package func areAllRepliesFetched(
    of post: Post.ID, account: Account.ID
  ) async throws(StoreError) -> Bool {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return false }
      return try connection.queryNumber(
        "SELECT 1 FROM post WHERE account = ? AND key = ? AND told_replies = replies",
        .integer(account), .text(post.rawValue)) != nil
    }
  }

  package func storedPerson(_ id: Person.ID, account: Account.ID) async throws(StoreError)
    -> Person?
  {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return nil }
      return try PersonTable(connection: connection, account: account).storedPerson(id)
    }
  }

  package func storedPerson(
    called handle: String, account: Account.ID
  ) async throws(StoreError) -> Person? {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return nil }
      return try PersonTable(connection: connection, account: account).storedPerson(called: handle)
    }
  }

  package func firstMatchingStoredPerson(
    account: Account.ID, where isSought: @Sendable (Person) -> Bool
  ) async throws(StoreError) -> Person? {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return nil }
      return try PersonTable(connection: connection, account: account).firstMatchingStoredPerson(
        where: isSought)
    }
  }

  package func lastOpenedFeed(account: Account.ID) async throws(StoreError) -> Feed? {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try AccountTable(connection: connection).lastOpenedFeed(of: account)
    }
  }

  package func catchUpOrder(account: Account.ID) async throws(StoreError) -> CatchUpOrder? {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try AccountTable(connection: connection).catchUpOrder(of: account)
    }
  }

  package func recentPhotoSearchPlaces(account: Account.ID, limit: Int) async throws(StoreError)
    -> [Place]
  {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try FeedTable(connection: connection).recentPhotoSearchPlaces(of: account, limit: limit)
    }
  }

  /// Returns stored posts that match a search query, newest first, ignoring case and accents. Words
  /// of at least three Latin letters also match beginnings of words. Typed text is never
  /// interpreted as SQL or as syntax of the search index.
  package func findStoredPosts(
    matching query: SearchQuery, account: Account.ID?, limit: Int
  ) async throws(StoreError) -> [Post] {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      let index = try SearchIndex(connection: connection)
      var found: [Post] = []
      for alternative in query.alternatives {
        found += try index.matchingPosts(matching: alternative, account: account, limit: limit)
      }
      guard query.alternatives.count > 1 else { return found }
      var known: Set<Post.ID> = []
      return Array(
        found.filter { known.insert($0.id).inserted }.sorted { $0.createdAt > $1.createdAt }
          .prefix(limit))
    }
  }

  package func postAuthorsWithNamePrefix(
    beginning name: String, account: Account.ID, amongPosts limit: Int
  ) async throws(StoreError) -> [Person] {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try SearchIndex(connection: connection).postAuthorsWithNamePrefix(
        beginning: name, account: account, amongPosts: limit)
    }
  }

  package func feedsByPost(
    containing posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> [Post.ID: [Feed]] {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return [:] }
      let table = FeedTable(connection: connection)
      var streams: [Post.ID: [Feed]] = [:]
      for post in posts { streams[post] = try table.feeds(with: post, account: account) }
      return streams
    }
  }
}

/// A protocol of database queries for the rows of a stored stream, or of several merged ones.
protocol StoredStreamQuery {
  func feedWindow(around anchor: FeedWindowAnchor, above: Int, below: Int) throws(SQLiteError)
    -> FeedWindow
  func feedStatus() throws(SQLiteError) -> FeedStatus
  func oldestUnreadRows(limit: Int) throws(SQLiteError) -> [FeedRow]
  func markEntriesSeen(_ entries: [FeedEntry.ID]) throws(SQLiteError)
  /// Returns the ids of the unread posts in a part of the stream, from the top down, for accounts
  /// with a read state for each entry.
  func unreadPostIDs(in part: StreamRowRange) throws(SQLiteError) -> [Post.ID]
  /// Returns the next unread entry below or above an entry, or without one from the stream's top
  /// down or its end up; nil if there is none.
  func nextUnreadEntry(
    _ direction: StreamDirection, from entry: FeedEntry.ID?
  ) throws(SQLiteError) -> FeedEntry.ID?
}

extension StreamWindowQuery: StoredStreamQuery {}
extension MergedHomeQuery: StoredStreamQuery {}

extension SQLiteConnection {
  /// Returns the query for the rows of a stored stream; nil if nothing of the stream is stored.
  fileprivate func storedStreamQuery(for scope: StreamOrMergedHomes) throws(SQLiteError) -> (
    any StoredStreamQuery
  )? {
    switch scope {
    case .homes(let accounts):
      return try MergedHomeQuery(MergedHomeTimelines(of: accounts, in: self))
    case .stream(let feed, let account):
      guard let record = try FeedTable(connection: self).feedRecord(of: feed, account: account)
      else { return nil }
      return StreamWindowQuery(connection: self, record: record)
    }
  }
}

extension SQLiteFeedStore {
  /// Merges a fetched page into a stored stream in one transaction, and returns the changes; stored
  /// rows keep their position. A page for a gap that another process has closed only updates posts.
  package func mergeFetchedPage(
    _ page: FeedPage, into feed: Feed, account: Account.ID, at placement: PagePlacement,
    now: Timestamp
  ) async throws(StoreError) -> StoreChangeSet {
    var page = page
    var seen: Set<FeedEntry.ID> = []
    page.entries = page.entries.filter { seen.insert($0.id).inserted }
    if account.hasReadStates {
      page = page.replacingPosts(
        await registerPostsWithReadStates(
          page.entries.map(\.post), beside: page.serverReadStates, of: account))
    }
    return try await cache.database.runWriteTransaction { [page] connection throws(SQLiteError) in
      let hasReadStates = account.hasReadStates
      let account = try cache.accountTable(connection).accountRowIDInsertingIfNeeded(account)
      let feeds = FeedTable(connection: connection)
      let id = try feeds.feedRowIDInsertingIfNeeded(feed, account: account)
      let posts = PostTable(connection: connection, account: account)
      let entries = page.entries
      let kept = try posts.storePosts(entries.map(\.post), fetchedAs: .inStream, now: now)
      let read = entries.map { $0.post.userMarks.contains(.read) }
      var changes = StoreChangeSet(posts: visiblyChangedPostIDs(kept))
      let commit = PageInsertion(
        connection: connection, feed: id, isHome: feed == .home, page: page, posts: kept,
        unread: hasReadStates ? Set(zip(kept, read).filter { !$1 }.map(\.0.id)) : [])
      if hasReadStates {
        for (entry, (post, isRead)) in zip(entries, zip(kept, read)) where !post.isNew {
          if try posts.setPostRead(isRead, post.id) { changes.posts.insert(entry.post.id) }
        }
      }
      if try commit.insertPage(at: placement) { changes.feeds.insert(feed) }
      if feed == .home { try commit.setSortTimesOfBoostsAndGaps() }
      // While only a part of the sources is fetched, the stream is not up to date.
      if placement.isFromStreamTop, page.progress == nil { try feeds.setFetchTime(now, id) }
      return changes
    }
  }

  package func storePosts(
    _ posts: [Post], fetchedAs kind: Post.PostFetchSource, account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> (posts: [Post], changes: StoreChangeSet) {
    guard !posts.isEmpty else { return ([], StoreChangeSet()) }
    let posts = await registerPostsWithReadStates(posts, beside: [], of: account)
    return try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      let account = try cache.accountTable(connection).accountRowIDInsertingIfNeeded(account)
      let stored = try PostTable(connection: connection, account: account)
        .storePosts(posts, fetchedAs: kind, now: now)
      return (stored.map(\.post), StoreChangeSet(posts: visiblyChangedPostIDs(stored)))
    }
  }

  /// Adds posts of an account with read states to the store of read states, and returns the posts
  /// with the read states stored there; other accounts' posts are returned unchanged.
  private func registerPostsWithReadStates(
    _ posts: [Post], beside known: [ReadStateEntryReference], of account: Account.ID
  ) async -> [Post] {
    guard account.hasReadStates, let readStates else { return posts }
    do throws(StoreError) {
      let held = try await postIDsMarkedReadInCache(among: posts.map(\.id), account: account)
      try await readStates.registerReadStateEntries(
        posts.map { post in
          var post = post
          if held.contains(post.id) { post.userMarks.insert(.read) }
          return ReadStateEntryReference(post)
        } + known, account: account)
      let read = try await readStates.postIDsMarkedRead(among: posts.map(\.id), account: account)
      return posts.map { post in
        var post = post
        post.userMarks.remove(.read)
        if read.contains(post.id) { post.userMarks.insert(.read) }
        return post
      }
    } catch {
      // The fetched posts are shown without read states: as unread, unless the cache has other
      // marks.
      return posts
    }
  }

  /// Returns the ids of those posts that are marked as read in the cache database.
  private func postIDsMarkedReadInCache(
    among posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> Set<Post.ID> {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return [] }
      var read: Set<Post.ID> = []
      for post in posts {
        let own = try connection.queryNumber(
          "SELECT own FROM post WHERE account = ? AND key = ?", .integer(account),
          .text(post.rawValue))
        if let own, Post.UserPostMarks(rawValue: Int(own)).contains(.read) { read.insert(post) }
      }
      return read
    }
  }

  package func setPostsRead(
    _ isRead: Bool, _ posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> StoreChangeSet {
    guard !posts.isEmpty else { return StoreChangeSet() }
    return try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return StoreChangeSet() }
      let table = PostTable(connection: connection, account: account)
      var changes = StoreChangeSet()
      for post in posts {
        let number = try connection.queryNumber(
          "SELECT id FROM post WHERE account = ? AND key = ?", .integer(account),
          .text(post.rawValue))
        guard let number, try table.setPostRead(isRead, number) else { continue }
        changes.posts.insert(post)
      }
      return changes
    }
  }

  package func removePost(_ post: Post.ID, account: Account.ID) async throws(StoreError)
    -> StoreChangeSet
  {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return StoreChangeSet() }
      let feeds = try FeedTable(connection: connection).feeds(with: post, account: account)
      let table = PostTable(connection: connection, account: account)
      guard try table.deletePost(post) else { return StoreChangeSet() }
      return StoreChangeSet(feeds: Set(feeds), posts: [post])
    }
  }

  package func markAllRepliesFetched(
    of posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      guard let account = try connection.accountRowID(of: account) else { return }
      for post in posts {
        try connection.executeSQL(
          "UPDATE post SET told_replies = replies WHERE account = ? AND key = ?",
          .integer(account), .text(post.rawValue))
      }
    }
  }

  package func storePeople(_ people: [Person], account: Account.ID) async throws(StoreError) {
    guard !people.isEmpty else { return }
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      let account = try cache.accountTable(connection).accountRowIDInsertingIfNeeded(account)
      let table = PersonTable(connection: connection, account: account)
      for person in people { try table.storePerson(person) }
    }
  }

  package func storePerson(
    _ person: Person, called handle: String, account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      let account = try cache.accountTable(connection).accountRowIDInsertingIfNeeded(account)
      try PersonTable(connection: connection, account: account).storePerson(person, called: handle)
    }
  }

  package func setReadingPosition(
    _ place: ReadingPosition?, lastRead: FeedEntry.ID?, in scope: StreamOrMergedHomes
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      switch scope {
      case .stream(let feed, let account):
        let (feeds, id) = try cache.findOrInsertFeedRow(feed, account, in: connection)
        try feeds.setReadingPosition(place, lastRead: lastRead, id)
      case .homes(let accounts):
        let homes = try MergedHomeTimelines(of: accounts, in: connection)
        if let place {
          try MergedHomeTable(connection: connection)
            .setReadingPosition(place, at: try homes.sortPosition(of: place.entry)?.moment)
        }
        if let lastRead { try homes.markReadFromEntryDownInHomes(lastRead) }
      }
    }
  }

  package func advanceLastReadEntry(
    _ entry: FeedEntry.ID, in scope: StreamOrMergedHomes
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      switch scope {
      case .stream(let feed, let account):
        let (feeds, id) = try cache.findOrInsertFeedRow(feed, account, in: connection)
        try feeds.advanceNewestReadEntry(entry, id)
      case .homes(let accounts):
        try MergedHomeTimelines(of: accounts, in: connection).markReadFromEntryDownInHomes(entry)
      }
    }
  }

  package func markEntriesSeen(
    _ entries: [FeedEntry.ID], in scope: StreamOrMergedHomes
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      try connection.storedStreamQuery(for: scope)?.markEntriesSeen(entries)
    }
  }

  package func storeScreenLayout(
    _ layout: TimelineLayout, of scope: StreamOrMergedHomes
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      switch scope {
      case .stream(let feed, let account):
        let (feeds, id) = try cache.findOrInsertFeedRow(feed, account, in: connection)
        try feeds.storeScreenLayout(layout, id)
      case .homes: try MergedHomeTable(connection: connection).storeScreenLayout(layout)
      }
    }
  }

  package func setShowsUnreadOnly(_ isOn: Bool, of scope: StreamOrMergedHomes)
    async throws(StoreError)
  {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      switch scope {
      case .stream(let feed, let account):
        let (feeds, id) = try cache.findOrInsertFeedRow(feed, account, in: connection)
        try feeds.setShowsUnreadOnly(isOn, id)
      case .homes(let accounts):
        try MergedHomeTable(connection: connection).setShowsUnreadOnly(isOn)
        let homes = try MergedHomeTimelines(of: accounts, in: connection)
        let feeds = FeedTable(connection: connection)
        for home in homes.all {
          try feeds.setShowsUnreadOnly(home.record.showsUnreadOnly, home.record.id)
        }
      }
    }
  }

  package func unreadPostIDs(
    in part: StreamRowRange, of scope: StreamOrMergedHomes
  ) async throws(StoreError) -> [Post.ID] {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.storedStreamQuery(for: scope)?.unreadPostIDs(in: part) ?? []
    }
  }

  package func nextUnreadEntry(
    _ direction: StreamDirection, from entry: FeedEntry.ID?, of scope: StreamOrMergedHomes
  ) async throws(StoreError) -> FeedEntry.ID? {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.storedStreamQuery(for: scope)?.nextUnreadEntry(direction, from: entry)
    }
  }

  package func setCatchUpOrder(
    _ order: CatchUpOrder, account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      let table = cache.accountTable(connection)
      try table.setCatchUpOrder(order, of: try table.accountRowIDInsertingIfNeeded(account))
    }
  }

  package func setLastOpenedFeed(_ feed: Feed, account: Account.ID) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      let accounts = cache.accountTable(connection)
      let account = try accounts.accountRowIDInsertingIfNeeded(account)
      let id = try FeedTable(connection: connection).feedRowIDInsertingIfNeeded(
        feed, account: account)
      try accounts.setLastOpenedFeed(id, of: account)
    }
  }
}

extension CacheDatabase {
  fileprivate func findOrInsertFeedRow(
    _ feed: Feed, _ account: Account.ID, in connection: SQLiteConnection
  ) throws(SQLiteError) -> (table: FeedTable, id: Int64) {
    let feeds = FeedTable(connection: connection)
    return (
      feeds,
      try feeds.feedRowIDInsertingIfNeeded(
        feed, account: try accountTable(connection).accountRowIDInsertingIfNeeded(account))
    )
  }
}

extension MergedHomeQuery {
  private typealias SortPosition = MergedHomeTimelines.SortPosition

  func unreadPostIDs(in part: StreamRowRange) throws(SQLiteError) -> [Post.ID] {
    var (first, last) = (SortPosition.top, SortPosition(moment: .max, feed: .max, position: .max))
    switch part {
    case .all: break
    case .above(let entry): last = try homes.sortPosition(of: entry) ?? .top
    case .below(let entry): first = try homes.sortPosition(of: entry) ?? last
    }
    return try unreadEntries(.down, from: first, through: last, limit: .max).map(\.post)
  }

  func nextUnreadEntry(
    _ direction: StreamDirection, from entry: FeedEntry.ID?
  ) throws(SQLiteError) -> FeedEntry.ID? {
    var (first, last) = (SortPosition.top, SortPosition(moment: .max, feed: .max, position: .max))
    if let entry, let start = try homes.sortPosition(of: entry) {
      func adjacentSortPosition(_ step: Int64) -> SortPosition {
        SortPosition(moment: start.moment, feed: start.feed, position: start.position + step)
      }
      switch direction {
      case .down: first = adjacentSortPosition(1)
      case .up: last = adjacentSortPosition(-1)
      }
    }
    return try unreadEntries(direction, from: first, through: last, limit: 1).first?.entry
  }

  /// Returns the unread entries between two sort positions, including those there: from the first
  /// one down, or from the last one up.
  private func unreadEntries(
    _ direction: StreamDirection, from first: SortPosition, through last: SortPosition, limit: Int
  ) throws(SQLiteError) -> [(entry: FeedEntry.ID, post: Post.ID)] {
    let tracked = homes.all.filter(\.record.hasReadStates)
    guard !tracked.isEmpty else { return [] }
    let order = direction == .down ? "ASC" : "DESC"
    return try homes.connection.queryRows(
      """
      SELECT row.feed, row.entry, post.key
      FROM feed_row AS row JOIN post ON post.id = row.post
      WHERE row.feed IN (\(tracked.map { "\($0.record.id)" }.joined(separator: ", ")))
        AND row.unread IS NOT NULL AND row.unread = 1
        AND (row.moment, row.feed, row.position) BETWEEN (?, ?, ?) AND (?, ?, ?)
      ORDER BY row.moment \(order), row.feed \(order), row.position \(order) LIMIT ?
      """, .integer(first.moment), .integer(first.feed), .integer(first.position),
      .integer(last.moment), .integer(last.feed), .integer(last.position), .countValue(limit)
    ) { row in
      homes.homeTimeline(withFeedRowID: row.integerValue(0)).map {
        (
          FeedEntry.ID(row.textValue(1)).scoped(to: $0.account),
          Post.ID(row.textValue(2)).scoped(to: $0.account)
        )
      }
    }
  }

  func markEntriesSeen(_ entries: [FeedEntry.ID]) throws(SQLiteError) {
    for entry in entries { try markSeenInAllHomeTimelines(entry) }
    for home in homes.all {
      let own = entries.filter { $0.whose == home.account }.map(\.withoutAccount)
      try StreamWindowQuery(connection: homes.connection, record: home.record).markEntriesSeen(own)
    }
  }

  /// Marks an entry as seen in all home timelines that contain its post.
  private func markSeenInAllHomeTimelines(_ entry: FeedEntry.ID) throws(SQLiteError) {
    guard let account = entry.whose, let home = homes.homeTimeline(of: account) else { return }
    try homes.connection.executeSQL(
      """
      UPDATE feed_row SET seen = 1
      WHERE feed IN (\(homes.numbers)) AND post IN (
        SELECT twin.id FROM feed_row AS row
          JOIN post ON post.id = row.post JOIN post AS twin ON twin.address = post.address
        WHERE row.feed = ? AND row.entry = ?)
      """, .integer(home.record.id), .text(entry.withoutAccount.rawValue))
  }
}

extension MergedHomeTimelines {
  /// Marks an entry and all below it as read in the home timelines of all accounts.
  fileprivate func markReadFromEntryDownInHomes(_ entry: FeedEntry.ID) throws(SQLiteError) {
    guard let moment = try sortPosition(of: entry)?.moment else { return }
    let feeds = FeedTable(connection: connection)
    for home in all {
      guard let newest = try uppermostUnreadEntry(in: home, noNewerThan: moment) else { continue }
      try feeds.advanceNewestReadEntry(newest, home.record.id)
    }
  }
}

/// Returns the ids of those posts that were stored before and now look different on the screen.
private func visiblyChangedPostIDs(_ stored: [PostTable.StoredPostResult]) -> Set<Post.ID> {
  Set(stored.lazy.filter(\.isChanged).map(\.post.id))
}

extension PagePlacement {
  /// True if the page was fetched from the top of the stream, so that the stream counts as
  /// refreshed.
  fileprivate var isFromStreamTop: Bool {
    switch self {
    case .top, .above, .replacingAll: true
    case .bottom, .below, .gapFromAbove, .gapFromBelow: false
    }
  }
}

/// A cache database that several stores share; it stores nothing for signed-out accounts.
struct CacheDatabase: Sendable {
  let database: SQLiteDatabase
  /// The closure that returns true for an account that was signed out, called from any thread of
  /// the cache database.
  let isGone: @Sendable (Account.ID) -> Bool

  /// Returns the table of accounts in the cache database, which refuses signed-out accounts.
  func accountTable(_ connection: SQLiteConnection) -> AccountTable {
    AccountTable(connection: connection, isGone: isGone)
  }
}

extension CacheDatabase {
  /// Stores changed tabs, columns and places of the portable settings in the cache database in one
  /// transaction.
  func storePortableSettings(_ portableSettings: PortableSettings, insteadOf old: PortableSettings)
    async throws(StoreError)
  {
    let tabs = portableSettings.tabs.filter { old.tabs[$0.key] != $0.value }
    let places = portableSettings.places.filter { old.places[$0.key] != $0.value }
    let columns = portableSettings.columns == old.columns ? nil : portableSettings.columns
    guard !tabs.isEmpty || !places.isEmpty || columns != nil else { return }
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      let accounts = accountTable(connection)
      for (account, tabs) in tabs {
        try accounts.setTabs(tabs, of: try accounts.accountRowIDInsertingIfNeeded(account))
      }
      let feeds = FeedTable(connection: connection)
      for (account, places) in places {
        let number = try accounts.accountRowIDInsertingIfNeeded(account)
        for place in places {
          _ = try feeds.feedRowIDInsertingIfNeeded(.nearby(place), account: number)
        }
      }
      if let columns {
        try SQLiteTabStore(cache: self).storeDeckColumnsInTransaction(columns, connection)
      }
    }
  }
}
