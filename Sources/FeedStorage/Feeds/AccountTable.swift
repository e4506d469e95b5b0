internal import FeedDomain

struct AccountTable {
  let connection: SQLiteConnection
  /// Whether an account was signed out, by whomever.
  var isGone: @Sendable (Account.ID) -> Bool = { _ in false }

  /// The account's number; nil where nothing is held for it.
  func number(of account: Account.ID) throws(SQLiteError) -> Int64? {
    try connection.number("SELECT id FROM account WHERE key = ?", .text(account.rawValue))
  }

  /// The account's number, given now where it has none.
  ///
  /// None is given to one that was signed out. It is erased once more after it is no longer kept, so
  /// that whoever writes either sees this or is erased.
  func enter(_ account: Account.ID) throws(SQLiteError) -> Int64 {
    if let number = try number(of: account) { return number }
    guard !isGone(account) else { throw .signedOut }
    try connection.run("INSERT INTO account (key) VALUES (?)", .text(account.rawValue))
    let number = connection.lastInserted
    if try count() == 2 { try EverythingTable(connection: connection).addressAnew() }
    return number
  }

  /// For how many accounts something is held.
  func count() throws(SQLiteError) -> Int64 {
    try connection.number("SELECT count(*) FROM account") ?? 0
  }

  /// Remembers the stream the reader looks at.
  func setLastFeed(_ feed: Int64, of account: Int64) throws(SQLiteError) {
    try connection.run(
      "UPDATE account SET last_feed = ? WHERE id = ?", .integer(feed), .integer(account))
  }

  func lastFeed(of account: Account.ID) throws(SQLiteError) -> Feed? {
    try connection.first(
      """
      SELECT feed.key, feed.label FROM account JOIN feed ON feed.id = account.last_feed
      WHERE account.key = ?
      """, .text(account.rawValue)
    ) { FeedKey($0.text(0), label: $0.text(1)).feed }
  }
}

extension AccountTable {
  func setTabs(_ tabs: [StreamTab], of account: Int64) throws(SQLiteError) {
    try connection.run(
      "UPDATE account SET tabs = ? WHERE id = ?", .text(TabsFormat.text(of: tabs)),
      .integer(account))
  }

  /// The tabs; nil where none were chosen.
  func tabs(of account: Account.ID) throws(SQLiteError) -> [StreamTab]? {
    try connection.first(
      "SELECT tabs FROM account WHERE key = ? AND tabs IS NOT NULL", .text(account.rawValue)
    ) { TabsFormat.tabs(in: $0.text(0)) }
  }
  func setCatchUpOrder(_ order: CatchUpOrder, of account: Int64) throws(SQLiteError) {
    try connection.run(
      "UPDATE account SET catch_up_order = ? WHERE id = ?", .text(order.rawValue),
      .integer(account))
  }

  /// The order; nil where none was chosen that this version knows.
  func catchUpOrder(of account: Account.ID) throws(SQLiteError) -> CatchUpOrder? {
    try connection.first(
      "SELECT catch_up_order FROM account WHERE key = ?", .text(account.rawValue)
    ) { $0.optionalText(0).flatMap { CatchUpOrder(rawValue: $0) } } ?? nil
  }
}
