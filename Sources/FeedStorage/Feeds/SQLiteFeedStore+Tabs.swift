package import FeedDomain

extension SQLiteFeedStore: TabStore {
  package func tabs(account: Account.ID) async throws(StoreError) -> [StreamTab]? {
    try await database.read { connection throws(SQLiteError) in
      try AccountTable(connection: connection).tabs(of: account)
    }
  }

  package func setTabs(_ tabs: [StreamTab], account: Account.ID) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      let table = AccountTable(connection: connection)
      try table.setTabs(tabs, of: try table.enter(account))
    }
  }
}
