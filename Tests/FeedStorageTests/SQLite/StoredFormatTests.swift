import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedStorage

/// Files of every format that the stores ever had: they open, and nothing in them is lost.
struct StoredFormatTests {
  /// The folder of the outbox as each format wrote it, with a like, a post and a draft that wait.
  private static let folder =
    #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Formats"

  private static let formats = 1...DatabaseSchema.outbox.migrations.count

  @Test(arguments: formats)
  func `an outbox of every earlier format is opened with its items and drafts`(format: Int)
    async throws
  {
    let directory = ScratchFolder()
    let number = format < 10 ? "0\(format)" : "\(format)"
    // A new format gets a file, made of the one before by its own migration.
    let sql = try #require(Self.text(at: "\(Self.folder)/outbox-\(number).sql"))
    directory.write([], to: "outbox.db")
    do {
      let connection = try SQLiteConnection(path: directory["outbox.db"])
      try connection.executeSQLScript(sql)
    }

    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
    let account = Account.ID("tweetie:reader")
    let draft = Draft(
      id: Draft.ID("b"), text: "Rye, 25 °C", visibility: .mentioned,
      attachments: [Draft.DraftAttachment(path: "/a", altText: "A field")])

    #expect(
      try await outbox.outboxItems(of: nil).map(\.change) == [
        .mark(Post.ID("7"), .liked, true), .publish(draft),
      ])
    #expect(
      try await SQLiteDraftStore(outbox).drafts(of: account).map(\.text) == ["Spelt, not finished"])
    #expect(try await outbox.unreadableItemIDs(of: nil) == [])
    await outbox.closeDatabase()
  }

  @Test(arguments: 0...DatabaseSchema.cache.migrations.count)
  func `a cache of every earlier format is opened`(format: Int) async throws {
    let directory = ScratchFolder()
    let path = try directory.writeDatabase("cache.db", of: .cache, migrations: format) {
      connection in
      if format > 0 {
        try connection.executeSQLScript(
          """
          INSERT INTO account (id, key) VALUES (1, 'tweetie:reader');
          INSERT INTO feed (account, key, label) VALUES (1, 'home', 'Home');
          """)
      }
    }

    let store = try await SQLiteFeedStore(.file(path))

    #expect(
      try await store.feedStatus(of: .home, account: Account.ID("tweetie:reader")).unread == 0)
    #expect(!directory.names.contains("cache.db.damaged-1"))
    await store.closeDatabase()
  }

  private static func text(at path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
