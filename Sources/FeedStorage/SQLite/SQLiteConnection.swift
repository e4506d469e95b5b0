internal import CSQLite
internal import FeedDomain
internal import Glibc

/// A connection to an open SQLite database, used by one thread at a time.
final class SQLiteConnection {
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Creates a connection by opening a database file, or a database in memory if the path is nil.
  /// The path must be absolute, so that SQLite does not take it for a URI, and without symbolic
  /// links, which SQLite refuses here.
  init(path: String?) throws(SQLiteError) {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
      | SQLITE_OPEN_EXRESCODE | (path == nil ? SQLITE_OPEN_CREATE : SQLITE_OPEN_NOFOLLOW)
    let code = sqlite3_open_v2(path ?? ":memory:", &handle, flags, nil)
    self.handle = try Self.openedHandle(handle, code)
  }

  /// Creates a connection to a database file of another program, which is read as it is: without a
  /// lock, and without a change. The caller finds out whether the file changed meanwhile.
  init(readingUnlockedFile path: String) throws(SQLiteError) {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
      | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
    // In a URI, all other characters of a path stand for themselves.
    let scheme = path.hasPrefix("/") ? "file://" : "file:"
    let address = path.reduce(into: scheme) { address, character in
      address += ["%": "%25", "?": "%3F", "#": "%23"][character] ?? String(character)
    }
    let code = sqlite3_open_v2(address + "?mode=ro&immutable=1", &handle, flags, nil)
    self.handle = try Self.openedHandle(handle, code)
    try setConnectionOption(SQLITE_DBCONFIG_DEFENSIVE, true)
    try setConnectionOption(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try executeSQLScript("PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
  }

  /// Returns the handle of an opened database; throws and closes the handle if opening failed.
  private static func openedHandle(_ handle: OpaquePointer?, _ code: Int32) throws(SQLiteError)
    -> OpaquePointer
  {
    if code == SQLITE_OK, let handle { return handle }
    defer { sqlite3_close_v2(handle) }
    try SQLiteError.throwOnSQLiteFailure(code, doing: "open", on: handle)
    throw SQLiteError(code: SQLITE_NOMEM, step: "open", message: "There is no memory left.")
  }

  deinit {
    statements.removeAll()  // SQLite closes the handle only without open statements.
    sqlite3_close_v2(handle)
  }

  func executeSQL(_ sql: String, _ values: SQLiteParameterValue...) throws(SQLiteError) {
    let statement = try preparedStatement(sql)
    defer { statement.resetStatement() }
    try statement.bindValues(values)
    while try statement.stepStatement() {}
  }

  /// Returns all rows of an SQL query's result, converted by a closure; rows for which the closure
  /// returns nil are left out.
  func queryRows<Element>(
    _ sql: String, _ values: SQLiteParameterValue..., as read: (SQLiteRow) -> Element?
  ) throws(SQLiteError) -> [Element] {
    let statement = try preparedStatement(sql)
    defer { statement.resetStatement() }
    try statement.bindValues(values)
    var elements: [Element] = []
    while try statement.stepStatement() {
      if let element = read(statement.row) { elements.append(element) }
    }
    return elements
  }

  /// Returns the first row of an SQL query's result, converted by a closure; nil if there is none.
  func firstRow<Element>(
    _ sql: String, _ values: SQLiteParameterValue..., as read: (SQLiteRow) -> Element?
  ) throws(SQLiteError) -> Element? {
    let statement = try preparedStatement(sql)
    defer { statement.resetStatement() }
    try statement.bindValues(values)
    return try statement.stepStatement() ? read(statement.row) : nil
  }

  /// Returns the number in the first column of an SQL query's first row; nil if the result is empty
  /// or the number null.
  func queryNumber(_ sql: String, _ values: SQLiteParameterValue...) throws(SQLiteError) -> Int64? {
    let statement = try preparedStatement(sql)
    defer { statement.resetStatement() }
    try statement.bindValues(values)
    return try statement.stepStatement() ? statement.row.optionalInteger(0) : nil
  }

  /// Executes several SQL statements without parameters, such as a migration.
  func executeSQLScript(_ sql: String) throws(SQLiteError) {
    try SQLiteError.throwOnSQLiteFailure(
      sqlite3_exec(handle, sql, nil, nil, nil), doing: sql, on: handle)
  }

  var changes: Int { Int(sqlite3_changes64(handle)) }
  var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Sets the maximum time to wait for another process's transaction, in milliseconds.
  func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Sets an option of the database connection, one of SQLite's `SQLITE_DBCONFIG_…`.
  func setConnectionOption(_ option: Int32, _ isOn: Bool) throws(SQLiteError) {
    try SQLiteError.throwOnSQLiteFailure(
      csqlite_configure(handle, option, isOn ? 1 : 0), doing: "configure", on: handle)
  }

  /// Discards the prepared SQL statements, as `VACUUM` and schema changes require.
  func discardPreparedStatements() { statements.removeAll() }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  private func preparedStatement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, on: handle)
    statements[sql] = statement
    return statement
  }
}

final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: OpaquePointer
  private let sql: String

  /// Creates a statement by preparing SQL text for repeated use; throws if that fails.
  init(_ sql: String, on database: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    try SQLiteError.throwOnSQLiteFailure(code, doing: sql, on: database)
    guard let handle else {
      throw SQLiteError(code: SQLITE_MISUSE, step: sql, message: "There is no statement in it.")
    }
    (self.handle, self.database, self.sql) = (handle, database, sql)
  }

  deinit { sqlite3_finalize(handle) }

  func bindValues(_ values: [SQLiteParameterValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() {
      try SQLiteError.throwOnSQLiteFailure(
        bindValue(value, at: Int32(index + 1)), doing: sql, on: database)
    }
  }

  /// Advances a running SQL statement to the next row of its result; returns false after the last.
  func stepStatement() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    try SQLiteError.throwOnSQLiteFailure(code, doing: sql, on: database)
    return code == SQLITE_ROW
  }

  var row: SQLiteRow { SQLiteRow(handle) }

  /// Resets an SQL statement for its next use, and releases its parameters.
  func resetStatement() {
    sqlite3_reset(handle)  // The returned code repeats that of the failed step.
    sqlite3_clear_bindings(handle)
  }

  private func bindValue(_ value: SQLiteParameterValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .text(var text):
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { bytes in
          // An empty text may have no address, which SQLite would take for null.
          guard let start = bytes.baseAddress else {
            return sqlite3_bind_text(handle, index, "", 0, csqlite_transient())
          }
          return sqlite3_bind_text64(
            handle, index, start, UInt64(bytes.count), csqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), csqlite_transient())
      }
    }
  }
}

/// A row of an SQL query's result, valid until the statement's next step.
struct SQLiteRow {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integerValue(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integerValue(column) }

  /// Returns the text in a column of the result's row; empty for null.
  func textValue(_ column: Int32) -> String {
    // The text must be read before its length, which the conversion to UTF-8 may change.
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : textValue(column) }

  /// Passes the bytes in a column of the result's row to a closure without copying them.
  func withBlobBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result
  {
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}

/// A value for a parameter of an SQL statement.
enum SQLiteParameterValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  static func text(orNull text: String?) -> SQLiteParameterValue { text.map { .text($0) } ?? .null }
  static func integer(orNull number: Int64?) -> SQLiteParameterValue {
    number.map { .integer($0) } ?? .null
  }
  static func blob(orNull bytes: [UInt8]?) -> SQLiteParameterValue {
    bytes.map { .blob($0) } ?? .null
  }
  static func countValue(_ number: Int) -> SQLiteParameterValue { .integer(Int64(number)) }
}

extension SQLiteConnection {
  /// Runs a closure in a write transaction of the database; no other process writes meanwhile.
  func inWriteTransaction<Value>(
    _ work: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    // A deferred transaction would fail at its first write after another process's write.
    try inTransaction(beginningWith: "BEGIN IMMEDIATE", work)
  }

  /// Runs a closure in a read transaction, which sees one consistent state of the database.
  func inReadTransaction<Value>(
    _ work: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try inTransaction(beginningWith: "BEGIN", work)
  }

  private func inTransaction<Value>(
    beginningWith begin: String, _ work: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try executeSQL(begin)
    do {
      let value = try work()
      try executeSQL("COMMIT")
      return value
    } catch {
      // After some errors, such as a full disk, SQLite has rolled back already. The first error is
      // thrown, not that of a failed rollback.
      if isInTransaction { do { try executeSQL("ROLLBACK") } catch {} }
      throw error
    }
  }
}

struct SQLiteError: Error {
  let code: Int32
  /// The SQL statement that failed with this error, without the values of its parameters, or the
  /// name of the failed step.
  let step: String
  let message: String

  /// Throws an error if a result code of SQLite means failure. Every result code is checked here.
  static func throwOnSQLiteFailure(
    _ code: Int32, doing step: @autoclosure () -> String, on handle: OpaquePointer?
  ) throws(SQLiteError) {
    let systemError = errno
    guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    let words = handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    // SQLite reports a write beyond the user's quota as an error of the disk. Its own record of the
    // system's error lacks those of a commit.
    let exceedsQuota = extended == failedWrite && systemError == EDQUOT
    throw SQLiteError(
      code: exceedsQuota ? SQLITE_FULL : extended & 0xff == code & 0xff ? extended : code,
      step: step(), message: words.map { String(cString: $0) } ?? "")
  }

  /// SQLite's extended error code for a failed write (SQLITE_IOERR_WRITE).
  private static let failedWrite = SQLITE_IOERR | 3 << 8
}

extension SQLiteError {
  /// The error of writing data for a signed-out account. Its code is one that SQLite never reports
  /// for Tweetie's statements.
  static let signedOut = SQLiteError(code: SQLITE_AUTH, step: "enter", message: "signed out")
}

extension StoreError {
  /// The extended part of SQLite's error code for a disk without room for the shared index
  /// (SQLITE_IOERR_SHMSIZE).
  private static let noRoomForIndex: Int32 = 19

  init(_ error: SQLiteError) {
    switch error.code & 0xff {
    case SQLITE_FULL: self = .full
    case SQLITE_IOERR where error.code >> 8 == Self.noRoomForIndex: self = .full
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: self = .readOnly
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_AUTH: self = .signedOut
    default: self = .failed(step: error.step, reason: error.message)
    }
  }
}
