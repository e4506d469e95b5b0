internal import FeedDomain

struct OutboxItemTable {
  let connection: SQLiteConnection

  struct OutboxItemRecord {
    let number: Int64
    let item: OutboxItem
    let owner: ProcessIdentity?
  }

  private var drafts: DraftTable { DraftTable(connection: connection) }

  func insertItem(_ item: OutboxItem) throws(SQLiteError) {
    let state = OutboxStateColumns(item.state)
    let (kind, target, marks, isDone) = Self.itemColumnValues(of: item.change)
    try connection.executeSQL(
      """
      INSERT INTO item (id, account, kind, target, marks, is_done, subject, state, not_before,
        error, error_detail, attempts, refusals, created_at, said)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(item.id.rawValue), .text(item.account.rawValue), .text(kind),
      .text(orNull: target), .text(orNull: marks), .integer(orNull: isDone.map { $0 ? 1 : 0 }),
      .text(orNull: item.change.subject), .text(state.state), .integer(orNull: state.notBefore),
      .text(orNull: state.error.kind), .text(orNull: state.error.detail),
      .countValue(item.attempts),
      .countValue(item.refusals), .integer(item.createdAt.milliseconds),
      .text(orNull: item.change.storedFormValues))
    if case .publish(let draft) = item.change {
      try drafts.replaceStoredDraft(
        draft, account: item.account, at: item.createdAt, item: connection.lastInserted)
    }
  }

  /// Replaces a sent post in the outbox by the next post of its thread.
  func replaceItem(_ number: Int64, with next: OutboxItem) throws(SQLiteError) {
    let state = OutboxStateColumns(next.state)
    try connection.executeSQL(
      """
      UPDATE item SET id = ?, subject = ?, state = ?, not_before = ?, error = ?, error_detail = ?,
        attempts = ?, refusals = ?, created_at = ?, owner = NULL
      WHERE number = ?
      """, .text(next.id.rawValue), .text(orNull: next.change.subject), .text(state.state),
      .integer(orNull: state.notBefore), .text(orNull: state.error.kind),
      .text(orNull: state.error.detail), .countValue(next.attempts), .countValue(next.refusals),
      .integer(next.createdAt.milliseconds), .integer(number))
    try deleteSendingTimes(of: number)
    if case .publish(let draft) = next.change {
      try drafts.replaceStoredDraft(draft, account: next.account, at: next.createdAt, item: number)
    }
  }

  /// Stores the entries of web feeds that an outbox item marks as read or unread.
  func setEntriesMarkedByItem(
    _ entries: [Post.ID], _ isRead: Bool, of number: Int64
  ) throws(SQLiteError) {
    let change = PendingChange.markRead(entries, isRead)
    try connection.executeSQL(
      "UPDATE item SET target = ? WHERE number = ?",
      .text(orNull: Self.itemColumnValues(of: change).1),
      .integer(number))
  }

  /// Returns all outbox items in the order of sending, including refused ones, of one account, or
  /// of all accounts if `account` is nil.
  func itemRecords(of account: Account.ID?) throws(SQLiteError) -> [OutboxItemRecord] {
    try selectItemRecords("?1 IS NULL OR account = ?1", .text(orNull: account?.rawValue))
  }

  func unreadableItemIDs(of account: Account.ID?) throws(SQLiteError) -> [OutboxItem.ID] {
    try selectItemRows("?1 IS NULL OR account = ?1", .text(orNull: account?.rawValue))
      .filter { $0.change == nil }.map { OutboxItem.ID($0.row.id) }
  }

  /// Returns the row number of an outbox item that cannot be decoded; nil if it can be, or if there
  /// is no such item.
  func unreadableItemRowNumber(_ id: OutboxItem.ID) throws(SQLiteError) -> Int64? {
    try selectItemRows("id = ?", .text(id.rawValue)).first { $0.change == nil }?.row.number
  }

  func itemRecord(_ id: OutboxItem.ID) throws(SQLiteError) -> OutboxItemRecord? {
    try selectItemRecords("id = ?", .text(id.rawValue)).first
  }

  /// Returns an account's oldest outbox item that is due and for which no earlier item must be sent
  /// first; nil if there is none.
  func nextDueItemRecord(of account: Account.ID, now: Timestamp) throws(SQLiteError)
    -> OutboxItemRecord?
  {
    var queue = BlockingItemSearch()
    var last: Int64 = 0
    // The first item is usually due, so that the outbox is read in parts.
    while true {
      let rows = try selectItemRows(
        "account = ? AND state <> 'sending'", .text(account.rawValue), after: last,
        limit: Self.rowsAtOnce)
      // Items that this version of Tweetie cannot decode are skipped; they would block all others
      // for ever.
      for record in try decodedItemRecords(of: rows) {
        let holders = queue.addItemReturningBlockers(record.item)
        if record.item.isDue(now: now), holders.isEmpty { return record }
      }
      guard rows.count == Self.rowsAtOnce, let end = rows.last else { return nil }
      last = end.row.number
    }
  }

  private static let rowsAtOnce = 100

  func itemRecordsBeingSent(of account: Account.ID) throws(SQLiteError) -> [OutboxItemRecord] {
    try selectItemRecords("account = ? AND state = 'sending'", .text(account.rawValue))
  }

  /// Stores the state of an outbox item, and the process that is sending the item; `owner` is nil
  /// if no process is sending it.
  func setItemState(
    _ state: OutboxItem.OutboxItemState, attempts: Int, owner: ProcessIdentity?, of number: Int64
  ) throws(SQLiteError) {
    let columns = OutboxStateColumns(state)
    try connection.executeSQL(
      """
      UPDATE item SET state = ?, not_before = ?, error = ?, error_detail = ?, attempts = ?,
        owner = ?, refusals = refusals + ?, is_asked = max(is_asked, ?)
      WHERE number = ?
      """, .text(columns.state), .integer(orNull: columns.notBefore),
      .text(orNull: columns.error.kind), .text(orNull: columns.error.detail), .countValue(attempts),
      .text(orNull: owner?.text), .countValue(state.isFinal ? 1 : 0),
      .countValue(state == .refused(.outcomeUnknown) ? 1 : 0), .integer(number))
  }

  /// Stores the time of an attempt to send an outbox item, and the account's published posts known
  /// before it, by which a post sent without a confirmation is recognised.
  func recordSendingStart(
    _ id: OutboxItem.ID, at moment: Timestamp, knowing posts: Set<Post.ID>
  ) throws(SQLiteError) {
    guard let number = try databaseRowID(of: id) else { return }
    try connection.executeSQL(
      """
      UPDATE item SET first_sent_at = coalesce(first_sent_at, ?1), last_sent_at = ?1, is_asked = 0
      WHERE number = ?2
      """, .integer(moment.milliseconds), .integer(number))
    for post in posts {
      try connection.executeSQL(
        "INSERT OR IGNORE INTO known_post (item, post) VALUES (?, ?)", .integer(number),
        .text(post.rawValue))
    }
  }

  func recordItemNotSent(_ id: OutboxItem.ID) throws(SQLiteError) {
    guard let number = try databaseRowID(of: id) else { return }
    try deleteSendingTimes(of: number)
  }

  private func deleteSendingTimes(of number: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE item SET first_sent_at = NULL, last_sent_at = NULL, is_asked = 0 WHERE number = ?",
      .integer(number))
    try connection.executeSQL("DELETE FROM known_post WHERE item = ?", .integer(number))
  }

  private func databaseRowID(of id: OutboxItem.ID) throws(SQLiteError) -> Int64? {
    try connection.queryNumber("SELECT number FROM item WHERE id = ?", .text(id.rawValue))
  }

  /// Returns true if the account has a later outbox item about the same post or person as a given
  /// item.
  func hasLaterItemOnSameSubject(_ record: OutboxItemRecord) throws(SQLiteError) -> Bool {
    guard let subject = record.item.change.subject else { return false }
    return try connection.queryNumber(
      "SELECT 1 FROM item WHERE account = ? AND subject = ? AND number > ? LIMIT 1",
      .text(record.item.account.rawValue), .text(subject), .integer(record.number)) != nil
  }

  func deleteItem(_ number: Int64) throws(SQLiteError) {
    try connection.executeSQL("DELETE FROM item WHERE number = ?", .integer(number))
  }

  private func selectItemRecords(
    _ condition: String, _ value: SQLiteParameterValue
  ) throws(SQLiteError) -> [OutboxItemRecord] {
    try decodedItemRecords(of: selectItemRows(condition, value))
  }

  /// Returns the outbox items in rows of the table, without those that cannot be decoded.
  private func decodedItemRecords(
    of rows: [(row: OutboxItemRow, change: PendingChange?)]
  ) throws(SQLiteError) -> [OutboxItemRecord] {
    var records: [OutboxItemRecord] = []
    for (row, change) in rows {
      guard let change else { continue }
      records.append(
        row.itemRecord(
          change, knowing: row.wasSent ? try postIDsKnownBeforeSending(to: row.number) : []))
    }
    return records
  }

  private func postIDsKnownBeforeSending(to item: Int64) throws(SQLiteError) -> [String] {
    try connection.queryRows("SELECT post FROM known_post WHERE item = ?", .integer(item)) {
      $0.textValue(0)
    }
  }

  /// Returns rows of the outbox, each with its change; the change is nil if it cannot be decoded.
  private func selectItemRows(
    _ condition: String, _ value: SQLiteParameterValue, after number: Int64 = 0, limit: Int? = nil
  ) throws(SQLiteError) -> [(row: OutboxItemRow, change: PendingChange?)] {
    let found = try connection.queryRows(
      """
      SELECT number, id, account, kind, target, marks, is_done, state, not_before, error,
        error_detail, attempts, created_at, owner, refusals, said, first_sent_at, last_sent_at,
        is_asked
      FROM item WHERE (\(condition)) AND number > ? ORDER BY number LIMIT ?
      """, value, .integer(number), .countValue(limit ?? -1)
    ) { OutboxItemRow($0) }
    return try found.map { row throws(SQLiteError) in
      (
        row,
        row.decodedChange(row.kind == "publish" ? try drafts.storedDraft(ofItem: row.number) : nil)
      )
    }
  }

  private static func itemColumnValues(of change: PendingChange) -> (
    String, String?, String?, Bool?
  ) {
    switch change {
    case .mark(let post, let marks, let isDone):
      ("mark", post.rawValue, StoredMarkNames.markNamesText(of: marks), isDone)
    // The ids of entries and feeds contain no line end.
    case .markRead(let entries, let isRead, let feeds):
      (
        "read", entries.map(\.rawValue).joined(separator: "\n"),
        feeds.isEmpty ? nil : feeds.map(\.rawValue).sorted().joined(separator: "\n"), isRead
      )
    case .follow(let person, let isDone): ("follow", person.rawValue, nil, isDone)
    case .mute(let person, let isDone): ("mute", person.rawValue, nil, isDone)
    case .block(let person, let isDone): ("block", person.rawValue, nil, isDone)
    case .answerFollowRequest(let person, let isDone): ("admit", person.rawValue, nil, isDone)
    case .vote(let post, let answers):
      ("vote", post.rawValue, answers.sorted().map(String.init).joined(separator: " "), nil)
    case .publish: ("publish", nil, nil, nil)
    case .delete(let post): ("delete", post.rawValue, nil, nil)
    case .serviceAction(let act):
      (act.kind.rawValue, act.target, act.detail.isEmpty ? nil : act.detail, act.isDone)
    }
  }
}

extension PendingChange {
  /// The values of an action's form, such as that of a report, as stored text; nil if there are no
  /// values.
  fileprivate var storedFormValues: String? {
    guard case .serviceAction(let act) = self, !act.answers.isEmpty else { return nil }
    return act.answers.storedText
  }
}

extension OutboxItem.OutboxItemState {
  /// True if the service refused the outbox item for good; the next attempt then gets a new
  /// idempotency key.
  fileprivate var isFinal: Bool {
    if case .refused(let error) = self { !error.mayPass } else { false }
  }
}

/// A row of the table of outbox items, copied into memory.
struct OutboxItemRow {
  let number: Int64
  let kind: String
  let id: String
  private let account: String
  private let target: String
  private let marks: String
  private let isDone: Bool
  private let state: OutboxStateColumns
  private let attempts: Int
  private let createdAt: Int64
  private let owner: ProcessIdentity?
  private let refusals: Int
  private let formValues: String
  private let attemptTimes: (first: Timestamp, last: Timestamp, isAsked: Bool)?

  init(_ row: SQLiteRow) {
    number = row.integerValue(0)
    id = row.textValue(1)
    account = row.textValue(2)
    kind = row.textValue(3)
    target = row.textValue(4)
    marks = row.textValue(5)
    isDone = row.integerValue(6) != 0
    state = OutboxStateColumns(
      state: row.textValue(7), notBefore: row.optionalInteger(8),
      error: FeedErrorColumns(kind: row.optionalText(9), detail: row.optionalText(10)))
    attempts = Int(row.integerValue(11))
    createdAt = row.integerValue(12)
    owner = row.optionalText(13).map { ProcessIdentity(text: $0) }
    refusals = Int(row.integerValue(14))
    formValues = row.textValue(15)
    let (last, isAsked) = (row.optionalInteger(17), row.integerValue(18) != 0)
    attemptTimes = row.optionalInteger(16).map { first in
      (Timestamp(milliseconds: first), Timestamp(milliseconds: last ?? first), isAsked)
    }
  }

  /// Decodes the change of an outbox row; nil if the row is incomplete or from a later version of
  /// Tweetie.
  func decodedChange(_ draft: Draft?) -> PendingChange? {
    if kind == "publish" { return draft.map { .publish($0) } }
    guard !target.isEmpty else { return nil }
    let change = changeAtTarget
    switch change {
    case .mark(_, [], _), .vote(_, []): return nil
    default: return change
    }
  }

  private var changeAtTarget: PendingChange? {
    switch kind {
    case "mark": .mark(Post.ID(target), StoredMarkNames.parsedMarks(in: marks), isDone)
    case "read":
      .markRead(
        target.split(separator: "\n").map { Post.ID(String($0)) }, isDone,
        ofFeeds: Set(marks.split(separator: "\n").map { Person.ID(String($0)) }))
    case "follow": .follow(Person.ID(target), isDone)
    case "mute": .mute(Person.ID(target), isDone)
    case "block": .block(Person.ID(target), isDone)
    case "admit": .answerFollowRequest(Person.ID(target), isDone)
    case "vote":
      .vote(Post.ID(target), Set(marks.split(separator: " ").compactMap { Int($0) }))
    case "delete": .delete(Post.ID(target))
    default:
      ServiceAction.ServiceActionKind(rawValue: kind).map {
        .serviceAction(
          ServiceAction(
            $0, target, detail: marks, answers: [InputField: String](said: formValues),
            isDone: isDone))
      }
    }
  }

  var wasSent: Bool { attemptTimes != nil }

  func itemRecord(_ change: PendingChange, knowing posts: [String])
    -> OutboxItemTable.OutboxItemRecord
  {
    OutboxItemTable.OutboxItemRecord(
      number: number,
      item: OutboxItem(
        id: OutboxItem.ID(id), account: Account.ID(account), change: change,
        state: state.decodedState(
          isOwnerAlive: owner?.isAlive ?? false, of: change, wasSent: wasSent),
        attempts: attempts, refusals: refusals, createdAt: Timestamp(milliseconds: createdAt),
        earlierAttempts: attemptTimes.map {
          PossiblyArrivedSendAttempts(
            firstAttempt: $0.first, lastAttempt: $0.last,
            earlierPosts: Set(posts.map { Post.ID($0) }),
            isConfirmed: $0.isAsked)
        }),
      owner: owner)
  }
}

struct OutboxStateColumns {
  let state: String
  let notBefore: Int64?
  let error: FeedErrorColumns

  init(_ state: OutboxItem.OutboxItemState) {
    switch state {
    case .queued(let notBefore, let error):
      self.init(state: "queued", notBefore: notBefore?.milliseconds, error: FeedErrorColumns(error))
    case .sending: self.init(state: "sending")
    case .ambiguous: self.init(state: "ambiguous")
    case .refused(let error): self.init(state: "refused", error: FeedErrorColumns(error))
    }
  }

  init(state: String, notBefore: Int64? = nil, error: FeedErrorColumns = FeedErrorColumns(nil)) {
    (self.state, self.notBefore, self.error) = (state, notBefore, error)
  }

  /// Decodes the state of an outbox item. An item whose sending process ended may have reached the
  /// service, unless nothing was sent yet, as while a post's pictures are uploaded.
  func decodedState(isOwnerAlive: Bool, of change: PendingChange, wasSent: Bool)
    -> OutboxItem.OutboxItemState
  {
    switch state {
    case "queued":
      .queued(notBefore: notBefore.map { Timestamp(milliseconds: $0) }, after: error.error)
    case "sending" where isOwnerAlive: .sending
    case "sending" where change.publishesAgainIfResent && !wasSent:
      .queued(notBefore: nil, after: nil)
    case "sending" where change.hasUnsentPictures: .queued(notBefore: nil, after: nil)
    case "refused": .refused(error.error ?? .refused(nil))
    default: .ambiguous
    }
  }
}

/// An error from a service as two columns of the outbox's database: its kind and a detail.
struct FeedErrorColumns: Equatable {
  let kind: String?
  let detail: String?

  init(_ error: FeedError?) {
    switch error {
    case nil: self.init(kind: nil)
    case .unreachable: self.init(kind: "unreachable")
    case .untrusted(let why): self.init(kind: "untrusted", detail: why.rawValue)
    case .invalidCredentials: self.init(kind: "invalid-credentials")
    case .signedOut: self.init(kind: "signed-out")
    case .rateLimited(let until):
      self.init(kind: "rate-limited", detail: until.map { "\($0.milliseconds)" })
    case .refused(let words): self.init(kind: "refused", detail: words)
    case .limited(let limitation): self.init(kind: "limited", detail: limitation.rawValue)
    case .membersOnly: self.init(kind: "members-only")
    case .misconfigured(let words): self.init(kind: "misconfigured", detail: words)
    case .notFound: self.init(kind: "not-found")
    case .serverFailed(let status): self.init(kind: "server-failed", detail: "\(status)")
    case .badReply: self.init(kind: "bad-reply")
    case .tooLarge: self.init(kind: "too-large")
    case .missingLibrary(let library):
      self.init(kind: "missing-library", detail: library.rawValue)
    case .endless: self.init(kind: "endless")
    case .cancelled: self.init(kind: "cancelled")
    case .outcomeUnknown: self.init(kind: "outcome-unknown")
    // Why the store failed says nothing about the item later.
    case .storeFailed: self.init(kind: "store-failed")
    }
  }

  init(kind: String?, detail: String? = nil) {
    (self.kind, self.detail) = (kind, detail)
  }

  var error: FeedError? {
    switch kind {
    case "unreachable": .unreachable
    case "untrusted":
      .untrusted(detail.flatMap { FeedError.CertificateProblem(rawValue: $0) } ?? .unknownIssuer)
    case "invalid-credentials": .invalidCredentials
    case "signed-out": .signedOut
    case "rate-limited":
      .rateLimited(until: detail.flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) })
    case "refused": .refused(detail)
    case "limited":
      detail.flatMap { FeedError.ServiceLimitation(rawValue: $0) }.map { .limited($0) }
        ?? .refused(nil)
    case "members-only": .membersOnly
    case "misconfigured": .misconfigured(detail ?? "")
    case "not-found": .notFound
    case "server-failed": .serverFailed(detail.flatMap { Int($0) } ?? 0)
    case "bad-reply": .badReply
    case "too-large": .tooLarge
    case "missing-library":
      detail.flatMap { SystemLibrary(rawValue: $0) }.map { .missingLibrary($0) }
    case "endless": .endless
    case "cancelled": .cancelled
    case "outcome-unknown": .outcomeUnknown
    default: nil
    }
  }
}

/// A namespace for the names under which likes, boosts and bookmarks are stored, so that other
/// programs can read the outbox.
enum StoredMarkNames {
  private static let names: [(Post.UserPostMarks, String)] = [
    (.liked, "liked"), (.boosted, "boosted"), (.bookmarked, "bookmarked"),
    (.hidden, "hidden"), (.pinned, "pinned"), (.conversationMuted, "silenced"),
  ]

  static func markNamesText(of marks: Post.UserPostMarks) -> String {
    names.filter { marks.contains($0.0) }.map(\.1).joined(separator: " ")
  }

  static func parsedMarks(in text: String) -> Post.UserPostMarks {
    let words = text.split(separator: " ")
    return names.reduce(into: []) { marks, entry in
      if words.contains(where: { $0 == entry.1 }) { marks.insert(entry.0) }
    }
  }
}
