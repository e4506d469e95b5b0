internal import FeedDomain

/// A database query for rows of a stored stream; its cost depends only on the number of rows
/// requested.
struct StreamWindowQuery {
  let connection: SQLiteConnection
  let record: FeedTable.FeedRecord

  /// The number up to which the unread entries of a stream are counted.
  static let unreadLimit = 1000

  private var rows: FeedRowTable { FeedRowTable(connection: connection, feed: record.id) }

  func feedWindow(
    around anchor: FeedWindowAnchor, above: Int, below: Int
  ) throws(SQLiteError) -> FeedWindow {
    let start = try rowPosition(of: anchor) ?? .min
    // One more row than requested on each side shows whether there are further rows.
    let lower = try loadStoredRows(
      "row.position >= ? ORDER BY row.position", from: start, limit: max(0, below) + 1)
    let upper = try loadStoredRows(
      "row.position < ? ORDER BY row.position DESC", from: start, limit: max(0, above) + 1)
    // Plain loops, since preparing the types of lazy collections before the first frame takes
    // longer than reading the rows.
    var rows: [FeedRow] = []
    var index = min(upper.count, max(0, above))
    rows.reserveCapacity(index + lower.count)
    while index > 0 {
      index -= 1
      if let row = upper[index] { rows.append(row) }
    }
    while index < min(lower.count, max(0, below)) {
      if let row = lower[index] { rows.append(row) }
      index += 1
    }
    return FeedWindow(
      rows, hasMoreAbove: upper.count > max(0, above), hasMoreBelow: lower.count > max(0, below),
      status: try feedStatus())
  }

  func feedStatus() throws(SQLiteError) -> FeedStatus {
    var unread = (entries: 0, hasGap: false)
    var readUntil: Timestamp?
    if let position = try newestReadRowPosition() {
      unread = try rows.unseenEntryCount(above: position, limit: Self.unreadLimit)
      if unread.entries > 0 { readUntil = try rows.postDateAtOrBelow(at: position) }
    }
    if record.hasReadStates {
      unread.entries = try rows.unreadEntryCount(limit: Self.unreadLimit)
      unread.hasGap = false
    }
    return FeedStatus(
      fetchedAt: record.fetchedAt, older: record.older, readingPosition: record.readingPosition,
      lastRead: record.lastRead, unread: unread.entries, readUntil: readUntil,
      hasUnreadGap: unread.hasGap, layout: record.layout,
      showsUnreadOnly: record.showsUnreadOnly)
  }

  /// Returns the SQL condition for the rows of a stream that are shown: all rows, or with the
  /// filter on, the unread ones, gaps and those read since the filter was set.
  private func shownRowsSQLCondition() throws(SQLiteError) -> String {
    guard record.showsUnreadOnly else { return "1" }
    return try StreamWindowQuery.unreadFilterSQLCondition(
      in: record, readPosition: newestReadRowPosition())
  }

  /// Returns the SQL condition for the rows that a stream shows with its filter for unread rows:
  /// unread rows, gaps, and rows read since the filter was set. The query must name the table of
  /// rows `row`.
  static func unreadFilterSQLCondition(
    in record: FeedTable.FeedRecord, readPosition: Int64?
  ) throws(SQLiteError) -> String {
    if record.hasReadStates { return "(row.unread IS NOT NULL OR row.gap IS NOT NULL)" }
    // A stream that was never read has no newest read entry, and no row counts as unread.
    let boundary = record.unreadFilterPosition ?? readPosition ?? .min
    return "(row.position < \(boundary) AND row.seen IS NULL)"
  }

  func unreadPostIDs(in part: StreamRowRange) throws(SQLiteError) -> [Post.ID] {
    guard record.hasReadStates else { return [] }
    var (first, last) = (Int64.min, Int64.max)
    switch part {
    case .all: break
    case .above(let entry): last = try rows.rowPosition(of: entry) ?? .min
    case .below(let entry): first = try rows.rowPosition(of: entry) ?? .max
    }
    return try connection.queryRows(
      """
      SELECT post.key FROM feed_row AS row INDEXED BY unread_row JOIN post ON post.id = row.post
      WHERE row.feed = ? AND row.unread IS NOT NULL AND row.unread = 1
        AND row.position BETWEEN ? AND ? ORDER BY row.position
      """, .integer(record.id), .integer(first), .integer(last)
    ) { Post.ID($0.textValue(0)) }
  }

  func nextUnreadEntry(
    _ direction: StreamDirection, from entry: FeedEntry.ID?
  ) throws(SQLiteError) -> FeedEntry.ID? {
    guard record.hasReadStates else { return nil }
    let start = try entry.flatMap { entry throws(SQLiteError) in try rows.rowPosition(of: entry) }
    let (range, order) =
      switch direction {
      case .down: ("position > ?", "ASC")
      case .up: ("position < ?", "DESC")
      }
    return try connection.firstRow(
      """
      SELECT entry FROM feed_row INDEXED BY unread_row
      WHERE feed = ? AND unread IS NOT NULL AND unread = 1 AND \(range)
      ORDER BY position \(order) LIMIT 1
      """, .integer(record.id), .integer(start ?? (direction == .down ? .min : .max))
    ) { FeedEntry.ID($0.textValue(0)) }
  }

  /// Returns the unread rows of the stream from the top down; if there are more than `limit`, the
  /// oldest of them.
  func oldestUnreadRows(limit: Int) throws(SQLiteError) -> [FeedRow] {
    if record.hasReadStates {
      return try loadStoredRows(
        "row.unread = 1 AND row.position > ? ORDER BY row.position DESC", from: .min, limit: limit
      ).reversed().compactMap(\.self)
    }
    guard let position = try newestReadRowPosition() else { return [] }
    return try loadStoredRows(
      "row.position < ? AND row.seen IS NULL ORDER BY row.position DESC", from: position,
      limit: limit
    ).reversed().compactMap(\.self)
  }

  /// Marks entries of the stream as seen, and moves the mark of the newest read entry up over the
  /// seen rows above it.
  func markEntriesSeen(_ entries: [FeedEntry.ID]) throws(SQLiteError) {
    for entry in entries { try rows.markEntrySeen(entry) }
    guard let position = try newestReadRowPosition(),
      let entry = try rows.uppermostConsecutiveSeenEntry(above: position)
    else {
      return
    }
    try FeedTable(connection: connection).advanceNewestReadEntry(entry, record.id)
  }

  /// Returns the row position of the newest read entry of the stream, even if that entry was
  /// deleted; nil if nothing was read.
  func newestReadRowPosition() throws(SQLiteError) -> Int64? {
    guard let entry = record.lastRead else { return nil }
    return try rows.rowPosition(of: entry) ?? record.lastReadPosition
  }

  private func rowPosition(of anchor: FeedWindowAnchor) throws(SQLiteError) -> Int64? {
    switch anchor {
    case .top: return nil
    case .bottom: return try rows.bottomRowPosition()
    case .entry(let entry):
      if let position = try rows.rowPosition(of: entry) { return position }
      return try rowPositionOfCurrentEntry()
    case .readingPosition: return try rowPositionOfCurrentEntry()
    }
  }

  private func rowPositionOfCurrentEntry() throws(SQLiteError) -> Int64? {
    guard let place = record.readingPosition else { return nil }
    if let position = try rows.rowPosition(of: place.entry) { return position }
    guard let position = record.placePosition else { return nil }
    // The entry was deleted, so the row below takes its place, or else the row above.
    if let next = try rows.rowPositionBelow(position - 1) { return next }
    return try rows.bottomRowPosition()
  }

  /// Reads rows of the stream from the cache database; returns nil in place of a row whose post
  /// cannot be decoded.
  private func loadStoredRows(
    _ range: String, from position: Int64, limit: Int
  ) throws(SQLiteError) -> [FeedRow?] {
    let isShown = try shownRowsSQLCondition()
    var authors: [Person.ID: Post] = [:]
    return try connection.queryRows(
      """
      SELECT \(PostTable.columns), row.entry, row.booster, row.gap, row.older,
        CASE WHEN row.gap IS NOT NULL THEN (
          SELECT below.entry FROM feed_row AS below
          WHERE below.feed = row.feed AND below.position > row.position AND below.entry IS NOT NULL
          ORDER BY below.position LIMIT 1) END
      FROM feed_row AS row LEFT JOIN post ON post.id = row.post
      WHERE row.feed = ? AND \(isShown) AND \(range) LIMIT ?
      """, .integer(record.id), .integer(position), .countValue(limit)
    ) { Self.decodedFeedRow(from: $0, sharing: &authors) }
  }

  private static func decodedFeedRow(
    from row: SQLiteRow, sharing authors: inout [Person.ID: Post]
  ) -> FeedRow? {
    guard row.isNull(8) else {
      guard let post = PostTable.decodedPost(from: row, sharing: &authors) else { return nil }
      let booster =
        row.isNull(9) ? nil : row.withBlobBytes(9) { PersonRecord.decodedPerson(from: $0) }
      return .entry(FeedEntry(id: FeedEntry.ID(row.textValue(8)), post: post, boostedBy: booster))
    }
    guard let number = row.optionalInteger(10), let older = row.optionalText(11) else { return nil }
    return .gap(
      TimelineGap(
        id: TimelineGap.ID("\(number)"), older: Cursor(older),
        entryBelow: row.optionalText(12).map { FeedEntry.ID($0) }))
  }
}

/// A database query for the stored posts of a conversation. It ends even if replies form a circle,
/// or are endless.
struct ConversationQuery {
  let connection: SQLiteConnection
  let account: Int64

  private static let limit = 2000

  private var posts: PostTable { PostTable(connection: connection, account: account) }

  func storedConversation(of focus: Post.ID) throws(SQLiteError) -> Conversation? {
    guard let post = try posts.storedPost(focus) else { return nil }
    var seen: Set<Post.ID> = []
    var waiting = [Conversation.ConversationNode(try threadRoot(of: post), depth: 0)]
    var nodes: [Conversation.ConversationNode] = []
    while let node = waiting.popLast(), nodes.count < Self.limit {
      guard seen.insert(node.post.id).inserted else { continue }
      nodes.append(node)
      let answers = try storedReplies(to: node.post.id)
      waiting += answers.reversed().map { Conversation.ConversationNode($0, depth: node.depth + 1) }
    }
    return Conversation(focus: focus, nodes: nodes)
  }

  private func threadRoot(of post: Post) throws(SQLiteError) -> Post {
    var root = post
    var seen: Set<Post.ID> = [post.id]
    while let above = root.reply?.post, seen.count < Self.limit, seen.insert(above).inserted,
      let parent = try posts.storedPost(above)
    {
      root = parent
    }
    return root
  }

  private func storedReplies(to post: Post.ID) throws(SQLiteError) -> [Post] {
    try connection.queryRows(
      """
      SELECT \(PostTable.columns) FROM post
      WHERE account = ? AND reply_to = ? ORDER BY id LIMIT ?
      """, .integer(account), .text(post.rawValue), .countValue(Self.limit)
    ) { PostTable.decodedPost(from: $0) }
  }
}
