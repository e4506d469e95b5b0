internal import FeedDomain

extension FeedCache {
  /// Keeps the tabs, columns and places that are different, all or none.
  func keep(_ belongings: Belongings, insteadOf old: Belongings) async throws(StoreError) {
    let tabs = belongings.tabs.filter { old.tabs[$0.key] != $0.value }
    let places = belongings.places.filter { old.places[$0.key] != $0.value }
    let columns = belongings.columns == old.columns ? nil : belongings.columns
    guard !tabs.isEmpty || !places.isEmpty || columns != nil else { return }
    try await database.write { connection throws(SQLiteError) in
      let accounts = accounts(connection)
      for (account, tabs) in tabs {
        try accounts.setTabs(tabs, of: try accounts.enter(account))
      }
      let feeds = FeedTable(connection: connection)
      for (account, places) in places {
        let number = try accounts.enter(account)
        for place in places { _ = try feeds.enter(.nearby(place), account: number) }
      }
      if let columns { try SQLiteTabStore(cache: self).set(columns, connection) }
    }
  }
}
