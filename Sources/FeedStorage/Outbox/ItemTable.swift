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

  /// The oldest item of the account that is due: a refused one waits for the person alone.
  ///
  /// One that has to wait lets younger ones pass, but for what concerns the same thing, and but for
  /// posts, which keep their order.
  func next(of account: Account.ID, now: Timestamp) throws(SQLiteError) -> Record? {
    var passedOver: [Int64] = []
    while let number = try due(of: account, now: now, but: passedOver) {
      if let record = try records("number = ?", .integer(number)).first { return record }
      // What nobody here understands must not hold up all the rest for ever.
      passedOver.append(number)
    }
    return nil
  }

  private func due(
    of account: Account.ID, now: Timestamp, but passedOver: [Int64]
  ) throws(SQLiteError) -> Int64? {
    let numbers = passedOver.map(String.init).joined(separator: ", ")
    return try connection.number(
      """
      SELECT number FROM item AS due
      WHERE account = ?1 AND state IN ('queued', 'ambiguous')
        AND (state = 'ambiguous' OR not_before IS NULL OR not_before <= ?2)
        AND number NOT IN (\(numbers))
        AND NOT EXISTS (
          SELECT 1 FROM item AS older
          WHERE older.account = ?1 AND older.number < due.number
            AND older.number NOT IN (\(numbers))
            AND older.state IN ('queued', 'ambiguous')
            AND (older.subject = due.subject OR older.kind = 'publish' AND due.kind = 'publish'))
      ORDER BY number LIMIT 1
      """, .text(account.rawValue), .integer(now.milliseconds))
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
        owner = ?, refusals = refusals + ?
      WHERE number = ?
      """, .text(columns.state), .integer(orNull: columns.notBefore),
      .text(orNull: columns.error.kind), .text(orNull: columns.error.detail), .count(attempts),
      .text(orNull: owner?.text), .count(state.isFinal ? 1 : 0), .integer(number))
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
    try rows(condition, value).compactMap { row, change in change.map { row.record($0) } }
  }

  /// The rows, with what is to be done where that can be read.
  private func rows(
    _ condition: String, _ value: SQLiteValue
  ) throws(SQLiteError) -> [(row: ItemRow, change: Change?)] {
    let found = try connection.rows(
      """
      SELECT number, id, account, kind, target, marks, is_done, state, not_before, error,
        error_detail, attempts, created_at, owner, refusals, said
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
  /// Whether the service understood and said no.
  fileprivate var isFinal: Bool {
    if case .refused(let error) = self { !error.mayPass } else { false }
  }
}
