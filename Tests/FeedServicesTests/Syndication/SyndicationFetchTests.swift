import Doubles
import FeedDomain
import Glibc
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// How feeds are found and asked for.
@Suite struct SyndicationFetchTests {
  @Test func `signing in with a feed's address follows the feed`() async throws {
    let fixture = SyndicationFixture { _ in SyndicationFixture.rss("b", "a") }

    let account = try await fixture.signIn()

    #expect(account.account.handle == "feeds")
    #expect(fixture.list.map(\.name) == ["Fog"])
    #expect(try await fixture.home() == ["b", "a"])
    // What was fetched a moment ago is not fetched again.
    #expect(fixture.stub.asked == ["GET /feed"])
  }

  @Test func `signing in with a page's address follows the feed that it names`() async throws {
    let fixture = SyndicationFixture { request in
      guard !request.url.hasSuffix("/feed") else { return SyndicationFixture.rss("a") }
      let page = "<html><link rel=alternate type=application/rss+xml href=/feed></html>"
      return HTTPReply(status: 200, body: Array(page.utf8), url: request.url)
    }

    try await fixture.signIn("home.example")

    #expect(fixture.stub.asked == ["GET /", "GET /feed"])
    #expect(fixture.list.map(\.address) == [SyndicationFixture.feed])
    #expect(fixture.list.map(\.isElsewhere) == [false])
  }

  @Test func `the feeds that a page names are offered, comment feeds last`() async throws {
    let fixture = SyndicationFixture { request in
      if request.url.contains("/feed") { return SyndicationFixture.rss("a") }
      let page =
        "<html><link rel=alternate type=application/rss+xml href=/feed/comments title=Comments>"
        + "<link rel=alternate type=application/rss+xml href=/feed title='All posts'></html>"
      return HTTPReply(status: 200, body: Array(page.utf8), url: request.url)
    }
    try await fixture.signIn()
    let subscriptions = try #require(try fixture.connection().subscriptions)

    #expect(
      try await subscriptions.feedCandidates(at: "home.example") == [
        FeedCandidate(address: SyndicationFixture.feed, title: "All posts"),
        FeedCandidate(address: "\(SyndicationFixture.feed)/comments", title: "Comments"),
      ])
    #expect(try await subscriptions.feedCandidates(at: SyndicationFixture.feed) == [])
  }

  @Test func `the masking sign-in gateway passes on feed candidates and rejected lines`()
    async throws
  {
    let feed = FeedCandidate(address: "https://fog.example/feed", title: "Posts")
    let line = RejectedImportEntry(line: 3, name: "exec:fog", address: nil, .program)
    let gateway = StubSignIn()
    await gateway.offer([feed], rejecting: [line])
    let signIn: any SignInGateway = SecretMaskingSignInGateway(gateway: gateway, log: LogSpy())

    #expect(try await signIn.feedCandidates(for: [:]) == [feed])
    #expect(try await signIn.rejectedImportEntries(for: [:]) == [line])
  }

  @Test(
    arguments: ["home.example/feed", "feed://home.example/feed", " Feed://home.example/feed"],
    [TransportError.notConnected, .untrusted(.handshake)])
  func `an address without a scheme is fetched over HTTP if HTTPS does not answer`(
    typed: String, error: TransportError
  ) async throws {
    let asked = LockedValue<[String]>([])
    let fixture = SyndicationFixture { request throws(TransportError) in
      asked.withLock { $0.append(request.url) }
      if request.url.hasPrefix("https:") { throw error }
      return SyndicationFixture.rss("a")
    }

    try await fixture.signIn(typed)

    #expect(fixture.list.map(\.address) == ["http://home.example/feed"])
    #expect(
      asked.withLock { $0 } == ["https://home.example/feed", "http://home.example/feed"])
  }

  @Test(arguments: [
    ("home.example/feed", false), ("https://home.example/feed", true),
    ("feed:https://home.example/feed", true), ("feed://ada:secret@home.example/feed", true),
  ])
  func `an address with HTTPS, a password or an HTTPS reply is not fetched over HTTP`(
    typed: String, isSilent: Bool
  ) async throws {
    let asked = LockedValue<[String]>([])
    let fixture = SyndicationFixture { request throws(TransportError) in
      asked.withLock { $0.append(request.url) }
      if isSilent { throw TransportError.notConnected }
      return HTTPReply(status: 404, url: request.url)
    }

    await #expect(throws: isSilent ? FeedError.unreachable : .notFound) {
      try await fixture.signIn(typed)
    }

    #expect(asked.withLock { $0 } == ["https://home.example/feed"])
  }

  @Test func `a feed typed with http is tried over HTTPS, and stays with HTTP if that fails`()
    async throws
  {
    let fixture = SyndicationFixture { request throws(TransportError) in
      if request.url.hasPrefix("https:") { throw TransportError.notConnected }
      return SyndicationFixture.rss("a")
    }

    try await fixture.signIn("http://home.example/feed")
    fixture.stub.world.pass(.seconds(120))
    _ = try await fixture.home()

    #expect(fixture.list.map(\.address) == ["http://home.example/feed"])
    #expect(
      fixture.stub.transport.requests.map(\.url) == [
        "https://home.example/feed", "http://home.example/feed", "http://home.example/feed",
      ])
    #expect(fixture.stub.transport.requests.map(\.allowsPlain) == [false, true, true])
    await #expect(throws: FeedError.unreachable) { try await fixture.signIn("https://b.example") }
  }

  @Test(arguments: [
    (
      "<rss><channel>\n<title>T</title><item>\n  <a", Subscription.WebFeedProblem?.none,
      "line 3, column 3"
    ),
    ("<rss>\n<channel", .unreadable, "line 2, column 1"),
  ])
  func `a feed records the position of its error and the last successful fetch`(
    text: String, problem: Subscription.WebFeedProblem?, place: String
  ) async throws {
    let isBroken = LockedValue(false)
    let fixture = SyndicationFixture { request in
      isBroken.withLock { $0 }
        ? HTTPReply(status: 200, body: Array(text.utf8), url: request.url)
        : SyndicationFixture.rss("a")
    }
    try await fixture.signIn()
    let start = fixture.stub.world.now
    isBroken.withLock { $0 = true }
    fixture.stub.world.pass(.seconds(120))

    _ = try? await fixture.home()

    let feed = try #require(
      try await fixture.connection().subscriptions?.subscriptions().first)
    #expect(feed.problem == problem)
    #expect(feed.flaw?.description == "not well-formed at \(place)")
    #expect(
      feed.fetchedAt == (problem == nil ? fixture.stub.world.now : start))
  }

  @Test(arguments: [
    (401, Subscription.WebFeedProblem.loginRequired), (403, .loginRequired), (404, .notFound),
    (410, .gone), (429, .rateLimited), (500, .serverFailed), (503, .serverFailed),
  ])
  func `each refusal status of a feed maps to its problem`(
    status: Int, problem: Subscription.WebFeedProblem
  ) async throws {
    let fixture = try await failingFixture { HTTPReply(status: status, url: $0.url) }

    let feed = try #require(try await fixture.connection().subscriptions?.subscriptions().first)

    #expect(feed.problem == problem)
    #expect((feed.pausedUntil != nil) == (status == 429))
    #expect(feed.fetchedAt == fixture.stub.world.now.timeAdvanced(by: .seconds(-120)))
  }

  @Test(arguments: [
    (TransportError.nameNotFound, Subscription.WebFeedProblem.nameNotFound), (.timedOut, .timedOut),
    (.untrusted(.expired), .untrusted), (.notConnected, .unreachable),
    (.forbiddenAddress, .ownNetwork),
  ])
  func `each transport error of a feed maps to its problem`(
    error: TransportError, problem: Subscription.WebFeedProblem
  ) async throws {
    let fixture = try await failingFixture { _ throws(TransportError) in throw error }

    #expect(
      try await fixture.connection().subscriptions?.subscriptions().map(\.problem) == [problem])
  }

  /// Somebody whose feed was fetched once, and then failed.
  private func failingFixture(
    _ answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) async throws -> SyndicationFixture {
    let isFailing = LockedValue(false)
    let fixture = SyndicationFixture { request throws(TransportError) in
      guard isFailing.withLock({ $0 }) else { return SyndicationFixture.rss("a") }
      return try answer(request)
    }
    try await fixture.signIn()
    isFailing.withLock { $0 = true }
    fixture.stub.world.pass(.seconds(120))
    _ = try? await fixture.home()
    return fixture
  }

  @Test func `a feed that was never fetched has no time of the last fetch`() async throws {
    let folder = ScratchFolder()
    folder.write(Array("https://b.example/feed\n".utf8), to: "urls")
    let fixture = SyndicationFixture(folder: folder.path) { _ throws(TransportError) in
      throw .nameNotFound
    }
    try await fixture.signIn("~/urls")
    _ = try? await fixture.home()

    let feed = try #require(try await fixture.connection().subscriptions?.subscriptions().first)
    #expect(feed.problem == .nameNotFound)
    #expect(feed.fetchedAt == nil)
  }

  @Test func `without a network every read fails, even if no feed is due`() async throws {
    let fixture = try await failingFixture { _ throws(TransportError) in throw .nameNotFound }

    await #expect(throws: FeedError.unreachable) { try await fixture.home() }
    await #expect(throws: FeedError.unreachable) {
      try await fixture.connection().feeds.latestPageOfAnsweredSources(of: .home)
    }
  }

  @Test func `a typed address is asked once for its candidates and its feed`() async throws {
    let fixture = SyndicationFixture { _ in SyndicationFixture.rss("a") }
    try await fixture.signIn("\(StubNetwork.home)/other")
    let list = try #require(try fixture.connection().subscriptions)
    let count = fixture.stub.asked.count

    #expect(try await list.feedCandidates(at: SyndicationFixture.feed) == [])
    #expect(
      try await list.addSubscriptions(SyndicationFixture.feed, isTrustedList: false).new.count == 1
    )

    #expect(fixture.stub.asked.count == count + 1)
    _ = try await list.addSubscriptions(SyndicationFixture.feed, isTrustedList: false)
    #expect(fixture.stub.asked.count == count + 2)
  }

  @Test func `fetched entries are found beyond the first page, by search and limit`()
    async throws
  {
    let fixture = SyndicationFixture { _ in
      SyndicationFixture.rss((1...150).map { "fog \($0)" })
    }
    try await fixture.signIn()
    let list = try #require(try fixture.connection().subscriptions)
    let query = SearchQuery("149", in: fixture.stub.world)

    let found = try #require(await list.searchFetchedEntries(query))

    #expect(found.matching.map(\.content.text.plain) == ["fog 149"])
    #expect(found.nonMatching.count == 149)
    #expect(await list.locallyFetchedEntries(of: .home, limit: .max).count == 150)
    #expect(await list.locallyFetchedEntries(of: .home, limit: 3).count == 3)
    #expect(await list.locallyFetchedEntries(of: .tag("x"), limit: 3) == [])
  }

  @Test func `an undated entry has the same date in every stream`() async throws {
    let fixture = SyndicationFixture { request in
      let item =
        request.url.hasSuffix("2")
        ? "<item><guid>b</guid><title>b</title></item>"
        : "<item><guid>a</guid><title>a</title><pubDate>2020-01-01T00:00:00Z</pubDate></item>"
      let text = "<rss><channel><title>T</title>\(item)</channel></rss>"
      return HTTPReply(status: 200, body: Array(text.utf8), url: request.url)
    }
    try await fixture.signIn("\(SyndicationFixture.feed) \(SyndicationFixture.feed)2")
    let connection = try fixture.connection()
    let seen = fixture.stub.world.now

    let home = try await connection.feeds.feedPage(of: .home, .latest).entries.map(\.post)
    let undated = try #require(home.first { $0.content.text.plain == "b" })
    let author = Feed.person(undated.author.id)
    let alone = try await connection.feeds.feedPage(of: author, .latest).entries.map(\.post)

    #expect(undated.createdAt == seen)
    #expect(alone.map(\.createdAt) == [seen])
    #expect(home.datingUndatedPostsByNeighbours(now: seen) == nil)
  }

  @Test func `a too large, missing or unreadable feed has a problem of its own`() async throws {
    let answer = LockedValue(0)
    let fixture = SyndicationFixture { request throws(TransportError) in
      switch answer.withLock({ $0 }) {
      case 0: return SyndicationFixture.rss("a")
      case 1: throw TransportError.tooLarge(.body)
      case 2: return HTTPReply(status: 404, url: request.url)
      default: return HTTPReply(status: 200, body: Array("{".utf8), url: request.url)
      }
    }
    try await fixture.signIn()
    var problems: [Subscription.WebFeedProblem?] = []
    for number in 1...3 {
      answer.withLock { $0 = number }
      fixture.stub.world.pass(.seconds(120))
      _ = try? await fixture.home()
      problems += try #require(
        try await fixture.connection().subscriptions?.subscriptions().map(\.problem))
    }

    #expect(problems == [.tooLarge, .notFound, .unreadable])
  }

  @Test
  func `local feeds of the first list keep titles and folders when imported as the user's own`()
    async throws
  {
    let folder = ScratchFolder()
    let lines = "http://localhost:8080/feed news sea ~Here\nhttps://b.example/feed\n"
    folder.write(Array((lines + "http://localhost:8080/feed again\n").utf8), to: "urls")
    let fixture = SyndicationFixture(folder: folder.path) { _ in SyndicationFixture.rss("a") }

    try await fixture.signIn("~/urls")

    #expect(fixture.list.map(\.isElsewhere) == [true, true])
    let added = try await fixture.connection().subscriptions?.addSubscriptions(
      "~/urls", isTrustedList: true)
    #expect(added?.withheld == [])
    #expect(fixture.list.map(\.name) == ["b.example", "Here"])
    #expect(fixture.list.map(\.folders) == [[], ["news", "sea", "again"]])
    #expect(fixture.list.map(\.isElsewhere) == [false, false])
  }

  @Test(arguments: [true, false])
  func `an imported address without a scheme is fetched over HTTPS, then over HTTP`(
    isSecure: Bool
  ) async throws {
    let folder = ScratchFolder()
    folder.write(Array("feed://b.example/feed\n".utf8), to: "urls")
    let isOffline = LockedValue(true)
    let fixture = SyndicationFixture(folder: folder.path) { request throws(TransportError) in
      let isSilent = !isSecure && request.url.hasPrefix("https:")
      if isSilent || isOffline.withLock(\.self) { throw TransportError.notConnected }
      return SyndicationFixture.rss("a")
    }
    try await fixture.signIn("~/urls")

    // Without a connection, nothing is known of the server.
    _ = try? await fixture.home()
    isOffline.withLock { $0 = false }
    fixture.stub.world.pass(.seconds(86_400))

    #expect(try await fixture.home() == ["a"])
    let scheme = isSecure ? "https" : "http"
    #expect(fixture.list.map(\.address) == ["\(scheme)://b.example/feed"])
  }

  @Test func `the user's own list may name a local feed, fetched over HTTPS`() async throws {
    let folder = ScratchFolder()
    folder.write(Array("feed://nas.example/feed\n".utf8), to: "urls")
    let fixture = SyndicationFixture(folder: folder.path) { _ in SyndicationFixture.rss("a") }
    try await fixture.signIn()
    _ = try await fixture.connection().subscriptions?.addSubscriptions(
      "~/urls", isTrustedList: true)

    _ = try await fixture.home()

    #expect(fixture.list.last?.address == "https://nas.example/feed")
    #expect(fixture.list.last?.isElsewhere == false)
  }

  @Test func `a list is read through a symbolic link`() async throws {
    let folder = ScratchFolder()
    folder.write(Array("https://b.example/feed\n".utf8), to: "urls")
    #expect(symlink(folder["urls"], folder["link"]) == 0)
    let fixture = SyndicationFixture(folder: folder.path) { _ in SyndicationFixture.rss("a") }

    try await fixture.signIn("~/link")

    #expect(fixture.list.map(\.address) == ["https://b.example/feed"])
  }

  @Test func `a hidden feed is fetched and in its folder, but not in the home stream`() async throws
  {
    let folder = ScratchFolder()
    folder.write(Array("https://a.example/feed ! news\nhttps://b.example/feed\n".utf8), to: "urls")
    let fixture = SyndicationFixture(folder: folder.path) { request in
      SyndicationFixture.rss([request.url.contains("a.example") ? "hidden" : "shown"])
    }
    try await fixture.signIn("~/urls")

    #expect(try await fixture.home() == ["shown"])
    let news = try await fixture.connection().feeds.feedPage(
      of: .list(id: "folder/news", name: "news"), .latest)
    #expect(news.entries.map(\.post.content.text.plain) == ["hidden"])
  }

  @Test(.timeLimit(.minutes(2)))
  func `twenty feeds are fetched at a time, two of each server`() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in
      ScriptedReply(
        [.hold(gate)] + ScriptedReply.reply(body: SyndicationFixture.rss("a").body).steps)
    }
    let feeds = (0..<20).map {
      Subscription(at: "http://h\($0 % 10).localhost:\(server.port)/\($0)")
    }
    let list = SubscriptionList(feeds)
    let refresher = WebFeedRefresher(
      SignedInAccount(
        Account(service: .rss, person: Person.ID("feeds"), handle: "feeds", server: ""),
        token: list.secret),
      list,
      network: NetworkContext(
        transport: CurlTransport.forTests(), world: PassingWorld(at: 1_795_199_400_000),
        log: LogSpy(), thread: SerialThread(name: "test-feeds")),
      cache: WebFeedFileCache(folder: nil), accounts: .none)

    async let failures = refresher.refreshDueWebFeeds(feeds)
    _ = await server.requests(atLeast: 20)
    gate.open()

    #expect(try await failures == [])
  }

  @Test func `the first readable feed of a page is followed`() async throws {
    let stage = SyndicationFixture { request in
      if request.url.hasSuffix("/good") { return SyndicationFixture.rss("a") }
      if request.url.hasSuffix("/bad") { return HTTPReply(status: 404, url: request.url) }
      let page =
        "<html><link rel=alternate type=application/rss+xml href=/bad>"
        + "<link rel=alternate type=application/rss+xml href=/good></html>"
      return HTTPReply(status: 200, body: Array(page.utf8), url: request.url)
    }

    try await stage.signIn("home.example")

    #expect(stage.stub.asked == ["GET /", "GET /bad", "GET /good"])
  }

  @Test func `a page that names no feed is searched at the usual feed addresses`() async throws {
    let stage = SyndicationFixture { request in
      if request.url.hasSuffix("/index.xml") { return SyndicationFixture.rss("a") }
      return HTTPReply(status: 200, body: Array("<html></html>".utf8), url: request.url)
    }

    try await stage.signIn("home.example/about")

    #expect(stage.stub.asked == ["GET /about", "GET /feed/", "GET /feed.xml", "GET /index.xml"])
    #expect(stage.list.map(\.address) == ["https://home.example/index.xml"])
  }

  @Test(arguments: [
    #"<meta itemprop="identifier" content="UC_fog-1">"#, #"{"channelId":"UC_fog-1","x":1}"#,
  ])
  func `the feed of a YouTube channel is found by the id in the text of its page`(part: String) {
    let page = Array("<html>\(part)</html>".utf8)

    #expect(
      FeedAddressGuesser.youTubeFeedAddress(inPage: page, at: "https://www.youtube.com/@fog")
        == "https://www.youtube.com/feeds/videos.xml?channel_id=UC_fog-1")
    #expect(
      FeedAddressGuesser.youTubeFeedAddress(inPage: page, at: "https://youtube.example/@fog")
        == nil)
  }

  @Test func `the usual feed addresses are those in the page's folder and at the root`() {
    #expect(
      FeedAddressGuesser.guessedFeedAddresses(forPage: "https://home.example/blog/?x=1") == [
        "https://home.example/blog/feed/", "https://home.example/blog/feed.xml",
        "https://home.example/blog/index.xml", "https://home.example/feed/",
        "https://home.example/feed.xml", "https://home.example/index.xml",
      ])
    #expect(
      FeedAddressGuesser.guessedFeedAddresses(forPage: "https://home.example/blog").count == 6)
  }

  @Test(arguments: [
    (
      "https://www.youtube.com/channel/UCx",
      "https://www.youtube.com/feeds/videos.xml?channel_id=UCx"
    ),
    (
      "https://www.youtube.com/playlist?list=PLx",
      "https://www.youtube.com/feeds/videos.xml?playlist_id=PLx"
    ),
    ("https://www.reddit.com/r/swift/", "https://www.reddit.com/r/swift/.rss"),
    ("https://github.com/apple/swift", "https://github.com/apple/swift/releases.atom"),
    ("https://github.com/apple/swift/tags", "https://github.com/apple/swift/tags.atom"),
    ("https://github.com/apple", "https://github.com/apple.atom"),
    ("https://mastodon.example/@ada", "https://mastodon.example/@ada.rss"),
    ("https://fog.substack.com", "https://fog.substack.com/feed"),
    ("https://bsky.app/profile/ada.example", "https://bsky.app/profile/ada.example/rss"),
    (
      "https://github.com/apple/swift/commits/main",
      "https://github.com/apple/swift/commits/main.atom"
    ),
    ("https://gitlab.com/fog/quay", "https://gitlab.com/fog/quay.atom"),
    (
      "https://gitlab.example/fog/quay/-/tags", "https://gitlab.example/fog/quay/-/tags?format=atom"
    ),
    ("https://gitlab.com/fog/quay/-/releases", "https://gitlab.com/fog/quay/-/releases.atom"),
    ("https://gitlab.com/fog/quay/-/jobs", nil), ("https://gitlab.com/", nil),
    ("https://codeberg.org/fog/quay", "https://codeberg.org/fog/quay.rss"),
    ("https://codeberg.org/fog/quay/releases", "https://codeberg.org/fog/quay/releases.rss"),
    ("https://fog.blogspot.com/", "https://fog.blogspot.com/feeds/posts/default"),
    (
      "https://fog.blogspot.com/search/label/Tide",
      "https://fog.blogspot.com/feeds/posts/default/-/Tide"
    ),
    ("https://fog.blogspot.com/2026/11/a.html", nil),
    ("https://fog.tumblr.com/", "https://fog.tumblr.com/rss"),
    ("https://fog.tumblr.com/tagged/tide", "https://fog.tumblr.com/tagged/tide/rss"),
    ("https://fog.wordpress.com/category/tide/", "https://fog.wordpress.com/category/tide/feed/"),
    ("https://lemmy.world/c/fog", "https://lemmy.world/feeds/c/fog.xml?sort=New"),
    ("https://lemm.ee/u/ada", "https://lemm.ee/feeds/u/ada.xml?sort=New"),
    ("https://home.example/c/fog", nil),
    (
      "https://tube.example/video-channels/fog/videos",
      "https://tube.example/feeds/videos.xml?videoChannelName=fog"
    ),
    ("https://mastodon.social/tags/fog", "https://mastodon.social/tags/fog.rss"),
    ("https://news.ycombinator.com/", "https://news.ycombinator.com/rss"),
    ("https://lobste.rs/", "https://lobste.rs/rss"),
    (
      "https://stackoverflow.com/questions/tagged/swift",
      "https://stackoverflow.com/feeds/tag/swift"
    ),
    ("https://arxiv.org/list/cs.PL/recent", "https://rss.arxiv.org/rss/cs.PL"),
    ("https://home.example/blog", nil), ("https://github.com/", nil),
    ("https://mastodon.example/@ada.rss", nil),
  ])
  func `feed addresses of known sites are derived from their pages`(page: String, feed: String?) {
    #expect(FeedAddressGuesser.knownFeedAddress(for: page) == feed)
  }

  @Test(arguments: [
    ("https://a.example/1,2", ["https://a.example/1,2"]),
    ("https://a.example/, https://b.example/", ["https://a.example/", "https://b.example/"]),
    ("https://a.example/,https://b.example/", ["https://a.example/", "https://b.example/"]),
    (" a.example  b.example ", ["a.example", "b.example"]),
  ])
  func `typed addresses may contain commas`(typed: String, addresses: [String]) {
    #expect(SubscriptionImporter.typedAddresses(in: typed) == addresses)
  }

  @Test func `a name and password in an address are stored as a secret and sent to that server`()
    async throws
  {
    let stage = SyndicationFixture { request in
      return request.headers["Authorization"] == "Basic YWRhOnNlY3JldCE="
        ? SyndicationFixture.rss("a") : HTTPReply(status: 401, url: request.url)
    }

    try await stage.signIn("https://ada:secret%21@home.example/feed")
    stage.stub.world.pass(.seconds(120))

    #expect(try await stage.home() == ["a"])
    #expect(stage.list.map(\.address) == [SyndicationFixture.feed])
    #expect(try await stage.connection().subscriptions?.opmlText().contains("secret") == false)
    #expect(stage.stub.asked == ["GET /feed", "GET /feed"])
  }

  @Test(arguments: [
    ("https://a:b@c.example/d@e", "https://c.example/d@e", "a:b"),
    ("https://c.example/@ada", "https://c.example/@ada", nil),
    ("a@b", "a@b", nil), ("https://@c.example/", "https://c.example/", nil),
    ("https://a%40b:c+d%@c.example/", "https://c.example/", "a@b:c+d%"),
    ("https://a:b%a@c.example/", "https://c.example/", "a:b%a"),
  ])
  func `a name and password are separated from an address`(
    address: String, bare: String, login: String?
  ) {
    let parts = AddressLoginParser.separatedAddressAndLogin(address)
    #expect(parts.address == bare)
    #expect(parts.login == login)
  }

  @Test func `a redirected feed is requested conditionally`() async throws {
    let isKnown = LockedValue(false)
    let stage = SyndicationFixture { request in
      guard request.url.hasSuffix("/new") else {
        return HTTPReply(
          status: 302, headers: ["Location": "https://home.example/new"], url: request.url)
      }
      return isKnown.withLock { $0 }
        ? HTTPReply(status: 304, url: request.url)
        : SyndicationFixture.rss(["a"], ["ETag": "\"1\""])
    }
    try await stage.signIn()
    isKnown.withLock { $0 = true }
    stage.stub.world.pass(.seconds(120))

    #expect(try await stage.home() == ["a"])

    #expect(stage.stub.transport.requests.last?.headers["If-None-Match"] == "\"1\"")
  }

  @Test func `a feed's user agent is also sent after a redirect`() async throws {
    let stage = SyndicationFixture { request in
      request.url.hasSuffix("/new")
        ? SyndicationFixture.rss("a")
        : HTTPReply(
          status: 302, headers: ["Location": "https://home.example/new"], url: request.url)
    }
    try await stage.signIn()
    let id = try #require(stage.list.first).id
    var settings = SubscriptionSettings()
    settings.userAgent = "Fog/1"

    try await stage.connection().subscriptions?.changeSubscription(id, .set(settings))
    stage.stub.world.pass(.seconds(3600))
    _ = try await stage.home()

    let agents = stage.stub.transport.requests.suffix(2).map { $0.headers["User-Agent"] }
    #expect(agents == ["Fog/1", "Fog/1"])
  }

  @Test func `a feed that fails is asked less and less often, until the user asks for it`()
    async throws
  {
    let fixture = try await failingFixture { HTTPReply(status: 404, url: $0.url) }
    func refreshAfter(_ hours: Int, _ purpose: RequestPriority) async -> Int {
      fixture.stub.world.pass(.seconds(hours * 3600))
      _ = await purpose.runActionWithPriority { try? await fixture.home() }
      return fixture.stub.asked.count
    }

    let first = await refreshAfter(1, .automatic)
    #expect(await refreshAfter(1, .automatic) == first)
    #expect(await refreshAfter(1, .automatic) == first + 1)
    #expect(await refreshAfter(3, .automatic) == first + 1)
    #expect(await refreshAfter(0, .userRequest) == first + 2)
    #expect(await refreshAfter(1, .automatic) == first + 3)
  }

  @Test func `a pause that a server asks for is kept for its whole time, up to a day`()
    async throws
  {
    let isBusy = LockedValue(false)
    let stage = SyndicationFixture { request in
      isBusy.withLock { $0 }
        ? HTTPReply(status: 429, headers: ["Retry-After": "7200"], url: request.url)
        : SyndicationFixture.rss("a")
    }
    try await stage.signIn()
    isBusy.withLock { $0 = true }
    stage.stub.world.pass(.seconds(120))
    _ = try? await stage.home()

    stage.stub.world.pass(.seconds(7_000))
    _ = try? await stage.home()
    #expect(stage.stub.asked.count == 2)
    stage.stub.world.pass(.seconds(300))
    _ = try? await stage.home()
    #expect(stage.stub.asked.count == 3)
  }

  @Test func `a feed that a page names at another host is limited to public hosts`() async throws {
    let fixture = SyndicationFixture { request in
      guard request.url.hasPrefix(StubNetwork.home) else { return SyndicationFixture.rss("a") }
      let page = "<html><link rel=alternate type=application/rss+xml href=//other.example/x></html>"
      return HTTPReply(status: 200, body: Array(page.utf8), url: request.url)
    }

    try await fixture.signIn("home.example")

    #expect(fixture.stub.transport.requests.map(\.allowedHosts) == [.anywhere, .publicHosts])
    #expect(fixture.list.map(\.isElsewhere) == [true])
  }

  @Test(arguments: [
    ("<html></html>", FeedError.notFound), ("<svg/>", .badReply), ("<rss>", .badReply),
  ])
  func `an address without a feed is reported as an error`(body: String, error: FeedError)
    async throws
  {
    let fixture = SyndicationFixture { request in
      HTTPReply(status: 200, body: Array(body.utf8), url: request.url)
    }

    await #expect(throws: error) { try await fixture.signIn() }
  }

  @Test func `feeds of a list at sign-in are limited to public hosts`() async throws {
    let folder = ScratchFolder()
    folder.write(
      Array("https://fog.example/feed\nhttp://localhost:8080/feed\n".utf8), to: "list")
    let fixture = SyndicationFixture(folder: folder.path) { _ in SyndicationFixture.rss("a") }

    try await fixture.signIn("~/list")

    // Both are on the list, so that the second is named as one that cannot be fetched.
    #expect(
      fixture.list.map(\.address) == ["https://fog.example/feed", "http://localhost:8080/feed"])
    #expect(fixture.list.allSatisfy { $0.isElsewhere })
    _ = try? await fixture.home()
    #expect(fixture.stub.transport.requests.allSatisfy { $0.allowedHosts == .publicHosts })
  }

  @Test(arguments: ["/", "./", "~/"])
  func `restricted mode refuses a list from a file, and accepts a feed address`(_ start: String)
    async throws
  {
    let folder = ScratchFolder()
    folder.write(try ServiceSample.bytes("Syndication/list.opml"), to: "list.opml")
    let stub = StubNetwork { _ in SyndicationFixture.rss("a") }
    let intake = SubscriptionImporter(
      network: stub.network, cache: WebFeedFileCache(folder: nil), home: folder.path,
      readsFiles: false
    )
    let path = start == "/" ? folder["list.opml"] : start + "list.opml"

    await #expect(
      throws: FeedError.misconfigured("Restricted mode does not read a list of feeds from a file.")
    ) {
      _ = try await intake.findTypedSubscriptions(path, beside: SubscriptionList())
    }
    let added = try await intake.findTypedSubscriptions(
      SyndicationFixture.feed, beside: SubscriptionList()
    ).added
    #expect(added.new.count == 1)
  }

  @Test(arguments: ["", "  ", "no address", "ftp://home.example/", "intranet"])
  func `a text that is no address is not requested`(typed: String) async throws {
    let fixture = SyndicationFixture { _ in SyndicationFixture.rss("a") }

    await #expect(throws: FeedError.notFound) { try await fixture.signIn(typed) }
    #expect(fixture.stub.asked == [])
  }

  @Test(arguments: [
    "feed://home.example/feed", "feed:https://home.example/feed", "http://home.example/feed",
    " home.example/feed ",
  ])
  func `an address is accepted in any form that people paste`(typed: String) async throws {
    let fixture = SyndicationFixture { _ in SyndicationFixture.rss("a") }

    try await fixture.signIn(typed)

    #expect(fixture.list.map(\.address) == [SyndicationFixture.feed])
  }

  @Test func `a feed is requested with its ETag and modification date`() async throws {
    let asked = LockedValue(0)
    let fixture = SyndicationFixture { request in
      let count = asked.withLock { count in
        count += 1
        return count
      }
      guard count > 1 else {
        return SyndicationFixture.rss(["a"], ["ETag": "\"1\"", "Last-Modified": "then"])
      }
      return HTTPReply(status: 304, url: request.url)
    }
    try await fixture.signIn()
    fixture.stub.world.pass(.seconds(120))

    #expect(try await fixture.home() == ["a"])

    let request = try #require(fixture.stub.transport.requests.last)
    #expect(request.headers["If-None-Match"] == "\"1\"")
    #expect(request.headers["If-Modified-Since"] == "then")
  }

  @Test(arguments: [(301, true), (308, true), (302, false), (307, false)])
  func `a feed that moved permanently is fetched at its new address from then on`(
    status: Int, isForGood: Bool
  ) async throws {
    let hasMoved = LockedValue(false)
    let fixture = SyndicationFixture { request in
      guard hasMoved.withLock({ $0 }), request.url == SyndicationFixture.feed else {
        return SyndicationFixture.rss("a")
      }
      return HTTPReply(
        status: status, headers: ["Location": "https://other.example/new"], url: request.url)
    }
    try await fixture.signIn()
    let before = fixture.list
    hasMoved.withLock { $0 = true }

    for _ in 1...3 {
      fixture.stub.world.pass(.seconds(120))
      #expect(try await fixture.home() == ["a"])
    }

    // The new address is stored after the second reply that names it.
    let urls = fixture.stub.transport.requests.map(\.url)
    #expect(urls.last == "https://other.example/new")
    #expect(urls.count == (isForGood ? 6 : 7))
    #expect(fixture.list.map(\.id) == before.map(\.id))
    #expect(fixture.stub.transport.requests.last?.allowedHosts == .publicHosts)
  }

  @Test func `a redirect from a public feed to a local or plain HTTP address is refused`()
    async throws
  {
    for place in ["http://other.example/feed", "https://127.0.0.1/feed"] {
      let fixture = SyndicationFixture { request throws(TransportError) in
        guard request.url == SyndicationFixture.feed else {
          // The transport itself refuses what is not to be reached.
          if request.allowedHosts == .publicHosts { throw TransportError.forbiddenAddress }
          return SyndicationFixture.rss("a")
        }
        return HTTPReply(status: 301, headers: ["Location": place], url: request.url)
      }

      await #expect(throws: FeedError.badReply) { try await fixture.signIn() }
    }
  }

  @Test func `a local feed that a foreign list named reports why it is not fetched`()
    async throws
  {
    let fixture = try await failingFixture { _ throws(TransportError) in throw .forbiddenAddress }
    fixture.stub.world.pass(.seconds(120))

    await #expect(throws: FeedError.limited(.feedInOwnNetwork)) { try await fixture.home() }
  }

  @Test func `a feed that is gone is reported and not fetched again`() async throws {
    let isGone = LockedValue(false)
    let fixture = SyndicationFixture { request in
      isGone.withLock { $0 }
        ? HTTPReply(status: 410, url: request.url) : SyndicationFixture.rss("a")
    }
    try await fixture.signIn()
    isGone.withLock { $0 = true }
    fixture.stub.world.pass(.seconds(120))

    await #expect(throws: FeedError.notFound) { try await fixture.home() }
    fixture.stub.world.pass(.seconds(86_400))
    // What it said before it went stays.
    #expect(try await fixture.home() == ["a"])

    #expect(fixture.stub.asked.count == 2)
    let subscriptions = try #require(try fixture.connection().subscriptions)
    #expect(try await subscriptions.subscriptions().map(\.problem) == [.gone])
  }

  @Test func `a server's pause applies to all its feeds`() async throws {
    let isBusy = LockedValue(false)
    let fixture = SyndicationFixture { request in
      isBusy.withLock { $0 }
        ? HTTPReply(status: 429, headers: ["Retry-After": "600"], url: request.url)
        : SyndicationFixture.rss("a")
    }
    try await fixture.signIn("\(SyndicationFixture.feed) \(SyndicationFixture.feed)2")
    isBusy.withLock { $0 = true }
    fixture.stub.world.pass(.seconds(120))

    await #expect(throws: FeedError.self) { try await fixture.home() }
    fixture.stub.world.pass(.seconds(120))
    _ = try await fixture.home()

    #expect(fixture.stub.asked.count == 3)
  }

  @Test func `feeds paused with their server are not reported as failed, only the refused one`()
    async throws
  {
    let isBusy = LockedValue(false)
    let folder = ScratchFolder()
    let fixture = SyndicationFixture(folder: folder.path) { request in
      isBusy.withLock { $0 } && request.url == SyndicationFixture.feed
        ? HTTPReply(status: 429, headers: ["Retry-After": "600"], url: request.url)
        : SyndicationFixture.rss("a")
    }
    let addresses = ["", "2", "3", "4"].map { SyndicationFixture.feed + $0 }
    try await fixture.signIn(addresses.joined(separator: " "))
    isBusy.withLock { $0 = true }
    fixture.stub.world.pass(.seconds(120))
    let end = fixture.stub.world.now.timeAdvanced(by: .seconds(600))

    _ = try? await fixture.home()
    let asked = fixture.stub.asked.count
    let list = try #require(try fixture.connection().subscriptions)
    let feeds = try await list.subscriptions()
    let people = try #require(try fixture.connection().people)
    let last = try await people.person(Person.ID(feeds[3].id.rawValue))
    // Another run of the program knows the pause, too, for a stream without the refused feed.
    fixture.stub.world.pass(.seconds(120))
    _ = try await fixture.connection().feeds.feedPage(of: feeds[3].stream, .latest)

    #expect(feeds.map(\.problem) == [.rateLimited, nil, nil, nil])
    #expect(feeds.map(\.pausedUntil) == Array(repeating: end, count: 4))
    #expect(last.subscription?.pausedUntil == end && last.subscription?.problem == nil)
    #expect(await list.failingSubscriptions(in: .home).map(\.address) == [SyndicationFixture.feed])
    #expect(fixture.stub.asked.count == asked)
    fixture.stub.world.pass(.seconds(600))
    #expect(
      try await fixture.connection().subscriptions?.subscriptions().dropFirst().map(\.pausedUntil)
        == [nil, nil, nil])
  }

  @Test(arguments: ["7200", nil])
  func `a rate limit while adding a feed reports its end`(
    wait: String?
  ) async throws {
    let fixture = SyndicationFixture { request in
      HTTPReply(
        status: 429, headers: wait.map { ["Retry-After": $0] } ?? [:], url: request.url)
    }
    let seconds = wait.flatMap { Int64($0) } ?? 900

    await #expect(
      throws: FeedError.rateLimited(
        until: fixture.stub.world.now.timeAdvanced(by: .seconds(seconds)))
    ) { try await fixture.signIn() }
    #expect(fixture.stub.asked.count == 1)
  }

  @Test func `a page whose feed search is rate-limited is not reported as a page without feeds`()
    async throws
  {
    let fixture = SyndicationFixture { request in
      request.url == SyndicationFixture.feed
        ? HTTPReply(status: 200, body: Array("<html><p>Fog</p></html>".utf8), url: request.url)
        : HTTPReply(status: 429, headers: ["Retry-After": "300"], url: request.url)
    }

    await #expect(
      throws: FeedError.rateLimited(until: fixture.stub.world.now.timeAdvanced(by: .seconds(300)))
    ) { try await fixture.signIn() }
    #expect(fixture.stub.asked.count == 2)
  }

  @Test func `a rate-limited host does not stop the feed search at other hosts`() async throws {
    let links = ["https://busy.example/a", "https://busy.example/b", "/c.xml"]
      .map { #"<link rel="alternate" type="application/rss+xml" href="\#($0)">"# }.joined()
    let fixture = SyndicationFixture { request in
      if request.url.hasPrefix("https://busy.example/") {
        return HTTPReply(status: 429, headers: ["Retry-After": "300"], url: request.url)
      }
      return request.url.hasSuffix("/c.xml")
        ? SyndicationFixture.rss(["a"])
        : HTTPReply(status: 200, body: Array("<html>\(links)</html>".utf8), url: request.url)
    }

    try await fixture.signIn("home.example/about")

    #expect(fixture.stub.asked == ["GET /about", "GET https://busy.example/a", "GET /c.xml"])
    #expect(fixture.list.map(\.address) == ["https://home.example/c.xml"])
  }

  @Test func `a failing feed does not stop the others`() async throws {
    let isDown = LockedValue(false)
    let fixture = SyndicationFixture { request throws(TransportError) in
      guard request.url.contains("other.example") else {
        return SyndicationFixture.rss(isDown.withLock { $0 } ? ["c", "a"] : ["a"])
      }
      if isDown.withLock({ $0 }) { throw .notConnected }
      return SyndicationFixture.rss(["b"], name: "Rain")
    }
    try await fixture.signIn("\(SyndicationFixture.feed), https://other.example/feed")
    #expect(Set(try await fixture.home()) == ["a", "b"])
    isDown.withLock { $0 = true }
    fixture.stub.world.pass(.seconds(120))

    #expect(Set(try await fixture.home()) == ["a", "b", "c"])

    let subscriptions = try #require(try fixture.connection().subscriptions)
    #expect(try await subscriptions.subscriptions().map(\.problem) == [nil, .unreachable])
    #expect(fixture.list.map(\.name) == ["Fog", "Rain"])
  }

  @Test func `a list of another program is imported without a request`() async throws {
    let folder = ScratchFolder()
    folder.write(try ServiceSample.bytes("Syndication/list.opml"), to: "list.opml")
    let fixture = SyndicationFixture(folder: folder.path) { _ in SyndicationFixture.rss("a") }

    try await fixture.signIn("~/list.opml")

    #expect(fixture.list.map(\.name) == ["Fog", "News"])
    #expect(fixture.stub.asked == [])
    await #expect(throws: FeedError.notFound) { try await fixture.signIn("~/none.opml") }
    #expect(
      try fixture.connection().streams.compactMap(\.feed) == [
        .home, .list(id: "folder/News & co/Deeper", name: ""),
        .list(id: "folder/News & co", name: ""),
      ])
  }
}
