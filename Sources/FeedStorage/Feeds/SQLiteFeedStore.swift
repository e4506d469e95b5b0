package import FeedDomain

/// What was fetched and seen, in a database that can be thrown away and fetched again.
///
/// Several processes may use the same file at once. A file that is damaged or another program's is
/// put aside and a new one begun; one of a newer version is refused and not touched.
package final class SQLiteFeedStore: FeedStore {
  /// So many rows of each stream are kept: months of a busy one, some hundred megabytes at most.
  package static let rowsKept = 120_000
  /// So many posts of an account are kept, in streams or not, before those in none are dropped.
  package static let postsKept = 150_000

  let cache: FeedCache
  /// The file that it stands in for.
  private let unused: String?

  /// A store that is ready for use. Nothing is begun for an account that is gone, which is asked
  /// from any thread. One that stands in for a file that cannot be used just now erases that file
  /// where anything is to be erased.
  package init(
    _ location: StoreLocation, insteadOf unused: String? = nil,
    isGone: @escaping @Sendable (Account.ID) -> Bool = { _ in false }
  ) async throws(StoreError) {
    self.unused = unused
    let database = SQLiteDatabase(
      DatabaseFile(location: location, schema: .cache, worth: .replaceable), thread: "cache")
    cache = FeedCache(database: database, isGone: isGone)
    try await database.open()
  }

  /// What else is kept in the same file.
  package var tabStore: SQLiteTabStore { SQLiteTabStore(cache: cache) }
  package var noticeStore: SQLiteNoticeStore { SQLiteNoticeStore(cache: cache) }
  package var searchHistory: SQLiteSearchHistory { SQLiteSearchHistory(cache: cache) }

  /// Prepares what an account's stream is read with, so that it is there at once when it is asked
  /// for: the terminal is being taken meanwhile.
  package func warmUp(for account: Account.ID) async {
    // A store that cannot be read is told of when it is asked in earnest.
    let feed = try? await lastFeed(account: account)
    _ = try? await window(of: feed ?? .home, account: account, around: .place, above: 1, below: 1)
  }

  /// Closes the file, which makes the next start a little quicker; nothing can be asked any more.
  package func close() async { await cache.database.close() }

  /// Whether the file was not closed last time, so that `verify` should be called when there is
  /// time.
  package var wasLeftOpen: Bool { get async { await cache.database.wasLeftOpen } }

  /// Where a damaged predecessor was put.
  package var setAside: String? { get async { await cache.database.setAside } }

  /// Looks through the whole file; true where it is sound, else it was put aside and a new one
  /// begun.
  package func verify() async throws(StoreError) -> Bool { try await cache.database.verify() }

  /// Whether another process changed something since this was asked last; the first time, no.
  package func changedElsewhere() async throws(StoreError) -> Bool {
    try await cache.database.changedElsewhere()
  }

  /// Drops what is beyond `rowsKept` and `postsKept`, oldest first, a few hundred posts at a time.
  package func tidy(account: Account.ID) async throws(StoreError) {
    _ = try await trim(account: account, keeping: Self.rowsKept, posts: Self.postsKept)
  }

  /// Drops the oldest rows of an account's streams beyond so many each, and the oldest posts
  /// beyond so many that are in no stream; returns the streams that are shorter now.
  ///
  /// Never drops what is around the reader's place, nor what the reader keeps. A stream is cut only
  /// where the service can go on from.
  package func trim(
    account: Account.ID, keeping rows: Int, posts: Int
  ) async throws(StoreError) -> Set<Feed> {
    try await cache.database.write { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return [] }
      return try Trimming(connection: connection, account: account).trim(rows: rows, posts: posts)
    }
  }

  package func forget(
    fetchedBefore moment: Timestamp, account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      guard let number = try AccountTable(connection: connection).number(of: account) else {
        return
      }
      try Trimming(connection: connection, account: number).forget(fetchedBefore: moment)
    }
  }

  /// Erases everything that is held for an account, leaving no trace in any file.
  ///
  /// Throws `busy` where another process reads for so long that the log could not be emptied; what
  /// was held is erased even so, and the call can be repeated. Repeating it where nothing came
  /// meanwhile costs nothing.
  package func erase(account: Account.ID) async throws(StoreError) {
    let isWiped = await cache.database.isWiped
    let wasHeld = try await cache.database.write { connection throws(SQLiteError) in
      guard try cache.accounts(connection).number(of: account) != nil else { return false }
      try connection.run("DELETE FROM account WHERE key = ?", .text(account.rawValue))
      try EverythingTable(connection: connection).forget(account)
      try SearchIndex(connection: connection).rebuild()
      return true
    }
    if wasHeld || !isWiped { try await cache.database.wipe(alsoSetAside: true) }
    if let unused { try Quarantine(file: unused, worth: .replaceable).eraseEverything() }
  }
}
