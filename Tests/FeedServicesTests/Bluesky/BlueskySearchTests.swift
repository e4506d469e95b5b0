import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How posts are looked for at Bluesky.
@Suite struct BlueskySearchTests {
  @Test(arguments: [
    ("tea & more", ["q=tea%20more&sort=latest"]),
    ("\"late ferry\" -snow has:photo", ["q=%22late%20ferry%22&sort=latest"]),
    ("tea #tram", ["q=tea&sort=latest&tag=tram"]), ("#tram", ["q=%23tram&sort=latest&tag=tram"]),
    ("#tram,#bus", ["q=%23tram&sort=latest&tag=tram", "q=%23bus&sort=latest&tag=bus"]),
    (
      "tea #tram,#bus #sea",
      ["q=tea&sort=latest&tag=tram&tag=sea", "q=tea&sort=latest&tag=bus&tag=sea"]
    ),
    ("from:ada.example.org", ["q=from%3Aada.example.org&sort=latest&author=ada.example.org"]),
    (
      "tea lang:de since:2026-03-04 until:2026-03-04",
      [
        "q=tea&sort=latest&lang=de&since=2026-03-04T00%3A00%3A00Z&until=2026-03-05T00%3A00%3A00Z"
      ]
    ),
    // It wants a whole handle, and something to begin with.
    ("from:ada", []), ("has:photo", []), ("-tea", []),
  ])
  func `search terms are translated into Bluesky's query parameters`(
    typed: String, queries: [String]
  ) async throws {
    let fixture = BlueskyFixture(always: ["posts": []])

    _ = try await fixture.feeds.foundPosts(
      matching: SearchQuery(typed, in: StillWorld(now: FakeWorld.noon)), after: nil)

    #expect(fixture.asked == queries.map { "GET app.bsky.feed.searchPosts?\($0)&limit=50" })
  }

  @Test func `a search for two tags merges both results to their ends`() async throws {
    let pages: [String: JSON] = [
      "tag=tram&limit=50": ["posts": [BlueskyPosts.post("1")], "cursor": "a b"],
      "tag=tram&limit=50&cursor=a%20b": ["posts": [BlueskyPosts.post("3")]],
      "tag=bus&limit=50": ["posts": [BlueskyPosts.post("2"), BlueskyPosts.post("1")]],
    ]
    let fixture = BlueskyFixture { request in
      let page = pages.first { request.url.hasSuffix("&\($0.key)") }?.value
      return page.map { .json($0) } ?? .json([:], status: 400)
    }
    let query = SearchQuery("#tram,#bus", in: StillWorld(now: FakeWorld.noon))

    let first = try await fixture.feeds.foundPosts(matching: query, after: nil)
    let second = try await fixture.feeds.foundPosts(matching: query, after: first.nextCursor)

    #expect(first.elements.map(\.content.text.plain) == ["1", "2"])
    #expect(second.elements.map(\.content.text.plain) == ["3"])
    #expect(second.nextCursor == nil)
    #expect(fixture.asked.count == 3)
  }
}
