internal import CSQLite
internal import FeedDomain

/// A step that SQLite could not do.
struct SQLiteError: Error {
  /// SQLite's extended result code.
  let code: Int32
  /// What was being done: a statement, which never holds a value, or a few words.
  let step: String
  /// SQLite's own words.
  let message: String

  /// Throws where the code is a failure; the only place that looks at result codes.
  static func check(
    _ code: Int32, doing step: @autoclosure () -> String, on handle: OpaquePointer?
  ) throws(SQLiteError) {
    guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    let words = handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    throw SQLiteError(
      code: extended & 0xff == code & 0xff ? extended : code, step: step(),
      message: words.map { String(cString: $0) } ?? "")
  }
}

extension SQLiteError {
  /// That nothing is written of an account any more. SQLite itself authorises everything.
  static let signedOut = SQLiteError(code: SQLITE_AUTH, step: "enter", message: "signed out")
}

extension StoreError {
  /// What SQLITE_IOERR_SHMSIZE adds: the index that processes share does not fit on the disk.
  private static let noRoomForIndex: Int32 = 19

  /// The failure in the domain's words.
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
