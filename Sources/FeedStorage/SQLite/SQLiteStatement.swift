internal import CSQLite

/// A prepared statement: bind, step, read.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: OpaquePointer
  private let sql: String

  /// Prepares one statement; it is kept, so SQLite is asked to make it last.
  init(_ sql: String, on database: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    try SQLiteError.check(code, doing: sql, on: database)
    guard let handle else {
      throw SQLiteError(code: SQLITE_MISUSE, step: sql, message: "There is no statement in it.")
    }
    (self.handle, self.database, self.sql) = (handle, database, sql)
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() {
      try SQLiteError.check(bind(value, at: Int32(index + 1)), doing: sql, on: database)
    }
  }

  /// Goes to the next row; false after the last.
  func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    try SQLiteError.check(code, doing: sql, on: database)
    return code == SQLITE_ROW
  }

  /// The row stepped to.
  var row: SQLiteRow { SQLiteRow(handle) }

  /// Makes the statement ready for the next use, and lets go of the values it was given.
  func reset() {
    sqlite3_reset(handle)  // Its code repeats that of the step that failed.
    sqlite3_clear_bindings(handle)
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
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

/// A row of an answer, valid until the statement's next step.
struct SQLiteRow {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// A whole number; 0 for what is none.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A whole number that may be absent.
  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  /// A text; empty for what is none.
  func text(_ column: Int32) -> String {
    // The text is asked for before its length: the conversion may change it.
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// Lends bytes, without copying them.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
