public import FeedDomain

extension SQLiteFeedStore: TabStore {
  /// The tabs in order; nil where the reader has chosen none.
  public func tabs(account: Account.ID) async throws(StoreError) -> [StreamTab]? {
    try await database.read { connection throws(SQLiteError) in
      try AccountTable(connection: connection).tabs(of: account)
    }
  }

  /// Keeps the reader's choice.
  public func setTabs(_ tabs: [StreamTab], account: Account.ID) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      let table = AccountTable(connection: connection)
      try table.setTabs(tabs, of: try table.enter(account))
    }
  }
}
