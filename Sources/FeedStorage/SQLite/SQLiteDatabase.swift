internal import CSQLite
internal import FeedDomain
internal import Threads

/// A database with its only connection in the program, which is used on a thread of its own.
actor SQLiteDatabase {
  private let thread: SerialThread
  private let file: DatabaseFile
  private var connection: SQLiteConnection?
  private var isClosed = false
  private var versionSeen: Int64?
  /// The path to which a damaged database was moved; nil if it was not damaged.
  private(set) var setAside: String?
  /// True if the last process did not close the database, so that it should be checked.
  private(set) var wasLeftOpen = false
  /// True if nothing was written since the database's files were rewritten without deleted data.
  private(set) var isClean = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Creates the connection to a database, which is opened at the first use.
  init(_ file: DatabaseFile, thread name: String) {
    self.file = file
    thread = SerialThread(name: name)
  }

  // The connection is not Sendable, and is closed on the database's thread.
  isolated deinit {}

  /// Opens the database unless it is open. Any other first call opens it, too.
  func openDatabase() throws(StoreError) {
    if connection == nil { setOpenedDatabase(try file.openOrReplaceDatabaseFile()) }
  }

  /// Closes the database; later calls fail.
  func closeDatabase() {
    isClosed = true
    connection = nil
  }

  /// Runs a closure in a read transaction of the database, on the database's thread.
  @_semantics("optimize.sil.specialize.generic.never")
  func runReadTransaction<Value: Sendable>(
    _ work: @Sendable (SQLiteConnection) throws(SQLiteError) -> Value
  ) throws(StoreError) -> Value {
    let connection = try connectionOpenedIfNeeded()
    do throws(SQLiteError) {
      return try connection.inReadTransaction { () throws(SQLiteError) in try work(connection) }
    } catch { throw StoreError(error) }
  }

  /// Runs a closure in a write transaction of the database, on the database's thread; tries once
  /// more after an error of the disk.
  @_semantics("optimize.sil.specialize.generic.never")
  func runWriteTransaction<Value: Sendable>(
    _ work: @Sendable (SQLiteConnection) throws(SQLiteError) -> Value
  ) throws(StoreError) -> Value {
    let connection = try connectionOpenedIfNeeded()
    isClean = false
    do throws(SQLiteError) {
      return try connection.inWriteTransaction { () throws(SQLiteError) in try work(connection) }
    } catch {
      guard let mended = try connectionForRetry(after: error) else { throw StoreError(error) }
      do throws(SQLiteError) {
        return try mended.inWriteTransaction { () throws(SQLiteError) in try work(mended) }
      } catch { throw StoreError(error) }
    }
  }

  /// Rewrites all files of the database, so that they contain no deleted data. `alsoSetAside`
  /// deletes damaged files that were moved aside.
  func purgeDeletedData(deletesSetAside alsoSetAside: Bool) throws(StoreError) {
    let connection = try connectionOpenedIfNeeded()
    do throws(SQLiteError) {
      connection.discardPreparedStatements()
      try connection.executeSQLScript("VACUUM")
      guard case .file(let path) = file.location else { return }
      let isBusy = try connection.queryNumber("PRAGMA wal_checkpoint(TRUNCATE)")
      guard isBusy == 0 else {
        throw SQLiteError(code: SQLITE_BUSY, step: "wipe", message: "Another process reads.")
      }
      if alsoSetAside {
        DamagedDatabaseFiles(file: path, durability: file.durability).deleteDamagedFiles()
      }
      isClean = true
    } catch { throw StoreError(error) }
  }

  /// Checks the database file, and replaces a damaged one by an empty file; returns true if the
  /// file was not damaged.
  func checkDatabaseReplacingDamagedFile() throws(StoreError) -> Bool {
    wasLeftOpen = false
    let connection = try connectionOpenedIfNeeded()
    if try file.passesQuickCheck(connection) { return true }
    guard case .file(let path) = file.location else { throw .damaged }
    self.connection = nil
    setOpenedDatabase(try file.replaceDatabaseFile(path))
    return false
  }

  /// Returns true if another process changed the database since the last call; false the first
  /// time.
  func wasChangedByOtherProcess() throws(StoreError) -> Bool {
    let connection = try connectionOpenedIfNeeded()
    do throws(SQLiteError) {
      let version = try connection.queryNumber("PRAGMA data_version")
      defer { versionSeen = version }
      return versionSeen != nil && version != versionSeen
    } catch { throw StoreError(error) }
  }

  /// Returns a connection to the database for a second attempt after an error, after freeing
  /// reserved space on a full disk; nil if a second attempt is useless.
  private func connectionForRetry(
    after error: SQLiteError
  ) throws(StoreError) -> SQLiteConnection? {
    guard case .file(let path) = file.location else { return nil }
    if StoreError(error) == .full {
      let isLighter =
        file.durability == .irreplaceable && ReservedDiskSpace(of: path).deleteReservedSpaceFile()
      return isLighter ? connection : nil
    }
    guard error.code & 0xFF == SQLITE_IOERR else { return nil }
    // The system may drop data that it failed to write to the disk, and reports that only once. So
    // the database is opened again, and its log is written to the disk anew.
    connection = nil
    let reopened = try connectionOpenedIfNeeded()
    do throws(SQLiteError) {
      _ = try reopened.queryNumber("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch { throw StoreError(error) }
    return reopened
  }

  private func setOpenedDatabase(_ opened: DatabaseFile.OpenedDatabase) {
    connection = opened.connection
    setAside = opened.setAside ?? setAside
    wasLeftOpen = opened.wasLeftOpen
    versionSeen = nil
  }

  private func connectionOpenedIfNeeded() throws(StoreError) -> SQLiteConnection {
    if !isClosed { try openDatabase() }
    guard let connection else { throw .closed }
    return connection
  }
}
