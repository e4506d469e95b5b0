import Doubles
import FeedDomain
import Testing

@testable import FeedServices
@testable import FeedStorage

/// Read states and flags that are taken over from the program newsboat.
@Suite struct NewsboatImportTests {
  private let folder = ScratchFolder()
  private let fixture: SyndicationFixture

  init() {
    fixture = SyndicationFixture(folder: folder.path) { _ in
      SyndicationFixture.rss("Old fog", "Lamp", "Tide")
    }
  }

  /// Writes a database of newsboat's with entries of the followed feed, given by the values of their
  /// columns `guid`, `url`, `unread`, `flags` and `deleted`.
  private func writeDatabase(_ rows: String, feed: String = SyndicationFixture.feed) throws {
    folder.write([], to: "cache.db")
    try SQLiteConnection(path: folder["cache.db"]).executeSQLScript(
      """
      CREATE TABLE rss_item (id INTEGER PRIMARY KEY, guid, url, unread, flags, deleted,
        feedurl DEFAULT '\(feed)', title DEFAULT 'Flagged', author DEFAULT 'Ada',
        content DEFAULT '<p>A text</p>', pubDate DEFAULT 1795000000,
        enclosure_url DEFAULT '', enclosure_type DEFAULT '');
      INSERT INTO rss_item (guid, url, unread, flags, deleted) VALUES \(rows)
      """)
  }

  private func importStates() async throws -> ImportedEntryStates {
    let list = try #require(try fixture.connection().subscriptions)
    let added = try await list.addSubscriptions("~/cache.db", isTrustedList: false)
    #expect(added.new == [] && added.searches == [])
    #expect(try await list.rejectedImportEntries(in: "~/cache.db") == [])
    return try #require(added.entryStates)
  }

  private func page(of feed: Feed = .home) async throws -> FeedPage {
    try await fixture.connection().feeds.feedPage(of: feed, .latest)
  }

  @Test func `entries that newsboat knew as read or deleted are read when they are fetched later`()
    async throws
  {
    folder.write(Array("\(SyndicationFixture.feed) News".utf8), to: "urls")
    try fixture.store.saveAccountAndMakeActive(fixture.services.accountWithoutFeeds)
    let list = try #require(try fixture.connection().subscriptions)
    _ = try await list.addSubscriptions("~/urls", isTrustedList: true)
    try writeDatabase(
      "('Old fog', 'u', 0, '', 0), ('Lamp', 'v', 1, NULL, 1), ('Gone', '', 0, '', 0)")

    let states = try await importStates()

    #expect(states.readCount == 3 && states.bookmarkCount == 0)
    #expect(states.fetchedReadEntries == [])
    let page = try await page()
    #expect(page.entries.map { $0.post.userMarks.contains(.read) } == [true, true, false])
    #expect(page.serverReadStates.filter(\.isRead).count == 2)
  }

  @Test func `entries that are fetched already are named, to be marked as read`() async throws {
    try await fixture.signIn()
    let posts = try await page().entries.map(\.post.id)
    try writeDatabase("('Lamp', 'v', 0, '', 0), ('Tide', 'w', 1, '', 0)")

    let states = try await importStates()

    #expect(states.readCount == 1 && states.fetchedReadEntries == [posts[1]])
    // The states are kept when the list is read again.
    #expect(try await importStates() == states)
  }

  @Test func `flagged entries are bookmarked with their texts and tags, also those long gone`()
    async throws
  {
    try await fixture.signIn()
    let posts = try await page().entries.map(\.post.id)
    try writeDatabase("('Tide', '', 1, 'sa', 0), ('Gone', 'https://a.example/g', 0, 's', 0)")

    let states = try await importStates()

    #expect(states.readCount == 1 && states.bookmarkCount == 2)
    #expect(states.bookmarkTags[posts[2]]?.map(\.name) == ["s", "a"])
    let bookmarks = try await page(of: .bookmarks).entries.map(\.post)
    #expect(Set(states.bookmarkTags.keys) == Set(bookmarks.map(\.id)))
    let gone = try #require(bookmarks.first { $0.id != posts[2] })
    #expect(gone.content.text.plain == "Flagged\nA text\n— Ada")
    #expect(gone.url == "https://a.example/g")
    #expect(gone.createdAt == Timestamp(milliseconds: 1_795_000_000_000))
    #expect(try await page().entries[2].post.userMarks.contains(.bookmarked))
    #expect(try await importStates().bookmarkCount == 2)
  }

  @Test func `an entry without an id of its own is known by its address`() async throws {
    let item = "<item><link>https://a.example/1</link><pubDate>Sat, 21 Nov 2026</pubDate></item>"
    let fixture = SyndicationFixture(folder: folder.path) { request in
      let text = "<rss><channel><title>A</title>\(item)</channel></rss>"
      return HTTPReply(status: 200, body: Array(text.utf8), url: request.url)
    }
    try await fixture.signIn()
    try writeDatabase("('https://a.example/1Sat, 21 Nov 2026', 'https://a.example/1', 0, '', 0)")

    let list = try fixture.connection().subscriptions
    let added = try await list?.addSubscriptions("~/cache.db", isTrustedList: false)

    #expect(added?.entryStates?.fetchedReadEntries.count == 1)
  }

  private func refusal() async throws -> String? {
    let list = try fixture.connection().subscriptions
    do throws(FeedError) {
      _ = try await list?.addSubscriptions("~/cache.db", isTrustedList: false)
      return nil
    } catch {
      guard case .misconfigured(let words) = error else { throw error }
      return words
    }
  }

  @Test func `a database of other feeds, a busy one and a damaged one are refused with reasons`()
    async throws
  {
    try await fixture.signIn()
    try writeDatabase("('1', 'u', 0, '', 0)", feed: "https://other.example/feed")
    #expect(
      try await refusal()
        == "The database has no read entries of feeds that you follow. Import newsboat's urls first."
    )

    folder.write([1], to: "cache.db-journal")
    #expect(
      try await refusal()
        == "newsboat is writing its database. Try again later, or close newsboat first.")
    folder.write([], to: "cache.db-journal")
    folder.write(Array("SQLite format 3\0".utf8), to: "cache.db")
    #expect(
      try await refusal()?.hasPrefix("The file is damaged, or not a database of newsboat's: ")
        == true)
  }

  @Test func `signing out deletes the imported read states`() async throws {
    let account = try await fixture.signIn()
    try writeDatabase("('Lamp', 'v', 0, '', 0)")
    _ = try await importStates()
    #expect(folder.names.contains { $0.hasSuffix("-read.json") })

    try await fixture.services.signIn.signOut(account)

    #expect(!folder.names.contains { $0.hasSuffix("-read.json") })
  }
}
