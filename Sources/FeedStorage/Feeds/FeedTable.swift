internal import FeedDomain

/// A table of streams in the cache database, with each stream's reading position and cursor.
struct FeedTable {
  let connection: SQLiteConnection

  struct FeedRecord {
    let id: Int64
    let fetchedAt: Timestamp?
    let older: Cursor?
    let readingPosition: ReadingPosition?
    let placePosition: Int64?
    let lastRead: FeedEntry.ID?
    let lastReadPosition: Int64?
    let layout: TimelineLayout?
    let showsUnreadOnly: Bool
    /// In the record of a stored stream: the row position of the stream's newest read entry when
    /// the user set the filter for unread entries, which hides it and the rows below it. nil if
    /// nothing was read then, or if the filter is off.
    let unreadFilterPosition: Int64?
    /// True if the stream's account has a read state for each entry, as accounts with web feeds
    /// have.
    let hasReadStates: Bool
  }

  /// Returns the row id of a stream in the cache database, after inserting the stream if necessary.
  func feedRowIDInsertingIfNeeded(_ feed: Feed, account: Int64) throws(SQLiteError) -> Int64 {
    let key = StoredFeedKeyAndLabel(feed)
    let found = try connection.firstRow(
      "SELECT id, label FROM feed WHERE account = ? AND key = ?", .integer(account),
      .text(key.key)
    ) { (id: $0.integerValue(0), label: $0.textValue(1)) }
    guard let found else {
      try connection.executeSQL(
        "INSERT INTO feed (account, key, label) VALUES (?, ?, ?)", .integer(account),
        .text(key.key), .text(key.label))
      return connection.lastInserted
    }
    // A place may be stored by its coordinates before its name is known.
    if !key.label.isEmpty, found.label != key.label {
      try connection.executeSQL(
        "UPDATE feed SET label = ? WHERE id = ?", .text(key.label), .integer(found.id))
    }
    return found.id
  }

  func feeds(with post: Post.ID, account: Int64) throws(SQLiteError) -> [Feed] {
    try connection.queryRows(
      """
      SELECT DISTINCT feed.key, feed.label
      FROM post JOIN feed_row ON feed_row.post = post.id JOIN feed ON feed.id = feed_row.feed
      WHERE post.account = ? AND post.key = ? ORDER BY feed.id
      """, .integer(account), .text(post.rawValue)
    ) { StoredFeedKeyAndLabel($0.textValue(0), label: $0.textValue(1)).feed }
  }

  func feedRecord(of feed: Feed, account: Account.ID) throws(SQLiteError) -> FeedRecord? {
    try connection.firstRow(
      """
      SELECT feed.id, fetched_at, older, place, place_position, place_row, last_read,
        last_read_position, arrangement, shows_unread, unread_until
      FROM feed JOIN account ON account.id = feed.account
      WHERE account.key = ? AND feed.key = ?
      """, .text(account.rawValue), .text(StoredFeedKeyAndLabel(feed).key)
    ) { row in
      FeedRecord(
        id: row.integerValue(0),
        fetchedAt: row.optionalInteger(1).map { Timestamp(milliseconds: $0) },
        older: row.optionalText(2).map { Cursor($0) },
        readingPosition: row.optionalText(3).map {
          ReadingPosition(entry: FeedEntry.ID($0), row: Int(row.integerValue(5)))
        },
        placePosition: row.optionalInteger(4),
        lastRead: row.optionalText(6).map { FeedEntry.ID($0) },
        lastReadPosition: row.optionalInteger(7),
        layout: row.optionalText(8).flatMap { TimelineLayout(rawValue: $0) },
        showsUnreadOnly: row.integerValue(9) != 0, unreadFilterPosition: row.optionalInteger(10),
        hasReadStates: account.hasReadStates)
    }
  }

  func recentPhotoSearchPlaces(of account: Account.ID, limit: Int) throws(SQLiteError) -> [Place] {
    let feeds = try connection.queryRows(
      """
      SELECT feed.key, label FROM feed JOIN account ON account.id = feed.account
      WHERE account.key = ? AND feed.key LIKE 'nearby:%' ORDER BY fetched_at DESC, feed.id LIMIT ?
      """, .text(account.rawValue), .integer(Int64(limit))
    ) { StoredFeedKeyAndLabel($0.textValue(0), label: $0.textValue(1)).feed }
    return feeds.compactMap { feed in
      if case .nearby(let place) = feed { place } else { nil }
    }
  }

  func feedRowIDs(of account: Int64) throws(SQLiteError) -> [Int64] {
    try connection.queryRows("SELECT id FROM feed WHERE account = ?", .integer(account)) {
      $0.integerValue(0)
    }
  }

  func setFetchTime(_ moment: Timestamp, _ feed: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE feed SET fetched_at = ? WHERE id = ?", .integer(moment.milliseconds), .integer(feed))
  }

  /// Stores the cursor with which the posts below a stream's lowest row are fetched.
  func setOlderCursor(_ cursor: Cursor?, _ feed: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE feed SET older = ? WHERE id = ?", .text(orNull: cursor?.rawValue), .integer(feed))
  }

  /// Stores the user's position in a stream as an entry, and as a row position for use after the
  /// entry is deleted.
  func setReadingPosition(
    _ place: ReadingPosition?, lastRead: FeedEntry.ID?, _ feed: Int64
  ) throws(SQLiteError) {
    let rows = FeedRowTable(connection: connection, feed: feed)
    if let lastRead { try advanceNewestReadEntry(lastRead, feed) }
    let position = try place.map { place throws(SQLiteError) in
      try rows.rowPosition(of: place.entry)
    }
    try connection.executeSQL(
      "UPDATE feed SET place = ?, place_position = ?, place_row = ? WHERE id = ?",
      .text(orNull: place?.entry.rawValue), .integer(orNull: position ?? nil),
      .integer(orNull: place.map { Int64($0.row) }), .integer(feed))
  }

  func storeScreenLayout(_ layout: TimelineLayout, _ feed: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE feed SET arrangement = ? WHERE id = ?", .text(layout.rawValue), .integer(feed))
  }

  /// Stores whether a stream shows only its unread rows. Rows read while the filter was on are
  /// hidden from then on.
  func setShowsUnreadOnly(_ isOn: Bool, _ feed: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      """
      UPDATE feed SET shows_unread = ?1, unread_until = iif(?1, coalesce(
        (SELECT position FROM feed_row WHERE feed_row.feed = feed.id AND entry = feed.last_read),
        last_read_position), NULL)
      WHERE id = ?2
      """, .integer(isOn ? 1 : 0), .integer(feed))
    try connection.executeSQL(
      """
      UPDATE feed_row INDEXED BY unread_row SET unread = NULL
      WHERE feed = ? AND unread IS NOT NULL AND unread = 0
      """, .integer(feed))
  }

  /// Stores the newest read entry of a stream, if it is above the one stored before.
  func advanceNewestReadEntry(_ entry: FeedEntry.ID, _ feed: Int64) throws(SQLiteError) {
    let rows = FeedRowTable(connection: connection, feed: feed)
    guard let position = try rows.rowPosition(of: entry) else { return }
    try connection.executeSQL(
      """
      UPDATE feed SET last_read = ?, last_read_position = ?
      WHERE id = ? AND (last_read_position IS NULL OR last_read_position > ?)
      """, .text(entry.rawValue), .integer(position), .integer(feed), .integer(position))
  }

  /// Marks all entries of a stream as read after its rows were replaced, and stores the row
  /// position that the user's current entry has now.
  func markAllReplacedRowsRead(in feed: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      """
      UPDATE feed SET
        (last_read, last_read_position) = (
          SELECT entry, position FROM feed_row WHERE feed = ?1 ORDER BY position LIMIT 1),
        place_position = (
          SELECT position FROM feed_row WHERE feed = ?1 AND entry = feed.place),
        unread_until = iif(shows_unread, (SELECT min(position) FROM feed_row WHERE feed = ?1), NULL)
      WHERE id = ?1
      """, .integer(feed))
  }

  /// Returns a number for a new gap in a stream, a mark of posts that were not fetched, which no
  /// earlier gap of the stream had.
  func reserveGapNumber(in feed: Int64) throws(SQLiteError) -> Int64 {
    try connection.executeSQL("UPDATE feed SET gaps = gaps + 1 WHERE id = ?", .integer(feed))
    return try connection.queryNumber("SELECT gaps FROM feed WHERE id = ?", .integer(feed)) ?? 0
  }
}

extension SQLiteConnection {
  /// Returns the row id of an account in the cache database; nil if nothing is stored for the
  /// account.
  func accountRowID(of account: Account.ID) throws(SQLiteError) -> Int64? {
    try queryNumber("SELECT id FROM account WHERE key = ?", .text(account.rawValue))
  }
}

struct AccountTable {
  let connection: SQLiteConnection
  /// The closure that returns true for an account that any process has signed out.
  var isGone: @Sendable (Account.ID) -> Bool = { _ in false }

  /// Returns the row id of an account in the cache database, inserting the account if necessary;
  /// throws for a signed-out account. Accounts are erased again after their sign-out, so a
  /// concurrent writer is refused here, or its data is erased then.
  func accountRowIDInsertingIfNeeded(_ account: Account.ID) throws(SQLiteError) -> Int64 {
    if let number = try connection.accountRowID(of: account) { return number }
    guard !isGone(account) else { throw .signedOut }
    try connection.executeSQL("INSERT INTO account (key) VALUES (?)", .text(account.rawValue))
    let number = connection.lastInserted
    if try accountCount() == 2 {
      try MergedHomeTable(connection: connection).beginHashingPostAddresses()
    }
    return number
  }

  func accountCount() throws(SQLiteError) -> Int64 {
    try connection.queryNumber("SELECT count(*) FROM account") ?? 0
  }

  func setLastOpenedFeed(_ feed: Int64, of account: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE account SET last_feed = ? WHERE id = ?", .integer(feed), .integer(account))
  }

  func lastOpenedFeed(of account: Account.ID) throws(SQLiteError) -> Feed? {
    try connection.firstRow(
      """
      SELECT feed.key, feed.label FROM account JOIN feed ON feed.id = account.last_feed
      WHERE account.key = ?
      """, .text(account.rawValue)
    ) { StoredFeedKeyAndLabel($0.textValue(0), label: $0.textValue(1)).feed }
  }
}

extension AccountTable {
  func setTabs(_ tabs: [AccountStreamTab], of account: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE account SET tabs = ? WHERE id = ?", .text(StoredTabsFormat.storedText(of: tabs)),
      .integer(account))
  }

  func tabs(of account: Account.ID) throws(SQLiteError) -> [AccountStreamTab]? {
    try connection.firstRow(
      "SELECT tabs FROM account WHERE key = ? AND tabs IS NOT NULL", .text(account.rawValue)
    ) { StoredTabsFormat.parsedTabs(in: $0.textValue(0)) }
  }
  func setCatchUpOrder(_ order: CatchUpOrder, of account: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE account SET catch_up_order = ? WHERE id = ?", .text(order.rawValue),
      .integer(account))
  }

  /// Returns the order of posts in an account's catch-up scene of missed posts; nil if none was
  /// chosen, or if this version of Tweetie does not know it.
  func catchUpOrder(of account: Account.ID) throws(SQLiteError) -> CatchUpOrder? {
    try connection.firstRow(
      "SELECT catch_up_order FROM account WHERE key = ?", .text(account.rawValue)
    ) { $0.optionalText(0).flatMap { CatchUpOrder(rawValue: $0) } } ?? nil
  }
}
