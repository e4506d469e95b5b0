package import FeedDomain

/// Drafts, kept beside the outbox and as safely.
package struct SQLiteDraftStore: DraftStore {
  private let outbox: SQLiteOutbox
  private var database: SQLiteDatabase { outbox.database }

  /// The drafts in the outbox's file; `SQLiteOutbox.erase` erases them too.
  package init(_ outbox: SQLiteOutbox) { self.outbox = outbox }

  /// Saves a draft in place of what is known to be held under its id; false where that is not so.
  package func save(
    _ draft: Draft, over known: Draft?, account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> Bool {
    try await database.write { connection throws(SQLiteError) in
      try outbox.refuseGone(account)
      let drafts = DraftTable(connection: connection)
      let held = try drafts.draft(draft.id)
      // A write that failed may have arrived all the same.
      guard held == known || held == draft else { return false }
      try drafts.save(draft, account: account, at: now)
      return true
    }
  }

  package func drafts(of account: Account.ID) async throws(StoreError) -> [Draft] {
    try await database.read { connection throws(SQLiteError) in
      try DraftTable(connection: connection).drafts(of: account)
    }
  }

  package func discard(_ draft: Draft) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      let drafts = DraftTable(connection: connection)
      if try drafts.draft(draft.id) == draft { try drafts.discard(draft.id) }
    }
  }
}
