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
    #expect(page.entries.map { $0.post.userMarks.contains(.read) } == [true, false, false])
    #expect(page.entries.map { $0.post.userMarks.contains(.bookmarked) } == [false, true, false])
    #expect(page.serverReadStates.filter(\.isRead).count == 2)
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

  private static let stream = Feed.list(id: "search:S", name: "S")

  @Test(arguments: [
    ("is:unread OR gold", ["Gold 7", "Plain tide"]), ("is:read tide", ["Old tide"]),
    ("is:unread tide OR is:read gold", ["Gold 7", "Plain tide"]),
    // The stream hides read entries itself.
    ("is:unread tide", ["Plain tide", "Old tide"]),
  ])
  func `read states count in one alternative of a saved search as in all`(
    search: String, titles: [String]
  ) async throws {
    var fixture = fixture("search S: \(search)") { _ in
      SyndicationFixture.rss("Gold 7", "Plain tide", "Old tide")
    }
    try await fixture.signIn()
    let all = try await fixture.connection().feeds.feedPage(of: .home, .latest).entries
    let read = Set([0, 2].map { all[$0].post.id })
    fixture.readPosts = { _, posts in read.intersection(posts) }
    let connection = try fixture.connection()

    let page = try await connection.feeds.feedPage(of: Self.stream, .latest)
    let fetched = await connection.subscriptions?.locallyFetchedEntries(of: Self.stream, limit: 9)

    #expect(page.entries.map(\.post.content.text.plain) == titles)
    #expect(fetched?.map(\.content.text.plain) == titles)
  }

  @Test func `a saved search finds bookmarks by their tags, and its entries are found in one go`()
    async throws
  {
    var fixture = fixture("search S: tag:later", "search G: gold") { _ in
      SyndicationFixture.rss("Gold 7", "Plain tide", "Old tide")
    }
    try await fixture.signIn()
    let all = try await fixture.connection().feeds.feedPage(of: .home, .latest).entries.map(\.post)
    let tag = try #require(BookmarkTag("later"))
    fixture.bookmarkTags = { _ in BookmarkTagIndex([(tag, all[1].id)]) }
    let connection = try fixture.connection()

    #expect(
      try await connection.feeds.feedPage(of: Self.stream, .latest).entries.map(\.post.id)
        == [all[1].id])
    let gold = Feed.list(id: "search:G", name: "G")
    let ids = await connection.subscriptions?.fetchedEntryIDsPerTimeline(
      inEach: [Self.stream, gold, .home], of: [all[0].author.id])
    #expect(ids == [[all[1].id], [all[0].id], []])
    #expect(
      await connection.subscriptions?.fetchedEntryIDsPerTimeline(inEach: [gold], of: []) == [[]])
  }

  @Test func `an entry is found by the address of its page, with or without a slash at its end`()
    async throws
  {
    let fixture = fixture { request in
      let text = """
        <rss><channel><title>Fog</title>
        <item><guid>1</guid><title>A</title><link>https://fog.example/a/</link></item>
        <item><guid>2</guid><title>B</title><link>https://fog.example/b?x=1</link></item>
        </channel></rss>
        """
      return HTTPReply(status: 200, body: Array(text.utf8), url: request.url)
    }
    try await fixture.signIn()
    let connection = try fixture.connection()
    let posts = try await connection.feeds.feedPage(of: .home, .latest).entries.map(\.post)

    for address in ["https://fog.example/a/", "http://Fog.example/a"] {
      let found = await connection.subscriptions?.alreadyFetchedEntry(at: address)
      #expect(found?.id == posts[0].id)
    }
    #expect(await connection.subscriptions?.alreadyFetchedEntry(at: "https://fog.example/b") == nil)
  }

  @Test func `the searches of a list of which no feed is followed are not stored`() async throws {
    let folder = ScratchFolder()
    let text = """
      https://10.0.0.1/feed
      "query:Tides:title =~ \\"tide\\""
      """
    folder.write(Array(text.utf8), to: "urls")
    let rules = FakeRules([])
    let fixture = SyndicationFixture(folder: folder.path, rules: rules) { _ in
      SyndicationFixture.rss("a")
    }
    try await fixture.signIn()
    let subscriptions = try #require(try fixture.connection().subscriptions)

    let added = try await subscriptions.addSubscriptions("~/urls", isTrustedList: false)
    #expect(added.withheld == ["https://10.0.0.1/feed"] && added.searches == [])
    #expect(try rules.filterRules() == [])
    let trusted = try await subscriptions.addSubscriptions("~/urls", isTrustedList: true)
    #expect(trusted.searches.map(\.name) == ["Tides"])
    #expect(try rules.filterRules().searches.map(\.name) == ["Tides"])
  }

  @Test func `the searches of a list whose feeds cannot be stored are not stored`() async throws {
    let folder = ScratchFolder()
    let text = """
      https://a.example/feed
      "query:Tides:title =~ \\"tide\\""
      """
    folder.write(Array(text.utf8), to: "urls")
    let rules = FakeRules([])
    let fixture = SyndicationFixture(folder: folder.path, rules: rules) { _ in
      SyndicationFixture.rss("a")
    }
    let account = try await fixture.signIn()
    let store = FakeCredentials([account], failure: .full)
    let services = LocalWebFeedGatewayFactory(
      intake: fixture.services.intake,
      accounts: AccountTokenStorage(store: store, lockFile: nil, world: fixture.stub.world))
    let list = try #require(services.connection(for: account)?.subscriptions)

    await #expect(throws: FeedError.self) {
      try await list.addSubscriptions("~/urls", isTrustedList: true)
    }
    #expect(try rules.filterRules() == [])
  }

  @Test func `a search looks in full texts, those of the feed and those of pages`() async throws {
    let long = String(repeating: "The fog came in, slowly, and then all at once. ", count: 20)
    let fixture = fixture("search S: text:zeppelin") { request in
      if request.url.hasSuffix("/page") {
        let page = "<article><p>\(long)</p><p>\(long) A zeppelin landed.</p></article>"
        return HTTPReply(status: 200, body: Array(page.utf8), url: request.url)
      }
      let text = """
        <rss><channel><title>Fog</title>
        <item><guid>1</guid><title>Whole</title><description>\(long) Zeppelins!</description></item>
        <item><guid>2</guid><title>Excerpt</title><link>\(StubNetwork.home)/page</link></item>
        <item><guid>3</guid><title>Other</title><description>\(long)</description></item>
        </channel></rss>
        """
      return HTTPReply(status: 200, body: Array(text.utf8), url: request.url)
    }
    try await fixture.signIn()
    let connection = try fixture.connection()
    let excerpt = try await connection.feeds.feedPage(of: .home, .latest).entries[1].post.id

    func found() async throws -> [String] {
      try await connection.feeds.feedPage(of: Self.stream, .latest).entries.map {
        String($0.post.content.text.plain.prefix { $0 != "\n" })
      }
    }
    #expect(try await found() == ["Whole"])
    _ = try await connection.articles?.fetchArticle(excerpt)
    #expect(try await found() == ["Whole", "Excerpt"])
    let query = SearchQuery("-zeppelin", in: fixture.stub.world)
    let result = try #require(await connection.subscriptions?.searchFetchedEntries(query))
    #expect(result.matching.count == 1 && result.nonMatching.count == 2)
  }

  @Test func `importing a list again keeps edited searches and reports them`()
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
    let added = try await list.addSubscriptions("~/urls", isTrustedList: true)
    let again = try await list.addSubscriptions("~/urls", isTrustedList: true)

    #expect(added.searches.map(\.name) == ["Fog"])
    #expect(added.keptSearches == ["Tides"])
    #expect(again.keptSearches == ["Tides"])
    #expect(try rules.filterRules().searches.map(\.query) == ["ebb", "title:/fog/"])
    #expect(try rules.filterRules().count == 3)
  }

  @Test func `an address is saved as an entry with its article, and removed again`() async throws {
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

    let saved = try await articles.saveAddressLocallyForLater("elsewhere.example/post", title: nil)
    let bare = try await articles.saveAddressLocallyForLater(
      "https://elsewhere.example/none", title: "Later")
    for text in ["javascript:1", "mailto:ada@example.org", "ftp://elsewhere.example/", "word"] {
      await #expect(throws: ArticleError.notWebAddress(text)) {
        try await articles.saveAddressLocallyForLater(text, title: nil)
      }
    }

    #expect(saved.article.source == .page && saved.article.title == "Fog at last")
    #expect(bare.article.source == .feed && bare.article.title == "Later")
    #expect(saved.pageError == nil && bare.pageError == .service(.notFound))
    let connection = try fixture.connection()
    #expect(connection.streams.last == .feed(SavedAddressesStream.stream))
    var page = try await connection.feeds.feedPage(of: SavedAddressesStream.stream, .latest)
    #expect(Set(page.entries.map(\.post.content.text.plain)) == ["Fog at last", "Later"])
    #expect(try await articles.storedArticle(saved.article.post, from: nil).blocks.count == 2)

    try await articles.removeLocallySavedEntry(saved.article.post)
    page = try await connection.feeds.feedPage(of: SavedAddressesStream.stream, .latest)
    #expect(page.entries.map(\.post.content.text.plain) == ["Later"])
  }
}
