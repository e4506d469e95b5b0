internal import CSQLite
internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A database's place, what it is made of, and how precious it is.
struct DatabaseFile: Sendable {
  /// What a database means to its owner.
  enum Durability: Sendable {
    /// Can be fetched again: a power failure may cost the last seconds, damage the whole.
    case replaceable
    /// Exists nowhere else: safe on disk once committed, and never deleted.
    case irreplaceable
  }

  let location: StoreLocation
  let schema: Schema
  let durability: Durability

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
      if durability == .irreplaceable { ReservedSpace(of: file).load() }
      return Opened(connection: connection, setAside: nil, wasLeftOpen: wasLeftOpen)
    } catch {
      switch error {
      case .damaged: return try replace(file)
      case .full where durability == .irreplaceable && ReservedSpace(of: file).throwOverboard():
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
      let setAside = try Quarantine(file: file, durability: durability).putAside()
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
      switch durability {
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

/// Where a store keeps its things.
package enum StoreLocation: Hashable, Sendable {
  /// In that file; its directory exists.
  case file(String)
  /// In memory, until the program ends.
  case memory
}

/// What `tweetie doctor` tells about the library that stores.
package enum StorageLibrary {
  package static var version: String { String(cString: sqlite3_libversion()) }
}

/// Where databases go that cannot be read any more.
struct Quarantine {
  let file: String
  /// Whether it may be dropped for a later one.
  let durability: DatabaseFile.Durability

  /// Moves the database out of the way and returns where it is now.
  ///
  /// Of what can be fetched again the last damaged file is kept, for whoever wants to know what
  /// happened; of what cannot, every one, with its log.
  func putAside() throws(StoreError) -> String {
    let target = durability == .replaceable ? name(1) : freeName()
    for suffix in ["", "-wal"] {
      guard rename(file + suffix, target + suffix) == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, doing: "putting \(file) aside")
      }
    }
    unlink(file + "-shm")  // Only an index of the log: SQLite makes a new one.
    return target
  }

  /// Removes everything that was put aside.
  func clear() {
    var number = 1
    while exists(name(number)) {
      for suffix in Self.suffixes { unlink(name(number) + suffix) }
      number += 1
    }
  }

  /// Removes everything that was put aside, and the database itself.
  func eraseEverything() throws(StoreError) {
    clear()
    for suffix in Self.suffixes {
      guard unlink(file + suffix) == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, doing: "erasing \(file)")
      }
    }
  }

  /// What the names of the files of one database end with.
  private static let suffixes = ["", "-wal", "-shm"]

  private func name(_ number: Int) -> String { "\(file).damaged-\(number)" }

  private func freeName() -> String {
    var number = 1
    while exists(name(number)) { number += 1 }
    return name(number)
  }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

/// A file that does nothing but take up space, to be thrown overboard when the disk is full: then
/// what a person just wrote can still be kept.
struct ReservedSpace {
  private static let size: off_t = 1 << 20
  private let path: String

  /// The ballast of a database file.
  init(of file: String) { path = file + "-ballast" }

  /// Takes up the space, where it is not taken up yet.
  func load() {
    // On a disk that has no room for it there will be none.
    guard let file = try? OpenFile(path, O_WRONLY | O_CREAT | O_EXCL) else { return }
    if posix_fallocate(file.descriptor, 0, Self.size) != 0 { unlink(path) }
  }

  /// Gives the space back; false where there is none to give.
  func throwOverboard() -> Bool { unlink(path) == 0 }
}
