internal import FeedDomain

/// The homes of some accounts, as they stand in the tables.
struct Homes {
  /// One of them.
  struct Home {
    let account: Account.ID
    let record: FeedTable.Record
  }

  let connection: SQLiteConnection
  /// In the order of the accounts.
  let all: [Home]
  /// Whether nothing was ever fetched of some of them.
  let areSomeUnknown: Bool

  /// The homes of those accounts, as far as anything is held of them.
  init(of accounts: [Account.ID], in connection: SQLiteConnection) throws(SQLiteError) {
    self.connection = connection
    let feeds = FeedTable(connection: connection)
    var all: [Home] = []
    for account in accounts {
      guard let record = try feeds.record(of: .home, account: account) else { continue }
      all.append(Home(account: account, record: record))
    }
    self.all = all
    areSomeUnknown = all.count < accounts.count
  }

  func home(of account: Account.ID) -> Home? { all.first { $0.account == account } }

  func home(numbered number: Int64) -> Home? { all.first { $0.record.id == number } }

  /// The numbers of the homes, for a statement.
  var numbers: String { all.map { "\($0.record.id)" }.joined(separator: ", ") }

  /// That a row shows its post: no account that is named earlier sees it, too.
  ///
  /// Numbers of our own alone are written into statements, so that one is prepared for all of them.
  var isShown: String {
    guard all.count > 1 else { return "1" }
    return """
      NOT EXISTS (
        SELECT 1 FROM post AS twin JOIN feed_row AS other ON other.post = twin.id
        WHERE twin.address = post.address AND twin.account <> post.account
          AND other.feed IN (\(numbers)) AND \(rank(of: "other.feed")) < \(rank(of: "row.feed")))
      """
  }

  private func rank(of feed: String) -> String {
    let cases = all.enumerated().map { "WHEN \($1.record.id) THEN \($0)" }
    return "CASE \(feed) \(cases.joined(separator: " ")) ELSE \(all.count) END"
  }
}

extension Homes {
  /// Where a row stands among those of all homes, from the top downwards.
  struct Spot: Comparable {
    let moment: Int64
    let feed: Int64
    let position: Int64

    static let top = Spot(moment: .min, feed: .min, position: .min)

    static func < (left: Spot, right: Spot) -> Bool {
      (left.moment, left.feed, left.position) < (right.moment, right.feed, right.position)
    }
  }

  /// Where an entry stands; nil where it is not held.
  func spot(of entry: FeedEntry.ID) throws(SQLiteError) -> Spot? {
    guard let account = entry.whose, let home = home(of: account) else { return nil }
    return try connection.first(
      "SELECT moment, feed, position FROM feed_row WHERE feed = ? AND entry = ?",
      .integer(home.record.id), .text(entry.own.rawValue), as: Self.spot(in:))
  }

  /// The lowest row of a home.
  func bottom(of home: Home) throws(SQLiteError) -> Spot? {
    try connection.first(
      """
      SELECT moment, feed, position FROM feed_row WHERE feed = ?
      ORDER BY position DESC LIMIT 1
      """, .integer(home.record.id), as: Self.spot(in:))
  }

  /// The lowest row of all.
  func bottom() throws(SQLiteError) -> Spot? {
    var lowest: Spot?
    for home in all {
      if let spot = try bottom(of: home), lowest.map({ $0 < spot }) ?? true { lowest = spot }
    }
    return lowest
  }

  /// Where the newest entry of a home is that was read.
  func readPosition(in home: Home) throws(SQLiteError) -> Int64? {
    guard let entry = home.record.lastRead else { return nil }
    let held = try RowTable(connection: connection, feed: home.record.id).position(of: entry)
    return held ?? home.record.lastReadPosition
  }

  /// The uppermost entry of a home that stands at that moment or below it, among what was not read.
  func newest(in home: Home, from moment: Int64) throws(SQLiteError) -> FeedEntry.ID? {
    let read = try readPosition(in: home) ?? .max
    return try connection.first(
      """
      SELECT entry FROM feed_row
      WHERE feed = ? AND position < ? AND moment >= ? AND entry IS NOT NULL
      ORDER BY position LIMIT 1
      """, .integer(home.record.id), .integer(read), .integer(moment)
    ) { FeedEntry.ID($0.text(0)) }
  }

  static func spot(in row: SQLiteRow) -> Spot {
    Spot(moment: row.integer(0), feed: row.integer(1), position: row.integer(2))
  }
}
