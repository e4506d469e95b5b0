internal import FeedDomain

/// A table in the cache database with the user's position and layout of the merged home
/// timeline.
struct MergedHomeTable {
  let connection: SQLiteConnection

  private static let batch = 2_000

  /// A record of the stored position, layout and filter of the merged home timeline.
  struct MergedHomeRecord {
    let readingPosition: ReadingPosition?
    let placeMoment: Int64?
    let layout: TimelineLayout?
    let showsUnreadOnly: Bool
  }

  func storedMergedHomeRecord() throws(SQLiteError) -> MergedHomeRecord {
    try connection.firstRow(
      "SELECT place, place_moment, place_row, arrangement, shows_unread FROM everything"
    ) { row in
      MergedHomeRecord(
        readingPosition: row.optionalText(0).map {
          ReadingPosition(entry: FeedEntry.ID(stored: $0), row: Int(row.integerValue(2)))
        },
        placeMoment: row.optionalInteger(1),
        layout: row.optionalText(3).flatMap { TimelineLayout(rawValue: $0) },
        showsUnreadOnly: row.integerValue(4) != 0)
    }
      ?? MergedHomeRecord(
        readingPosition: nil, placeMoment: nil, layout: nil, showsUnreadOnly: false)
  }

  /// Stores the user's position in the merged home timeline as an entry, and as a time for use
  /// after the entry is deleted.
  func setReadingPosition(_ place: ReadingPosition, at moment: Int64?) throws(SQLiteError) {
    try connection.executeSQL(
      """
      UPDATE everything SET place = ?1, place_row = ?2, place_moment = coalesce(?3, place_moment)
      """, .text(place.entry.stored), .countValue(place.row), .integer(orNull: moment))
  }

  func storeScreenLayout(_ layout: TimelineLayout) throws(SQLiteError) {
    try connection.executeSQL("UPDATE everything SET arrangement = ?", .text(layout.rawValue))
  }

  func setShowsUnreadOnly(_ isOn: Bool) throws(SQLiteError) {
    try connection.executeSQL("UPDATE everything SET shows_unread = ?", .integer(isOn ? 1 : 0))
  }

  /// Deletes the stored position in the merged home timeline if its entry is one of the given
  /// account.
  func deleteReadingPosition(of account: Account.ID) throws(SQLiteError) {
    guard try storedMergedHomeRecord().readingPosition?.entry.whose == account else { return }
    try connection.executeSQL("UPDATE everything SET place = NULL, place_row = NULL")
  }

  /// Returns the row position, in one account's home timeline, of the user's place in the merged
  /// home timeline; nil if no place is stored, or if it is below the stored rows.
  func mergedReadingRowPosition(in home: Int64) throws(SQLiteError) -> Int64? {
    guard let moment = try storedMergedHomeRecord().placeMoment else { return nil }
    return try connection.queryNumber(
      """
      SELECT position FROM feed_row WHERE feed = ? AND moment >= ? ORDER BY position LIMIT 1
      """, .integer(home), .integer(moment))
  }

  /// Begins to compute the address hashes of all stored posts, when a second account is added:
  /// those of the newest posts now, those of older posts in batches when the program is idle.
  func beginHashingPostAddresses() throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE everything SET addressed_from = coalesce((SELECT max(id) + 1 FROM post), ?)",
      .integer(.min))
    try hashPostAddressBatch()
  }

  /// Computes the address hashes of a batch of stored posts that have none, the newest first.
  func hashPostAddressBatch() throws(SQLiteError) {
    let start = try connection.queryNumber("SELECT addressed_from FROM everything") ?? .min
    guard start > .min else { return }
    let batch = try connection.queryRows(
      """
      SELECT \(PostTable.columns), post.id FROM post
      WHERE id < ? AND address IS NULL ORDER BY id DESC LIMIT \(Self.batch)
      """, .integer(start)
    ) { (id: $0.integerValue(8), post: PostTable.decodedPost(from: $0)) }
    for case (let id, let post?) in batch {
      guard let number = PostAddressHash.addressHash(of: post) else { continue }
      try connection.executeSQL(
        "UPDATE post SET address = ? WHERE id = ?", .integer(number), .integer(id))
    }
    let end = batch.count < Self.batch ? .min : batch.last?.id ?? .min
    try connection.executeSQL("UPDATE everything SET addressed_from = ?", .integer(end))
  }
}

extension FeedEntry.ID {
  /// The control character that separates the account from the entry's id in a text of the cache
  /// database.
  private static var separator: Character { "\u{1F}" }

  fileprivate var stored: String {
    scope.map { $0 + String(Self.separator) + rawValue } ?? rawValue
  }

  fileprivate init(stored: String) {
    let parts = stored.split(
      separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    self.init(parts[parts.count - 1])
    if parts.count > 1 { scope = parts[0] }
  }
}

/// A plan for merging a fetched page into the stored rows of a stream: where the page's entries go.
/// The longest run of stored entries in the page's order (the anchors) and all other stored rows
/// stay; new entries go before, between and after the anchors.
struct PageMergePlan: Equatable {
  /// The anchors of the merge: entries of the fetched page that are stored already and stay where
  /// they are, so that new entries are placed beside them.
  let anchors: [AlreadyStoredPageEntry]
  /// The indices, in a fetched page, of the new entries above the first entry that is stored
  /// already; of all new entries if none is stored.
  let newEntriesAbove: [Int]
  /// The indices, in a fetched page, of the new entries that follow each already stored entry; one
  /// list for each stored entry.
  let following: [[Int]]

  /// An entry of a fetched page that is stored already: its index in the page, and the position of
  /// its row.
  struct AlreadyStoredPageEntry: Equatable {
    let index: Int
    let position: Int64
  }

  /// Creates the plan for merging a fetched page. `positions` are the stored positions of the
  /// page's entries, nil for a new entry; new entries are placed only beside entries at positions
  /// for which the closure returns true.
  init(_ positions: [Int64?], anchoredWhere isWanted: (Int64) -> Bool = { _ in true }) {
    let held = positions.indices.compactMap { index in
      positions[index].flatMap {
        isWanted($0) ? AlreadyStoredPageEntry(index: index, position: $0) : nil
      }
    }
    anchors = Self.longestAscendingRun(in: held)
    let new = positions.indices.filter { positions[$0] == nil }
    let edges = anchors.map(\.index)
    newEntriesAbove = new.filter { $0 < edges.first ?? .max }
    following = edges.indices.map { edge in
      let end = edge + 1 < edges.count ? edges[edge + 1] : .max
      return new.filter { $0 > edges[edge] && $0 < end }
    }
  }

  /// Returns the longest subsequence of already stored page entries whose positions ascend. Takes
  /// quadratic time, since pages are short.
  private static func longestAscendingRun(in anchors: [AlreadyStoredPageEntry])
    -> [AlreadyStoredPageEntry]
  {
    var lengths = [Int](repeating: 1, count: anchors.count)
    var previous = [Int?](repeating: nil, count: anchors.count)
    for later in anchors.indices {
      for earlier in 0..<later
      where anchors[earlier].position < anchors[later].position
        && lengths[earlier] + 1 > lengths[later]
      {
        lengths[later] = lengths[earlier] + 1
        previous[later] = earlier
      }
    }
    guard let longest = lengths.max() else { return [] }
    var ascent: [AlreadyStoredPageEntry] = []
    var next = lengths.firstIndex(of: longest)
    while let current = next {
      ascent.append(anchors[current])
      next = previous[current]
    }
    return ascent.reversed()
  }
}
