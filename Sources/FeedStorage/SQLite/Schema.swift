internal import CSQLite

/// What a database file is made of: numbered migrations, never edited once released.
struct Schema: Sendable {
  /// What tells the file from other programs' files.
  let applicationID: Int32
  /// The statements that lead from each version to the next, the first from an empty file.
  let migrations: [String]

  /// What a file turned out to be.
  enum State: Equatable {
    /// Ready for use.
    case current
    /// Empty, or of an earlier version.
    case behind
    /// Of a later version.
    case newer
    /// Another program's.
    case foreign
  }

  /// Looks at a file without changing it.
  func state(of connection: SQLiteConnection) throws(SQLiteError) -> State {
    let version = try connection.number("PRAGMA user_version") ?? 0
    let id = try connection.number("PRAGMA application_id") ?? 0
    if id == Int64(applicationID) {
      return version == migrations.count ? .current : version < migrations.count ? .behind : .newer
    }
    let isEmpty = try connection.number("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
    return id == 0 && version == 0 && isEmpty ? .behind : .foreign
  }

  /// Brings a file to the current version, each step whole or not at all.
  func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
    var version: Int64 = -1
    while version < migrations.count {
      version = try connection.write { () throws(SQLiteError) in
        // Asked again inside the transaction: another process may have been here meanwhile.
        let version = try connection.number("PRAGMA user_version") ?? 0
        guard version >= 0, version < migrations.count else { return Int64.max }
        try connection.script(migrations[Int(version)])
        try connection.script(
          "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version + 1)")
        return version + 1
      }
    }
  }
}
