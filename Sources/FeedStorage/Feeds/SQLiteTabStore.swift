package import FeedDomain

package struct SQLiteTabStore: TabAndDeckColumnStore {
  let cache: CacheDatabase

  package func tabs(account: Account.ID) async throws(StoreError) -> [AccountStreamTab]? {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try AccountTable(connection: connection).tabs(of: account)
    }
  }

  package func setTabs(_ tabs: [AccountStreamTab], account: Account.ID) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      let table = cache.accountTable(connection)
      try table.setTabs(tabs, of: try table.accountRowIDInsertingIfNeeded(account))
    }
  }

  package func deckColumns() async throws(StoreError) -> [DeckColumn] {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.queryRows(
        """
        SELECT account.key, deck_column.key, deck_column.label
        FROM deck_column JOIN account ON account.id = deck_column.account
        ORDER BY deck_column.place
        """
      ) { row in
        StoredDeckColumn(StoredFeedKeyAndLabel(row.textValue(1), label: row.textValue(2))).content
          .map {
            DeckColumn($0, of: Account.ID(row.textValue(0)))
          }
      }.compactMap(\.self)
    }
  }

  package func storeDeckColumns(_ columns: [DeckColumn]) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      try storeDeckColumnsInTransaction(columns, connection)
    }
  }

  /// Stores the deck columns within a database transaction of the caller.
  func storeDeckColumnsInTransaction(
    _ columns: [DeckColumn], _ connection: SQLiteConnection
  ) throws(SQLiteError) {
    try connection.executeSQL("DELETE FROM deck_column")
    let accounts = cache.accountTable(connection)
    for (place, column) in columns.enumerated() where !accounts.isGone(column.account) {
      let key = StoredDeckColumn(column.content).texts
      try connection.executeSQL(
        "INSERT INTO deck_column (place, account, key, label) VALUES (?, ?, ?, ?)",
        .countValue(place), .integer(try accounts.accountRowIDInsertingIfNeeded(column.account)),
        .text(key.key),
        .text(key.label))
    }
  }
}

/// A namespace for the text format in which an account's tabs are stored: one stream a line.
enum StoredTabsFormat {
  /// The word stored for the tab with photos near the user's location.
  private static let nearby = "nearby"

  static func storedText(of tabs: [AccountStreamTab]) -> String {
    tabs.map { tab in
      guard let feed = tab.feed else { return nearby }
      let key = StoredFeedKeyAndLabel(feed)
      return [key.key, key.label].map(withoutTabsAndLineBreaks).joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// Parses an account's stored tabs; tabs unknown to this version of Tweetie are left out.
  static func parsedTabs(in text: String) -> [AccountStreamTab] {
    var tabs: [AccountStreamTab] = []
    for line in text.unicodeScalars.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1).map { String($0) }
      guard let key = parts.first else { continue }
      let feed = StoredFeedKeyAndLabel(key, label: parts.count > 1 ? parts[1] : "").feed
      let tab: AccountStreamTab? = key == nearby ? .nearby : feed.map { .feed($0) }
      if let tab, !tabs.contains(tab) { tabs.append(tab) }
    }
    return tabs
  }

  private static func withoutTabsAndLineBreaks(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" }))
  }
}

/// A stored form of a deck column in the cache database: a key and a label.
struct StoredDeckColumn {
  private static let nearby = StoredFeedKeyAndLabel("nearby")
  private static let notifications = StoredFeedKeyAndLabel("notices")

  let texts: StoredFeedKeyAndLabel

  init(_ texts: StoredFeedKeyAndLabel) { self.texts = texts }

  init(_ content: DeckColumn.DeckColumnContent) {
    texts =
      switch content {
      case .stream(.feed(let feed)): StoredFeedKeyAndLabel(feed)
      case .stream(.nearby): Self.nearby
      case .notifications: Self.notifications
      }
  }

  /// The content of a deck column, decoded from its stored key; nil if unknown to this version of
  /// Tweetie.
  var content: DeckColumn.DeckColumnContent? {
    switch texts {
    case Self.nearby: .stream(.nearby)
    case Self.notifications: .notifications
    default: texts.feed.map { .stream(.feed($0)) }
    }
  }
}
