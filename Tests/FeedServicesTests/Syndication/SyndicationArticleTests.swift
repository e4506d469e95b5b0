import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// The articles of entries, from their feeds and from their pages.
@Suite struct SyndicationArticleTests {
  private static let words = String(
    repeating: "The fog came in, slowly at first, and then all at once, over the pier. ", count: 10)

  private static func feed(_ item: String) -> HTTPReply {
    let text = "<rss><channel><title>Fog</title><item><guid>a</guid>\(item)</item></channel></rss>"
    return HTTPReply(status: 200, body: Array(text.utf8), url: SyndicationFixture.feed)
  }

  private static let page =
    "<html><head><meta property=og:title content=Whole></head><body><nav><a href=/>Home</a></nav>"
    + "<article><p>\(words)</p><p>\(words)</p></article></body></html>"

  private static func excerpt(link: String) -> HTTPReply {
    feed("<title>A</title><link>\(link)</link><description>It begins …</description>")
  }

  private func opened(
    _ fixture: SyndicationFixture
  ) async throws -> (articles: any ArticleGateway, post: Post.ID) {
    try await fixture.signIn()
    let connection = try fixture.connection()
    let page = try await connection.feeds.feedPage(of: .home, .latest)
    return (try #require(connection.articles), try #require(page.entries.first?.post.id))
  }

  @Test func `an article has the feed's whole text with pictures in their places`()
    async throws
  {
    let html =
      "&lt;p&gt;\(Self.words)&lt;/p&gt;&lt;img src=/a.jpg&gt;&lt;h2&gt;More&lt;/h2&gt;"
      + "&lt;p&gt;\(String(repeating: Self.words, count: 20))&lt;/p&gt;"
    let fixture = SyndicationFixture { _ in
      Self.feed("<title>A</title><author>Ada</author><description>\(html)</description>")
    }
    let (articles, post) = try await opened(fixture)

    let article = try await articles.storedArticle(post, from: nil)

    #expect(article.title == "A" && article.author == "Ada" && article.site == "Fog")
    #expect(article.blocks.count == 4 && article.source == .feed && !article.isExcerpt)
    #expect(article.photos.map(\.id.rawValue) == ["\(StubNetwork.home)/a.jpg"])
    #expect(article.text.utf8.count > 14_000)
    await #expect(throws: FeedError.notFound) {
      try await articles.storedArticle(.init("x/y"), from: nil)
    }
  }

  @Test func `the page of an excerpt is fetched, cached and read offline`() async throws {
    let fixture = SyndicationFixture { request in
      guard request.url.hasSuffix("/post") else {
        return Self.excerpt(link: "\(StubNetwork.home)/post")
      }
      return HTTPReply(
        status: 200, headers: ["Content-Type": "text/html"], body: Array(Self.page.utf8),
        url: request.url)
    }
    let (articles, post) = try await opened(fixture)
    #expect(try await articles.storedArticle(post, from: nil).isExcerpt)

    let whole = try await articles.fetchArticle(post)

    #expect(whole.source == .page && whole.blocks.count == 2 && whole.title == "A")
    #expect(fixture.stub.asked == ["GET /feed", "GET /post"])
    let again = try #require(try fixture.connection().articles)
    #expect(try await again.storedArticle(post, from: nil) == whole)
    #expect(try await again.storedArticle(post, from: .feed).hasPage)
    await again.storeArticlePosition(ArticlePosition(block: 1, share: 250), in: post)
    #expect(await again.storedArticlePosition(in: post) == ArticlePosition(block: 1, share: 250))
  }

  private static func items(_ texts: [String], element: String = "description") -> HTTPReply {
    let items = texts.enumerated().map { place, text in
      "<item><guid>\(place)</guid><title>T\(place)</title>"
        + "<link>https://elsewhere.example/\(place)</link><\(element)>\(text)</\(element)></item>"
    }
    let text = "<rss><channel><title>Fog</title>\(items.joined())</channel></rss>"
    return HTTPReply(status: 200, body: Array(text.utf8), url: SyndicationFixture.feed)
  }

  private static let sentence = "The fog came in over the pier, slowly at first, and then at once"

  @Test(arguments: [
    // A short entry alone shows nothing, nor does a short one among cut ones.
    (["x", "A short note.", "\(sentence)."], [false, false, false]),
    (["x", "\(sentence) …", "\(sentence) [...]", "\(sentence) …"], [false, true, true, true]),
    // A summary as long as the cut ones.
    ([sentence] + [String](repeating: "\(sentence) …", count: 3), [true, true, true, true]),
    (["\(sentence) …"] + [String](repeating: sentence, count: 3), [true, false, false, false]),
    (
      [
        "\(sentence). Read more »", "&lt;p>\(sentence).&lt;/p>&lt;a href=/>Continue reading&lt;/a>",
        "&lt;p>\(sentence) […]&lt;/p>&lt;p>The post T2 appeared first on Fog.&lt;/p>",
        "&lt;p>\(sentence).&lt;/p>&lt;p class=\"teaser\">On&lt;/p>", "",
      ], [true, true, true, true, true]
    ),
  ])
  func `an entry is an excerpt only if its own text or the feed's other texts show it`(
    texts: [String], expected: [Bool]
  ) async throws {
    let fixture = SyndicationFixture { _ in Self.items(texts) }
    try await fixture.signIn()
    let connection = try fixture.connection()
    let page = try await connection.feeds.feedPage(of: .home, .latest)
    let articles = try #require(connection.articles)

    var found: [String: Bool] = [:]
    for post in page.entries.map(\.post) {
      let article = try await articles.storedArticle(post.id, from: nil)
      found[article.title] = article.isExcerpt
    }

    #expect(texts.indices.map { found["T\($0)"] } == expected)
  }

  @Test func `the whole content beside a cut summary is no excerpt`() async throws {
    let fixture = SyndicationFixture { _ in
      Self.feed(
        "<title>A</title><link>https://elsewhere.example/a</link><description>It begins …"
          + "</description><content:encoded>It begins and ends.</content:encoded>")
    }
    let (articles, post) = try await opened(fixture)

    #expect(try await !articles.storedArticle(post, from: nil).isExcerpt)
  }

  @Test func `each entry of a feed that is set to full texts counts as an excerpt`() async throws {
    let fixture = SyndicationFixture { _ in Self.items(["A whole note."]) }
    let (articles, post) = try await opened(fixture)
    #expect(try await !articles.storedArticle(post, from: nil).isExcerpt)
    let list = try #require(try fixture.connection().subscriptions)
    let feed = try #require(try await list.subscriptions().first)

    try await list.changeSubscription(feed.id, .set(SubscriptionSettings(showsFullText: true)))

    let again = try #require(try fixture.connection().articles)
    #expect(try await again.storedArticle(post, from: nil).isExcerpt)
  }

  @Test func `a Japanese page without a declared encoding is read`() async throws {
    let words = String(repeating: "きりのなかのさんばしのはなしをしました。", count: 20)
    let letters = words.unicodeScalars.flatMap { scalar -> [UInt8] in
      scalar == "。" ? [0x81, 0x42] : [0x82, UInt8(0x9f + scalar.value - 0x3041)]
    }
    let html = Array("<html><body><article><p>".utf8) + letters + Array("</p></article>".utf8)
    let fixture = SyndicationFixture { request in
      guard request.url.hasSuffix("/post") else {
        return Self.excerpt(link: "\(StubNetwork.home)/post")
      }
      return HTTPReply(
        status: 200, headers: ["Content-Type": "text/html"], body: html, url: request.url)
    }
    let (articles, post) = try await opened(fixture)

    let article = try await articles.fetchArticle(post)

    #expect(article.blocks.map(\.plain) == [words])
  }

  @Test(arguments: [
    ("http://127.0.0.1/post", ArticleError.notPublic), ("https://192.168.0.1/", .notPublic),
    ("https://router.lan/", .notPublic), ("https://[::1]/post", .notPublic),
    ("https://localhost/post", .notPublic),
  ])
  func `a page in the local network is not fetched`(link: String, error: ArticleError)
    async throws
  {
    let fixture = SyndicationFixture { _ in Self.excerpt(link: link) }
    let (articles, post) = try await opened(fixture)

    await #expect(throws: error) { try await articles.fetchArticle(post) }
    #expect(fixture.stub.asked == ["GET /feed"])
  }

  @Test func `pages are fetched from public hosts only, also after redirects`()
    async throws
  {
    let fixture = SyndicationFixture { request throws(TransportError) in
      guard request.url.hasSuffix("/post") else {
        return Self.excerpt(link: "https://elsewhere.example/post")
      }
      guard request.allowedHosts == .publicHosts, request.followsRedirects else {
        throw .notConnected
      }
      // The transport refuses what a redirect leads to.
      throw .forbiddenAddress
    }
    let (articles, post) = try await opened(fixture)

    await #expect(throws: ArticleError.notPublic) { try await articles.fetchArticle(post) }
  }

  @Test(arguments: [
    (404, "text/html", "gone", ArticleError.service(.notFound)),
    (500, "text/html", "no", .service(.serverFailed(500))),
    (200, "application/pdf", "%PDF-1.7", .notAPage), (200, "image/png", "PNG", .notAPage),
    (200, "text/html", "<p>Subscribe to read on.</p>", .noArticle),
    (200, "text/html", "", .noArticle),
  ])
  func `a page without an article reports the reason, and the excerpt stays`(
    status: Int, type: String, body: String, error: ArticleError
  ) async throws {
    let fixture = SyndicationFixture { request in
      guard request.url.hasSuffix("/post") else {
        return Self.excerpt(link: "\(StubNetwork.home)/post")
      }
      return HTTPReply(
        status: status, headers: ["Content-Type": type], body: Array(body.utf8), url: request.url)
    }
    let (articles, post) = try await opened(fixture)

    await #expect(throws: error) { try await articles.fetchArticle(post) }
    #expect(
      try await articles.storedArticle(post, from: nil).blocks.map(\.plain) == ["It begins …"])
  }

  @Test(
    arguments: [
      (404, 23, false), (404, 25, true), (503, 23, false), (nil, 0, false), (nil, 2, true),
      (200, 25, false),
    ] as [(Int?, Int, Bool)])
  func `a failed page is not fetched automatically for a day, or an hour without a network`(
    status: Int?, hours: Int, isMissing: Bool
  ) async throws {
    let folder = ScratchFolder()
    let fixture = SyndicationFixture(folder: folder.path) { request throws(TransportError) in
      guard request.url.hasSuffix("/post") else {
        return Self.excerpt(link: "\(StubNetwork.home)/post")
      }
      guard let status else { throw TransportError.notConnected }
      return HTTPReply(
        status: status, headers: ["Content-Type": "text/html"],
        body: status == 200 ? Array(Self.page.utf8) : [], url: request.url)
    }
    let (articles, post) = try await opened(fixture)
    #expect(await articles.entriesDueForPageFetch(among: [post]) == [post])
    _ = try? await articles.fetchArticle(post)

    fixture.stub.world.pass(.seconds(hours * 3_600))
    let again = try #require(try fixture.connection().articles)

    #expect(await again.entriesDueForPageFetch(among: [post]) == (isMissing ? [post] : []))
    let pauses = await again.webPageRetryTimes(among: [post])
    let pause = Duration.seconds((status == nil ? 1 : 24) * 3_600 - hours * 3_600)
    #expect(
      pauses
        == (isMissing || status == 200
          ? [:] : [post: fixture.stub.world.now.timeAdvanced(by: pause)]))
    withExtendedLifetime(folder) {}
  }

  @Test func `an entry without a link has no page`() async throws {
    let fixture = SyndicationFixture { _ in Self.feed("<title>A</title>") }
    let (articles, post) = try await opened(fixture)
    await #expect(throws: ArticleError.noAddress) { try await articles.fetchArticle(post) }
  }

  @Test
  func `cached articles and reading positions are read back from files until they are deleted`()
    throws
  {
    let folder = ScratchFolder()
    let cache = ArticleCache(folder: folder.path)
    let article = CachedArticle(
      html: "<p>a", url: "https://a.example/", title: "A", author: nil, site: "S",
      createdAt: Timestamp(milliseconds: 7000))
    try cache.storeArticle(article, of: .init("a/1"))
    try cache.storeArticlePosition(ArticlePosition(block: 2, share: 10), in: .init("a/1"))

    let again = ArticleCache(folder: folder.path)
    #expect(again.cachedArticle(of: .init("a/1")) == article)
    #expect(again.storedArticlePosition(in: .init("a/1")) == ArticlePosition(block: 2, share: 10))
    #expect(
      again.cachedArticle(of: .init("a/2")) == nil
        && again.storedArticlePosition(in: .init("a/2")) == nil
    )

    again.deleteAllArticles()
    #expect(folder.names == [] && cache.cachedArticle(of: .init("a/1")) == nil)
  }
}
