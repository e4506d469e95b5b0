internal import FeedDomain

/// The items of the outbox.
struct ItemTable {
  let connection: SQLiteConnection

  /// An item as it is stored.
  struct Record {
    let number: Int64
    let item: OutboxItem
    /// Whose process has it on the wire.
    let owner: ProcessIdentity?
  }

  private var drafts: DraftTable { DraftTable(connection: connection) }

  /// Adds an item behind all others.
  func insert(_ item: OutboxItem) throws(SQLiteError) {
    let state = StateColumns(item.state)
    let (kind, target, marks, isDone) = Self.columns(of: item.change)
    try connection.run(
      """
      INSERT INTO item (id, account, kind, target, marks, is_done, subject, state, not_before,
        error, error_detail, attempts, refusals, created_at, said)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(item.id.rawValue), .text(item.account.rawValue), .text(kind),
      .text(orNull: target), .text(orNull: marks), .integer(orNull: isDone.map { $0 ? 1 : 0 }),
      .text(orNull: item.change.subject), .text(state.state), .integer(orNull: state.notBefore),
      .text(orNull: state.error.kind), .text(orNull: state.error.detail), .count(item.attempts),
      .count(item.refusals), .integer(item.createdAt.milliseconds), .text(orNull: item.change.said))
    if case .publish(let draft) = item.change {
      try drafts.save(
        draft, account: item.account, at: item.createdAt, item: connection.lastInserted)
    }
  }

  /// Puts an item in the place of another that is done.
  func replace(_ number: Int64, with next: OutboxItem) throws(SQLiteError) {
    let state = StateColumns(next.state)
    try connection.run(
      """
      UPDATE item SET id = ?, subject = ?, state = ?, not_before = ?, error = ?, error_detail = ?,
        attempts = ?, refusals = ?, created_at = ?, owner = NULL
      WHERE number = ?
      """, .text(next.id.rawValue), .text(orNull: next.change.subject), .text(state.state),
      .integer(orNull: state.notBefore), .text(orNull: state.error.kind),
      .text(orNull: state.error.detail), .count(next.attempts), .count(next.refusals),
      .integer(next.createdAt.milliseconds), .integer(number))
    try forgetTries(of: number)
    if case .publish(let draft) = next.change {
      try drafts.save(draft, account: next.account, at: next.createdAt, item: number)
    }
  }

  /// What waits for the account, or for all, in the order of sending.
  func records(of account: Account.ID?) throws(SQLiteError) -> [Record] {
    try records("?1 IS NULL OR account = ?1", .text(orNull: account?.rawValue))
  }

  /// What is kept that this version can make nothing of.
  func unreadable(
    of account: Account.ID?
  ) throws(SQLiteError) -> [(number: Int64, id: OutboxItem.ID)] {
    try rows("?1 IS NULL OR account = ?1", .text(orNull: account?.rawValue))
      .filter { $0.change == nil }.map { ($0.row.number, OutboxItem.ID($0.row.id)) }
  }

  /// An item; nil where it is gone.
  func record(_ id: OutboxItem.ID) throws(SQLiteError) -> Record? {
    try records("id = ?", .text(id.rawValue)).first
  }

  /// The oldest item of the account that is due and depends on none that waits.
  func next(of account: Account.ID, now: Timestamp) throws(SQLiteError) -> Record? {
    var queue = OutboxQueue()
    // What nobody here understands is not among them: it must not hold up all the rest for ever.
    for record in try records(
      "account = ? AND state IN ('queued', 'ambiguous')", .text(account.rawValue))
    {
      let holders = queue.add(record.item)
      if record.item.isDue(now: now), holders.isEmpty { return record }
    }
    return nil
  }

  /// What is on the wire for an account.
  func onTheWire(of account: Account.ID) throws(SQLiteError) -> [Record] {
    try records("account = ? AND state = 'sending'", .text(account.rawValue))
  }

  /// Notes how far an item has come, and who has it on the wire.
  func setState(
    _ state: OutboxItem.State, attempts: Int, owner: ProcessIdentity?, of number: Int64
  ) throws(SQLiteError) {
    let columns = StateColumns(state)
    try connection.run(
      """
      UPDATE item SET state = ?, not_before = ?, error = ?, error_detail = ?, attempts = ?,
        owner = ?, refusals = refusals + ?, is_asked = max(is_asked, ?)
      WHERE number = ?
      """, .text(columns.state), .integer(orNull: columns.notBefore),
      .text(orNull: columns.error.kind), .text(orNull: columns.error.detail), .count(attempts),
      .text(orNull: owner?.text), .count(state.isFinal ? 1 : 0),
      .count(state == .refused(.outcomeUnknown) ? 1 : 0), .integer(number))
  }

  /// Notes that an item is about to be sent, and the posts that were known before its first try.
  func noteSending(
    _ id: OutboxItem.ID, at moment: Timestamp, knowing posts: Set<Post.ID>
  ) throws(SQLiteError) {
    guard let number = try number(of: id) else { return }
    try connection.run(
      """
      UPDATE item SET first_sent_at = coalesce(first_sent_at, ?1), last_sent_at = ?1, is_asked = 0
      WHERE number = ?2
      """, .integer(moment.milliseconds), .integer(number))
    for post in posts {
      try connection.run(
        "INSERT OR IGNORE INTO known_post (item, post) VALUES (?, ?)", .integer(number),
        .text(post.rawValue))
    }
  }

  /// Notes that no try of an item has arrived.
  func noteUnsent(_ id: OutboxItem.ID) throws(SQLiteError) {
    guard let number = try number(of: id) else { return }
    try forgetTries(of: number)
  }

  private func forgetTries(of number: Int64) throws(SQLiteError) {
    try connection.run(
      "UPDATE item SET first_sent_at = NULL, last_sent_at = NULL, is_asked = 0 WHERE number = ?",
      .integer(number))
    try connection.run("DELETE FROM known_post WHERE item = ?", .integer(number))
  }

  private func number(of id: OutboxItem.ID) throws(SQLiteError) -> Int64? {
    try connection.number("SELECT number FROM item WHERE id = ?", .text(id.rawValue))
  }

  /// Whether a later item of the account has the same subject.
  func isOvertaken(_ record: Record) throws(SQLiteError) -> Bool {
    guard let subject = record.item.change.subject else { return false }
    return try connection.number(
      "SELECT 1 FROM item WHERE account = ? AND subject = ? AND number > ? LIMIT 1",
      .text(record.item.account.rawValue), .text(subject), .integer(record.number)) != nil
  }

  func remove(_ number: Int64) throws(SQLiteError) {
    try connection.run("DELETE FROM item WHERE number = ?", .integer(number))
  }

  private func records(
    _ condition: String, _ value: SQLiteValue
  ) throws(SQLiteError) -> [Record] {
    var records: [Record] = []
    for (row, change) in try rows(condition, value) {
      guard let change else { continue }
      records.append(row.record(change, knowing: row.wasSent ? try known(to: row.number) : []))
    }
    return records
  }

  private func known(to item: Int64) throws(SQLiteError) -> [String] {
    try connection.rows("SELECT post FROM known_post WHERE item = ?", .integer(item)) { $0.text(0) }
  }

  /// The rows, with what is to be done where that can be read.
  private func rows(
    _ condition: String, _ value: SQLiteValue
  ) throws(SQLiteError) -> [(row: ItemRow, change: Change?)] {
    let found = try connection.rows(
      """
      SELECT number, id, account, kind, target, marks, is_done, state, not_before, error,
        error_detail, attempts, created_at, owner, refusals, said, first_sent_at, last_sent_at,
        is_asked
      FROM item WHERE \(condition) ORDER BY number
      """, value
    ) { ItemRow($0) }
    return try found.map { row throws(SQLiteError) in
      (row, row.change(row.kind == "publish" ? try drafts.draft(ofItem: row.number) : nil))
    }
  }

  private static func columns(of change: Change) -> (String, String?, String?, Bool?) {
    switch change {
    case .mark(let post, let marks, let isDone):
      ("mark", post.rawValue, MarkNames.text(of: marks), isDone)
    case .follow(let person, let isDone): ("follow", person.rawValue, nil, isDone)
    case .mute(let person, let isDone): ("mute", person.rawValue, nil, isDone)
    case .block(let person, let isDone): ("block", person.rawValue, nil, isDone)
    case .admit(let person, let isDone): ("admit", person.rawValue, nil, isDone)
    case .vote(let post, let answers):
      ("vote", post.rawValue, answers.sorted().map(String.init).joined(separator: " "), nil)
    case .publish: ("publish", nil, nil, nil)
    case .delete(let post): ("delete", post.rawValue, nil, nil)
    case .act(let act):
      (act.kind.rawValue, act.target, act.detail.isEmpty ? nil : act.detail, act.isDone)
    }
  }
}

extension Change {
  /// What is said with an act; nil for nothing.
  fileprivate var said: String? {
    guard case .act(let act) = self, !act.answers.isEmpty else { return nil }
    return act.answers.said
  }
}

extension OutboxItem.State {
  /// Whether the service understood and said no, or the person is asked: a try after that is a new one.
  fileprivate var isFinal: Bool {
    if case .refused(let error) = self { !error.mayPass } else { false }
  }
}
