internal import FeedDomain

/// Reads some rows of a stream; what it takes grows with the rows asked for and nothing else.
struct WindowQuery {
  let connection: SQLiteConnection
  let record: FeedTable.Record

  /// Beyond this many the unread are not counted.
  static let unreadLimit = 1000

  private var rows: RowTable { RowTable(connection: connection, feed: record.id) }

  func window(
    around anchor: WindowAnchor, above: Int, below: Int
  ) throws(SQLiteError) -> FeedWindow {
    let start = try position(of: anchor) ?? .min
    // One more than asked for on each side tells whether there is more.
    let lower = try read(
      "row.position >= ? ORDER BY row.position", from: start, limit: max(0, below) + 1)
    let upper = try read(
      "row.position < ? ORDER BY row.position DESC", from: start, limit: max(0, above) + 1)
    // Plain loops: on the way to the first frame the runtime would spend longer on preparing the
    // types of lazy collections than on the rows.
    var rows: [FeedRow] = []
    var index = min(upper.count, max(0, above))
    while index > 0 {
      index -= 1
      if let row = try row(upper[index]) { rows.append(row) }
    }
    while index < min(lower.count, max(0, below)) {
      if let row = try row(lower[index]) { rows.append(row) }
      index += 1
    }
    return FeedWindow(
      rows, hasMoreAbove: upper.count > max(0, above), hasMoreBelow: lower.count > max(0, below),
      status: try status())
  }

  /// What is known of the stream.
  func status() throws(SQLiteError) -> FeedStatus {
    var unread = (entries: 0, hasGap: false)
    var readUntil: Timestamp?
    if let position = try readPosition() {
      unread = try rows.unseen(above: position, limit: Self.unreadLimit)
      if unread.entries > 0 { readUntil = try rows.moment(at: position) }
    }
    return FeedStatus(
      fetchedAt: record.fetchedAt, older: record.older, place: record.place,
      lastRead: record.lastRead, unread: unread.entries, readUntil: readUntil,
      hasUnreadGap: unread.hasGap, arrangement: record.arrangement)
  }

  /// What was not read, from the top: at most so many rows, the oldest.
  func unread(limit: Int) throws(SQLiteError) -> [FeedRow] {
    guard let position = try readPosition() else { return [] }
    let held = try read(
      "row.position < ? AND row.seen IS NULL ORDER BY row.position DESC", from: position,
      limit: limit)
    var rows: [FeedRow] = []
    for held in held.reversed() { if let row = try row(held) { rows.append(row) } }
    return rows
  }

  /// Notes that entries were seen, and how far all of them were read by that.
  func setSeen(_ entries: [FeedEntry.ID]) throws(SQLiteError) {
    for entry in entries { try rows.setSeen(entry) }
    guard let position = try readPosition(), let entry = try rows.seen(above: position) else {
      return
    }
    try FeedTable(connection: connection).setLastRead(entry, record.id)
  }

  /// Where the newest entry is that was read; one that is gone leaves its place behind.
  private func readPosition() throws(SQLiteError) -> Int64? {
    guard let entry = record.lastRead else { return nil }
    return try rows.position(of: entry) ?? record.lastReadPosition
  }

  private func position(of anchor: WindowAnchor) throws(SQLiteError) -> Int64? {
    switch anchor {
    case .top: return nil
    case .bottom: return try rows.bottom()
    case .entry(let entry):
      if let position = try rows.position(of: entry) { return position }
      return try placePosition()
    case .place: return try placePosition()
    }
  }

  private func placePosition() throws(SQLiteError) -> Int64? {
    guard let place = record.place else { return nil }
    if let position = try rows.position(of: place.entry) { return position }
    guard let position = record.placePosition else { return nil }
    // The entry is gone: what followed it, or else what it followed, stands in its place.
    if let next = try rows.below(position - 1) { return next }
    return try rows.bottom()
  }

  /// A row as it is stored.
  private struct Held {
    let position: Int64
    let entry: FeedEntry?
    let gap: Int64?
    let older: Cursor?
  }

  private func read(
    _ stretch: String, from position: Int64, limit: Int
  ) throws(SQLiteError) -> [Held] {
    try connection.rows(
      """
      SELECT \(PostTable.columns), row.position, row.entry, row.booster, row.gap, row.older
      FROM feed_row AS row LEFT JOIN post ON post.id = row.post
      WHERE row.feed = ? AND \(stretch) LIMIT ?
      """, .integer(record.id), .integer(position), .count(limit)
    ) { row in
      Held(
        position: row.integer(8),
        entry: row.isNull(9) ? nil : Self.entry(from: row), gap: row.optionalInteger(11),
        older: row.optionalText(12).map { Cursor($0) })
    }
  }

  private static func entry(from row: SQLiteRow) -> FeedEntry? {
    guard let post = PostTable.post(from: row) else { return nil }
    let booster = row.isNull(10) ? nil : row.withBytes(10) { PersonRecord.person(from: $0) }
    return FeedEntry(id: FeedEntry.ID(row.text(9)), post: post, boostedBy: booster)
  }

  /// The row as the domain knows it; nil where its post cannot be read.
  private func row(_ held: Held) throws(SQLiteError) -> FeedRow? {
    if let entry = held.entry { return .entry(entry) }
    guard let number = held.gap, let older = held.older else { return nil }
    return .gap(
      Gap(id: Gap.ID("\(number)"), older: older, below: try rows.entryBelow(held.position)))
  }
}
