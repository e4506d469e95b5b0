internal import FeedDomain

/// The file of what was fetched, which several stores share, and who is gone.
struct FeedCache: Sendable {
  let database: SQLiteDatabase
  /// Asked from any thread.
  let isGone: @Sendable (Account.ID) -> Bool

  /// Accounts by number, of which none is given to one that is gone.
  func accounts(_ connection: SQLiteConnection) -> AccountTable {
    AccountTable(connection: connection, isGone: isGone)
  }
}
