import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How streams, conversations and lists are asked for, page by page.
@Suite struct BlueskyFeedTests {
  private static let me = "did%3Aplc%3Arw2z722nef7snr45nz3o5jx7"

  @Test(
    arguments: [
      (.home, "app.bsky.feed.getTimeline?limit=50"),
      (.photos, "app.bsky.feed.getTimeline?limit=50"),
      (
        .tag("a b"),
        "app.bsky.feed.searchPosts?q=%23a%20b&tag=a%20b&sort=latest&limit=50"
      ),
      (
        .person(Person.ID("did:plc:a&b")),
        "app.bsky.feed.getAuthorFeed?actor=did%3Aplc%3Aa%26b&filter=posts_and_author_threads&limit=50"
      ),
      (
        .answers(Person.ID("a")),
        "app.bsky.feed.getAuthorFeed?actor=a&filter=posts_with_replies&limit=50"
      ),
      (
        .portfolio(Person.ID("a")),
        "app.bsky.feed.getAuthorFeed?actor=a&filter=posts_with_media&limit=50"
      ),
      (.likes, "app.bsky.feed.getActorLikes?actor=\(me)&limit=50"),
      (.bookmarks, "app.bsky.bookmark.getBookmarks?limit=50"),
      (
        .list(id: "at://did:plc:a/app.bsky.feed.generator/fog", name: "Fog"),
        "app.bsky.feed.getFeed?feed=at%3A%2F%2Fdid%3Aplc%3Aa%2Fapp.bsky.feed.generator%2Ffog&limit=50"
      ),
      (
        .list(id: "at://did:plc:a/app.bsky.graph.list/f", name: "Friends"),
        "app.bsky.feed.getListFeed?list=at%3A%2F%2Fdid%3Aplc%3Aa%2Fapp.bsky.graph.list%2Ff&limit=50"
      ),
    ] as [(Feed, String)])
  func `each stream is fetched with its XRPC method`(feed: Feed, call: String) async throws {
    let fixture = BlueskyFixture(always: ["feed": []])

    let page = try await fixture.feeds.feedPage(of: feed, .latest)

    #expect(fixture.asked == ["GET \(call)"])
    #expect(page == FeedPage([], older: nil))
    #expect(fixture.transport.requests.last?.headers["Authorization"] == "Bearer access-1")
  }

  @Test(arguments: [Feed.local, .federated, .trending])
  func `a stream that Bluesky lacks is not found`(feed: Feed) async {
    let fixture = BlueskyFixture(always: ["feed": []])

    await #expect(throws: FeedError.notFound) {
      try await fixture.feeds.feedPage(of: feed, .latest)
    }
  }

  @Test func `the next page is fetched with the cursor of the page before`() async throws {
    let fixture = BlueskyFixture { request in
      .json(
        request.url.contains("cursor=a%26b")
          ? BlueskyPosts.feed("1") : BlueskyPosts.feed("3", "2", cursor: "a&b"))
    }

    let first = try await fixture.feeds.feedPage(of: .home, .latest)
    let second = try await fixture.feeds.feedPage(of: .home, .older(try #require(first.older)))

    #expect(first.names == ["3", "2"])
    #expect(second.names == ["1"])
    #expect(second.older == nil)
    #expect(fixture.asked.last == "GET app.bsky.feed.getTimeline?limit=50&cursor=a%26b")
  }

  @Test func `an empty page with a cursor is skipped`() async throws {
    let fixture = BlueskyFixture { request in
      .json(
        request.url.contains("cursor")
          ? BlueskyPosts.feed("1") : BlueskyPosts.feed(cursor: "c"))
    }

    let page = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(page.names == ["1"])
  }

  @Test func `a server with endless empty pages is asked five times at most`() async throws {
    let fixture = BlueskyFixture { request in
      let number = request.url.split(separator: "=").last.flatMap { Int($0) } ?? 0
      return .json(BlueskyPosts.feed(cursor: .string("\(number + 1)")))
    }

    let page = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(page.entries == [])
    #expect(page.older != nil)
    #expect(fixture.asked.count == 5)
  }

  @Test func `newer posts are fetched from the top down to the known post`() async throws {
    let fixture = BlueskyFixture { request in
      .json(
        request.url.contains("cursor=c")
          ? BlueskyPosts.feed("4", "3", "2") : BlueskyPosts.feed("6", "5", "4", cursor: "c"))
    }

    let page = try await fixture.feeds.feedPage(
      of: .home, .newer(FeedEntry.ID(BlueskyPosts.uri("3"))))

    #expect(page.names == ["6", "5", "4"])
    #expect(!page.hasNewer)
    #expect(
      fixture.asked == [
        "GET app.bsky.feed.getTimeline?limit=50",
        "GET app.bsky.feed.getTimeline?limit=100&cursor=c",
      ])
  }

  @Test func `a request for newer posts yields an empty page if the known post is on top`()
    async throws
  {
    let fixture = BlueskyFixture(always: BlueskyPosts.feed("3", "2", cursor: "c"))

    let page = try await fixture.feeds.feedPage(
      of: .home, .newer(FeedEntry.ID(BlueskyPosts.uri("3"))))

    #expect(page == FeedPage([], older: nil))
    #expect(fixture.asked.count == 1)
  }

  @Test func `a known post that is not found within three pages is reported as not found`() async {
    let fixture = BlueskyFixture { request in
      let number = request.url.split(separator: "=").last.flatMap { Int($0) } ?? 0
      return .json(BlueskyPosts.feed("x\(number)", cursor: .string("\(number + 1)")))
    }

    await #expect(throws: FeedError.notFound) {
      try await fixture.feeds.feedPage(of: .home, .newer(FeedEntry.ID("gone")))
    }
    #expect(fixture.asked.count == 3)
  }

  @Test(
    arguments: [
      Feed.likes, .bookmarks,
      .list(id: "at://did:plc:a/app.bsky.feed.generator/fog", name: "Fog"),
    ])
  func `newer posts of a stream that is not ordered by time are not requested`(feed: Feed) async {
    let fixture = BlueskyFixture(always: ["feed": []])

    await #expect(throws: FeedError.notFound) {
      try await fixture.feeds.feedPage(of: feed, .newer(FeedEntry.ID("3")))
    }
    #expect(fixture.asked == [])
  }

  @Test func `the photo stream gathers posts with photos from several pages`() async throws {
    let fixture = BlueskyFixture { request in
      let number = request.url.split(separator: "=").last.flatMap { Int($0) } ?? 0
      return .json([
        "feed": [
          ["post": BlueskyPosts.post("p\(number)", photo: true)],
          ["post": BlueskyPosts.post("t\(number)")],
        ], "cursor": .string("\(number == 50 ? 1 : number + 1)"),
      ])
    }

    let page = try await fixture.feeds.feedPage(of: .photos, .latest)

    #expect(page.names == ["p50", "p1", "p2", "p3", "p4"])
    #expect(page.older != nil)
  }

  @Test func `an entry that occurs twice in a page is listed once`() async throws {
    let fixture = BlueskyFixture(always: BlueskyPosts.feed("2", "2", "1"))

    #expect(try await fixture.feeds.feedPage(of: .home, .latest).names == ["2", "1"])
  }

  @Test(arguments: ["error", "feed"])
  func `a reply that is no page of posts is a bad reply`(name: String) async {
    let fixture = BlueskyFixture(always: JSON.object([.init(name: name, value: "x")]))

    await #expect(throws: FeedError.badReply) {
      try await fixture.feeds.feedPage(of: .home, .latest)
    }
  }

  @Test func `a bookmark of a missing post is left out, the others are kept`() async throws {
    let fixture = BlueskyFixture(always: [
      "bookmarks": [
        [
          "item": [
            "$type": "app.bsky.feed.defs#notFoundPost", "uri": "at://a/b/c", "notFound": true,
          ]
        ], ["item": BlueskyPosts.post("1")],
      ]
    ])

    #expect(try await fixture.feeds.feedPage(of: .bookmarks, .latest).names == ["1"])
  }

  @Test func `a bookmark of a post whose author blocked the user is left out`() async throws {
    let fixture = BlueskyFixture(always: [
      "bookmarks": [
        [
          "item": [
            "$type": "app.bsky.feed.defs#blockedPost", "uri": "at://did:plc:a/b/c",
            "blocked": true, "author": ["did": "did:plc:a", "viewer": ["blockedBy": true]],
          ]
        ], ["item": BlueskyPosts.post("1")],
      ]
    ])

    #expect(try await fixture.feeds.feedPage(of: .bookmarks, .latest).names == ["1"])
  }

  @Test(
    arguments: [
      (.likers(Post.ID("at://x")), "app.bsky.feed.getLikes?uri=at%3A%2F%2Fx&limit=50", "likes"),
      (
        .boosters(Post.ID("at://x")), "app.bsky.feed.getRepostedBy?uri=at%3A%2F%2Fx&limit=50",
        "repostedBy"
      ),
      (
        .followers(Person.ID("did:a")), "app.bsky.graph.getFollowers?actor=did%3Aa&limit=50",
        "followers"
      ),
      (
        .following(Person.ID("did:a")), "app.bsky.graph.getFollows?actor=did%3Aa&limit=50",
        "follows"
      ),
      (
        .familiar(Person.ID("did:a")),
        "app.bsky.graph.getKnownFollowers?actor=did%3Aa&limit=50", "followers"
      ),
      (.suggested, "app.bsky.actor.getSuggestions?limit=50", "actors"),
      (.matching("ada"), "app.bsky.actor.searchActors?q=ada&limit=50", "actors"),
    ] as [(PeopleList, String, String)])
  func `each list of people is fetched with its XRPC method and cursor`(
    list: PeopleList, call: String, name: String
  ) async throws {
    let people: JSON = [["did": "did:plc:1"], ["actor": ["did": "did:plc:2"]], nil]
    let fixture = BlueskyFixture(
      always: JSON.object([
        .init(name: name, value: people), .init(name: "cursor", value: "n"),
      ]))

    let page = try await fixture.people.people(list, after: nil)
    _ = try await fixture.people.people(list, after: page.nextCursor)

    #expect(page.elements.map(\.id.rawValue) == ["did:plc:1", "did:plc:2"])
    #expect(fixture.asked == ["GET \(call)", "GET \(call)&cursor=n"])
  }

  @Test(arguments: [PeopleList.directory, .featured(Person.ID("did:a"))])
  func `a list of people that Bluesky lacks is not found, without a request`(list: PeopleList)
    async throws
  {
    let fixture = BlueskyFixture(always: ["actors": [["did": "did:plc:1"]]])

    await #expect(throws: FeedError.notFound) {
      try await fixture.people.people(list, after: nil)
    }
    #expect(fixture.asked == [])
  }
}

extension String {
  /// How often the part is in it.
  func components(of part: String) -> Int {
    indices.count { self[$0...].hasPrefix(part) }
  }
}
