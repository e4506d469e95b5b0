internal import FeedDomain

/// An operation that deletes old rows and posts, to limit the size of the cache database.
struct CacheTrimmer {
  let connection: SQLiteConnection
  let account: Int64

  /// The number of a stream's rows below the user's position that the cache trimmer never deletes.
  private static let surroundings = 200
  private static let batch = 500

  /// Deletes an account's oldest rows beyond `rows` for each stream, and some of its oldest posts
  /// beyond `posts`; also merges segments of the search index. Returns the shortened streams.
  func deleteRowsBeyondLimits(rows: Int, posts: Int) throws(SQLiteError) -> Set<Feed> {
    var shortened: Set<Feed> = []
    for feed in try FeedTable(connection: connection).feedRowIDs(of: account) {
      guard let cut = try lastKeptRow(feed, after: rows) else { continue }
      try connection.executeSQL(
        "DELETE FROM feed_row WHERE feed = ? AND position > ?", .integer(feed),
        .integer(cut.position))
      try FeedTable(connection: connection).setOlderCursor(cut.older, feed)
      if let feed = try self.storedFeed(feed) { shortened.insert(feed) }
    }
    try deleteOldPostBatch(keeping: posts)
    try SearchIndex(connection: connection).addPropertyWordsAndMergeSegments()
    try MergedHomeTable(connection: connection).hashPostAddressBatch()
    return shortened
  }

  /// Deletes the rows of streams that were last fetched before a time, and the posts that are then
  /// in no stream; reading positions stay.
  func deleteRowsOfStaleFeeds(fetchedBefore moment: Timestamp) throws(SQLiteError) {
    let old = try connection.queryRows(
      "SELECT id FROM feed WHERE account = ? AND fetched_at < ?", .integer(account),
      .integer(moment.milliseconds)
    ) { $0.integerValue(0) }
    guard !old.isEmpty else { return }
    for feed in old {
      try connection.executeSQL("DELETE FROM feed_row WHERE feed = ?", .integer(feed))
      try connection.executeSQL(
        "UPDATE feed SET fetched_at = NULL, older = NULL WHERE id = ?", .integer(feed))
    }
    let table = PostTable(connection: connection, account: account)
    let loose = try connection.queryRows(
      """
      SELECT \(PostTable.columns), post.id FROM post
      WHERE account = ?1 AND NOT EXISTS (SELECT 1 FROM feed_row WHERE feed_row.post = post.id)
      """, .integer(account)
    ) { (id: $0.integerValue(8), post: PostTable.decodedPost(from: $0)) }
    for (id, post) in loose { try table.deletePost(id, post) }
    try SearchIndex(connection: connection).addPropertyWordsAndMergeSegments()
  }

  /// Returns the row of a stream below which all rows may be deleted, with the cursor of the older
  /// posts; nil if there is none. It is the first row with a stored cursor after the first `rows`
  /// rows, and after those around the user's position.
  private func lastKeptRow(
    _ feed: Int64, after rows: Int
  ) throws(SQLiteError) -> (position: Int64, older: Cursor)? {
    let table = FeedRowTable(connection: connection, feed: feed)
    guard var edge = try rowPosition(in: feed, from: .min, offset: max(0, rows - 1)) else {
      return nil
    }
    let place = try connection.firstRow(
      "SELECT place, place_position FROM feed WHERE id = ?", .integer(feed)
    ) { (entry: $0.optionalText(0), position: $0.optionalInteger(1)) }
    let stored = try place?.entry.flatMap { entry throws(SQLiteError) in
      try table.rowPosition(of: FeedEntry.ID(entry))
    }
    let together = try MergedHomeTable(connection: connection).mergedReadingRowPosition(in: feed)
    for case let place? in [stored ?? place?.position, together] where place >= edge {
      guard let end = try rowPosition(in: feed, from: place, offset: Self.surroundings) else {
        return nil
      }
      edge = end
    }
    let cut = try connection.firstRow(
      """
      SELECT position, older FROM feed_row
      WHERE feed = ? AND position >= ? AND older IS NOT NULL AND entry IS NOT NULL
      ORDER BY position LIMIT 1
      """, .integer(feed), .integer(edge)
    ) { (position: $0.integerValue(0), older: Cursor($0.textValue(1))) }
    guard let cut, try table.rowPositionBelow(cut.position) != nil else { return nil }
    return cut
  }

  private func rowPosition(in feed: Int64, from start: Int64, offset: Int) throws(SQLiteError)
    -> Int64?
  {
    try connection.queryNumber(
      """
      SELECT position FROM feed_row WHERE feed = ? AND position >= ?
      ORDER BY position LIMIT 1 OFFSET ?
      """, .integer(feed), .integer(start), .countValue(offset))
  }

  private func storedFeed(_ id: Int64) throws(SQLiteError) -> Feed? {
    try connection.firstRow("SELECT key, label FROM feed WHERE id = ?", .integer(id)) {
      StoredFeedKeyAndLabel($0.textValue(0), label: $0.textValue(1)).feed
    }
  }

  /// Deletes a batch of the oldest posts of an account beyond a limit, except posts in a stream and
  /// bookmarked posts.
  private func deleteOldPostBatch(keeping limit: Int) throws(SQLiteError) {
    let count = Int(
      try connection.queryNumber("SELECT count(*) FROM post WHERE account = ?", .integer(account))
        ?? 0)
    guard count > limit else { return }
    let table = PostTable(connection: connection, account: account)
    let old = try connection.queryRows(
      """
      SELECT \(PostTable.columns), post.id FROM post
      WHERE account = ?1 AND own & ?2 = 0
        AND NOT EXISTS (SELECT 1 FROM feed_row WHERE feed_row.post = post.id)
      ORDER BY id LIMIT ?3
      """, .integer(account), .countValue(Post.UserPostMarks.bookmarked.rawValue),
      .countValue(min(count - limit, Self.batch))
    ) { (id: $0.integerValue(8), post: PostTable.decodedPost(from: $0)) }
    for (id, post) in old { try table.deletePost(id, post) }
  }
}
