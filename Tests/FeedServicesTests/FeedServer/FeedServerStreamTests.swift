import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// Streams of feed servers: pages with their marks, what is fetched again, and hostile servers.
@Suite struct FeedServerStreamTests {
  private typealias Fixture = FeedServerFixture

  /// A server of the Google Reader API with entries, the newest first.
  private final class Server: Sendable {
    struct State {
      var ids: [Int64]
      var unread: Set<Int64>
      var starred: Set<Int64> = []
    }

    let state: LockedValue<State>

    init(_ ids: [Int64], unread: Set<Int64>? = nil) {
      state = LockedValue(State(ids: ids, unread: unread ?? Set(ids)))
    }

    func answer(_ request: HTTPRequest) -> HTTPReply {
      let state = state.withLock { $0 }
      switch request.path {
      case "/reader/api/0/token": return Fixture.text("T1\n")
      case "/reader/api/0/stream/items/ids":
        var ids = state.ids
        if request.values("s")[0].hasSuffix("/starred") { ids = ids.filter(state.starred.contains) }
        if !request.values("xt").isEmpty { ids = ids.filter(state.unread.contains) }
        if let last = request.values("c").first.flatMap({ Int64($0) }) {
          ids = Array(ids.drop { $0 != last }.dropFirst())
        }
        let limit = request.values("n").first.flatMap { Int($0) } ?? 20
        let page = ids.prefix(limit)
        return .json([
          "itemRefs": .array(page.map { ["id": .string(String($0))] }),
          "continuation": page.count == limit
            ? page.last.map { .string(String($0)) } ?? .null : .null,
        ])
      case "/reader/api/0/stream/items/contents":
        let known = Set(state.ids)
        return .json([
          "items": .array(
            request.names.compactMap(\.number).filter(known.contains).map {
              Fixture.item(
                $0, read: !state.unread.contains($0), starred: state.starred.contains($0))
            })
        ])
      default: return .json(["subscriptions": []])
      }
    }
  }

  private func ids(_ page: FeedPage) -> [String] { page.entries.map(\.id.rawValue) }

  @Test func `a stream is read page by page, and ends after an empty page`() async throws {
    let server = Server((1...250).reversed())
    let fixture = FeedServerFixture { server.answer($0) }
    let feeds = try fixture.connection().feeds

    let first = try await feeds.feedPage(of: .home, .latest)
    let second = try await feeds.feedPage(of: .home, .older(try #require(first.older)))
    let third = try await feeds.feedPage(of: .home, .older(try #require(second.older)))

    #expect(ids(first) == (151...250).reversed().map { String($0) })
    #expect(ids(second).last == "51")
    #expect(ids(third) == (1...50).reversed().map { String($0) })
    #expect(third.older == nil)
  }

  @Test func `entry texts are fetched by long ids, at most 250 in a request`() async throws {
    let server = Server((1...700).reversed())
    let fixture = FeedServerFixture { server.answer($0) }

    let entries = try await fixture.readerCalls().fetchEntries(
      (1...700).map { FeedServerEntryID($0) })

    let posts = fixture.stub.transport.requests.filter { $0.path.hasSuffix("/contents") }
    #expect(entries.count == 700)
    #expect(posts.map(\.names.count).sorted() == [200, 250, 250])
    #expect(posts.flatMap { $0.values("i") }.allSatisfy { $0.hasPrefix("tag:google.com,2005:") })
    #expect(posts.allSatisfy { $0.values("T") == ["T1"] && $0.values("output") == ["json"] })
  }

  @Test func `a refresh fetches only the texts of new entries, and the states of all`()
    async throws
  {
    let server = Server((1...50).reversed())
    let fixture = FeedServerFixture { server.answer($0) }
    let connection = try fixture.connection()
    _ = try await connection.feeds.feedPage(of: .home, .latest)
    server.state.withLock {
      $0.ids.insert(51, at: 0)
      $0.unread.subtract([50, 49])
      $0.unread.insert(51)
      $0.starred = [48]
    }
    let before = fixture.stub.transport.requests.count

    let page = try await connection.feeds.feedPage(of: .home, .latest)

    let requests = fixture.stub.transport.requests.dropFirst(before)
    #expect(requests.count == 4)
    #expect(requests.flatMap(\.names).map(\.text) == ["51"])
    #expect(page.entries[3].post.userMarks.contains(.bookmarked))
    #expect(ids(page).first == "51")
  }

  @Test func `folder, feed, star and unread streams request their own server streams`() async throws
  {
    let server = Server([3, 2, 1])
    let fixture = FeedServerFixture { server.answer($0) }
    let feeds = try fixture.connection().feeds

    for feed in [
      Feed.list(id: "folder/News / Local", name: "News / Local"),
      .list(id: "feed/feed/12", name: "Harbour"), .person(Person.ID("feed/12")), .bookmarks,
      .unread,
    ] {
      _ = try await feeds.feedPage(of: feed, .latest)
    }

    let asked = fixture.stub.transport.requests.filter { $0.path.hasSuffix("/ids") }
    #expect(asked.map { $0.values("s")[0] }.contains("user/-/label/News / Local"))
    #expect(asked.filter { $0.values("s") == ["feed/12"] }.count >= 2)
    #expect(asked.map { $0.values("s")[0] }.contains("user/-/state/com.google/starred"))
    #expect(asked.contains { !$0.values("xt").isEmpty })
    await #expect(throws: FeedError.notFound) { try await feeds.feedPage(of: .trending, .latest) }
  }

  @Test func `a folder is filtered from all entries if the server has no stream for it`()
    async throws
  {
    let server = Server((1...300).reversed())
    let fixture = FeedServerFixture { request in
      if request.values("s").first?.contains("/label/") == true {
        return .json(["error_message": "googlereader: unknown stream type"], status: 500)
      }
      if request.path.hasSuffix("/subscription/list") {
        return .json([
          "subscriptions": [["id": "feed/12", "categories": [["label": "Sea"]]]]
        ])
      }
      return server.answer(request)
    }
    let feeds = try fixture.connection().feeds

    let page = try await feeds.feedPage(of: .list(id: "folder/Sea", name: "Sea"), .latest)
    _ = try await feeds.feedPage(of: .list(id: "folder/Sea", name: "Sea"), .latest)

    #expect(ids(page).prefix(2) == ["300", "299"])
    let refused = fixture.stub.transport.requests.filter {
      $0.values("s").first?.contains("/label/") == true
    }
    #expect(refused.count == 1)
  }

  @Test func `an outdated write token is replaced once, whichever header reports it`() async throws
  {
    for header in ["X-Reader-Google-Bad-Token", "Google-Bad-Token"] {
      let server = Server([1])
      let number = LockedValue(0)
      let fixture = FeedServerFixture { request in
        if request.path.hasSuffix("/token") {
          return Fixture.text("T\(number.withLock { $0 += 1; return $0 })")
        }
        if request.method == .post, request.values("T") != ["T2"] {
          return HTTPReply(status: 401, headers: [header: "true"], url: request.url)
        }
        return server.answer(request)
      }

      let entries = try await fixture.readerCalls().fetchEntries([FeedServerEntryID(1)])

      #expect(entries.count == 1)
      #expect(number.withLock { $0 } == 2)
    }
  }

  @Test func `entries of a reply that is too large are fetched in halves`() async throws {
    let server = Server((1...40).reversed())
    let fixture = FeedServerFixture { request throws(TransportError) in
      if request.names.count > 10 || request.names.contains(FeedServerEntryID(7)) {
        throw .tooLarge(.body)
      }
      return server.answer(request)
    }

    let entries = try await fixture.readerCalls().fetchEntries(
      (1...40).map { FeedServerEntryID($0) })

    #expect(entries.count == 39)
  }

  @Test func `an entry marked as read during a refresh of states stays read`() async throws {
    let server = Server([3, 2, 1])
    let readsMeanwhile = LockedValue<(@Sendable () -> Void)?>(nil)
    let fixture = FeedServerFixture { request in
      if request.path.hasSuffix("/ids"), request.values("s")[0].hasSuffix("/starred") {
        readsMeanwhile.withLock { $0 }?()
      }
      return server.answer(request)
    }
    let calls = fixture.readerCalls()
    let (cache, world) = (calls.cache, fixture.stub.world)
    try await calls.refreshEntryCache()
    world.pass(.seconds(60))
    readsMeanwhile.withLock {
      $0 = {
        world.pass(.seconds(1))
        cache.setEntryFlag(.read, isSet: true, of: [FeedServerEntryID(3)])
      }
    }

    try await calls.refreshEntryCache()

    #expect(cache.marks[FeedServerEntryID(3)]?.isRead == true)
    #expect(cache.marks[FeedServerEntryID(2)]?.isRead == false)
    readsMeanwhile.withLock { $0 = nil }
    world.pass(.seconds(60))
    try await calls.refreshEntryCache()
    // The server still says otherwise.
    #expect(cache.marks[FeedServerEntryID(3)]?.isRead == false)
  }

  /// A Miniflux with the unread entries 2 and 3; `whileAsked` is called before it lists its stars,
  /// which is after it has listed what is unread.
  private static func miniflux(
    _ request: HTTPRequest, whileAsked: @Sendable () -> Void
  ) -> HTTPReply {
    guard request.path == "/v1/entries/ids" else {
      let entries = ["2", "3"].map { id -> JSON in
        [
          "id": .number(id), "feed_id": 12, "status": "unread",
          "published_at": "2026-11-20T10:00:00Z",
        ]
      }
      return .json(["total": 2, "entries": .array(entries)])
    }
    guard request.values("status") == ["unread"] else {
      whileAsked()
      return .json(["total": 0, "entry_ids": []])
    }
    return .json(["total": 2, "entry_ids": [3, 2]])
  }

  @Test func `an entry starred during a refresh of states keeps its star`() async throws {
    let server = Server([3, 2, 1])
    let starsMeanwhile = LockedValue<(@Sendable () -> Void)?>(nil)
    let fixture = FeedServerFixture { request in
      let reply = server.answer(request)
      if request.path.hasSuffix("/ids"), request.values("s")[0].hasSuffix("/starred") {
        starsMeanwhile.withLock { $0 }?()
      }
      return reply
    }
    let calls = fixture.readerCalls()
    let (cache, world) = (calls.cache, fixture.stub.world)
    try await calls.refreshEntryCache()
    world.pass(.seconds(60))
    starsMeanwhile.withLock {
      $0 = {
        world.pass(.seconds(1))
        cache.setEntryFlag(.starred, isSet: true, of: [FeedServerEntryID(3)])
      }
    }

    try await calls.refreshEntryCache()

    #expect(cache.marks[FeedServerEntryID(3)]?.isStarred == true)
    #expect(cache.cachedEntry(FeedServerEntryID(3))?.isStarred == true)
    starsMeanwhile.withLock { $0 = nil }
    world.pass(.seconds(60))
    try await calls.refreshEntryCache()
    // The server still says otherwise.
    #expect(cache.marks[FeedServerEntryID(3)]?.isStarred == false)
  }

  @Test func `an entry marked as read during a refresh from Miniflux stays read`() async throws {
    let readsMeanwhile = LockedValue<(@Sendable () -> Void)?>(nil)
    let fixture = FeedServerFixture(FeedServerFixture.ownToken) { request in
      Self.miniflux(request) { readsMeanwhile.withLock { $0 }?() }
    }
    let calls = fixture.minifluxCalls()
    let (cache, world) = (calls.cache, fixture.stub.world)
    _ = try await calls.fetchChangedEntries(since: world.now)
    cache.recordCacheRefresh(startedAt: world.now)
    world.pass(.seconds(60))
    readsMeanwhile.withLock {
      $0 = {
        world.pass(.seconds(1))
        cache.setEntryFlag(.read, isSet: true, of: [FeedServerEntryID(3)])
      }
    }

    try await calls.refreshEntryCache()

    #expect(cache.marks[FeedServerEntryID(3)]?.isRead == true)
    #expect(cache.marks[FeedServerEntryID(2)]?.isRead == false)
  }

  @Test func `26000 unread entries are compared and counted down to the 25000th at once`()
    async throws
  {
    let server = Server((1...26_000).reversed())
    let fixture = FeedServerFixture { server.answer($0) }
    let calls = fixture.readerCalls()
    // An entry beyond those that are compared, and one among them.
    _ = try await calls.fetchEntries([FeedServerEntryID(500), FeedServerEntryID(20_000)])
    _ = server.state.withLock { $0.unread.remove(20_000) }

    try await calls.refreshEntryCache()

    let unread = calls.cache.marks.filter { !$1.isRead }
    #expect(unread.count == 25_001)
    #expect(calls.cache.marks[FeedServerEntryID(20_000)]?.isRead == true)
    #expect(calls.cache.marks[FeedServerEntryID(500)]?.isRead == false)
    #expect(calls.cache.marks[FeedServerEntryID(999)] == nil)
  }

  @Test func `an entry beyond a cut list is compared only if the list is in the order of ids`() {
    var list = NewestEntryIDs()
    list.appendPageOfIDs([9, 7, 5, 3].map { FeedServerEntryID($0) }, upTo: 3)
    var disordered = NewestEntryIDs()
    disordered.appendPageOfIDs([9, 5, 7, 3].map { FeedServerEntryID($0) }, upTo: 3)
    var whole = NewestEntryIDs()
    whole.appendPageOfIDs([9, 7].map { FeedServerEntryID($0) }, upTo: 3)

    let sought = [9, 8, 5, 4].map { FeedServerEntryID($0) }
    #expect(sought.map(list.reachesDownToEntry) == [true, true, true, false])
    #expect(sought.map(disordered.reachesDownToEntry) == [true, false, true, false])
    #expect(sought.map(whole.reachesDownToEntry) == [true, true, true, true])
  }

  @Test func `after a restart Google Reader's API is asked for new entries since the last refresh`()
    async throws
  {
    let folder = ScratchFolder()
    let server = Server([3, 2, 1])
    let fixture = FeedServerFixture(folder: folder.path) { server.answer($0) }
    _ = try await fixture.connection().readStates?.readStates(since: nil)
    let before = fixture.stub.transport.requests.count
    fixture.stub.world.pass(.seconds(7_200))

    let states = try await fixture.connection().readStates?.readStates(since: nil)

    let requests = fixture.stub.transport.requests.dropFirst(before)
    #expect(states?.count == 3)
    #expect(requests.filter { !$0.values("ot").isEmpty }.count == 1)
    #expect(requests.allSatisfy { $0.method == .get })
    withExtendedLifetime(folder) {}
  }

  // MARK: - Hostile servers

  @Test func `endless continuation marks end the list of ids`() async throws {
    let number = LockedValue<Int64>(0)
    let fixture = FeedServerFixture { request in
      guard request.path.hasSuffix("/ids") else { return Server([1]).answer(request) }
      let now = number.withLock { number in
        number += 1
        return number
      }
      // The same ids with another mark each time.
      return .json(["itemRefs": [["id": "1"]], "continuation": .string("c\(now)")])
    }
    let calls = fixture.readerCalls()

    try await RequestBudget.runActionInCurrentBudget { () async throws(FeedError) in
      try await calls.refreshEntryCache()
    }

    #expect(number.withLock { $0 } < 20)
  }

  @Test(arguments: [
    "[]", "{\"itemRefs\":{}}", "{\"itemRefs\":null}", "true", "{", "", "<html>", "OK",
  ])
  func `a list of ids of the wrong type is a bad reply`(text: String) async throws {
    let fixture = FeedServerFixture { _ in Fixture.text(text) }
    let feeds = try fixture.connection().feeds

    await #expect(throws: FeedError.badReply) { try await feeds.feedPage(of: .home, .latest) }
  }

  @Test func `malformed and repeated ids among good ones are left out`()
    async throws
  {
    let server = Server([3, 2, 1])
    let fixture = FeedServerFixture { request in
      guard request.path.hasSuffix("/ids"), request.values("xt").isEmpty else {
        return server.answer(request)
      }
      let odd: [JSON] = [
        ["id": "3"], ["id": "3"], ["id": 2], ["id": .null], [:], ["id": []], 7,
        ["id": "1"],
      ]
      let many = (0..<50_000).map { _ -> JSON in ["id": "1"] }
      return .json(["itemRefs": .array(odd + many), "continuation": ["x"]])
    }

    let page = try await fixture.connection().feeds.feedPage(of: .home, .latest)

    #expect(ids(page) == ["3", "2", "1"])
    #expect(page.older == nil)
  }

  @Test func `malformed entries are left out`() async throws {
    let fixture = FeedServerFixture { request in
      switch request.path {
      case "/reader/api/0/token": Fixture.text("T")
      case "/reader/api/0/stream/items/ids":
        .json(["itemRefs": [["id": "1"], ["id": "2"], ["id": "3"]]])
      default:
        .json([
          "items": [
            7, [:], ["id": "1"], ["id": "2", "origin": "feed/1"],
            ["id": "3", "origin": ["streamId": "feed/1"], "title": ["x"], "categories": "read"],
            ["id": "3", "origin": ["streamId": "feed/2"]],
            ["id": "99", "origin": ["streamId": "feed/1"]],
          ]
        ])
      }
    }

    let page = try await fixture.connection().feeds.feedPage(of: .home, .latest)

    #expect(ids(page) == ["3"])
    #expect(page.entries[0].post.author.id.rawValue == "feed/1")
  }

  @Test func `a web page in place of the write token is a bad reply`() async throws {
    let server = Server([1])
    let fixture = FeedServerFixture { request in
      request.path.hasSuffix("/token")
        ? Fixture.text("<html>Sign in</html>") : server.answer(request)
    }
    let feeds = try fixture.connection().feeds

    await #expect(throws: FeedError.badReply) { try await feeds.feedPage(of: .home, .latest) }
  }

  // MARK: - The cache

  @Test func `cached entries survive a restart, and are deleted at sign-out`() async throws {
    let folder = ScratchFolder()
    let server = Server([3, 2, 1], unread: [3])
    let fixture = FeedServerFixture(folder: folder.path) { server.answer($0) }
    _ = try await fixture.connection().feeds.feedPage(of: .home, .latest)
    let before = fixture.stub.transport.requests.count

    _ = try await fixture.connection().feeds.conversation(of: Post.ID("2"))

    #expect(fixture.stub.transport.requests.count == before)
    try await fixture.services.signIn.signOut(fixture.account)
    let world = fixture.stub.world
    let cache = FeedServerEntryCache(folder: folder.path, account: fixture.account.account.id) {
      world.now
    }
    #expect(cache.marks.isEmpty)
  }

  @Test func `a damaged entry cache counts as empty`() async throws {
    let folder = ScratchFolder()
    let server = Server([1])
    let fixture = FeedServerFixture(folder: folder.path) { server.answer($0) }
    _ = try await fixture.connection().feeds.feedPage(of: .home, .latest)
    for name in folder.names { folder.write(Array("{\"entries\":".utf8), to: name) }

    let page = try await fixture.connection().feeds.feedPage(of: .home, .latest)

    #expect(ids(page) == ["1"])
  }

  // MARK: - Articles

  @Test func `a search and a saved search look in stored web pages, and entries have addresses`()
    async throws
  {
    let server = Server([7, 8])
    let words = String(
      repeating: "Many words of the page, and more of them follow here. ", count: 60)
    let fixture = FeedServerFixture(rules: FakeRules(["search S: zeppelin"])) { request in
      let page = "<article><p>\(words)</p><p>A zeppelin landed. \(words)</p></article>"
      return request.url.hasPrefix("https://harbour.example/")
        ? HTTPReply(
          status: 200, headers: ["Content-Type": "text/html"], body: Array(page.utf8),
          url: request.url)
        : server.answer(request)
    }
    let connection = try fixture.connection()
    let stream = Feed.list(id: "search:S", name: "S")
    let posts = try await connection.feeds.feedPage(of: .home, .latest).entries.map(\.post)
    let post = try #require(posts.first { $0.id == Post.ID("7") })
    let subscriptions = try #require(connection.subscriptions)
    let query = SearchQuery("zeppelin", in: fixture.stub.world)
    #expect(await subscriptions.searchFetchedEntries(query)?.matching == [])

    _ = try await connection.articles?.fetchArticle(post.id)

    #expect(await subscriptions.searchFetchedEntries(query)?.matching.map(\.id) == [post.id])
    #expect(await subscriptions.locallyFetchedEntries(of: stream, limit: 9).map(\.id) == [post.id])
    #expect(
      await subscriptions.fetchedEntryIDsPerTimeline(inEach: [.home, stream], of: [post.author.id])
        == [[], [post.id]])
    #expect(
      await subscriptions.fetchedEntryIDsPerTimeline(inEach: [stream], of: [Person.ID("feed/99")])
        == [[]])
    #expect(await subscriptions.alreadyFetchedEntry(at: post.url ?? "")?.id == post.id)
    #expect(await subscriptions.alreadyFetchedEntry(at: "https://harbour.example/none") == nil)
  }

  @Test func `an entry is read as an article, and its web page as the full article`() async throws {
    let server = Server([7])
    let words = String(
      repeating: "Many words of the page, and more of them follow here. ", count: 60)
    let fixture = FeedServerFixture { request in
      request.url.hasPrefix("https://harbour.example/")
        ? HTTPReply(
          status: 200, headers: ["Content-Type": "text/html"],
          body: Array(
            "<html><body><article><p>\(words)</p><p>Then \(words)</p></article></body></html>".utf8),
          url: request.url)
        : server.answer(request)
    }
    let connection = try fixture.connection()
    _ = try await connection.feeds.feedPage(of: .home, .latest)
    let articles = try #require(connection.articles)

    let article = try await articles.storedArticle(Post.ID("7"), from: nil)
    let full = try await articles.fetchArticle(Post.ID("7"))
    let again = try await articles.storedArticle(Post.ID("7/whole"), from: nil)
    let feed = try await articles.storedArticle(Post.ID("7"), from: .feed)
    await articles.storeArticlePosition(ArticlePosition(block: 1, share: 0), in: Post.ID("7"))

    #expect(article.title == "Entry 7")
    #expect(article.site == "Harbour Notes")
    #expect(!article.isExcerpt && article.source == .feed)
    #expect(article.blocks.map(\.plain) == ["Text of 7"])
    #expect(full.source == .page && full.blocks.count == 2)
    #expect(again.source == .page && again.blocks == full.blocks)
    #expect(feed.source == .feed && feed.hasPage)
    #expect(await articles.storedArticlePosition(in: Post.ID("7/whole"))?.block == 1)
    let page = fixture.stub.transport.requests.last { $0.url.hasPrefix("https://harbour.example/") }
    #expect(page?.allowedHosts == .publicHosts)
    #expect(page?.headers["Authorization"] == nil)
  }

  @Test(arguments: [
    ("It begins […]", true), ("It begins. <a href=/7>Continue reading →</a>", true), ("", true),
    ("A note. <a class=\"more-link\" href=/7>On</a>", true), ("x", false),
    ("A whole note of two sentences. It ends here.", false),
  ])
  func `a short entry of a feed server is an excerpt only if its text shows it`(
    html: String, isExcerpt: Bool
  ) async throws {
    let server = Server([1])
    let fixture = FeedServerFixture { request in
      guard request.path.hasSuffix("/contents") else { return server.answer(request) }
      return .json([
        "items": [
          [
            "id": "1", "origin": ["streamId": "feed/1"], "summary": ["content": .string(html)],
            "alternate": [["href": "https://harbour.example/1"]],
          ]
        ]
      ])
    }
    let articles = try #require(try fixture.connection().articles)

    let article = try await articles.storedArticle(Post.ID("1"), from: nil)

    #expect(article.isExcerpt == isExcerpt)
  }

  @Test func `the page of an entry in the local network is not fetched`() async throws {
    let server = Server([1])
    let fixture = FeedServerFixture { request in
      guard request.path.hasSuffix("/contents") else { return server.answer(request) }
      return .json([
        "items": [
          [
            "id": "1", "origin": ["streamId": "feed/1"], "summary": ["content": "x"],
            "alternate": [["href": "https://192.168.0.1/admin"]],
          ]
        ]
      ])
    }
    let articles = try #require(try fixture.connection().articles)

    await #expect(throws: ArticleError.notPublic) { try await articles.fetchArticle(Post.ID("1")) }
  }
}
