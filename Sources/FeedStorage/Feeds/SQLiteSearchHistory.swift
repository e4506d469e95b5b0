package import FeedDomain

/// What was searched for, in the file of what was fetched.
package struct SQLiteSearchHistory: SearchHistory {
  /// So many searches are kept.
  private static let limit = 50

  let cache: FeedCache

  package func searches(of account: Account.ID) async throws(StoreError) -> [String] {
    try await cache.database.read { connection throws(SQLiteError) in
      try connection.rows(
        """
        SELECT words FROM search JOIN account ON account.id = search.account
        WHERE account.key = ? ORDER BY searched_at DESC, words LIMIT ?
        """, .text(account.rawValue), .count(Self.limit)
      ) { $0.text(0) }
    }
  }

  package func keep(
    search words: String, of account: Account.ID, now: Timestamp
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let number = try cache.accounts(connection).enter(account)
      try connection.run(
        "INSERT OR REPLACE INTO search (account, words, searched_at) VALUES (?, ?, ?)",
        .integer(number), .text(words), .integer(now.milliseconds))
      try connection.run(
        """
        DELETE FROM search WHERE account = ?1 AND words NOT IN (
          SELECT words FROM search WHERE account = ?1
          ORDER BY searched_at DESC, words LIMIT ?2)
        """, .integer(number), .count(Self.limit))
    }
  }
}
