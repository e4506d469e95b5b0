package import FeedDomain

/// Which streams are tabs, and which are columns, in the file of what was fetched.
package struct SQLiteTabStore: TabStore {
  let cache: FeedCache

  package func tabs(account: Account.ID) async throws(StoreError) -> [StreamTab]? {
    try await cache.database.read { connection throws(SQLiteError) in
      try AccountTable(connection: connection).tabs(of: account)
    }
  }

  package func setTabs(_ tabs: [StreamTab], account: Account.ID) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let table = AccountTable(connection: connection)
      try table.setTabs(tabs, of: try table.enter(account))
    }
  }

  package func deck() async throws(StoreError) -> [DeckColumn] {
    try await cache.database.read { connection throws(SQLiteError) in
      try connection.rows(
        """
        SELECT account.key, deck_column.key, deck_column.label
        FROM deck_column JOIN account ON account.id = deck_column.account
        ORDER BY deck_column.place
        """
      ) { row in
        DeckKey(FeedKey(row.text(1), label: row.text(2))).content.map {
          DeckColumn($0, of: Account.ID(row.text(0)))
        }
      }.compactMap(\.self)
    }
  }

  package func setDeck(_ columns: [DeckColumn]) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      try set(columns, connection)
    }
  }

  /// The same as part of a larger change.
  func set(
    _ columns: [DeckColumn], _ connection: SQLiteConnection
  ) throws(SQLiteError) {
    try connection.run("DELETE FROM deck_column")
    let accounts = cache.accounts(connection)
    for (place, column) in columns.enumerated() where !accounts.isGone(column.account) {
      let key = DeckKey(column.content).texts
      try connection.run(
        "INSERT INTO deck_column (place, account, key, label) VALUES (?, ?, ?, ?)",
        .count(place), .integer(try accounts.enter(column.account)), .text(key.key),
        .text(key.label))
    }
  }
}
