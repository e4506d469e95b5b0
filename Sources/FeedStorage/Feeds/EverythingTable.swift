internal import FeedDomain

/// What is known of the stream of all homes besides its rows, which are those of the homes.
struct EverythingTable {
  let connection: SQLiteConnection

  /// So many posts are given their address in one go.
  private static let batch = 2_000

  /// Where the reader is, and how they want it laid out.
  struct Record {
    let place: ReadingPosition?
    let placeMoment: Int64?
    let arrangement: Arrangement?
  }

  func record() throws(SQLiteError) -> Record {
    try connection.first("SELECT place, place_moment, place_row, arrangement FROM everything") {
      row in
      Record(
        place: row.optionalText(0).map {
          ReadingPosition(entry: FeedEntry.ID(stored: $0), row: Int(row.integer(2)))
        },
        placeMoment: row.optionalInteger(1),
        arrangement: row.optionalText(3).flatMap { Arrangement(rawValue: $0) })
    } ?? Record(place: nil, placeMoment: nil, arrangement: nil)
  }

  /// Notes where the reader is; the moment outlives the entry.
  func setPlace(_ place: ReadingPosition, at moment: Int64?) throws(SQLiteError) {
    try connection.run(
      """
      UPDATE everything SET place = ?1, place_row = ?2, place_moment = coalesce(?3, place_moment)
      """, .text(place.entry.stored), .count(place.row), .integer(orNull: moment))
  }

  func setArrangement(_ arrangement: Arrangement) throws(SQLiteError) {
    try connection.run("UPDATE everything SET arrangement = ?", .text(arrangement.rawValue))
  }

  /// Forgets the reader's place where it was a post of that account.
  func forget(_ account: Account.ID) throws(SQLiteError) {
    guard try record().place?.entry.whose == account else { return }
    try connection.run("UPDATE everything SET place = NULL, place_row = NULL")
  }

  /// Where the reader's place is in a home; nil where they have none, or it is beyond what is held.
  func position(in home: Int64) throws(SQLiteError) -> Int64? {
    guard let moment = try record().placeMoment else { return nil }
    return try connection.number(
      """
      SELECT position FROM feed_row WHERE feed = ? AND moment >= ? ORDER BY position LIMIT 1
      """, .integer(home), .integer(moment))
  }

  /// Gives every post its address, now that there is more than one account: the newest at once, the
  /// rest while nobody waits.
  func addressAnew() throws(SQLiteError) {
    try connection.run(
      "UPDATE everything SET addressed_from = coalesce((SELECT max(id) + 1 FROM post), ?)",
      .integer(.min))
    try addressSome()
  }

  /// Gives their addresses to some of the posts that were entered without, the newest first.
  func addressSome() throws(SQLiteError) {
    let start = try connection.number("SELECT addressed_from FROM everything") ?? .min
    guard start > .min else { return }
    let batch = try connection.rows(
      """
      SELECT \(PostTable.columns), post.id FROM post
      WHERE id < ? AND address IS NULL ORDER BY id DESC LIMIT \(Self.batch)
      """, .integer(start)
    ) { (id: $0.integer(8), post: PostTable.post(from: $0)) }
    for case (let id, let post?) in batch {
      guard let number = PostAddress.number(of: post) else { continue }
      try connection.run(
        "UPDATE post SET address = ? WHERE id = ?", .integer(number), .integer(id))
    }
    let end = batch.count < Self.batch ? .min : batch.last?.id ?? .min
    try connection.run("UPDATE everything SET addressed_from = ?", .integer(end))
  }
}

extension FeedEntry.ID {
  /// Stands between the account and the id in the file, and in nothing that a service writes.
  private static var separator: Character { "\u{1F}" }

  /// An id of an account among others, as the file has it.
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

/// How the entries of a page lie between those that are held already.
///
/// What is held keeps its place, so the page is hung on the longest run of its held entries that
/// stand in the same order in both; the others stay where they are. What is new lies before,
/// between and after these anchors.
struct PageMerge: Equatable {
  /// The entries of the page that hold it in place, by their indices, with their positions.
  let anchors: [Anchor]
  /// The new entries above the first anchor, or all where there is none.
  let leading: [Int]
  /// The new entries below each anchor and above the next; of the last, all that remain.
  let following: [[Int]]

  /// An entry that is held.
  struct Anchor: Equatable {
    let index: Int
    let position: Int64
  }

  /// Weaves a page of which each entry has that position, or none where it is new; only entries
  /// whose position is wanted can be anchors.
  init(_ positions: [Int64?], anchoredWhere isWanted: (Int64) -> Bool = { _ in true }) {
    let held = positions.indices.compactMap { index in
      positions[index].flatMap { isWanted($0) ? Anchor(index: index, position: $0) : nil }
    }
    anchors = Self.longestAscent(in: held)
    let new = positions.indices.filter { positions[$0] == nil }
    let edges = anchors.map(\.index)
    leading = new.filter { $0 < edges.first ?? .max }
    following = edges.indices.map { edge in
      let end = edge + 1 < edges.count ? edges[edge + 1] : .max
      return new.filter { $0 > edges[edge] && $0 < end }
    }
  }

  /// The longest subsequence with ascending positions; pages are short, so two loops will do.
  private static func longestAscent(in anchors: [Anchor]) -> [Anchor] {
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
    var ascent: [Anchor] = []
    var next = lengths.firstIndex(of: longest)
    while let current = next {
      ascent.append(anchors[current])
      next = previous[current]
    }
    return ascent.reversed()
  }
}
