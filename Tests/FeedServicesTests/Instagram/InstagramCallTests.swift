import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How Instagram is asked.
@Suite struct InstagramCallTests {
  let key = OutboxItem.ID("key")

  @Test(arguments: [Feed.photos, .person(InstagramFixture.account.person)])
  func `the user's media are requested with their fields, and the token in a header`(
    feed: Feed
  ) async throws {
    let fixture = InstagramFixture(always: try ServiceSample.json("Instagram/media_page"))

    let page = try await fixture.feeds.feedPage(of: feed, .latest)

    let request = try #require(fixture.stub.transport.requests.first)
    #expect(page.entries.count == 3)
    #expect(fixture.asked == ["GET /v25.0/me/media?limit=25"])
    #expect(request.url.contains("fields=id%2Ccaption%2Cmedia_type%2Cmedia_url%2C"))
    #expect(request.url.contains("children%7Bid%2Cmedia_type"))
    #expect(request.headers["Authorization"] == "Bearer canary")
    #expect(!request.url.contains("canary"))
  }

  @Test func `the next page is requested by its cursor`() async throws {
    let page = try ServiceSample.json("Instagram/media_page")
    let fixture = InstagramFixture { request in
      .json(request.url.contains("after=") ? ["data": page["data"]] : page)
    }

    let first = try await fixture.feeds.feedPage(of: .photos, .latest)
    let second = try await fixture.feeds.feedPage(of: .photos, .older(try #require(first.older)))

    #expect(first.older == Cursor("SU5WRU5URURfQUZURVI"))
    #expect(second.older == nil)
    #expect(fixture.asked.last == "GET /v25.0/me/media?limit=25&after=SU5WRU5URURfQUZURVI")
    #expect(!fixture.stub.log.facts.joined().contains("INVENTED"))
  }

  @Test func `a refused field is left out of a second request`() async throws {
    let page = try ServiceSample.json("Instagram/media_page")
    let fixture = InstagramFixture { request in
      request.url.contains("alt_text")
        ? .json(InstagramFixture.failure(100), status: 400) : .json(page)
    }

    let read = try await fixture.feeds.feedPage(of: .photos, .latest)

    #expect(read.entries.count == 3)
    #expect(fixture.asked.count == 2)
  }

  @Test(arguments: [Feed.home, .trending, .likes, .tag("x"), .person(Person.ID("9"))])
  func `a stream that Instagram lacks is not found, without a request`(feed: Feed) async {
    let fixture = InstagramFixture(always: [:])

    #expect(await failure { try await fixture.feeds.feedPage(of: feed, .latest) } == .notFound)
    #expect(
      await failure { try await fixture.feeds.feedPage(of: .photos, .newer(FeedEntry.ID("1"))) }
        == .notFound)
    #expect(fixture.asked == [])
  }

  @Test(arguments: ["17900000000000001", "17900000000000001/17870000000000001"])
  func `a conversation is a medium with its comments`(id: String) async throws {
    let medium = try ServiceSample.json("Instagram/media_page")["data"][0]
    let comments = try ServiceSample.json("Instagram/media_comments")
    let fixture = InstagramFixture { request in
      .json(request.url.contains("/comments") ? comments : medium)
    }

    let conversation = try await fixture.feeds.conversation(of: Post.ID(id))

    #expect(conversation.focus == Post.ID(id))
    #expect(conversation.nodes.map(\.depth) == [0, 1, 1])
    #expect(
      fixture.asked == [
        "GET /v25.0/17900000000000001", "GET /v25.0/17900000000000001/comments?limit=50",
      ])
  }

  @Test func `photo details have the original and the insights`() async throws {
    let insights = try ServiceSample.json("Instagram/media_insights")
    let fixture = InstagramFixture { request in
      .json(
        request.url.contains("/insights")
          ? insights : ["media_type": "IMAGE", "media_url": "https://x.example/1.jpg"])
    }

    let details = try await fixture.photos.photoDetails(ofPhoto: Photo.ID("12"), in: Post.ID("1"))

    #expect(details.original == "https://x.example/1.jpg")
    #expect(details.film == nil)
    #expect(details.insights.count == 2)
    #expect(
      fixture.asked == [
        "GET /v25.0/12",
        "GET /v25.0/1/insights?metric=reach%2Csaved%2Cshares%2Cviews%2Ctotal_interactions"
          + "%2Cfollows%2Cprofile_visits%2Cprofile_activity%2Creposts",
      ])
  }

  @Test func `refused insights are requested again with one metric, and details are still read`()
    async throws
  {
    let fixture = InstagramFixture { request in
      request.url.contains("/insights")
        ? .json(InstagramFixture.failure(100), status: 400)
        : .json(["media_type": "VIDEO", "media_url": "https://x.example/1.mp4"])
    }

    let details = try await fixture.photos.photoDetails(ofPhoto: Photo.ID("1"), in: Post.ID("1"))

    #expect(details.film == "https://x.example/1.mp4")
    #expect(details.original == nil)
    #expect(details.insights == [])
    #expect(fixture.asked.last == "GET /v25.0/1/insights?metric=reach")
  }

  @Test(arguments: [403, 404, 410])
  func `an expired picture address is requested again once`(status: Int) async throws {
    let fixture = InstagramFixture { request in
      if request.url.contains("old.jpg") { return HTTPReply(status: status) }
      if request.url.contains("new.jpg") { return HTTPReply(status: 200, body: [7]) }
      return .json(["media_type": "IMAGE", "media_url": "https://x.example/new.jpg"])
    }
    let size = PhotoSize(width: 1, height: 1)

    let bytes = try await fixture.photos.fetchPhotoBytes(
      of: .init(url: "https://x.example/old.jpg#12", size: size)
    ) { _ in }

    #expect(bytes == [7])
    #expect(
      fixture.asked == [
        "GET https://x.example/old.jpg", "GET /v25.0/12", "GET https://x.example/new.jpg",
      ])
    #expect(fixture.stub.transport.requests[2].headers["Authorization"] == nil)
    #expect(fixture.stub.transport.requests[2].allowedHosts == .publicHosts)
  }

  @Test func `an expired picture address that stays the same is not retried`() async {
    let fixture = InstagramFixture { request in
      request.url.contains("old.jpg")
        ? HTTPReply(status: 404)
        : .json(["media_type": "IMAGE", "media_url": "https://x.example/old.jpg"])
    }

    let error = await failure {
      try await fixture.photos.fetchPhotoBytes(
        of: .init(
          url: "https://x.example/old.jpg#12", size: PhotoSize(width: 1, height: 1))
      ) { _ in }
    }

    #expect(error == .notFound)
    #expect(fixture.asked.count == 2)
  }

  @Test(
    arguments: [
      (InstagramFixture.failure(190), .signedOut), (InstagramFixture.failure(102), .signedOut),
      (InstagramFixture.failure(1), .serverFailed(503)),
      (InstagramFixture.failure(7, ("is_transient", true)), .serverFailed(503)),
      (InstagramFixture.failure(100, ("error_subcode", 33)), .notFound),
      (InstagramFixture.failure(10), .refused("No")),
      (InstagramFixture.failure(368, ("error_user_msg", "Blocked.")), .refused("Blocked.")),
    ] as [(JSON, FeedError)])
  func `each error code maps to its error`(json: JSON, error: FeedError) async {
    let fixture = InstagramFixture(always: json, status: 400)

    #expect(await failure { try await fixture.feeds.feedPage(of: .photos, .latest) } == error)
  }

  @Test func `the recorded expired-token failure signs the account out`() async throws {
    let fixture = InstagramFixture(
      always: try ServiceSample.json("Instagram/error_190_expired"), status: 400)

    #expect(
      await failure { try await fixture.feeds.feedPage(of: .photos, .latest) } == .signedOut)
  }

  @Test(arguments: [4, 17, 32, 613, 80_002])
  func `a rate-limit code pauses requests`(code: Int) async {
    let fixture = InstagramFixture(always: InstagramFixture.failure(code), status: 400)

    _ = await failure { try await fixture.feeds.feedPage(of: .photos, .latest) }
    let second = await failure { try await fixture.feeds.feedPage(of: .photos, .latest) }

    #expect(second == .rateLimited(until: fixture.stub.world.now.timeAdvanced(by: .seconds(30))))
    #expect(fixture.asked.count == 1)
  }
}
