internal import CSQLite
internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A database file to open, with its schema and durability.
struct DatabaseFile: Sendable {
  enum DatabaseDurability: Sendable {
    /// A durability of a database: its data can be fetched again, and a power failure may lose the
    /// last seconds.
    case replaceable
    /// A durability of a database: its data exists nowhere else, is on disk once committed, and is
    /// never deleted.
    case irreplaceable
  }

  let location: DatabaseLocation
  let schema: DatabaseSchema
  let durability: DatabaseDurability

  struct OpenedDatabase {
    let connection: SQLiteConnection
    /// The path to which a damaged database was moved; nil if it was not damaged.
    let setAside: String?
    /// True if the last process did not close the database.
    let wasLeftOpen: Bool
  }

  /// Opens the database file, creating it if it is missing; a damaged or foreign file is moved
  /// aside and replaced.
  func openOrReplaceDatabaseFile() throws(StoreError) -> OpenedDatabase {
    guard case .file(let path) = location else {
      return OpenedDatabase(
        connection: try openConnection(path: nil), setAside: nil, wasLeftOpen: false)
    }
    let file = try prepareDatabaseFile(at: path)
    let wasLeftOpen = fileSize(of: file + "-wal") > 0
    do throws(StoreError) {
      let connection = try openConnection(path: file)
      if durability == .irreplaceable { ReservedDiskSpace(of: file).reserveDiskSpace() }
      return OpenedDatabase(connection: connection, setAside: nil, wasLeftOpen: wasLeftOpen)
    } catch {
      switch error {
      case .damaged: return try replaceDatabaseFile(file)
      case .full
      where durability == .irreplaceable && ReservedDiskSpace(of: file).deleteReservedSpaceFile():
        return OpenedDatabase(
          connection: try openConnection(path: file), setAside: nil, wasLeftOpen: wasLeftOpen)
      default: throw error
      }
    }
  }

  /// Moves a damaged database file aside and creates a new one, unless another process has done so;
  /// returns the opened database.
  func replaceDatabaseFile(_ file: String) throws(StoreError) -> OpenedDatabase {
    try FileLock.withFileLock(file + ".lock") { () throws(StoreError) in
      // Another process may have replaced the file while this one waited for the lock.
      if let connection = try verifiedConnection(to: file) {
        return OpenedDatabase(connection: connection, setAside: nil, wasLeftOpen: false)
      }
      let setAside = try DamagedDatabaseFiles(file: file, durability: durability)
        .moveDamagedDatabaseAside()
      return OpenedDatabase(
        connection: try openConnection(path: try prepareDatabaseFile(at: file)), setAside: setAside,
        wasLeftOpen: false)
    }
  }

  private func verifiedConnection(to file: String) throws(StoreError) -> SQLiteConnection? {
    do throws(StoreError) {
      let connection = try openConnection(path: file)
      return try passesQuickCheck(connection) ? connection : nil
    } catch {
      guard case .damaged = error else { throw error }
      return nil
    }
  }

  /// Returns true if SQLite's quick check of the database finds no error. Slow, as it reads all
  /// tables; it does not compare indexes with them.
  func passesQuickCheck(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
    do {
      return try connection.firstRow("PRAGMA quick_check(1)") { $0.textValue(0) } == "ok"
    } catch {
      guard case .damaged = StoreError(error) else { throw StoreError(error) }
      return false
    }
  }

  private func openConnection(path: String?) throws(StoreError) -> SQLiteConnection {
    let connection: SQLiteConnection
    let state: DatabaseSchema.SchemaState
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path: path)
      connection.setBusyTimeout(milliseconds: 5000)
      try connection.setConnectionOption(SQLITE_DBCONFIG_DEFENSIVE, true)
      try connection.setConnectionOption(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
      try connection.executeSQLScript("PRAGMA cell_size_check = ON")
      state = try schema.schemaState(of: connection)
      switch state {
      case .current: try configureConnection(connection)
      case .outdated:
        if path != nil { try connection.executeSQLScript("PRAGMA journal_mode = WAL") }
        try configureConnection(connection)
        try schema.migrateDatabase(connection)
      case .newer, .foreign:
        // The last connection to close writes the log into the file; a refused file must stay
        // unchanged.
        try connection.setConnectionOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
      }
    } catch { throw StoreError(error) }
    switch state {
    case .current, .outdated: return connection
    case .newer: throw .newer
    case .foreign: throw .damaged
    }
  }

  private func configureConnection(_ connection: SQLiteConnection) throws(SQLiteError) {
    try connection.setConnectionOption(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    let synchronous =
      switch durability {
      case .replaceable: "NORMAL"
      case .irreplaceable: "FULL"
      }
    // Deleted data is overwritten, so that a sign-out leaves none in the file. A page cache of one
    // megabyte suffices, since the system caches the file, too.
    try connection.executeSQLScript(
      """
      PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA synchronous = \(synchronous);
      PRAGMA cache_size = -1000
      """)
  }

  /// Creates the database file if it is missing, restricts its permissions, and returns its path
  /// without symbolic links.
  private func prepareDatabaseFile(at path: String) throws(StoreError) -> String {
    let file = try resolvedPath(path)
    var status = stat()
    if lstat(file, &status) != 0 {
      guard errno == ENOENT else { throw StoreError(errno: errno, doing: "examining \(file)") }
      // The file is created here rather than by SQLite, to set its permissions, which SQLite copies
      // to the log files.
      _ = try StoreError.convertingFileErrors { () throws(FileOperationError) in
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

  private func resolvedPath(_ path: String) throws(StoreError) -> String {
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

  private func fileSize(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}

/// A database's schema as numbered migrations, which never change once released.
struct DatabaseSchema: Sendable {
  /// The application id in the header of Tweetie's database, which distinguishes the file from
  /// databases of other programs.
  let applicationID: Int32
  /// The SQL statements that change a database from each version of its schema to the next,
  /// beginning with an empty file.
  let migrations: [String]

  /// A state of a database file compared with its schema.
  enum SchemaState: Equatable {
    case current
    /// A state of a database file: the file is empty, or its schema has an earlier version.
    case outdated
    /// A state of a database file: its schema has a later version.
    case newer
    /// A state of a database file: the file belongs to another program.
    case foreign
  }

  /// Returns the state of a database file compared with its schema, without changing the file.
  func schemaState(of connection: SQLiteConnection) throws(SQLiteError) -> SchemaState {
    let version = try connection.queryNumber("PRAGMA user_version") ?? 0
    let id = try connection.queryNumber("PRAGMA application_id") ?? 0
    if id == Int64(applicationID) {
      return version == migrations.count
        ? .current : version < migrations.count ? .outdated : .newer
    }
    let isEmpty = try connection.queryNumber("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
    return id == 0 && version == 0 && isEmpty ? .outdated : .foreign
  }

  /// Migrates a database to the current version of its schema, each step in a transaction.
  func migrateDatabase(_ connection: SQLiteConnection) throws(SQLiteError) {
    var version: Int64 = -1
    while version < migrations.count {
      version = try connection.inWriteTransaction { () throws(SQLiteError) in
        // Read again within the transaction, as another process may have migrated the database.
        let version = try connection.queryNumber("PRAGMA user_version") ?? 0
        guard version >= 0, version < migrations.count else { return Int64.max }
        try connection.executeSQLScript(migrations[Int(version)])
        try connection.executeSQLScript(
          "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version + 1)")
        return version + 1
      }
    }
  }
}

package enum DatabaseLocation: Equatable, Sendable {
  /// A location of a database: a file in an existing directory, by its path.
  case file(String)
  /// A location of a database: memory, lost when the program ends.
  case memory
}

/// A namespace for the version of the library SQLite, which `tweetie doctor` prints.
package enum SQLiteInstallation {
  package static var version: String { String(cString: sqlite3_libversion()) }
}

/// A mover of a damaged database to files beside the original with a number in their names.
struct DamagedDatabaseFiles {
  let file: String
  let durability: DatabaseFile.DatabaseDurability

  /// Moves a damaged database aside and returns its new path. Only the last damaged file of
  /// replaceable data is kept, for diagnosis; of irreplaceable data, every file is kept with its
  /// log.
  func moveDamagedDatabaseAside() throws(StoreError) -> String {
    let target = durability == .replaceable ? damagedFileName(1) : unusedDamagedFileName()
    for suffix in ["", "-wal"] {
      guard rename(file + suffix, target + suffix) == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, doing: "putting \(file) aside")
      }
    }
    unlink(file + "-shm")  // The index of the log, which SQLite recreates.
    return target
  }

  func deleteDamagedFiles() {
    var number = 1
    while fileExists(at: damagedFileName(number)) {
      for suffix in Self.suffixes { unlink(damagedFileName(number) + suffix) }
      number += 1
    }
  }

  func deleteAllDatabaseFiles() throws(StoreError) {
    deleteDamagedFiles()
    for suffix in Self.suffixes {
      guard unlink(file + suffix) == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, doing: "erasing \(file)")
      }
    }
  }

  private static let suffixes = ["", "-wal", "-shm"]

  private func damagedFileName(_ number: Int) -> String { "\(file).damaged-\(number)" }

  private func unusedDamagedFileName() -> String {
    var number = 1
    while fileExists(at: damagedFileName(number)) { number += 1 }
    return damagedFileName(number)
  }

  private func fileExists(at path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

/// A file that reserves disk space. It is deleted when the disk is full, so that the latest changes
/// can still be stored.
struct ReservedDiskSpace {
  private static let size: off_t = 1 << 20
  private let path: String

  init(of file: String) { path = file + "-ballast" }

  func reserveDiskSpace() {
    // On a full disk, no space is reserved.
    guard let file = try? OpenFile(path, O_WRONLY | O_CREAT | O_EXCL) else { return }
    if posix_fallocate(file.descriptor, 0, Self.size) != 0 { unlink(path) }
  }

  /// Deletes the reserved file to free its disk space; returns false if the file is missing.
  func deleteReservedSpaceFile() -> Bool { unlink(path) == 0 }
}
