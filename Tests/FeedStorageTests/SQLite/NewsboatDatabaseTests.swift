import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedStorage

/// Read and flagged entries in the database of the program newsboat.
struct NewsboatDatabaseTests {
  private let folder = ScratchFolder()

  /// Creates newsboat's database with some entries, and returns the open connection to it.
  private func database(_ name: String = "cache.db", rows: String = "") throws -> SQLiteConnection {
    folder.write([], to: name)
    let connection = try SQLiteConnection(path: folder[name])
    try connection.executeSQLScript(
      """
      CREATE TABLE rss_item (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        guid VARCHAR(64) NOT NULL, title VARCHAR(1024) NOT NULL DEFAULT '',
        author VARCHAR(1024) NOT NULL DEFAULT '', url VARCHAR(1024) NOT NULL,
        feedurl VARCHAR(1024) NOT NULL, pubDate INTEGER NOT NULL DEFAULT 0,
        content VARCHAR(65535) NOT NULL DEFAULT '', unread INTEGER(1) NOT NULL,
        enclosure_url VARCHAR(1024), enclosure_type VARCHAR(1024),
        enqueued INTEGER(1) NOT NULL DEFAULT 0, flags VARCHAR(52),
        deleted INTEGER(1) NOT NULL DEFAULT 0);
      INSERT INTO rss_item (guid, url, feedurl, unread, flags, deleted, title, author, content,
        pubDate, enclosure_url, enclosure_type)
      VALUES ('1', 'u1', 'f', 0, NULL, 0, 'Read', 'A', 'x', 5, NULL, NULL),
        ('2', 'u2', 'f', 1, '', 0, 'Unread', '', 'x', 5, '', ''),
        ('3', 'u3', 'f', 1, '', 1, 'Deleted', '', 'x', 5, '', ''),
        ('4', 'u4', 'g', 0, 'as', 0, 'Flagged', 'Ada', '<p>Fog</p>', 5, 'e', 'audio/mpeg'),
        ('5', 'u5', 'g', 1, 's', 1, 'Flagged and deleted', '', 'x', 5, '', '') \(rows);
      """)
    return connection
  }

  private func entries(_ name: String = "cache.db") throws(StoreError) -> [NewsboatEntry] {
    var found: [NewsboatEntry] = []
    try NewsboatDatabase().visitNewsboatEntries(ofDatabase: folder[name]) { found.append($0) }
    return found
  }

  @Test(arguments: ["cache.db", "50% of #1? ü.db"])
  func `read, deleted and flagged entries are found in a database at any path`(
    name: String
  ) throws {
    _ = try database(name)

    let found = try entries(name)

    #expect(found.map(\.id) == ["5", "4", "3", "1", "4"])
    #expect(found.map(\.feedAddress) == ["g", "g", "f", "f", "g"] && found[3].link == "u1")
    #expect(found.map(\.flags) == ["", "", "", "", "as"])
    let flagged = try #require(found.last)
    #expect(flagged.title == "Flagged" && flagged.author == "Ada" && flagged.html == "<p>Fog</p>")
    #expect(flagged.writtenAt == Timestamp(milliseconds: 5_000))
    #expect(flagged.attachmentAddress == "e" && flagged.attachmentType == "audio/mpeg")
  }

  @Test func `a database that newsboat has locked is read, and stays as it is`() throws {
    let connection = try database()
    try connection.executeSQLScript("BEGIN EXCLUSIVE")
    let before = folder.bytes(of: "cache.db")
    chmod(folder["cache.db"], 0o400)

    #expect(try entries().count == 5)

    #expect(folder.names == ["cache.db"] && folder.bytes(of: "cache.db") == before)
    try connection.executeSQLScript("COMMIT")
  }

  @Test(arguments: ["-journal", "-wal"])
  func `a database that newsboat is writing is not read`(suffix: String) throws {
    _ = try database()
    folder.write([1], to: "cache.db" + suffix)

    #expect(throws: StoreError.busy) { try entries() }
  }

  @Test func `a database that changes while it is read is refused`() throws {
    let connection = try database()

    #expect(throws: StoreError.busy) {
      var isFirst = true
      try NewsboatDatabase().visitNewsboatEntries(ofDatabase: folder["cache.db"]) { _ in
        if isFirst { try? connection.executeSQLScript("CREATE TABLE other (x)") }
        isFirst = false
      }
    }
  }

  @Test func `damaged files and other databases are refused`() throws {
    folder.write(Array("SQLite format 3\0".utf8) + Array(repeating: 7, count: 5_000), to: "a.db")
    folder.write([], to: "b.db")
    try SQLiteConnection(path: folder["b.db"]).executeSQLScript("CREATE TABLE rss_feed (url)")

    #expect(throws: StoreError.damaged) { try entries("a.db") }
    #expect {
      try entries("b.db")
    } throws: { error in
      if case StoreError.failed? = error as? StoreError { true } else { false }
    }
  }

  @Test func `of 200000 entries each is passed once`() throws {
    _ = try database(
      rows: """
        ; WITH RECURSIVE n(x) AS (SELECT 6 UNION ALL SELECT x + 1 FROM n WHERE x < 200000)
        INSERT INTO rss_item (guid, url, feedurl, unread, content)
        SELECT x, 'u', 'f', 0, 'Fog' FROM n
        """)
    var count = 0

    try NewsboatDatabase().visitNewsboatEntries(ofDatabase: folder["cache.db"]) { _ in count += 1 }

    #expect(count == 200_000)
  }
}
