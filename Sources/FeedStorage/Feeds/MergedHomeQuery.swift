internal import FeedDomain

/// A database query for the rows of the home timelines of several accounts, merged into one; its
/// cost depends only on the number of rows requested.
struct MergedHomeQuery {
  let homes: MergedHomeTimelines
  let record: MergedHomeTable.MergedHomeRecord
  private let shownRowCondition: String

  private typealias Position = MergedHomeTimelines.SortPosition

  private var connection: SQLiteConnection { homes.connection }

  init(_ homes: MergedHomeTimelines) throws(SQLiteError) {
    self.homes = homes
    shownRowCondition = homes.shownRowCondition
    record = try MergedHomeTable(connection: homes.connection).storedMergedHomeRecord()
  }

  func feedWindow(
    around anchor: FeedWindowAnchor, above: Int, below: Int
  ) throws(SQLiteError) -> FeedWindow {
    guard !homes.all.isEmpty else {
      return FeedWindow(
        [], hasMoreAbove: false, hasMoreBelow: false,
        status: FeedStatus(
          layout: record.layout, showsUnreadOnly: record.showsUnreadOnly))
    }
    let start = try sortPosition(of: anchor) ?? .top
    let (above, below) = (max(0, above), max(0, below))
    let lower = try loadStoredRows(.downFromPosition, start, limit: below + 1)
    let upper = start == .top ? [] : try loadStoredRows(.upFromPosition, start, limit: above + 1)
    let stored = Array(upper.prefix(above).reversed() + lower.prefix(below))
    let (hasMoreAbove, hasMoreBelow) = (upper.count > above, lower.count > below)
    let (ends, older) = try gapsAndCursorBelowHomeTimelines()
    var rows: [FeedRow] = []
    var left = ends[...]
    // The lower end of a home timeline above these rows is in a window further up.
    if hasMoreAbove, let top = stored.first?.sortPosition {
      left = left.drop { $0.sortPosition < top }
    }
    for row in stored {
      while let end = left.first, end.sortPosition < row.sortPosition {
        rows.append(.gap(end.gap))
        left.removeFirst()
      }
      if let row = try self.rowForScreen(from: row) { rows.append(row) }
    }
    if !hasMoreBelow { rows += left.map { .gap($0.gap) } }
    return FeedWindow(
      rows, hasMoreAbove: hasMoreAbove, hasMoreBelow: hasMoreBelow,
      status: try feedStatus(
        older: older, place: readingPositionAtShownCopy(at: start, lower.first),
        among: (start, lower)))
  }

  func feedStatus() throws(SQLiteError) -> FeedStatus {
    try feedStatus(
      older: try gapsAndCursorBelowHomeTimelines().older, place: record.readingPosition)
  }

  /// Returns the unread rows of the merged home timeline from the top down; if there are more than
  /// `limit`, the oldest of them.
  func oldestUnreadRows(limit: Int) throws(SQLiteError) -> [FeedRow] {
    var rows: [MergedHomeRow] = []
    for home in homes.all {
      if home.record.hasReadStates {
        rows += try self.oldestUnreadRows(
          in: home, where: "row.unread = 1", above: .max, limit: limit)
      } else if let read = try homes.newestReadRowPosition(in: home) {
        rows += try self.oldestUnreadRows(
          in: home, where: "row.seen IS NULL", above: read, limit: limit)
      }
    }
    rows.sort { $0.sortPosition < $1.sortPosition }
    var unread: [FeedRow] = []
    for row in rows.suffix(limit) {
      if let row = try self.rowForScreen(from: row) { unread.append(row) }
    }
    return unread
  }
}

// MARK: - Where

extension MergedHomeQuery {
  private func sortPosition(of anchor: FeedWindowAnchor) throws(SQLiteError) -> Position? {
    switch anchor {
    case .top: return nil
    case .bottom: return try loadStoredRows(.upFromBottom, .top, limit: 1).first?.sortPosition
    case .entry(let entry):
      if let sortPosition = try homes.sortPosition(of: entry) { return sortPosition }
      return try sortPositionOfCurrentEntry()
    case .readingPosition: return try sortPositionOfCurrentEntry()
    }
  }

  private func sortPositionOfCurrentEntry() throws(SQLiteError) -> Position? {
    if let entry = record.readingPosition?.entry,
      let sortPosition = try homes.sortPosition(of: entry)
    {
      return sortPosition
    }
    // The entry was deleted, so the row below takes its place, or else the row above.
    guard let moment = record.placeMoment else { return nil }
    let sortPosition = Position(moment: moment, feed: .min, position: .min)
    guard try loadStoredRows(.downFromPosition, sortPosition, limit: 1).isEmpty else {
      return sortPosition
    }
    return try loadStoredRows(.upFromBottom, .top, limit: 1).first?.sortPosition
  }

  /// Returns the user's position in the merged home timeline. Its entry is the shown copy of the
  /// post, which may be that of another account.
  private func readingPositionAtShownCopy(at start: Position, _ first: MergedHomeRow?)
    throws(SQLiteError)
    -> ReadingPosition?
  {
    guard let place = record.readingPosition, try sortPositionOfCurrentEntry() == start,
      let entry = first?.entry
    else {
      return record.readingPosition
    }
    return ReadingPosition(entry: entryIDInShownAccount(of: entry.id, first), row: place.row)
  }

  /// Returns a gap for each home timeline whose older posts are not fetched yet, at the timeline's
  /// lower end, from the top down. The lowest of these ends gets no gap; its cursor is returned as
  /// that of the next page.
  private func gapsAndCursorBelowHomeTimelines() throws(SQLiteError) -> (
    gaps: [(sortPosition: Position, gap: TimelineGap)], older: Cursor?
  ) {
    let lowest = try homes.bottomSortPosition()
    var gaps: [(sortPosition: Position, gap: TimelineGap)] = []
    var older: Cursor?
    for home in homes.all {
      guard let cursor = home.record.older,
        let sortPosition = try homes.bottomSortPosition(of: home)
      else {
        continue
      }
      if sortPosition == lowest {
        older = cursor.scoped(to: home.account)
      } else {
        let gap = TimelineGap(
          id: TimelineGap.end.scoped(to: home.account), older: cursor, entryBelow: nil)
        gaps.append((sortPosition, gap))
      }
    }
    return (gaps.sorted { $0.sortPosition < $1.sortPosition }, older)
  }
}

// MARK: - How it stands

extension MergedHomeQuery {
  /// Returns the status of the merged home timeline, such as the number of unread entries. `stored`
  /// are rows that were already read from the database, with the position of the first.
  private func feedStatus(
    older: Cursor?, place: ReadingPosition?,
    among stored: (start: Position, rows: [MergedHomeRow])? = nil
  ) throws(SQLiteError) -> FeedStatus {
    var unread = (entries: 0, hasGap: false)
    var lowest: Position?
    var isRead = false
    for home in homes.all {
      if home.record.hasReadStates {
        let rows = FeedRowTable(connection: connection, feed: home.record.id)
        unread.entries += try rows.unreadEntryCount(limit: StreamWindowQuery.unreadLimit)
        continue
      }
      guard let read = try homes.newestReadRowPosition(in: home) else { continue }
      isRead = true
      let rows = try unreadCountInAccountHome(in: home, above: read)
      unread = (unread.entries + rows.entries, unread.hasGap || rows.hasGap)
      if let sortPosition = rows.lowest, lowest.map({ $0 < sortPosition }) ?? true {
        lowest = sortPosition
      }
    }
    let boundary =
      isRead ? try self.entryRowBelowLowestUnread(below: lowest ?? .top, among: stored) : nil
    let fetched = homes.all.map(\.record.fetchedAt)
    return FeedStatus(
      fetchedAt: homes.hasUnfetchedHomes || fetched.contains { $0 == nil }
        ? nil : fetched.compactMap(\.self).min(),
      older: older, readingPosition: place,
      lastRead: boundary.flatMap { row in row.entry.map { entryIDInShownAccount(of: $0.id, row) } },
      unread: unread.entries,
      readUntil: unread.entries > 0
        ? boundary.map { Timestamp(milliseconds: -$0.sortPosition.moment) } : nil,
      hasUnreadGap: unread.hasGap, layout: record.layout,
      showsUnreadOnly: record.showsUnreadOnly)
  }

  /// Returns the row right below the lowest unread entry of the merged home timeline, or the
  /// topmost entry if nothing is unread.
  private func entryRowBelowLowestUnread(
    below lowest: Position, among stored: (start: Position, rows: [MergedHomeRow])?
  ) throws(SQLiteError) -> MergedHomeRow? {
    func isBelowLowestUnread(_ row: MergedHomeRow) -> Bool {
      row.entry != nil && lowest < row.sortPosition
    }
    if let stored, stored.start <= lowest, let row = stored.rows.first(where: isBelowLowestUnread) {
      return row
    }
    // Usually it is the next row; a few gaps may lie between.
    for limit in [2, 8] {
      let rows = try loadStoredRows(.downFromPosition, lowest, limit: limit)
      if let row = rows.first(where: isBelowLowestUnread) { return row }
    }
    return nil
  }

  /// Counts the unread entries above a position in one account's home timeline, up to a limit, and
  /// returns the count with the position of the lowest entry; `hasGap` is true if there is a gap
  /// among the counted rows.
  private func unreadCountInAccountHome(
    in home: MergedHomeTimelines.AccountHomeTimeline, above position: Int64
  ) throws(SQLiteError) -> (entries: Int, hasGap: Bool, lowest: Position?) {
    let found = try connection.firstRow(
      """
      SELECT count(entry), count(gap), max(iif(entry IS NULL, NULL, position)) FROM (
        SELECT row.entry, row.gap, row.position
        FROM feed_row AS row LEFT JOIN post ON post.id = row.post
        WHERE row.feed = ? AND row.position < ? AND row.seen IS NULL AND \(shownRowCondition)
        ORDER BY row.position DESC LIMIT \(StreamWindowQuery.unreadLimit))
      """, .integer(home.record.id), .integer(position)
    ) {
      (
        entries: Int($0.integerValue(0)), hasGap: $0.integerValue(1) > 0,
        lowest: $0.optionalInteger(2)
      )
    }
    guard let found, let lowest = found.lowest else { return (0, found?.hasGap ?? false, nil) }
    let moment = try connection.queryNumber(
      "SELECT moment FROM feed_row WHERE feed = ? AND position = ?", .integer(home.record.id),
      .integer(lowest))
    let sortPosition = Position(moment: moment ?? 0, feed: home.record.id, position: lowest)
    return (found.entries, found.hasGap, sortPosition)
  }
}

// MARK: - Rows

extension MergedHomeQuery {
  /// A row of the merged home timeline, as stored in the cache database.
  private struct MergedHomeRow {
    let sortPosition: MergedHomeTimelines.SortPosition
    let entry: FeedEntry?
    let gap: Int64?
    let older: Cursor?
    /// True if another account may have received the post of the row, too.
    let isInOtherAccount: Bool
  }

  /// A direction in which rows of the merged home timeline are read, as a condition and order in
  /// SQL.
  private enum RowQueryDirection: String {
    case downFromPosition = """
      row.moment >= ?1 AND (row.moment, row.feed, row.position) >= (?1, ?2, ?3)
      ORDER BY row.moment, row.feed, row.position
      """
    case upFromPosition = """
      row.moment <= ?1 AND (row.moment, row.feed, row.position) < (?1, ?2, ?3)
      ORDER BY row.moment DESC, row.feed DESC, row.position DESC
      """
    /// A direction of reading rows of the merged home timeline: from the bottom upwards.
    case upFromBottom = """
      row.moment >= ?1 AND (row.moment, row.feed, row.position) >= (?1, ?2, ?3)
      ORDER BY row.moment DESC, row.feed DESC, row.position DESC
      """

    /// The SQL order in which rows of several home timelines are merged.
    var sqlOrder: String {
      switch self {
      case .downFromPosition: "row.moment, row.feed, row.position"
      case .upFromPosition, .upFromBottom: "row.moment DESC, row.feed DESC, row.position DESC"
      }
    }
  }

  private static let columns = """
    \(PostTable.columns), row.moment, row.feed, row.position, row.entry, row.booster, row.gap, \
    row.older, EXISTS (SELECT 1 FROM post AS twin \
    WHERE twin.address = post.address AND twin.account <> post.account)
    """

  private func loadStoredRows(
    _ segment: RowQueryDirection, _ sortPosition: MergedHomeTimelines.SortPosition, limit: Int
  ) throws(SQLiteError) -> [MergedHomeRow] {
    var authors: [Person.ID: Post] = [:]
    let query =
      record.showsUnreadOnly
      ? try unreadRowsSQL(segment)
      : """
      SELECT \(Self.columns)
      FROM feed_row AS row INDEXED BY moment LEFT JOIN post ON post.id = row.post
      WHERE row.moment IS NOT NULL AND row.feed IN (\(homes.numbers)) AND \(shownRowCondition)
        AND \(segment.rawValue) LIMIT ?4
      """
    return try connection.queryRows(
      query, .integer(sortPosition.moment), .integer(sortPosition.feed),
      .integer(sortPosition.position), .countValue(limit)
    ) { Self.decodedMergedHomeRow(in: $0, sharing: &authors) }
  }

  /// Returns the SQL query for the rows of the merged home timeline with its filter for unread
  /// rows. They are selected through an index of each account's timeline, so that its read rows
  /// cost nothing.
  private func unreadRowsSQL(_ segment: RowQueryDirection) throws(SQLiteError) -> String {
    func accountHomeTimelineSubquery(
      _ index: String?, _ condition: String, _ home: MergedHomeTimelines.AccountHomeTimeline
    ) -> String {
      """
      SELECT * FROM (
        SELECT row.* FROM feed_row AS row \(index.map { "INDEXED BY \($0)" } ?? "")
          LEFT JOIN post ON post.id = row.post
        WHERE row.feed = \(home.record.id) AND row.moment IS NOT NULL AND \(condition)
          AND \(shownRowCondition)
          AND \(segment.rawValue) LIMIT ?4)
      """
    }
    var parts: [String] = []
    for home in homes.all {
      if home.record.hasReadStates {
        parts.append(accountHomeTimelineSubquery("unread_moment", "row.unread IS NOT NULL", home))
        parts.append(accountHomeTimelineSubquery("gap", "row.gap IS NOT NULL", home))
      } else {
        let isUnread = try StreamWindowQuery.unreadFilterSQLCondition(
          in: home.record, readPosition: homes.newestReadRowPosition(in: home))
        // Unread rows are those above the newest read entry.
        parts.append(accountHomeTimelineSubquery(nil, isUnread, home))
      }
    }
    return """
      WITH row AS (\(parts.joined(separator: " UNION ALL ")))
      SELECT \(Self.columns)
      FROM row LEFT JOIN post ON post.id = row.post
      ORDER BY \(segment.sqlOrder) LIMIT ?4
      """
  }

  private func oldestUnreadRows(
    in home: MergedHomeTimelines.AccountHomeTimeline, where isUnread: String, above position: Int64,
    limit: Int
  ) throws(SQLiteError) -> [MergedHomeRow] {
    var authors: [Person.ID: Post] = [:]
    return try connection.queryRows(
      """
      SELECT \(Self.columns)
      FROM feed_row AS row LEFT JOIN post ON post.id = row.post
      WHERE row.feed = ? AND row.position < ? AND \(isUnread) AND \(shownRowCondition)
      ORDER BY row.position DESC LIMIT ?
      """, .integer(home.record.id), .integer(position), .countValue(limit)
    ) { Self.decodedMergedHomeRow(in: $0, sharing: &authors) }
  }

  private static func decodedMergedHomeRow(
    in row: SQLiteRow, sharing authors: inout [Person.ID: Post]
  ) -> MergedHomeRow {
    let booster =
      row.isNull(12) ? nil : row.withBlobBytes(12) { PersonRecord.decodedPerson(from: $0) }
    let post = row.isNull(11) ? nil : PostTable.decodedPost(from: row, sharing: &authors)
    return MergedHomeRow(
      sortPosition: MergedHomeTimelines.SortPosition(
        moment: row.integerValue(8), feed: row.integerValue(9), position: row.integerValue(10)),
      entry: post.map {
        FeedEntry(id: FeedEntry.ID(row.textValue(11)), post: $0, boostedBy: booster)
      },
      gap: row.optionalInteger(13), older: row.optionalText(14).map { Cursor($0) },
      isInOtherAccount: row.integerValue(15) > 0)
  }

  /// Returns a stored row as a row for the screen; nil if its post cannot be decoded.
  private func rowForScreen(from stored: MergedHomeRow) throws(SQLiteError) -> FeedRow? {
    guard let home = homes.homeTimeline(withFeedRowID: stored.sortPosition.feed) else { return nil }
    if let entry = stored.entry {
      let post = entry.post.scopingIDs(to: home.account)
      return .entry(
        FeedEntry(
          id: entry.id.scoped(to: home.account), post: post, boostedBy: entry.boostedBy,
          accountPostIDs: [post.id]
            + (stored.isInOtherAccount ? try postIDsInOtherAccounts(of: entry.post, home) : [])))
    }
    guard let number = stored.gap, let older = stored.older else { return nil }
    let below = try FeedRowTable(connection: connection, feed: home.record.id)
      .nearestEntryBelow(stored.sortPosition.position)
    return .gap(
      TimelineGap(
        id: TimelineGap.ID("\(number)").scoped(to: home.account), older: older,
        entryBelow: below?.scoped(to: home.account)))
  }

  private func entryIDInShownAccount(of entry: FeedEntry.ID, _ row: MergedHomeRow?) -> FeedEntry.ID
  {
    guard let row, let home = homes.homeTimeline(withFeedRowID: row.sortPosition.feed) else {
      return entry
    }
    return entry.scoped(to: home.account)
  }

  /// Returns the ids of a post in those other accounts whose home timelines contain the post, too.
  private func postIDsInOtherAccounts(
    of post: Post, _ home: MergedHomeTimelines.AccountHomeTimeline
  )
    throws(SQLiteError)
    -> [Post.ID]
  {
    guard let address = PostAddressHash.addressHash(of: post) else { return [] }
    let found = try connection.queryRows(
      """
      SELECT DISTINCT row.feed, twin.key
      FROM post AS twin JOIN feed_row AS row ON row.post = twin.id
      WHERE twin.address = ? AND row.feed IN (\(homes.numbers)) AND row.feed <> ?
      """, .integer(address), .integer(home.record.id)
    ) { (feed: $0.integerValue(0), post: Post.ID($0.textValue(1))) }
    return homes.all.compactMap { other in
      found.first { $0.feed == other.record.id }?.post.scoped(to: other.account)
    }
  }
}

/// A set of the stored home timelines of the accounts that are read together.
struct MergedHomeTimelines {
  struct AccountHomeTimeline {
    let account: Account.ID
    let record: FeedTable.FeedRecord
  }

  let connection: SQLiteConnection
  /// The stored home timelines of the accounts that are read together, in the order of the
  /// accounts.
  let all: [AccountHomeTimeline]
  /// True if the home timeline of at least one of the accounts was never fetched.
  let hasUnfetchedHomes: Bool

  init(of accounts: [Account.ID], in connection: SQLiteConnection) throws(SQLiteError) {
    self.connection = connection
    let feeds = FeedTable(connection: connection)
    var all: [AccountHomeTimeline] = []
    for account in accounts {
      guard let record = try feeds.feedRecord(of: .home, account: account) else { continue }
      all.append(AccountHomeTimeline(account: account, record: record))
    }
    self.all = all
    hasUnfetchedHomes = all.count < accounts.count
  }

  func homeTimeline(of account: Account.ID) -> AccountHomeTimeline? {
    all.first { $0.account == account }
  }

  func homeTimeline(withFeedRowID number: Int64) -> AccountHomeTimeline? {
    all.first { $0.record.id == number }
  }

  var numbers: String {
    all.reduce("") { $0 + ($0.isEmpty ? "" : ", ") + "\($1.record.id)" }
  }

  /// The SQL condition for the rows of the merged home timeline that are shown: those whose post no
  /// earlier account has, so that each post is shown once. It contains numbers instead of
  /// parameters, so that one prepared statement serves all queries.
  var shownRowCondition: String {
    guard all.count > 1 else { return "1" }
    return """
      NOT EXISTS (
        SELECT 1 FROM post AS twin JOIN feed_row AS other ON other.post = twin.id
        WHERE twin.address = post.address AND twin.account <> post.account
          AND other.feed IN (\(numbers)) AND \(homeTimelineOrderSQL(of: "other.feed")) < \(homeTimelineOrderSQL(of: "row.feed")))
      """
  }

  private func homeTimelineOrderSQL(of feed: String) -> String {
    var cases = ""
    for (order, home) in all.enumerated() { cases += " WHEN \(home.record.id) THEN \(order)" }
    return "CASE \(feed)\(cases) ELSE \(all.count) END"
  }
}

extension MergedHomeTimelines {
  /// A position of a row among the rows of all home timelines, from the top down.
  struct SortPosition: Comparable {
    let moment: Int64
    let feed: Int64
    let position: Int64

    static let top = SortPosition(moment: .min, feed: .min, position: .min)

    static func < (left: SortPosition, right: SortPosition) -> Bool {
      (left.moment, left.feed, left.position) < (right.moment, right.feed, right.position)
    }
  }

  /// Returns the sort position of an entry among the rows of all home timelines; nil if the entry
  /// is not stored.
  func sortPosition(of entry: FeedEntry.ID) throws(SQLiteError) -> SortPosition? {
    guard let account = entry.whose, let home = homeTimeline(of: account) else { return nil }
    return try connection.firstRow(
      "SELECT moment, feed, position FROM feed_row WHERE feed = ? AND entry = ?",
      .integer(home.record.id), .text(entry.withoutAccount.rawValue), as: Self.sortPosition(in:))
  }

  func bottomSortPosition(of home: AccountHomeTimeline) throws(SQLiteError) -> SortPosition? {
    try connection.firstRow(
      """
      SELECT moment, feed, position FROM feed_row WHERE feed = ?
      ORDER BY position DESC LIMIT 1
      """, .integer(home.record.id), as: Self.sortPosition(in:))
  }

  func bottomSortPosition() throws(SQLiteError) -> SortPosition? {
    var lowest: SortPosition?
    for home in all {
      if let sortPosition = try bottomSortPosition(of: home),
        lowest.map({ $0 < sortPosition }) ?? true
      {
        lowest = sortPosition
      }
    }
    return lowest
  }

  /// Returns the row position of the newest read entry of a home timeline; nil if nothing was read.
  func newestReadRowPosition(in home: AccountHomeTimeline) throws(SQLiteError) -> Int64? {
    try StreamWindowQuery(connection: connection, record: home.record).newestReadRowPosition()
  }

  /// Returns the id of the uppermost unread entry of a home timeline, among entries no newer than a
  /// time and below all newer unread ones; nil if there is none. An entry that came late stands
  /// above newer ones, which must not count as read with it.
  func uppermostUnreadEntry(in home: AccountHomeTimeline, noNewerThan moment: Int64)
    throws(SQLiteError)
    -> FeedEntry.ID?
  {
    let read = try newestReadRowPosition(in: home) ?? .max
    return try connection.firstRow(
      """
      SELECT entry FROM feed_row
      WHERE feed = ?1 AND position < ?2 AND moment >= ?3 AND entry IS NOT NULL
        AND position > ifnull((
          SELECT position FROM feed_row
          WHERE feed = ?1 AND position < ?2 AND moment < ?3 AND seen IS NULL AND entry IS NOT NULL
          ORDER BY position DESC LIMIT 1), ?4)
      ORDER BY position LIMIT 1
      """, .integer(home.record.id), .integer(read), .integer(moment), .integer(.min)
    ) { FeedEntry.ID($0.textValue(0)) }
  }

  static func sortPosition(in row: SQLiteRow) -> SortPosition {
    SortPosition(
      moment: row.integerValue(0), feed: row.integerValue(1), position: row.integerValue(2))
  }
}
