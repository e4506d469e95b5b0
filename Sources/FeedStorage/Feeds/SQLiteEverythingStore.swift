package import FeedDomain

/// The homes of several accounts as one stream, out of the file in which each is held.
package struct SQLiteEverythingStore: EverythingStore {
  let cache: FeedCache

  package func everything(
    of accounts: [Account.ID], around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    try await cache.database.read { connection throws(SQLiteError) in
      try EverythingQuery(Homes(of: accounts, in: connection))
        .window(around: anchor, above: above, below: below)
    }
  }

  package func everythingStatus(
    of accounts: [Account.ID]
  ) async throws(StoreError) -> FeedStatus {
    try await cache.database.read { connection throws(SQLiteError) in
      try EverythingQuery(Homes(of: accounts, in: connection)).status()
    }
  }

  package func everythingUnread(
    of accounts: [Account.ID], limit: Int
  ) async throws(StoreError) -> [FeedRow] {
    try await cache.database.read { connection throws(SQLiteError) in
      try EverythingQuery(Homes(of: accounts, in: connection)).unread(limit: limit)
    }
  }

  package func setEverythingPlace(
    _ place: ReadingPlace?, lastRead: FeedEntry.ID?, of accounts: [Account.ID]
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let homes = try Homes(of: accounts, in: connection)
      if let place {
        try EverythingTable(connection: connection)
          .setPlace(place, at: try homes.spot(of: place.entry)?.moment)
      }
      guard let lastRead, let moment = try homes.spot(of: lastRead)?.moment else { return }
      let feeds = FeedTable(connection: connection)
      for home in homes.all {
        guard let newest = try homes.newest(in: home, from: moment) else { continue }
        try feeds.setLastRead(newest, home.record.id)
      }
    }
  }

  package func setEverythingSeen(
    _ entries: [FeedEntry.ID], of accounts: [Account.ID]
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let homes = try Homes(of: accounts, in: connection)
      for entry in entries { try homes.setSeen(entry) }
      for home in homes.all {
        let own = entries.filter { $0.whose == home.account }.map(\.own)
        try WindowQuery(connection: connection, record: home.record).setSeen(own)
      }
    }
  }

  package func setEverythingArrangement(_ arrangement: Arrangement) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      try EverythingTable(connection: connection).setArrangement(arrangement)
    }
  }
}

extension Homes {
  /// Notes that an entry was seen, wherever its post stands in these homes.
  fileprivate func setSeen(_ entry: FeedEntry.ID) throws(SQLiteError) {
    guard let account = entry.whose, let home = home(of: account) else { return }
    try connection.run(
      """
      UPDATE feed_row SET seen = 1
      WHERE feed IN (\(numbers)) AND post IN (
        SELECT twin.id FROM feed_row AS row
          JOIN post ON post.id = row.post JOIN post AS twin ON twin.address = post.address
        WHERE row.feed = ? AND row.entry = ?)
      """, .integer(home.record.id), .text(entry.own.rawValue))
  }
}
