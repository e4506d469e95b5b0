extension SQLiteConnection {
  /// Does all of it or nothing, alone: no other process writes meanwhile.
  func write<Value>(
    _ work: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    // A deferred transaction could find at its first write that another process was quicker.
    try transaction(beginningWith: "BEGIN IMMEDIATE", work)
  }

  /// Sees one state of the database throughout.
  func read<Value>(
    _ work: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try transaction(beginningWith: "BEGIN", work)
  }

  private func transaction<Value>(
    beginningWith begin: String, _ work: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try run(begin)
    do {
      let value = try work()
      try run("COMMIT")
      return value
    } catch {
      // After some failures, as a full disk, SQLite has rolled back by itself. What made the work
      // fail is worth telling; what a rollback fails of is the same.
      if isInTransaction { do { try run("ROLLBACK") } catch {} }
      throw error
    }
  }
}
