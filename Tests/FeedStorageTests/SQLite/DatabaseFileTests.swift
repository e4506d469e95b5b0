import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedStorage

struct DatabaseFileTests {
  @Test func `stored posts are there when the store is reopened`() async throws {
    let directory = ScratchFolder()
    let store = try await SQLiteFeedStore(.file(directory["cache.db"]))
    try await store.commit([3, 2, 1], older: "1")
    await store.closeDatabase()

    let next = try await SQLiteFeedStore(.file(directory["cache.db"]))

    #expect(try await next.sketch() == "3 2 1")
    #expect(await next.wasLeftOpen == false)
  }

  @Test func `database files are readable by their owner only`() async throws {
    let directory = ScratchFolder()
    let store = try await SQLiteFeedStore(.file(directory["cache.db"]))
    try await store.commit([1])

    for name in directory.names { #expect(directory.mode(of: name) == 0o600) }
    #expect(directory.names == ["cache.db", "cache.db-shm", "cache.db-wal"])
    await store.closeDatabase()
  }

  @Test func `a database file that others can read is made private`() async throws {
    let directory = ScratchFolder()
    await (try SQLiteFeedStore(.file(directory["cache.db"]))).closeDatabase()
    chmod(directory["cache.db"], 0o644)

    await (try SQLiteFeedStore(.file(directory["cache.db"]))).closeDatabase()

    #expect(directory.mode(of: "cache.db") == 0o600)
  }

  @Test(arguments: ["header", "garbage", "foreign", "page"])
  func `a damaged cache is set aside, and a new one is begun`(damage: String) async throws {
    let directory = ScratchFolder()
    let path = directory["cache.db"]
    let store = try await SQLiteFeedStore(.file(path))
    try await store.commit([1])
    await store.closeDatabase()
    try break_(directory, "cache.db", damage)

    let next = try await SQLiteFeedStore(.file(path))
    try await next.commit([2])

    #expect(try await next.sketch() == "2")
    #expect(directory.names.contains("cache.db.damaged-1"))
    await next.closeDatabase()
  }

  @Test func `of damaged caches only the last is kept`() async throws {
    let directory = ScratchFolder()
    for _ in 0..<3 {
      directory.write(Array("not a database, by far, though it is long enough".utf8), to: "c.db")
      await (try SQLiteFeedStore(.file(directory["c.db"]))).closeDatabase()
    }

    #expect(directory.names == ["c.db", "c.db.damaged-1", "c.db.lock"])
  }

  @Test func `each damaged outbox is kept, and its path reported`() async throws {
    let directory = ScratchFolder()
    var places: [String] = []
    for turn in 0..<2 {
      directory.write(Array("damaged \(turn)".utf8), to: "outbox.db")
      let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
      places.append(await outbox.setAside ?? "")
      await outbox.closeDatabase()
    }

    #expect(places == [directory["outbox.db.damaged-1"], directory["outbox.db.damaged-2"]])
    #expect(directory.bytes(of: "outbox.db.damaged-1") == Array("damaged 0".utf8))
    #expect(directory.bytes(of: "outbox.db.damaged-2") == Array("damaged 1".utf8))
  }

  @Test func `an empty file is opened as a new database`() async throws {
    let directory = ScratchFolder()
    directory.write([], to: "cache.db")

    let store = try await SQLiteFeedStore(.file(directory["cache.db"]))
    try await store.commit([1])

    #expect(try await store.sketch() == "1")
    await store.closeDatabase()
  }

  @Test func `a truncated write-ahead log loses only its last transaction`() async throws {
    let directory = ScratchFolder()
    let store = try await SQLiteFeedStore(.file(directory["cache.db"]))
    try await store.commit([1])
    try await store.commit([2, 1])
    // A second copy of the files, as a crash leaves them.
    let copy = ScratchFolder()
    copy.write(directory.bytes(of: "cache.db"), to: "cache.db")
    copy.write(directory.bytes(of: "cache.db-wal").dropLast(100), to: "cache.db-wal")

    let next = try await SQLiteFeedStore(.file(copy["cache.db"]))

    #expect(await next.wasLeftOpen)
    #expect(try await next.sketch() == "1")
    #expect(try await next.checkDatabaseReplacingDamagedFile())
    await next.closeDatabase()
    await store.closeDatabase()
  }

  @Test(arguments: [true, false])
  func `a database file of a newer version is refused and not changed`(isOutbox: Bool) async throws
  {
    let directory = ScratchFolder()
    let location = DatabaseLocation.file(directory["store.db"])
    if isOutbox {
      await (try SQLiteOutbox(location)).closeDatabase()
    } else {
      await (try SQLiteFeedStore(location)).closeDatabase()
    }
    do {
      let connection = try SQLiteConnection(path: directory["store.db"])
      try connection.executeSQLScript("PRAGMA user_version = 99")
    }
    let before = directory.bytes(of: "store.db")

    await #expect(throws: StoreError.newer) {
      if isOutbox {
        _ = try await SQLiteOutbox(location)
      } else {
        _ = try await SQLiteFeedStore(location)
      }
    }
    #expect(directory.bytes(of: "store.db") == before)
    #expect(!directory.names.contains("store.db.damaged-1"))
  }

  @Test(arguments: ["directory", "link", "pipe"])
  func `a directory, link or pipe in place of the database is refused and left alone`(kind: String)
    async throws
  {
    let directory = ScratchFolder()
    let path = directory["cache.db"]
    switch kind {
    case "directory": mkdir(path, 0o700)
    case "link": symlink("/dev/null", path)
    default: mkfifo(path, 0o600)
    }

    let error = await #expect(throws: StoreError.self) {
      _ = try await SQLiteFeedStore(.file(path))
    }

    guard case .failed = error else {
      Issue.record("It should say what is there.")
      return
    }
    #expect(directory.names == ["cache.db"])
  }

  @Test func `a database in a symbolically linked directory is opened`() async throws {
    let directory = ScratchFolder()
    mkdir(directory["real"], 0o700)
    symlink(directory["real"], directory["link"])

    let store = try await SQLiteFeedStore(.file(directory["link/cache.db"]))
    try await store.commit([1])
    await store.closeDatabase()

    #expect(unlink(directory["real/cache.db"]) == 0)
    unlink(directory["link"])
  }

  @Test func `a full disk loses no stored posts, and writing works again later`() async throws {
    let directory = ScratchFolder()
    let store = try await SQLiteFeedStore(.file(directory["cache.db"]))
    try await store.commit([1])
    try await store.limit(pages: 1)

    await #expect(throws: StoreError.full) {
      try await store.commit(Array(2...900))
    }
    #expect(try await store.sketch() == "1")

    try await store.limit(pages: 1_000_000)
    try await store.commit([2, 1])
    #expect(try await store.sketch() == "2 1")
    await store.closeDatabase()
  }

  @Test func `the outbox reserves disk space, and gives it up when the disk is full`() async throws
  {
    let directory = ScratchFolder()
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
    #expect(directory.bytes(of: "outbox.db-ballast").count == 1 << 20)

    await #expect(throws: StoreError.full) {
      try await outbox.database.runWriteTransaction { connection throws(SQLiteError) in
        _ = try connection.queryNumber("PRAGMA max_page_count = 1")
        try connection.executeSQLScript(
          "CREATE TABLE big (text); INSERT INTO big VALUES (zeroblob(900000))")
      }
    }
    await outbox.closeDatabase()
    #expect(access(directory["outbox.db-ballast"], F_OK) != 0)

    let next = try await SQLiteOutbox(.file(directory["outbox.db"]))
    #expect(access(directory["outbox.db-ballast"], F_OK) == 0)
    await next.closeDatabase()
  }

  @Test func `a cache with damaged pages is replaced by an empty one`() async throws {
    let directory = ScratchFolder()
    let path = directory["cache.db"]
    let store = try await SQLiteFeedStore(.file(path))
    try await store.commit(Array(1...900))
    await store.closeDatabase()
    var bytes = directory.bytes(of: "cache.db")
    let middle = bytes.count / 8192
    for index in middle * 4096..<(middle + 20) * 4096 { bytes[index] = 0xA5 }
    directory.write(bytes, to: "cache.db")

    let next = try await SQLiteFeedStore(.file(path))
    #expect(try await next.checkDatabaseReplacingDamagedFile() == false)

    #expect(try await next.sketch() == "")
    try await next.commit([1])
    #expect(try await next.checkDatabaseReplacingDamagedFile())
    await next.closeDatabase()
  }

  @Test func `two processes write the same database, and each sees the other's changes`()
    async throws
  {
    let directory = ScratchFolder()
    let one = try await SQLiteFeedStore(.file(directory["cache.db"]))
    let two = try await SQLiteFeedStore(.file(directory["cache.db"]))
    #expect(try await two.wasChangedByOtherProcess() == false)

    async let first: Void = {
      for id in 0..<30 { try await one.commit([id], to: .home) }
    }()
    async let second: Void = {
      for id in 0..<30 { try await two.commit([id], to: .local) }
    }()
    _ = try await (first, second)

    #expect(try await two.sketch(.home).split(separator: " ").count == 30)
    #expect(try await one.sketch(.local).split(separator: " ").count == 30)
    #expect(try await two.wasChangedByOtherProcess())
    #expect(try await two.wasChangedByOtherProcess() == false)
    await one.closeDatabase()
    await two.closeDatabase()
  }

  private func break_(
    _ directory: ScratchFolder, _ name: String, _ damage: String
  ) throws {
    var bytes = directory.bytes(of: name)
    switch damage {
    case "header": bytes.replaceSubrange(0..<16, with: Array("SQLite format 2\0".utf8))
    case "garbage": bytes = Array("nothing like a database".utf8)
    case "page": bytes.replaceSubrange(100..<4096, with: Array(repeating: 0xFF, count: 3996))
    default:
      let connection = try SQLiteConnection(path: directory[name])
      return try connection.executeSQLScript("PRAGMA application_id = 252006674")
    }
    directory.write(bytes, to: name)
  }
}

extension SQLiteFeedStore {
  /// Lets the file grow to so many pages, as a full disk would.
  fileprivate func limit(pages: Int) async throws {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      _ = try connection.queryNumber("PRAGMA max_page_count = \(pages)")
    }
  }
}
