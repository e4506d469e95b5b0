import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How streams are asked for, page by page.
@Suite struct MastodonFeedTests {
  @Test(
    arguments: [
      (.home, "/api/v1/timelines/home?limit=40"), (.photos, "/api/v1/timelines/home?limit=40"),
      (.local, "/api/v1/timelines/public?local=true&limit=40"),
      (.federated, "/api/v1/timelines/public?limit=40"),
      (.trending, "/api/v1/trends/statuses?limit=40"),
      (.tag("a/b c"), "/api/v1/timelines/tag/a%2Fb%20c?limit=40"),
      (
        .person(Person.ID("../7")),
        "/api/v1/accounts/..%2F7/statuses?limit=40&exclude_replies=true"
      ),
      (.answers(Person.ID("7")), "/api/v1/accounts/7/statuses?limit=40"),
      (.portfolio(Person.ID("7")), "/api/v1/accounts/7/statuses?limit=40&only_media=true"),
      (.likes, "/api/v1/favourites?limit=40"), (.bookmarks, "/api/v1/bookmarks?limit=40"),
      (.list(id: "7", name: "Friends"), "/api/v1/timelines/list/7?limit=40"),
    ] as [(Feed, String)])
  func `each stream is fetched with its API path`(feed: Feed, path: String) async throws {
    let fixture = MastodonFixture(always: [])

    let page = try await fixture.feeds.feedPage(of: feed, .latest)

    #expect(fixture.asked == ["GET \(path)"])
    #expect(page == FeedPage([], older: nil))
  }

  @Test(arguments: [[], ["3", "2"]] as [[String]])
  func `a home stream that the server is still building is marked as unfinished`(
    ids: [String]
  ) async throws {
    let fixture = MastodonFixture { _ in
      .json(.array(ids.map { MastodonPosts.post($0) }), status: 206)
    }

    let latest = try await fixture.feeds.feedPage(of: .home, .latest)
    let newer = try await fixture.feeds.feedPage(of: .home, .newer(FeedEntry.ID("1")))

    #expect(latest.isUnfinished)
    #expect(latest.entries.map(\.id.rawValue) == ids)
    #expect(newer.isUnfinished)
  }

  @Test(arguments: ["2%202", "2 2", "2+2"])
  func `the next page is fetched by the Link header's cursor, at the account's own server`(
    id: String
  ) async throws {
    let fixture = MastodonFixture { request in
      guard !request.url.contains("max_id") else { return .json(MastodonPosts.page("1")) }
      let link =
        "<https://evil.example/steal?token=1&max_id=\(id)&limit=40>; rel=\"next\", "
        + "<https://home.example/x?min_id=9>; rel=prev"
      return .json(MastodonPosts.page("3", "2"), ["Link": link])
    }

    let first = try await fixture.feeds.feedPage(of: .home, .latest)
    let second = try await fixture.feeds.feedPage(of: .home, .older(try #require(first.older)))

    #expect(first.entries.map(\.id.rawValue) == ["3", "2"])
    #expect(second.entries.map(\.id.rawValue) == ["1"])
    #expect(fixture.asked.last == "GET /api/v1/timelines/home?limit=40&max_id=2%202")
  }

  @Test(arguments: [[:], ["Link": "<https://home.example/1.css>; rel=preload; as=style"]])
  func `without a Link header a stream continues below its last id until a page is empty`(
    headers: [String: String]
  ) async throws {
    let headers = HTTPHeaders(headers.map { HTTPHeaders.HeaderLine(name: $0.key, value: $0.value) })
    let fixture = MastodonFixture(.snac) { request in
      .json(request.url.contains("max_id=%20%202") ? [] : MastodonPosts.page("3", "  2"), headers)
    }

    let first = try await fixture.feeds.feedPage(of: .local, .latest)
    let second = try await fixture.feeds.feedPage(of: .local, .older(try #require(first.older)))

    #expect(second == FeedPage([], older: nil))
  }

  @Test func `newer posts are fetched right above the given entry`() async throws {
    let fixture = MastodonFixture { request in
      .json(request.url.contains("min_id=3") ? MastodonPosts.page("5", "4", "3") : [])
    }

    let above = try await fixture.feeds.feedPage(of: .home, .newer(FeedEntry.ID("3")))
    let top = try await fixture.feeds.feedPage(of: .home, .newer(FeedEntry.ID("5")))

    #expect(above.entries.map(\.id.rawValue) == ["5", "4"])
    #expect(above.hasNewer)
    #expect(top == FeedPage([], older: nil))
    #expect(fixture.asked.first == "GET /api/v1/timelines/home?limit=40&min_id=3")
  }

  @Test(arguments: [Feed.likes, .bookmarks, .trending])
  func `newer posts of a stream that is not ordered by id are not requested`(feed: Feed) async {
    let fixture = MastodonFixture(always: [])

    await #expect(throws: FeedError.notFound) {
      try await fixture.feeds.feedPage(of: feed, .newer(FeedEntry.ID("3")))
    }
    #expect(fixture.asked == [])
  }

  @Test func `a page whose posts are all filtered is skipped`() async throws {
    let fixture = MastodonFixture { request in
      let hidden: JSON = [
        ["filter": ["filter_action": "hide", "context": ["home"], "title": "x"]]
      ]
      guard !request.url.contains("min_id=4") else { return .json(MastodonPosts.page("5")) }
      guard case .object(let members) = MastodonPosts.post("4") else { return .json([]) }
      return .json([.object(members + [.init(name: "filtered", value: hidden)])])
    }

    let page = try await fixture.feeds.feedPage(of: .home, .newer(FeedEntry.ID("3")))

    #expect(page.entries.map(\.id.rawValue) == ["5"])
    #expect(page.hasNewer)
  }

  @Test func `the photo stream gathers posts with photos from several pages`() async throws {
    let fixture = MastodonFixture { request in
      let number = request.url.split(separator: "=").last.flatMap { Int($0) } ?? 0
      guard request.url.contains("max_id"), number < 80 else {
        return .json([MastodonPosts.post("90"), MastodonPosts.post("79")])
      }
      return .json([
        MastodonPosts.post("\(number - 1)", photo: true), MastodonPosts.post("\(number - 2)"),
      ])
    }

    let page = try await fixture.feeds.feedPage(of: .photos, .latest)

    #expect(page.entries.map(\.id.rawValue) == ["78", "76", "74", "72"])
    #expect(fixture.asked.count == 5)
    #expect(page.older != nil)
  }

  @Test func `a reply that is no page of posts is a bad reply`() async {
    let fixture = MastodonFixture(always: ["note": "This is not a page"])

    await #expect(throws: FeedError.badReply) {
      try await fixture.feeds.feedPage(of: .home, .latest)
    }
  }

  @Test func `a conversation consists of the post, its ancestors and descendants`() async throws {
    let fixture = MastodonFixture { request in
      guard request.url.hasSuffix("/context") else { return .json(MastodonPosts.post("7")) }
      return .json([
        "ancestors": [nil, MastodonPosts.post("6")], "descendants": MastodonPosts.page("8"),
      ])
    }

    let conversation = try await fixture.feeds.conversation(of: Post.ID("7"))

    #expect(
      conversation.nodes.map { "\($0.depth) \($0.post.id.rawValue)" } == ["0 6", "0 7", "1 8"])
    #expect(fixture.asked == ["GET /api/v1/statuses/7", "GET /api/v1/statuses/7/context"])
  }

  @Test func `a conversation of thousands of posts is read with larger limits`()
    async throws
  {
    let count = 4_100
    let reply = JSON.object([
      .init(name: "ancestors", value: []),
      .init(
        name: "descendants",
        value: .array(
          (0..<count).map { place in
            let emoji = JSON.array(Array(repeating: 1, count: 100))
            return MastodonPosts.post("\(place + 10)").with("emojis", emoji)
          })),
    ])
    let fixture = MastodonFixture { request in
      request.url.hasSuffix("/context") ? .json(reply) : .json(MastodonPosts.post("7"))
    }

    let conversation = try await fixture.feeds.conversation(of: Post.ID("7"))

    #expect(count * 100 > JSONReader.defaultMaximumValues)
    #expect(conversation.nodes.count == count + 1)
    #expect(fixture.transport.requests.map(\.maximumBytes) == [8 << 20, 32 << 20])
  }

  @Test func `an audio without cover is not a photo, and can be played`() async throws {
    let sound = try MastodonSample.json("audio")["mastodon"]
    let post: JSON = ["id": "1", "account": ["id": "2"], "media_attachments": [sound]]
    let fixture = MastodonFixture { request in
      .json(request.url.contains("timelines") ? [post] : post)
    }

    let photos = try await fixture.feeds.feedPage(of: .photos, .latest)
    let details = try await fixture.photos.photoDetails(
      ofPhoto: Photo.ID("113500000000000901"), in: Post.ID("1"))

    #expect(photos.entries == [])
    #expect(details.film?.hasSuffix("/foghorn.mp3") == true)
  }
}
