import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How posts are looked for at servers of the family.
@Suite struct MastodonSearchTests {
  private func query(_ typed: String) -> SearchQuery {
    SearchQuery(typed, by: "me@example.org", in: StillWorld(now: FakeWorld.noon))
  }

  @Test(arguments: [
    ("tea & more", "tea%20more"), ("\"late ferry\" -snow", "%22late%20ferry%22%20-snow"),
    ("from:ada@example.org has:photo", "from%3Aada%40example.org%20has%3Aimage"),
    ("tea has:link -has:poll lang:pt-BR", "tea%20has%3Alink%20-has%3Apoll%20language%3Apt-BR"),
    // Its days are those of a zone of its own: the rest is left to whoever reads the answer.
    ("tea since:2026-03-04", "tea%20after%3A2026-03-02"),
    ("tea until:2026-03-04", "tea%20before%3A2026-03-07"),
    ("tea #tram", "tea%20%23tram"), ("tea #tram,#bus", "tea"),
  ])
  func `search terms are translated into Mastodon's syntax`(typed: String, words: String)
    async throws
  {
    let fixture = MastodonFixture(always: ["statuses": []])

    _ = try await fixture.feeds.foundPosts(matching: query(typed), after: nil)

    #expect(fixture.asked == ["GET /api/v2/search?q=\(words)&type=statuses&limit=40"])
  }

  @Test(arguments: [
    ("#tram", "tram?limit=40"), ("#tram,#bus has:photo", "tram?limit=40&any%5B%5D=bus"),
    ("#a,b,c,d,e,f", "a?limit=40&any%5B%5D=b&any%5B%5D=c&any%5B%5D=d&any%5B%5D=e"),
    ("#tram #bus", "tram?limit=40"), ("from:ada #tram,#bus", "tram?limit=40&any%5B%5D=bus"),
  ])
  func `a search for tags alone uses the tag timeline`(typed: String, path: String) async throws {
    let fixture = MastodonFixture(.gotosocial, apiVersion: 0, always: [])

    _ = try await fixture.feeds.foundPosts(matching: query(typed), after: nil)

    #expect(fixture.asked == ["GET /api/v1/timelines/tag/\(path)"])
  }

  @Test(arguments: [MastodonSoftware.gotosocial, .pixelfed, .other])
  func `a server that searches words alone gets only the words`(software: MastodonSoftware)
    async throws
  {
    let fixture = MastodonFixture(software, always: ["statuses": []])

    _ = try await fixture.feeds.foundPosts(
      matching: query("tea from:ada -milk since:7d"), after: nil)
    let nothing = try await fixture.feeds.foundPosts(matching: query("from:ada"), after: nil)

    let filters = software == .other ? ["GET /api/v1/filters"] : []
    #expect(fixture.asked == filters + ["GET /api/v2/search?q=tea&type=statuses&limit=40"])
    #expect(nothing == Page([]))
  }

  @Test func `only a searched address is resolved at other servers`() async throws {
    let fixture = MastodonFixture(always: ["statuses": []])

    for typed in ["https://example.org/@ada/1", "from:ada@example.org"] {
      _ = try await fixture.feeds.foundPosts(matching: query(typed), after: nil)
    }

    #expect(fixture.asked.map { $0.hasSuffix("&resolve=true") } == [true, false])
  }

  @Test func `a found post's language is normalized`() async throws {
    let fixture = MastodonFixture { _ in
      .json([
        "statuses": [
          ["id": "1", "account": ["id": "ada", "acct": "ada"], "language": "pt-br"]
        ]
      ])
    }

    let page = try await fixture.feeds.foundPosts(matching: query("tea"), after: nil)

    #expect(page.elements.map(\.content.language) == ["pt-BR"])
  }
}
