internal import CSQLite
internal import FeedDomain
internal import Threads

/// The one connection to a database, on a thread of its own.
actor SQLiteDatabase {
  private let thread: SerialThread
  private let file: DatabaseFile
  private var connection: SQLiteConnection?
  private var isClosed = false
  private var versionSeen: Int64?
  /// Where a damaged predecessor was put.
  private(set) var setAside: String?
  /// Whether whoever used it last did not close it, so that a look at the whole file is due.
  private(set) var wasLeftOpen = false
  /// Whether nothing was written here since all was rewritten.
  private(set) var isWiped = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// A database that is still closed, and the name of its thread.
  init(_ file: DatabaseFile, thread name: String) {
    self.file = file
    thread = SerialThread(name: name)
  }

  // The connection is not Sendable: it is closed at home.
  isolated deinit {}

  /// Opens it, where it is not open yet; so does whatever is asked of it first.
  func open() throws(StoreError) {
    if connection == nil { use(try file.open()) }
  }

  /// Closes it; whatever is asked of it afterwards fails.
  func close() {
    isClosed = true
    connection = nil
  }

  /// Does some work that sees one state of the database throughout.
  @_semantics("optimize.sil.specialize.generic.never")
  func read<Value: Sendable>(
    _ work: @Sendable (SQLiteConnection) throws(SQLiteError) -> Value
  ) throws(StoreError) -> Value {
    let connection = try opened()
    do throws(SQLiteError) {
      return try connection.read { () throws(SQLiteError) in try work(connection) }
    } catch { throw StoreError(error) }
  }

  /// Does some work, all of it or nothing; what the disk refused at first is tried once more.
  @_semantics("optimize.sil.specialize.generic.never")
  func write<Value: Sendable>(
    _ work: @Sendable (SQLiteConnection) throws(SQLiteError) -> Value
  ) throws(StoreError) -> Value {
    let connection = try opened()
    isWiped = false
    do throws(SQLiteError) {
      return try connection.write { () throws(SQLiteError) in try work(connection) }
    } catch {
      guard let mended = try connectionMended(after: error) else { throw StoreError(error) }
      do throws(SQLiteError) {
        return try mended.write { () throws(SQLiteError) in try work(mended) }
      } catch { throw StoreError(error) }
    }
  }

  /// Rewrites every file, so that nothing is left of what was deleted.
  func wipe(alsoSetAside: Bool) throws(StoreError) {
    let connection = try opened()
    do throws(SQLiteError) {
      connection.forgetStatements()
      try connection.script("VACUUM")
      guard case .file(let path) = file.location else { return }
      let isBusy = try connection.number("PRAGMA wal_checkpoint(TRUNCATE)")
      guard isBusy == 0 else {
        throw SQLiteError(code: SQLITE_BUSY, step: "wipe", message: "Another process reads.")
      }
      if alsoSetAside { Quarantine(file: path, durability: file.durability).clear() }
      isWiped = true
    } catch { throw StoreError(error) }
  }

  /// Looks through the whole file, and replaces it where it is damaged; true where it was sound.
  func verify() throws(StoreError) -> Bool {
    wasLeftOpen = false
    let connection = try opened()
    if try file.isSound(connection) { return true }
    guard case .file(let path) = file.location else { throw .damaged }
    self.connection = nil
    use(try file.replace(path))
    return false
  }

  /// Whether another connection changed something since this was asked last; the first time, no.
  func changedElsewhere() throws(StoreError) -> Bool {
    let connection = try opened()
    do throws(SQLiteError) {
      let version = try connection.number("PRAGMA data_version")
      defer { versionSeen = version }
      return versionSeen != nil && version != versionSeen
    } catch { throw StoreError(error) }
  }

  /// What the work can be done over again with; nil where trying again would be no use.
  private func connectionMended(
    after error: SQLiteError
  ) throws(StoreError) -> SQLiteConnection? {
    guard case .file(let path) = file.location else { return nil }
    if StoreError(error) == .full {
      let isLighter = file.durability == .irreplaceable && ReservedSpace(of: path).throwOverboard()
      return isLighter ? connection : nil
    }
    guard error.code & 0xFF == SQLITE_IOERR else { return nil }
    // What the system could not bring to the disk it may forget, and tells but once. So nothing
    // counts as written that has not been brought there anew.
    connection = nil
    let reopened = try opened()
    do throws(SQLiteError) {
      _ = try reopened.number("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch { throw StoreError(error) }
    return reopened
  }

  private func use(_ opened: DatabaseFile.Opened) {
    connection = opened.connection
    setAside = opened.setAside ?? setAside
    wasLeftOpen = opened.wasLeftOpen
    versionSeen = nil
  }

  private func opened() throws(StoreError) -> SQLiteConnection {
    if !isClosed { try open() }
    guard let connection else { throw .closed }
    return connection
  }
}
