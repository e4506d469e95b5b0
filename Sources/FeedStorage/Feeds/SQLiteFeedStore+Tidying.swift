package import FeedDomain

extension SQLiteFeedStore {
  /// So many rows of each stream are kept: months of a busy one, some hundred megabytes at most.
  package static let rowsKept = 120_000
  /// So many posts of an account are kept, in streams or not, before those in none are dropped.
  package static let postsKept = 150_000

  /// Drops what is beyond `rowsKept` and `postsKept`, oldest first, a few hundred posts at a time.
  package func tidy(account: Account.ID) async throws(StoreError) {
    _ = try await trim(account: account, keeping: Self.rowsKept, posts: Self.postsKept)
  }

  package func forget(
    fetchedBefore moment: Timestamp, account: Account.ID
  ) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      guard let number = try AccountTable(connection: connection).number(of: account) else {
        return
      }
      try Trimming(connection: connection, account: number).forget(fetchedBefore: moment)
    }
  }
}
