package import FeedDomain

/// A table of drafts in the outbox's database: drafts that are being written, and drafts of outbox
/// items.
struct DraftTable {
  /// The SQL condition for drafts that the user is writing, which belong to no outbox item.
  private static let draftInProgressCondition = "item IS NULL AND head IS NULL"

  let connection: SQLiteConnection

  /// Saves a draft with its thread in the outbox's database, in place of the stored draft with the
  /// same id or of the same outbox item.
  func replaceStoredDraft(
    _ draft: Draft, account: Account.ID, at moment: Timestamp, item: Int64? = nil
  ) throws(SQLiteError) {
    if let item {
      try connection.executeSQL("DELETE FROM draft WHERE item = ?", .integer(item))
    } else {
      try deleteDraft(draft.id)
    }
    let head = try insertDraftRow(draft, account: account, at: moment, item: item)
    for (place, post) in draft.following.enumerated() {
      _ = try insertDraftRow(post, account: account, at: moment, after: (head: head, place: place))
    }
  }

  /// Inserts one post of a draft's thread into the table of drafts, and returns its row id.
  private func insertDraftRow(
    _ draft: Draft, account: Account.ID, at moment: Timestamp, item: Int64? = nil,
    after thread: (head: Int64, place: Int)? = nil
  ) throws(SQLiteError) -> Int64 {
    try connection.executeSQL(
      """
      INSERT INTO draft (item, head, place, preceding, id, account, text, warning, visibility,
        reply_to, quoting, editing, is_sensitive, saved_at, poll_lasts, poll_allows_several,
        language, quoters, posts_at, said, replaces)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(orNull: item), .integer(orNull: thread?.head),
      .integer(orNull: thread.map { Int64($0.place) }), .countValue(draft.preceding),
      .text(draft.id.rawValue), .text(account.rawValue),
      .text(draft.text), .text(orNull: draft.warning), .text(draft.visibility.rawValue),
      .text(orNull: draft.replyTo?.rawValue), .text(orNull: draft.quoting?.rawValue),
      .text(orNull: draft.editing?.rawValue), .integer(draft.isSensitive ? 1 : 0),
      .integer(moment.milliseconds),
      .integer(orNull: draft.poll.map { $0.lasts.components.seconds }),
      .integer(draft.poll?.allowsSeveral == true ? 1 : 0), .text(orNull: draft.language),
      .text(orNull: draft.quotePolicy?.rawValue),
      .integer(orNull: draft.postsAt?.milliseconds),
      .text(orNull: draft.extraFields.isEmpty ? nil : draft.extraFields.storedText),
      .text(orNull: draft.replaces?.rawValue))
    let number = connection.lastInserted
    for (place, choice) in (draft.poll?.choices ?? []).enumerated() {
      try connection.executeSQL(
        "INSERT INTO choice (draft, place, text) VALUES (?, ?, ?)", .integer(number),
        .countValue(place), .text(choice))
    }
    for (place, attachment) in draft.attachments.enumerated() {
      try connection.executeSQL(
        "INSERT INTO attachment (draft, place, path, alt_text, uploaded) VALUES (?, ?, ?, ?, ?)",
        .integer(number), .countValue(place), .text(attachment.path), .text(attachment.altText),
        .text(orNull: attachment.uploaded))
    }
    return number
  }

  func drafts(of account: Account.ID) throws(SQLiteError) -> [Draft] {
    try draftsMeetingSQLCondition(
      "account = ? AND \(Self.draftInProgressCondition) ORDER BY saved_at DESC, number DESC",
      .text(account.rawValue))
  }

  func storedDraft(_ id: Draft.ID) throws(SQLiteError) -> Draft? {
    try draftsMeetingSQLCondition("id = ? AND \(Self.draftInProgressCondition)", .text(id.rawValue))
      .first
  }

  func storedDraft(ofItem item: Int64) throws(SQLiteError) -> Draft? {
    try draftsMeetingSQLCondition("item = ?", .integer(item)).first
  }

  func deleteDraft(_ id: Draft.ID) throws(SQLiteError) {
    try connection.executeSQL(
      "DELETE FROM draft WHERE id = ? AND \(Self.draftInProgressCondition)", .text(id.rawValue))
  }

  func deleteEarlierDraftTexts(of id: Draft.ID) throws(SQLiteError) {
    try connection.executeSQL("DELETE FROM draft_version WHERE draft = ?", .text(id.rawValue))
  }

  /// Adds an earlier text of a draft to the draft's versions, and deletes the oldest beyond the
  /// maximum count.
  func addEarlierDraftText(
    _ version: EarlierDraftText, of id: Draft.ID, account: Account.ID
  ) throws(SQLiteError) {
    try connection.executeSQL(
      "INSERT INTO draft_version (account, draft, text, replaced_at) VALUES (?, ?, ?, ?)",
      .text(account.rawValue), .text(id.rawValue), .text(version.text),
      .integer(version.replacedAt.milliseconds))
    try connection.executeSQL(
      """
      DELETE FROM draft_version WHERE draft = ?1 AND number <= (
        SELECT number FROM draft_version WHERE draft = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
      """, .text(id.rawValue), .countValue(EarlierDraftText.maximumCount))
  }

  func earlierDraftTexts(of id: Draft.ID) throws(SQLiteError) -> [EarlierDraftText] {
    try connection.queryRows(
      "SELECT text, replaced_at FROM draft_version WHERE draft = ? ORDER BY number DESC",
      .text(id.rawValue)
    ) {
      EarlierDraftText(
        text: $0.textValue(0), replacedAt: Timestamp(milliseconds: $0.integerValue(1)))
    }
  }

  /// Stores the id that the service gave an uploaded picture, in the draft of an outbox item.
  func recordUploadedPicture(
    _ name: String, forPicture index: Int, ofItem item: OutboxItem.ID
  ) throws(SQLiteError) {
    try connection.executeSQL(
      """
      UPDATE attachment SET uploaded = ?1 WHERE place = ?2 AND draft IN
        (SELECT draft.number FROM draft JOIN item ON draft.item = item.number WHERE item.id = ?3)
      """, .text(name), .countValue(index), .text(item.rawValue))
  }

  private func draftsMeetingSQLCondition(
    _ condition: String, _ value: SQLiteParameterValue
  ) throws(SQLiteError) -> [Draft] {
    let found = try connection.queryRows(
      """
      SELECT number, id, text, warning, visibility, reply_to, quoting, editing,
        is_sensitive, poll_lasts, poll_allows_several, language, quoters,
        posts_at, preceding, said, replaces
      FROM draft
      WHERE \(condition)
      """, value
    ) { row in
      (
        number: row.integerValue(0),
        draft: Draft(
          id: Draft.ID(row.textValue(1)), text: row.textValue(2), warning: row.optionalText(3),
          // A visibility of a later version of Tweetie is unknown; the people mentioned are a safe
          // choice.
          visibility: Visibility(rawValue: row.textValue(4)) ?? .mentioned,
          replyTo: row.optionalText(5).map { Post.ID($0) },
          quoting: row.optionalText(6).map { Post.ID($0) },
          editing: row.optionalText(7).map { Post.ID($0) }, isSensitive: row.integerValue(8) != 0,
          language: row.optionalText(11),
          // A policy of a later version of Tweetie is unknown; the narrowest is safe.
          quotePolicy: row.optionalText(12).map { QuotePolicy(rawValue: $0) ?? .nobody },
          postsAt: row.optionalInteger(13).map { Timestamp(milliseconds: $0) },
          extraFields: [InputField: String](said: row.optionalText(15) ?? ""),
          preceding: Int(row.integerValue(14)),
          replaces: row.optionalText(16).map { Post.ID($0) }),
        pollDuration: row.optionalInteger(9).map(Duration.seconds),
        allowsSeveral: row.integerValue(10) != 0
      )
    }
    var drafts: [Draft] = []
    for (number, read, pollDuration, allowsSeveral) in found {
      var draft = read
      draft.attachments = try attachments(of: number)
      if let pollDuration {
        draft.poll = Draft.DraftPoll(
          choices: try pollChoices(of: number), allowsSeveral: allowsSeveral, lasts: pollDuration)
      }
      draft.following = try self.draftsMeetingSQLCondition(
        "head = ? ORDER BY place", .integer(number))
      drafts.append(draft)
    }
    return drafts
  }

  private func pollChoices(of draft: Int64) throws(SQLiteError) -> [String] {
    try connection.queryRows(
      "SELECT text FROM choice WHERE draft = ? ORDER BY place", .integer(draft)
    ) { $0.textValue(0) }
  }

  private func attachments(of draft: Int64) throws(SQLiteError) -> [Draft.DraftAttachment] {
    try connection.queryRows(
      "SELECT path, alt_text, uploaded FROM attachment WHERE draft = ? ORDER BY place",
      .integer(draft)
    ) {
      Draft.DraftAttachment(
        path: $0.textValue(0), altText: $0.textValue(1), uploaded: $0.optionalText(2))
    }
  }
}

package struct SQLiteDraftStore: DraftStore {
  private let outbox: SQLiteOutbox
  private var database: SQLiteDatabase { outbox.database }

  /// Creates a store of drafts in an outbox's database; `SQLiteOutbox.eraseOutboxData` erases the
  /// drafts, too.
  package init(_ outbox: SQLiteOutbox) { self.outbox = outbox }

  /// Saves a draft, provided that the stored draft is the version `known` or equals the new one;
  /// returns false otherwise.
  package func saveDraftIfUnchanged(
    _ draft: Draft, over known: Draft?, account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> Bool {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      let drafts = DraftTable(connection: connection)
      let held = try drafts.storedDraft(draft.id)
      // The same draft is stored if an earlier write succeeded, but reported an error.
      guard held == known || held == draft else { return false }
      try drafts.replaceStoredDraft(draft, account: account, at: now)
      return true
    }
  }

  package func drafts(of account: Account.ID) async throws(StoreError) -> [Draft] {
    try await database.runReadTransaction { connection throws(SQLiteError) in
      try DraftTable(connection: connection).drafts(of: account)
    }
  }

  package func discardDraftIfUnchanged(_ draft: Draft) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      let drafts = DraftTable(connection: connection)
      guard try drafts.storedDraft(draft.id) == draft else { return }
      try drafts.deleteDraft(draft.id)
      try drafts.deleteEarlierDraftTexts(of: draft.id)
    }
  }

  package func keepEarlierDraftText(
    _ version: EarlierDraftText, of draft: Draft.ID, account: Account.ID
  ) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      try DraftTable(connection: connection).addEarlierDraftText(
        version, of: draft, account: account)
    }
  }

  package func earlierDraftTexts(of draft: Draft.ID) async throws(StoreError) -> [EarlierDraftText]
  {
    try await database.runReadTransaction { connection throws(SQLiteError) in
      try DraftTable(connection: connection).earlierDraftTexts(of: draft)
    }
  }
}
