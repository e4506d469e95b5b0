import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Rules for new entries, saved searches, and what was saved to read later.
@Suite struct SyndicationRuleTests {
  private func fixture(
    _ rules: String...,
    answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) -> SyndicationFixture { SyndicationFixture(rules: FakeRules(rules), answer: answer) }

  @Test func `new entries are hidden, marked as read and starred by rules`() async throws {
    let fixture = fixture(
      "hide title sponsored", "read title /^old/", "star any /gold \\d/",
      "hide title fog in Another feed"
    ) { _ in SyndicationFixture.rss("Sponsored: lamps", "Old fog", "Gold 7", "Plain fog") }
    try await fixture.signIn()

    let connection = try fixture.connection()
    let page = try await connection.feeds.feedPage(of: .home, .latest)

    #expect(
      page.entries.map(\.post.content.text.plain) == ["Old fog", "Gold 7", "Plain fog"])
    #expect(page.entries.map { $0.post.own.contains(.read) } == [true, false, false])
    #expect(page.entries.map { $0.post.own.contains(.bookmarked) } == [false, true, false])
    #expect(page.known.filter(\.isRead).count == 2)
    let starred = try await connection.feeds.feedPage(of: .bookmarks, .latest)
    #expect(starred.entries.map(\.post.content.text.plain) == ["Gold 7"])
  }

  @Test func `a saved search is a stream of the entries that match`() async throws {
    let fixture = fixture("search Golden: gold", "search None: silver") { _ in
      SyndicationFixture.rss("Gold 7", "Plain fog", "More gold")
    }
    try await fixture.signIn()
    let connection = try fixture.connection()

    #expect(
      connection.streams.compactMap(\.feed).suffix(2).map { $0 } == [
        .list(id: "search:Golden", name: "Golden"), .list(id: "search:None", name: "None"),
      ])
    let page = try await connection.feeds.feedPage(
      of: .list(id: "search:Golden", name: ""), .latest)
    #expect(page.entries.map(\.post.content.text.plain) == ["Gold 7", "More gold"])
    #expect(
      try await connection.feeds.feedPage(of: .list(id: "search:None", name: ""), .latest).entries
        == []
    )
    await #expect(throws: FeedError.notFound) {
      try await connection.feeds.feedPage(of: .list(id: "search:Gone", name: ""), .latest)
    }
  }

  @Test func `a list that is imported again leaves an edited search as it is, which is said`()
    async throws
  {
    let folder = ScratchFolder()
    let text = """
      https://a.example/feed
      "query:Tides:title =~ \\"tide\\""
      "query:Fog:title =~ \\"fog\\""
      """
    folder.write(Array(text.utf8), to: "urls")
    let rules = FakeRules(["search Tides: ebb", "hide title lamp"])
    let fixture = SyndicationFixture(folder: folder.path, rules: rules) { _ in
      SyndicationFixture.rss("a")
    }
    try await fixture.signIn()

    let list = try #require(try fixture.connection().subscriptions)
    let added = try await list.addSubscriptions("~/urls", isOwnList: true)
    let again = try await list.addSubscriptions("~/urls", isOwnList: true)

    #expect(added.searches.map(\.name) == ["Fog"])
    #expect(added.keptSearches == ["Tides"])
    #expect(again.keptSearches == ["Tides"])
    #expect(try rules.readingRules().searches.map(\.query) == ["ebb", "title:/fog/"])
    #expect(try rules.readingRules().count == 3)
  }

  @Test func `an address is saved with its article, and removed again`() async throws {
    let words = String(repeating: "The fog came in, slowly, and then all at once. ", count: 20)
    let fixture = fixture { request in
      guard request.url.hasSuffix("/post") else {
        return request.url.hasSuffix("/none")
          ? HTTPReply(status: 404, url: request.url) : SyndicationFixture.rss("a")
      }
      let page = "<title>Fog at last</title><article><p>\(words)</p><p>\(words)</p></article>"
      return HTTPReply(status: 200, body: Array(page.utf8), url: request.url)
    }
    try await fixture.signIn()
    let articles = try #require(try fixture.connection().articles)

    let saved = try await articles.saveAddressForLater("elsewhere.example/post", title: nil)
    let bare = try await articles.saveAddressForLater(
      "https://elsewhere.example/none", title: "Later")
    for text in ["javascript:1", "mailto:ada@example.org", "ftp://elsewhere.example/", "word"] {
      await #expect(throws: ArticleError.notWebAddress(text)) {
        try await articles.saveAddressForLater(text, title: nil)
      }
    }

    #expect(saved.source == .page && saved.title == "Fog at last")
    #expect(bare.source == .feed && bare.title == "Later")
    let connection = try fixture.connection()
    #expect(connection.streams.last == .feed(SavedEntriesStream.stream))
    var page = try await connection.feeds.feedPage(of: SavedEntriesStream.stream, .latest)
    #expect(Set(page.entries.map(\.post.content.text.plain)) == ["Fog at last", "Later"])
    #expect(try await articles.storedArticle(saved.post, from: nil).blocks.count == 2)

    try await articles.removeSavedEntry(saved.post)
    page = try await connection.feeds.feedPage(of: SavedEntriesStream.stream, .latest)
    #expect(page.entries.map(\.post.content.text.plain) == ["Later"])
  }
}
