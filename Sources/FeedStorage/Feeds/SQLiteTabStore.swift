package import FeedDomain

/// Which streams are tabs, in the file of what was fetched.
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
}
