internal import CSQLite

/// An open database, used by one thread at a time.
final class SQLiteConnection {
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens a database file, or one in memory for nil.
  ///
  /// The path is absolute, so that SQLite takes it for a path and never for a URI, and none of its
  /// directories is a symbolic link, since SQLite is told to follow none.
  init(path: String?) throws(SQLiteError) {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
      | SQLITE_OPEN_EXRESCODE | (path == nil ? SQLITE_OPEN_CREATE : SQLITE_OPEN_NOFOLLOW)
    let code = sqlite3_open_v2(path ?? ":memory:", &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      try SQLiteError.check(code, doing: "open", on: handle)
      throw SQLiteError(code: SQLITE_NOMEM, step: "open", message: "There is no memory left.")
    }
    self.handle = handle
  }

  deinit {
    statements.removeAll()  // The handle is closed only once its statements are gone.
    sqlite3_close_v2(handle)
  }

  /// Does a statement that answers nothing.
  func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
  }

  /// Every row of an answer, made into something; rows that make nothing are left out.
  func rows<Element>(
    _ sql: String, _ values: SQLiteValue..., as read: (SQLiteRow) -> Element?
  ) throws(SQLiteError) -> [Element] {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var elements: [Element] = []
    while try statement.step() {
      if let element = read(statement.row) { elements.append(element) }
    }
    return elements
  }

  /// The first row of an answer, made into something.
  func first<Element>(
    _ sql: String, _ values: SQLiteValue..., as read: (SQLiteRow) -> Element?
  ) throws(SQLiteError) -> Element? {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? read(statement.row) : nil
  }

  /// The number in the first column of the first row.
  func number(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int64? {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? statement.row.optionalInteger(0) : nil
  }

  /// Does several statements without values, as a migration has them.
  func script(_ sql: String) throws(SQLiteError) {
    try SQLiteError.check(sqlite3_exec(handle, sql, nil, nil, nil), doing: sql, on: handle)
  }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }
  /// The number of the row that was inserted last.
  var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How long to wait for another process's transaction.
  func wait(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Turns one of SQLite's `SQLITE_DBCONFIG_…` options on or off.
  func configure(_ option: Int32, _ isOn: Bool) throws(SQLiteError) {
    try SQLiteError.check(
      csqlite_configure(handle, option, isOn ? 1 : 0), doing: "configure", on: handle)
  }

  /// Lets go of every statement, as `VACUUM` and a change of the schema like it.
  func forgetStatements() { statements.removeAll() }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  private func prepared(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, on: handle)
    statements[sql] = statement
    return statement
  }
}
