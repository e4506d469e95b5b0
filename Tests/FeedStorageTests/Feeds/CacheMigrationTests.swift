import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

/// What earlier versions kept of what was fetched.
struct CacheMigrationTests {
  private static let sol = Account.ID("mastodon:https://one.example:sol")

  @Test func `homes stored by an earlier version are merged by time, with common posts shown once`()
    async throws
  {
    let directory = ScratchFolder()
    let path = try Self.writeVersion8(to: directory)

    let store = try await SQLiteFeedStore(.file(path))
    // The boost stands at what follows it, as the gap does.
    #expect(try await Self.ids(in: store) == ["a9", "s8", "a+", "a7", "s7", "s4", "|", "a3"])
    #expect(try await store.feedStatus(of: .home, account: Samples.account).unread == 2)

    // Addresses are made out while nobody waits.
    try await store.deleteRowsBeyondLimits(of: Samples.account)
    #expect(try await Self.ids(in: store) == ["a9", "s8", "a+", "a7", "s4", "|", "a3"])
    await store.closeDatabase()
  }

  @Test func `a stored post of an incompatible version is left out of its stream`() async throws {
    let directory = ScratchFolder()
    let path = try Self.writeVersion8(to: directory)
    let connection = try SQLiteConnection(path: path)
    // The records of that post alone are of another version.
    try connection.executeSQLScript(
      "UPDATE post SET record = x'0b' || substr(record, 2) WHERE key = 's7'")

    let store = try await SQLiteFeedStore(.file(path))
    #expect(try await Self.ids(in: store) == ["a9", "a+", "a7", "|", "a3"])
    await store.closeDatabase()
  }

  private static func ids(in store: SQLiteFeedStore) async throws -> [String] {
    try await store.feedWindow(
      of: .homes([Samples.account, sol]), around: .top, above: 0, below: 9
    ).rows.map { $0.entry?.id.withoutAccount.rawValue ?? "|" }
  }

  /// Two homes with a boost, a gap and a post that both have.
  private static func writeVersion8(to directory: ScratchFolder) throws -> String {
    try directory.writeDatabase("cache.db", of: .cache, migrations: 8, rows: insertVersion8Rows)
  }

  private static func insertVersion8Rows(_ connection: SQLiteConnection) throws {
    try connection.executeSQL(
      "INSERT INTO account (id, key) VALUES (1, ?), (2, ?)", .text(Samples.account.rawValue),
      .text(sol.rawValue))
    try connection.executeSQLScript(
      """
      INSERT INTO feed (id, account, key, label, last_read, last_read_position)
        VALUES (1, 1, 'home', '', 'a7', 30), (2, 2, 'home', '', NULL, NULL);
      """)
    let rows: [(feed: Int64, position: Int64, entry: String?, minute: Int64)] = [
      (1, 10, "a9", 9), (1, 20, "a+", 1), (1, 30, "a7", 7), (1, 40, nil, 0), (1, 50, "a3", 3),
      (2, 10, "s8", 8), (2, 20, "s7", 7), (2, 30, "s4", 4),
    ]
    for row in rows {
      guard let entry = row.entry else {
        try connection.executeSQL(
          "INSERT INTO feed_row (feed, position, gap, older) VALUES (?, ?, 1, 'x')",
          .integer(row.feed), .integer(row.position))
        continue
      }
      let moment = row.minute * 60_000
      let id = moment << 20 + row.feed
      let post = Post(
        id: Post.ID(entry), author: Samples.person(), createdAt: Timestamp(milliseconds: moment),
        content: Post.PostContent(text: RichText("Hello")),
        url: "https://one.example/\(row.minute)")
      try connection.executeSQL(
        """
        INSERT INTO post
          (id, account, key, created_at, replies, boosts, likes, own, record)
        VALUES (?, ?, ?, ?, 0, 0, 0, 0, ?)
        """, .integer(id), .integer(row.feed), .text(entry), .integer(moment),
        .blob(PostRecord.encodedBytes(of: post)))
      try connection.executeSQL(
        "INSERT INTO feed_row (feed, position, entry, post, booster) VALUES (?, ?, ?, ?, ?)",
        .integer(row.feed), .integer(row.position), .text(entry), .integer(id),
        .blob(orNull: entry == "a+" ? PersonRecord.encodedBytes(of: Samples.person("bo")) : nil))
    }
  }
}
