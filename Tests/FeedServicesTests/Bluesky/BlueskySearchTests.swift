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
  func `Bluesky is asked in its own language`(typed: String, queries: [String]) async throws {
    let fixture = BlueskyFixture(always: ["posts": []])

    _ = try await fixture.feeds.foundPosts(
      matching: SearchQuery(typed, in: StillWorld(now: FakeWorld.noon)), after: nil)

    #expect(fixture.asked == queries.map { "GET app.bsky.feed.searchPosts?\($0)&limit=50" })
  }
}
