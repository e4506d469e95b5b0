public import FeedDomain

/// Drafts, kept beside the outbox and as safely.
public struct SQLiteDraftStore: DraftStore {
  private let outbox: SQLiteOutbox
  private var database: SQLiteDatabase { outbox.database }

  /// The drafts in the outbox's file; `SQLiteOutbox.erase` erases them too.
  public init(_ outbox: SQLiteOutbox) { self.outbox = outbox }

  /// Saves a draft, in place of what was saved under its id.
  public func save(
    _ draft: Draft, account: Account.ID, now: Timestamp
  ) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      try outbox.refuseGone(account)
      try DraftTable(connection: connection).save(draft, account: account, at: now)
    }
  }

  /// The drafts of an account, the latest first.
  public func drafts(of account: Account.ID) async throws(StoreError) -> [Draft] {
    try await database.read { connection throws(SQLiteError) in
      try DraftTable(connection: connection).drafts(of: account)
    }
  }

  /// Drops a draft.
  public func discard(_ id: Draft.ID) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      try DraftTable(connection: connection).discard(id)
    }
  }
}
