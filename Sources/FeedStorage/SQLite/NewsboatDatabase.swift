package import FeedDomain
internal import Glibc

/// A reader of newsboat's database, its file `cache.db`.
package struct NewsboatDatabase: NewsboatDatabaseReading {
  /// Maximum number of entries that are read, of which more are older.
  private static let mostEntries = 500_000
  /// Maximum number of flagged entries, which are read with their texts.
  private static let mostFlaggedEntries = 2_000
  /// Maximum length in characters of a flagged entry's text.
  private static let longestText = 500_000

  package init() {}

  package func visitNewsboatEntries(
    ofDatabase path: String, _ visit: (NewsboatEntry) -> Void
  ) throws(StoreError) {
    let before = try fileVersion(path)
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(readingUnlockedFile: path)
      _ = try connection.queryRows(
        """
        SELECT feedurl, guid, url FROM rss_item WHERE unread = 0 OR deleted <> 0
        ORDER BY rowid DESC LIMIT \(Self.mostEntries)
        """
      ) { row -> NewsboatEntry? in
        visit(NewsboatEntry(row))
        return nil
      }
      _ = try connection.queryRows(
        """
        SELECT feedurl, guid, url, flags, title, author, substr(content, 1, \(Self.longestText)),
          pubDate, enclosure_url, enclosure_type
        FROM rss_item JOIN (
          SELECT rowid AS number FROM rss_item WHERE flags <> '' AND deleted = 0
          ORDER BY pubDate DESC LIMIT \(Self.mostFlaggedEntries)
        ) ON rss_item.rowid = number
        """
      ) { row -> NewsboatEntry? in
        var entry = NewsboatEntry(row)
        entry.flags = row.textValue(3)
        (entry.title, entry.author, entry.html) =
          (row.textValue(4), row.textValue(5), row.textValue(6))
        let seconds = row.integerValue(7)
        if (1...Self.latestTime).contains(seconds) {
          entry.writtenAt = Timestamp(milliseconds: seconds * 1_000)
        }
        (entry.attachmentAddress, entry.attachmentType) = (row.textValue(8), row.textValue(9))
        visit(entry)
        return nil
      }
    } catch {
      // Without a lock, a change by another process looks like damage.
      guard try fileVersion(path) == before else { throw .busy }
      throw StoreError(error)
    }
    guard try fileVersion(path) == before else { throw .busy }
  }

  /// The last moment of a date with a year of four digits, in seconds since 1970.
  private static let latestTime: Int64 = 253_402_300_799

  /// The properties of a file that change whenever another process writes it.
  private struct FileVersion: Equatable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// Returns the version of a database file; throws `busy` if a change of it has begun, of which
  /// the file beside it has a part.
  private func fileVersion(_ path: String) throws(StoreError) -> FileVersion {
    for suffix in ["-journal", "-wal"] {
      var status = stat()
      if stat(path + suffix, &status) == 0, status.st_size > 0 { throw .busy }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw StoreError(errno: errno, doing: "reading \(path)") }
    return FileVersion(
      size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}

extension NewsboatEntry {
  /// Creates an entry from the first three columns of a row of newsboat's database: the address of
  /// the web feed, the entry's id and its address.
  fileprivate init(_ row: SQLiteRow) {
    self.init(feedAddress: row.textValue(0), id: row.textValue(1), link: row.textValue(2))
  }
}
