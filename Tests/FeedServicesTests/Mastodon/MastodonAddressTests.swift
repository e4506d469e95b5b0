import FeedDomain
import Testing

@testable import FeedServices

/// Posts and people by the addresses of their pages.
@Suite struct MastodonAddressTests {
  @Test(arguments: [
    // Mastodon.
    "https://example.social/@ada/109800000000000101", "https://www.example.social/@ada/10980/",
    "https://example.social/users/ada/statuses/109800000000000101",
    "https://example.social/ap/users/115/statuses/116",
    "https://home.example/@ada@example.social/10980?x=1#y",
    // Akkoma, Misskey, GoToSocial, Takahē, Threads, Pixelfed, snac.
    "https://akkoma.example/notice/AbCdEfGhIjKlMnOpQr",
    "https://akkoma.example/objects/9b4b4a48-7f7a-4a57-9a0d-0d3f4c7f2f10",
    "https://misskey.example/notes/9abcdefghi",
    "https://gts.example/@ada/statuses/01HXYZABCDEFGHJKMNPQRSTVWX",
    "https://takahe.example/@ada@example.org/posts/123456/",
    "https://threads.example/@ada/post/C_abc-1", "https://pixelfed.example/p/ada/5123",
    "http://127.0.0.1:8080/ada/p/1732550400.123456",
    // Friendica, Mitra.
    "https://friendica.example/display/a85d7459-1562-b3c0-7a42-9b1f5e6d4c21",
    "https://mitra.example/post/018c1d7e-2f3a-7b4c-8d5e-6f708192a3b4",
  ])
  func `Mastodon links to posts are recognised by their form`(address: String) {
    #expect(MastodonFixture(always: []).addresses.linkKind(of: address) == .post)
  }

  @Test(arguments: [
    "https://example.social/@ada", "https://example.social/@ada@example.org/",
    "https://example.social/users/ada", "HTTPS://Example.Social/%40ada",
  ])
  func `Mastodon links to people are recognised by their form`(address: String) {
    #expect(MastodonFixture(always: []).addresses.linkKind(of: address) == .person)
  }

  @Test(arguments: [
    "https://example.social", "https://example.social/about", "https://example.social/tags/tram",
    "https://example.org/2026/11/25", "https://medium.com/@ada", "https://www.youtube.com/@ada",
    "https://example.social/@ada/with_replies", "https://example.social/@ada/followers",
    "https://photos.example/ada/p/Cabc", "https://example.org/notes/tea", "ftp://a.example/@ada",
    "https://ada@example.social/@ada", "@ada@example.social", "example.social/@ada", "",
    "https:///@ada", "https://example.social/@ada/1\u{7}2345",
  ])
  func `other addresses are left to the browser`(address: String) {
    #expect(MastodonFixture(always: []).addresses.linkKind(of: address) == nil)
  }

  @Test func `a link to a post is resolved by the user's server`() async throws {
    let page = "https://example.social/@ada/12345"
    let fixture = MastodonFixture(always: ["statuses": [Self.status("7", at: page)]])

    let found = try await fixture.addresses.linkDestination(of: page)

    guard case .post(let post) = found else { return #expect(Bool(false), "\(found)") }
    #expect(post.id == Post.ID("7"))
    #expect(
      fixture.asked == [
        "GET /api/v2/search?q=https%3A%2F%2Fexample.social%2F%40ada%2F12345&type=statuses"
          + "&resolve=true&limit=5"
      ])
  }

  @Test func `a link to a person is resolved with the relationship`() async throws {
    let sample = try MastodonSample.json("search")
    let fixture = MastodonFixture { request in
      switch request.url {
      case let url where url.contains("search"): .json(sample)
      case let url where url.contains("relationships"):
        .json([["id": "109800000000000101", "following": true]])
      default: .json(sample["accounts"].array[0])
      }
    }

    let found = try await fixture.addresses.linkDestination(of: "https://example.social/@mira")

    guard case .person(let mira) = found else { return #expect(Bool(false), "\(found)") }
    #expect(mira.id == Person.ID("109800000000000101") && mira.relationship == .followed)
  }

  @Test func `a search result with another address does not resolve a link`() async throws {
    let other = Self.status("8", at: "https://other.example/@bo/54321")
    let page = "https://example.social/@ada/12345"

    for statuses in [[], [other], [Self.status("1", at: page + "6"), other]] as [[JSON]] {
      let fixture = MastodonFixture(always: ["statuses": .array(statuses)])
      await #expect(throws: FeedError.notFound) {
        try await fixture.addresses.linkDestination(of: page)
      }
    }
  }

  @Test func `a post's ActivityPub address resolves to the post`() async throws {
    let fixture = MastodonFixture(
      always: ["statuses": [Self.status("7", at: "https://example.social/@ada/12345")]])

    let found = try await fixture.addresses.linkDestination(
      of: "https://example.social/users/ada/statuses/12345")

    guard case .post(let post) = found else { return #expect(Bool(false), "\(found)") }
    #expect(post.id == Post.ID("7"))
  }

  @Test func `a link to the user's own server is looked up there without resolving`() async throws {
    let fixture = MastodonFixture(always: Self.status("12345", at: "https://x.example/@ada/9"))

    _ = try await fixture.addresses.linkDestination(
      of: "https://home.example/@ada@x.example/12345")
    _ = try await fixture.addresses.linkDestination(of: "https://home.example/@ada@x.example")

    #expect(fixture.asked.first == "GET /api/v1/statuses/12345")
    #expect(fixture.asked.contains("GET /api/v1/accounts/lookup?acct=ada%40x.example"))
    #expect(!fixture.asked.contains { $0.contains("resolve") })
  }

  @Test func `a person who cannot be resolved by address is searched by handle`() async throws {
    let ada: JSON = ["id": "9", "acct": "ada@x.example", "url": "https://x.example/users/ada"]
    // As snac answers: of others it knows nothing by their name, and finds them by their handle.
    let fixture = MastodonFixture(.snac) { request in
      let url = request.url
      if url.contains("/lookup") { return HTTPReply(status: 404, headers: [:], body: []) }
      if url.contains("relationships") { return .json([["id": "9", "following": true]]) }
      let isHandle = url.contains("q=ada%40x.example")
      return .json(["accounts": isHandle ? [ada] : [], "statuses": []])
    }

    for page in ["https://x.example/@ada", "https://x.example/users/ada"] {
      let found = try await fixture.addresses.linkDestination(of: page)

      guard case .person(let person) = found else { return #expect(Bool(false), "\(found)") }
      #expect(person.id == Person.ID("9"))
    }
  }

  @Test func `at snac a person's page is at the root of the server`() async throws {
    let sol: JSON = ["id": "5", "acct": "sol@home.example", "url": "https://home.example/sol"]
    let fixture = MastodonFixture(.snac, always: sol)
    let page = "https://home.example/sol"

    #expect(fixture.addresses.linkKind(of: page) == .person)
    #expect(fixture.addresses.linkKind(of: "https://x.example/sol") == nil)
    #expect(MastodonFixture(always: sol).addresses.linkKind(of: page) == nil)
    let found = try await fixture.addresses.linkDestination(of: page)

    guard case .person(let person) = found else { return #expect(Bool(false), "\(found)") }
    #expect(person.id == Person.ID("5"))
    #expect(fixture.asked.first == "GET /api/v1/accounts/lookup?acct=sol")
  }

  private static func status(_ id: String, at page: String) -> JSON {
    [
      "id": .string(id), "url": .string(page), "uri": .string(page + "#uri"),
      "created_at": "2026-11-20T18:00:00Z", "acct": "ada@x.example",
      "account": ["id": "ada", "acct": "ada@x.example"],
    ]
  }
}
