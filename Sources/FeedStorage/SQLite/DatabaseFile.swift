internal import CSQLite
internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A database's place, what it is made of, and how precious it is.
struct DatabaseFile: Sendable {
  /// What a database means to its owner.
  enum Worth: Sendable {
    /// Can be fetched again: a power failure may cost the last seconds, damage the whole.
    case replaceable
    /// Exists nowhere else: safe on disk once committed, and never deleted.
    case irreplaceable
  }

  let location: StoreLocation
  let schema: Schema
  /// How precious it is.
  let worth: Worth

  /// A database made ready for use.
  struct Opened {
    let connection: SQLiteConnection
    /// Where a damaged predecessor was put.
    let setAside: String?
    /// Whether whoever used it last did not close it.
    let wasLeftOpen: Bool
  }

  /// Opens it; what is damaged or another program's is put aside, and a new one made.
  func open() throws(StoreError) -> Opened {
    guard case .file(let path) = location else {
      return Opened(connection: try connection(path: nil), setAside: nil, wasLeftOpen: false)
    }
    let file = try prepare(path)
    let wasLeftOpen = size(of: file + "-wal") > 0
    do throws(StoreError) {
      let connection = try connection(path: file)
      if worth == .irreplaceable { Ballast(of: file).load() }
      return Opened(connection: connection, setAside: nil, wasLeftOpen: wasLeftOpen)
    } catch {
      switch error {
      case .damaged: return try replace(file)
      case .full where worth == .irreplaceable && Ballast(of: file).throwOverboard():
        return Opened(
          connection: try connection(path: file), setAside: nil, wasLeftOpen: wasLeftOpen)
      default: throw error
      }
    }
  }

  /// Puts the file aside and makes a new one.
  func replace(_ file: String) throws(StoreError) -> Opened {
    try FileLock.holding(file + ".lock") { () throws(StoreError) in
      // Another process may have replaced it while this one waited for the lock.
      if let connection = try soundConnection(to: file) {
        return Opened(connection: connection, setAside: nil, wasLeftOpen: false)
      }
      let setAside = try Quarantine(file: file, worth: worth).putAside()
      return Opened(
        connection: try connection(path: try prepare(file)), setAside: setAside,
        wasLeftOpen: false)
    }
  }

  private func soundConnection(to file: String) throws(StoreError) -> SQLiteConnection? {
    do throws(StoreError) {
      let connection = try connection(path: file)
      return try isSound(connection) ? connection : nil
    } catch {
      guard case .damaged = error else { throw error }
      return nil
    }
  }

  /// Whether SQLite finds nothing wrong with the whole file; takes its time.
  func isSound(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
    do {
      return try connection.first("PRAGMA quick_check(1)") { $0.text(0) } == "ok"
    } catch {
      guard case .damaged = StoreError(error) else { throw StoreError(error) }
      return false
    }
  }

  private func connection(path: String?) throws(StoreError) -> SQLiteConnection {
    let connection: SQLiteConnection
    let state: Schema.State
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path: path)
      connection.wait(milliseconds: 5000)
      try connection.configure(SQLITE_DBCONFIG_DEFENSIVE, true)
      try connection.configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
      try connection.script("PRAGMA cell_size_check = ON")
      state = try schema.state(of: connection)
      switch state {
      case .current: try settle(connection)
      case .behind:
        if path != nil { try connection.script("PRAGMA journal_mode = WAL") }
        try settle(connection)
        try schema.migrate(connection)
      case .newer, .foreign:
        // The last one to close a database moves its log into the file: not with one we may not
        // touch.
        try connection.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
      }
    } catch { throw StoreError(error) }
    switch state {
    case .current, .behind: return connection
    case .newer: throw .newer
    case .foreign: throw .damaged
    }
  }

  private func settle(_ connection: SQLiteConnection) throws(SQLiteError) {
    try connection.configure(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    let synchronous =
      switch worth {
      case .replaceable: "NORMAL"
      case .irreplaceable: "FULL"
      }
    // What is deleted is overwritten, so that signing out leaves nothing in the file.
    try connection.script(
      "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA synchronous = \(synchronous)")
  }

  /// The file's path without symbolic links on the way, the file being there and private.
  private func prepare(_ path: String) throws(StoreError) -> String {
    let file = try resolve(path)
    var status = stat()
    if lstat(file, &status) != 0 {
      guard errno == ENOENT else { throw StoreError(errno: errno, doing: "examining \(file)") }
      // Made here and not by SQLite, for its permissions; the log files take on the same.
      _ = try StoreError.of { () throws(SystemError) in
        try OpenFile(file, O_RDWR | O_CREAT, doing: "creating")
      }
      return file
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .failed(step: "opening \(file)", reason: "it is not a file; move it out of the way")
    }
    if status.st_mode & 0o077 != 0, chmod(file, 0o600) != 0 {
      throw StoreError(errno: errno, doing: "protecting \(file)")
    }
    return file
  }

  private func resolve(_ path: String) throws(StoreError) -> String {
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard let real = realpath(directory, nil) else {
      throw StoreError(errno: errno, doing: "opening \(directory)")
    }
    defer { free(real) }
    let start = String(cString: real)
    return start == "/" ? "/\(name)" : "\(start)/\(name)"
  }

  private func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
