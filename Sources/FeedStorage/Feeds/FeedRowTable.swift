internal import FeedDomain

/// An accessor of the rows of one stream in the cache database, where a single table has the rows
/// of all streams. A row has a position, a number that grows from the top down.
struct FeedRowTable {
  let connection: SQLiteConnection
  let feed: Int64

  func rowPosition(of entry: FeedEntry.ID) throws(SQLiteError) -> Int64? {
    try connection.queryNumber(
      "SELECT position FROM feed_row WHERE feed = ? AND entry = ?", .integer(feed),
      .text(entry.rawValue))
  }

  func rowPosition(ofGap gap: TimelineGap.ID) throws(SQLiteError) -> Int64? {
    guard let number = Int64(gap.rawValue) else { return nil }
    return try connection.queryNumber(
      "SELECT position FROM feed_row WHERE feed = ? AND gap = ?", .integer(feed), .integer(number))
  }

  func topRowPosition() throws(SQLiteError) -> Int64? {
    try connection.queryNumber("SELECT min(position) FROM feed_row WHERE feed = ?", .integer(feed))
  }

  func bottomRowPosition() throws(SQLiteError) -> Int64? {
    try connection.queryNumber("SELECT max(position) FROM feed_row WHERE feed = ?", .integer(feed))
  }

  /// Returns the position of the next row of the stream above a position; nil at the top.
  func rowPositionAbove(_ position: Int64) throws(SQLiteError) -> Int64? {
    try connection.queryNumber(
      "SELECT max(position) FROM feed_row WHERE feed = ? AND position < ?", .integer(feed),
      .integer(position))
  }

  /// Returns the position of the next row of the stream below a position; nil at the bottom.
  func rowPositionBelow(_ position: Int64) throws(SQLiteError) -> Int64? {
    try connection.queryNumber(
      "SELECT min(position) FROM feed_row WHERE feed = ? AND position > ?", .integer(feed),
      .integer(position))
  }

  func nearestEntryBelow(_ position: Int64) throws(SQLiteError) -> FeedEntry.ID? {
    try connection.firstRow(
      """
      SELECT entry FROM feed_row WHERE feed = ? AND position > ? AND entry IS NOT NULL
      ORDER BY position LIMIT 1
      """, .integer(feed), .integer(position)
    ) { FeedEntry.ID($0.textValue(0)) }
  }

  func isGapRow(at position: Int64) throws(SQLiteError) -> Bool {
    try connection.queryNumber(
      "SELECT gap FROM feed_row WHERE feed = ? AND position = ?", .integer(feed),
      .integer(position)) != nil
  }

  /// Counts the unseen entries among the nearest `limit` rows of a stream above a position;
  /// `hasGap` is true if there is a gap among these rows.
  func unseenEntryCount(
    above position: Int64, limit: Int
  ) throws(SQLiteError) -> (entries: Int, hasGap: Bool) {
    try connection.firstRow(
      """
      SELECT count(entry) - count(seen), count(gap) FROM (
        SELECT entry, seen, gap FROM feed_row WHERE feed = ? AND position < ?
        ORDER BY position DESC LIMIT ?)
      """, .integer(feed), .integer(position), .countValue(limit)
    ) { (entries: Int($0.integerValue(0)), hasGap: $0.integerValue(1) > 0) } ?? (0, false)
  }

  /// Counts the unread entries of a stream, up to `limit`, for an account with a read state for
  /// each entry.
  func unreadEntryCount(limit: Int) throws(SQLiteError) -> Int {
    let count = try connection.queryNumber(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM feed_row INDEXED BY unread_row
        WHERE feed = ? AND unread IS NOT NULL AND unread = 1 LIMIT ?)
      """, .integer(feed), .countValue(limit))
    return Int(count ?? 0)
  }

  /// Returns the date of the post in the row at a position of the stream, or in the next row below
  /// that is no boost; nil if there is none.
  func postDateAtOrBelow(at position: Int64) throws(SQLiteError) -> Timestamp? {
    try connection.queryNumber(
      """
      SELECT created_at FROM feed_row AS row JOIN post ON post.id = row.post
      WHERE row.feed = ? AND row.position >= ? AND row.booster IS NULL
      ORDER BY row.position LIMIT 1
      """, .integer(feed), .integer(position)
    ).map { Timestamp(milliseconds: $0) }
  }

  /// Marks a timeline entry as seen by itself, while older entries below it are still unread.
  func markEntrySeen(_ entry: FeedEntry.ID) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE feed_row SET seen = 1 WHERE feed = ? AND entry = ?", .integer(feed),
      .text(entry.rawValue))
  }

  /// Returns the uppermost entry of the stream that is reached from a position upwards without
  /// passing an unseen row or a gap; nil if there is none.
  func uppermostConsecutiveSeenEntry(above position: Int64) throws(SQLiteError) -> FeedEntry.ID? {
    try connection.firstRow(
      """
      SELECT entry FROM feed_row WHERE feed = ?1 AND position < ?2 AND position > ifnull((
        SELECT max(position) FROM feed_row WHERE feed = ?1 AND position < ?2 AND seen IS NULL), ?3)
      ORDER BY position LIMIT 1
      """, .integer(feed), .integer(position), .integer(.min)
    ) { FeedEntry.ID($0.textValue(0)) }
  }

  /// Inserts an entry into the stream at an unused row position. `moment` is nil if the entry's
  /// time is unknown; `isUnread` is false for accounts without a read state for each entry.
  func insertEntry(
    _ entry: FeedEntry, post: Int64, moment: Int64?, isUnread: Bool, at position: Int64
  ) throws(SQLiteError) {
    try connection.executeSQL(
      """
      INSERT INTO feed_row (feed, position, entry, post, booster, moment, unread)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .integer(feed), .integer(position), .text(entry.id.rawValue), .integer(post),
      .blob(orNull: entry.boostedBy.map(PersonRecord.encodedBytes)), .integer(orNull: moment),
      .integer(orNull: isUnread ? 1 : nil))
  }

  /// Updates a stored entry of the stream; returns true if its row now looks different on the
  /// screen.
  func updateEntry(_ entry: FeedEntry, post: Int64, at position: Int64) throws(SQLiteError) -> Bool
  {
    let held = try connection.firstRow(
      "SELECT post, booster FROM feed_row WHERE feed = ? AND position = ?", .integer(feed),
      .integer(position)
    ) { row in
      (
        post: row.integerValue(0),
        booster: row.withBlobBytes(1) { PersonRecord.decodedPerson(from: $0) }
      )
    }
    guard let held, held.post != post || !looksSameOnScreen(held.booster, entry.boostedBy) else {
      return false
    }
    try connection.executeSQL(
      "UPDATE feed_row SET post = ?, booster = ? WHERE feed = ? AND position = ?", .integer(post),
      .blob(orNull: entry.boostedBy.map(PersonRecord.encodedBytes)), .integer(feed),
      .integer(position))
    return true
  }

  func insertGap(_ number: Int64, older: Cursor, at position: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "INSERT INTO feed_row (feed, position, gap, older) VALUES (?, ?, ?, ?)", .integer(feed),
      .integer(position), .integer(number), .text(older.rawValue))
  }

  func moveRow(at position: Int64, to target: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE feed_row SET position = ? WHERE feed = ? AND position = ?", .integer(target),
      .integer(feed), .integer(position))
  }

  func setOlderCursor(_ cursor: Cursor?, at position: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE feed_row SET older = ?1 WHERE feed = ?2 AND position = ?3 AND older IS NOT ?1",
      .text(orNull: cursor?.rawValue), .integer(feed), .integer(position))
  }

  func olderCursor(at position: Int64) throws(SQLiteError) -> Cursor? {
    try connection.firstRow(
      "SELECT older FROM feed_row WHERE feed = ? AND position = ?", .integer(feed),
      .integer(position)
    ) { $0.optionalText(0).map { Cursor($0) } }
  }

  /// Returns the ids of the stream's entries from the top down.
  func allEntryIDs() throws(SQLiteError) -> [FeedEntry.ID] {
    try connection.queryRows(
      "SELECT entry FROM feed_row WHERE feed = ? AND entry IS NOT NULL ORDER BY position",
      .integer(feed)
    ) { FeedEntry.ID($0.textValue(0)) }
  }

  func deleteAllFeedRows() throws(SQLiteError) {
    try connection.executeSQL("DELETE FROM feed_row WHERE feed = ?", .integer(feed))
  }

  func deleteRow(at position: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "DELETE FROM feed_row WHERE feed = ? AND position = ?", .integer(feed), .integer(position))
  }

  /// Deletes the gaps, marks of posts that were not fetched, between two rows of the stream;
  /// returns true if there were any.
  func deleteGaps(between upper: Int64, and lower: Int64) throws(SQLiteError) -> Bool {
    try connection.executeSQL(
      "DELETE FROM feed_row WHERE feed = ? AND position > ? AND position < ? AND gap IS NOT NULL",
      .integer(feed), .integer(upper), .integer(lower))
    return connection.changes > 0
  }

  private func looksSameOnScreen(_ one: Person?, _ other: Person?) -> Bool {
    one?.id == other?.id && one?.handle == other?.handle && one?.name == other?.name
  }
}

extension FeedRowTable {
  /// The usual distance between the positions of neighbouring rows of a stream.
  static let step: Int64 = 1 << 20
  /// The distance in row positions between a gap in a stream, which marks posts that were not
  /// fetched, and the row above; it leaves room for a million rows.
  static let gapRoom: Int64 = 1 << 40

  /// A choice of the stored row beside which new rows of a stream are placed, the upper or the
  /// lower one, so that free positions remain beside the other.
  enum NeighbourOfInsertedRows { case upper, lower }

  /// Returns ascending free row positions of the stream between two rows; nil stands for an end of
  /// the stream. Moves rows if there is no room.
  func findOrMakeFreeRowPositions(
    _ count: Int, between upper: Int64?, and lower: Int64?, at edge: NeighbourOfInsertedRows
  ) throws(SQLiteError) -> [Int64] {
    let count = Int64(count)
    guard count > 0 else { return [] }
    switch (upper, lower) {
    case (nil, nil): return (0..<count).map { $0 * Self.step }
    case (nil, let lower?): return (0..<count).map { lower - (count - $0) * Self.step }
    case (let upper?, nil): return (0..<count).map { upper + ($0 + 1) * Self.step }
    case (let upper?, let lower?):
      guard lower - upper > count else {
        return try findOrMakeFreeRowPositions(
          Int(count), between: try shiftRowsUpReturningPosition(from: upper, by: count + 1),
          and: lower, at: edge)
      }
      let step = min(Self.step, (lower - upper) / (count + 1))
      return (0..<count).map {
        edge == .upper ? upper + ($0 + 1) * step : lower - (count - $0) * step
      }
    }
  }

  /// Moves a row of the stream and all rows above it upwards, to make room for `rows` rows; returns
  /// the row's new position.
  private func shiftRowsUpReturningPosition(from position: Int64, by rows: Int64)
    throws(SQLiteError) -> Int64
  {
    let top = try topRowPosition() ?? position
    // The distance exceeds the span of the rows, so that no row gets a position that is still
    // taken.
    let distance = position - top + rows * Self.step
    try connection.executeSQL(
      "UPDATE feed_row SET position = position - ? WHERE feed = ? AND position <= ?",
      .integer(distance), .integer(feed), .integer(position))
    try connection.executeSQL(
      """
      UPDATE feed SET
        place_position = place_position - iif(place_position <= ?1, ?2, 0),
        last_read_position = last_read_position - iif(last_read_position <= ?1, ?2, 0),
        unread_until = unread_until - iif(unread_until <= ?1, ?2, 0)
      WHERE id = ?3
      """, .integer(position), .integer(distance), .integer(feed))
    return position - distance
  }
}
