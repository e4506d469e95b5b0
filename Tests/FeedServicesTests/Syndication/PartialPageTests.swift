import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedServices

/// Pages of streams whose feeds are still being fetched.
@Suite struct PartialPageTests {
  private static let count = 60
  private let folder = ScratchFolder()

  /// Somebody who follows feeds on servers of their own.
  private func fixture() async throws -> SyndicationFixture {
    let lines = (0..<Self.count).map { "https://h\($0).example/feed\n" }
    folder.write(Array(lines.joined().utf8), to: "urls")
    let fixture = SyndicationFixture(folder: folder.path) { request in
      let host = request.url.split(separator: "/").dropFirst().first ?? ""
      return SyndicationFixture.rss(["\(host) b", "\(host) a"])
    }
    try await fixture.signIn("~/urls")
    return fixture
  }

  @Test func `each partial page has all entries of the one before, and the last has no progress`()
    async throws
  {
    let fixture = try await fixture()
    let feeds = try fixture.connection().feeds
    var pages: [FeedPage] = []
    repeat {
      pages.append(try await feeds.latestPageOfAnsweredSources(of: .home))
    } while pages.last?.progress != nil

    for (earlier, later) in zip(pages, pages.dropFirst()) {
      #expect(Set(earlier.entries.map(\.id)).isSubset(of: later.entries.map(\.id)))
      #expect(!earlier.entries.isEmpty)
      #expect(earlier.progress?.total == Self.count)
      #expect(
        (later.progress?.finishedCount ?? Self.count) >= (earlier.progress?.finishedCount ?? 0))
    }
    for page in pages {
      let dates = page.entries.map(\.post.createdAt)
      #expect(dates == dates.sorted(by: >))
    }
    #expect(fixture.stub.asked.count == Self.count)
  }

  @Test func `older pages continue below the last partial page`() async throws {
    let fixture = try await fixture()
    let feeds = try fixture.connection().feeds
    var page = try await feeds.latestPageOfAnsweredSources(of: .home)
    while page.progress != nil { page = try await feeds.latestPageOfAnsweredSources(of: .home) }
    var ids = page.entries.map(\.id)
    while let cursor = page.older {
      page = try await feeds.feedPage(of: .home, .older(cursor))
      ids += page.entries.map(\.id)
    }

    #expect(ids.count == 2 * Self.count)
    #expect(Set(ids).count == 2 * Self.count)
  }

  @Test func `two concurrent readers fetch each feed once`() async throws {
    let fixture = try await fixture()
    let feeds = try fixture.connection().feeds

    async let one = feeds.feedPage(of: .home, .latest)
    async let other = feeds.feedPage(of: .home, .latest)
    let counts = try await [one.entries.count, other.entries.count]

    #expect(counts == [100, 100])
    #expect(fixture.stub.asked.count == Self.count)
  }

  @Test func `a feed's state is read without its entries, and stored beside them`() throws {
    let cache = WebFeedFileCache(folder: folder.path)
    var feed = CachedWebFeed()
    var webFeed = WebFeed()
    webFeed.name = "Fog"
    webFeed.flaw = WebFeedTextError(.tooDeep, at: LineAndColumn(line: 3, column: 7))
    webFeed.entries = [WebFeedEntry(id: "a"), WebFeedEntry(id: "b")]
    feed.mergeFetchedFeed(webFeed, at: Timestamp(milliseconds: 1_000_000_000_000))
    cache.storeWebFeed(feed, .init("x"))

    var head = cache.cachedWebFeedWithoutEntries(.init("x"))
    #expect(head.webFeed.name == "Fog")
    #expect(head.webFeed.flaw == WebFeedTextError(.tooDeep, at: LineAndColumn(line: 3, column: 7)))
    #expect(head.webFeed.entries.isEmpty)
    #expect(head.span == feed.span)
    head.tag = "\"1\""
    cache.storeFeedRefreshState(head, .init("x"))

    let whole = cache.cachedWebFeed(.init("x"))
    #expect(whole.tag == "\"1\"")
    #expect(whole.webFeed.entries == feed.webFeed.entries)
    #expect(cache.cachedWebFeedWithoutEntries(.init("none")) == CachedWebFeed())
  }

  @Test func `a feed that can be stored again is read from its file`() throws {
    let cache = WebFeedFileCache(folder: folder["feeds"])
    var feed = CachedWebFeed()
    feed.webFeed.entries = [WebFeedEntry(id: "a")]
    // A file in place of the folder.
    folder.write([], to: "feeds")
    cache.storeWebFeed(feed, .init("x"))
    #expect(cache.cachedWebFeed(.init("x")).webFeed.entries.map(\.id) == ["a"])

    unlink(folder["feeds"])
    feed.webFeed.entries = [WebFeedEntry(id: "b")]
    cache.storeWebFeed(feed, .init("x"))

    #expect(cache.cachedWebFeed(.init("x")).webFeed.entries.map(\.id) == ["b"])
    unlink("\(folder["feeds"])/x.json")
  }

  @Test func `a cache file of an earlier version is read, and rewritten with its entries`() throws {
    let text = #"{"name":"Fog","checked":5000,"items":[{"id":"a","title":"A","at":1000}]}"#
    folder.write(Array(text.utf8), to: "x.json")
    let cache = WebFeedFileCache(folder: folder.path)

    var head = cache.cachedWebFeedWithoutEntries(.init("x"))
    #expect(head.webFeed.name == "Fog")
    #expect(
      head.span?.upperBound == cache.cachedWebFeed(.init("x")).webFeed.entries.first?.writtenAt)
    head.problem = .unreachable
    cache.storeFeedRefreshState(head, .init("x"))

    #expect(cache.cachedWebFeed(.init("x")).webFeed.entries.map(\.id) == ["a"])
    #expect(cache.cachedWebFeedWithoutEntries(.init("x")).problem == .unreachable)
  }
}
