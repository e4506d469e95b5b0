import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// People, notices, tags and places in streams at a server.
@Suite struct MastodonPeopleTests {
  @Test func `a person is read with the relationship`() async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("relationships")
        ? .json([["id": "ada", "following": true]]) : .json(["id": "ada", "acct": "ada@x.example"])
    }

    let person = try await fixture.people.person(Person.ID("ada"))

    #expect(person.relationship == .followed)
    #expect(
      fixture.asked == [
        "GET /api/v1/accounts/ada", "GET /api/v1/accounts/relationships?id%5B%5D=ada",
      ])
  }

  @Test func `a profile comes with its header, dates and fields`() async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("relationships")
        ? .json([["id": "ada", "following": true]])
        : .json([
          "id": "ada", "acct": "ada", "created_at": "2019-04-02T00:00:00.000Z",
          "last_status_at": "2026-11-20", "header_static": "https://x.example/header.png",
          "fields": [
            [
              "name": "Site", "value": "<a href=\"https://ada.example\">ada.example</a>",
              "verified_at": "2020-01-01T00:00:00.000Z",
            ], ["name": "Pronouns", "value": "she/her", "verified_at": nil], ["name": "Empty"],
          ],
        ])
    }

    let person = try await fixture.people.person(Person.ID("ada"))

    let details = try #require(person.details)
    #expect(details.joinedAt == ISODate.parsedTimestamp("2019-04-02"))
    #expect(details.lastPostAt == ISODate.parsedTimestamp("2026-11-20"))
    #expect(details.fields.map(\.name) == ["Site", "Pronouns"])
    #expect(details.fields.map(\.value.plain) == ["ada.example", "she/her"])
    #expect(details.fields.map(\.isVerified) == [true, false])
    #expect(details.banner?.renditions.map(\.url) == ["https://x.example/header.png"])
    #expect(person.relationship == .followed)
  }

  @Test func `a profile with a missing header picture has none`() async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("relationships")
        ? .json([]) : .json(["id": "a", "acct": "a", "header": "https://x.example/missing.png"])
    }

    let person = try await fixture.people.person(Person.ID("a"))

    #expect(person.details == PersonDetails())
    #expect(person.details?.banner == nil)
  }

  @Test(
    arguments: [
      (.likers(Post.ID("1")), "/api/v1/statuses/1/favourited_by?limit=40"),
      (.boosters(Post.ID("1")), "/api/v1/statuses/1/reblogged_by?limit=40"),
      (.followers(Person.ID("1")), "/api/v1/accounts/1/followers?limit=40"),
      (.following(Person.ID("1")), "/api/v1/accounts/1/following?limit=40"),
      (.familiar(Person.ID("1")), "/api/v1/accounts/familiar_followers?id%5B%5D=1"),
      (.requests, "/api/v1/follow_requests?limit=40"),
      (.directory, "/api/v1/directory?limit=40&order=active&local=true"),
      (.matching("ada"), "/api/v2/search?q=ada&type=accounts&limit=40"),
      (
        .matching("ada@x.example"),
        "/api/v2/search?q=ada%40x.example&type=accounts&limit=40&resolve=true"
      ),
    ] as [(PeopleList, String)])
  func `each list of people is fetched with its API path`(list: PeopleList, path: String)
    async throws
  {
    let fixture = MastodonFixture(always: ["accounts": []])
    let plain = MastodonFixture(always: [])

    let page = try await fixture.people.people(.matching("x"), after: nil)
    _ = try await plain.people.people(list, after: nil)

    #expect(page == Page([]))
    #expect(plain.asked == ["GET \(path)"])
  }

  @Test func `familiar followers are read from their nested reply`() async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("familiar")
        ? .json([["id": "1", "accounts": [["id": "7", "acct": "ada"]]]]) : .json([])
    }

    let page = try await fixture.people.people(.familiar(Person.ID("1")), after: nil)

    #expect(page.elements.map(\.handle) == ["ada"] && page.nextCursor == nil)
  }

  @Test func `a person is looked up by handle`() async throws {
    let fixture = MastodonFixture(always: ["id": "7", "acct": "ada@x.example"])

    let person = try await fixture.people.person(called: "ada@x.example")

    #expect(person.id == Person.ID("7"))
    #expect(fixture.asked == ["GET /api/v1/accounts/lookup?acct=ada%40x.example"])
  }

  @Test(
    arguments: [
      ("Ada", "ada"), ("ada@home.example", "ada"), ("ada", "ada@home.example"),
      ("ada@x.example", "ada@x.example"), ("ada@example", "ada"),
    ])
  func `a person is searched for if handles cannot be looked up`(
    handle: String, told: String
  ) async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("lookup")
        ? .json(["error": "Record not found"], status: 404)
        : .json([
          "accounts": [
            ["id": "6", "acct": "ada2"], ["id": "7", "acct": .string(told)],
            ["id": "8", "acct": "ada@elsewhere.example"],
          ]
        ])
    }

    let person = try await fixture.people.person(called: handle)

    #expect(person.id == Person.ID("7"))
    #expect(fixture.asked.last?.hasSuffix("&type=accounts&limit=40&resolve=true") == true)
  }

  @Test(arguments: [404, 400, 500])
  func `an unknown handle is not found`(status: Int) async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("lookup")
        ? .json(["error": "Record not found"], status: status)
        : .json(["accounts": [["id": "6", "acct": "ada2"]]])
    }

    await #expect(throws: FeedError.notFound) {
      _ = try await fixture.people.person(called: "ada")
    }
  }

  @Test func `people are listed without relationships if those cannot be fetched`() async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("relationships")
        ? .json(["error": "x"], status: 500)
        : .json(
          [["id": "a"], ["id": "me"]], ["Link": "<https://home.example/?max_id=7>; rel=next"])
    }

    let page = try await fixture.people.people(.likers(Post.ID("1")), after: nil)
    _ = try await fixture.people.people(.likers(Post.ID("1")), after: page.nextCursor)

    #expect(page.elements.map(\.relationship) == [nil, .oneself])
    #expect(fixture.asked[2] == "GET /api/v1/statuses/1/favourited_by?limit=40&max_id=7")
  }

  @Test func `a list of likers without a Link header is complete`() async throws {
    let fixture = MastodonFixture(.gotosocial, always: [["id": "a"], ["id": "b"]])

    let page = try await fixture.people.people(.likers(Post.ID("1")), after: nil)

    #expect(page.nextCursor == nil)
  }

  @Test func `notifications are fetched page by page`() async throws {
    let notifications = try MastodonSample.json("notifications")
    let fixture = MastodonFixture(apiVersion: 1, always: notifications)

    let page = try await fixture.notifications.notifications(after: nil)
    _ = try await fixture.notifications.notifications(after: page.nextCursor)

    #expect(page.elements.count == 9)
    #expect(
      fixture.asked == [
        "GET /api/v1/notifications?limit=40", "GET /api/v1/notifications?limit=40&max_id=884101",
      ])
  }

  @Test func `hashtags are completed by search, or by trends for an empty text`() async throws {
    let search = try MastodonSample.json("search")
    let fixture = MastodonFixture { request in
      request.url.contains("trends") ? .json(["plain", ["name": "object"]]) : .json(search)
    }

    let found = try await fixture.completion.hashtags(matching: "can")
    let trending = try await fixture.completion.hashtags(matching: "")

    #expect(found == ["canal", "canalboats"])
    #expect(trending == ["plain", "object"])
    #expect(
      fixture.asked == [
        "GET /api/v2/search?q=can&type=hashtags&limit=40", "GET /api/v1/trends/tags?limit=20",
      ])
  }

  @Test func `the read position is stored for the home stream`() async throws {
    let markers = try MastodonSample.json("markers")
    let fixture = MastodonFixture(always: markers)

    let read = try await fixture.markers.lastReadEntry(in: .home)
    _ = try await fixture.markers.sendLastReadEntryUnlessConflict(FeedEntry.ID("9"), in: .home)
    let elsewhere = try await fixture.markers.lastReadEntry(in: .local)

    #expect(read == FeedEntry.ID("117649677948551175"))
    #expect(elsewhere == nil)
    #expect(
      fixture.asked == [
        "GET /api/v1/markers?timeline%5B%5D=home&timeline%5B%5D=notifications",
        "POST /api/v1/markers home[last_read_id]=9",
      ])
  }

  @Test
  func `read positions of stream and notifications share one request until one is set`()
    async throws
  {
    let fixture = MastodonFixture(always: try MastodonSample.json("markers"))
    func compare() async throws {
      #expect(try await fixture.markers.lastReadEntry(in: .home) != nil)
      #expect(
        try await fixture.markers.lastReadNotification() == .notice(Notification.ID("884190")))
    }

    try await compare()
    let atOnce = fixture.asked.count
    fixture.world.pass(.seconds(2))
    try await compare()
    _ = try await fixture.markers.sendLastReadEntryUnlessConflict(FeedEntry.ID("9"), in: .home)
    try await compare()

    #expect(atOnce == 1)
    #expect(fixture.asked.count { $0.hasPrefix("GET") } == 3)
  }

  @Test func `pictures are fetched without the token, and foreign ones from public hosts only`()
    async throws
  {
    let fixture = MastodonFixture { _ in HTTPReply(status: 200, body: [1, 2, 3]) }
    let size = PhotoSize(width: 1, height: 1)

    let away = try await fixture.photos.fetchPhotoBytes(
      of: .init(url: "https://files.example/1.jpg", size: size)
    ) { _ in }
    _ = try await fixture.photos.fetchPhotoBytes(
      of: .init(url: "https://home.example/1.jpg", size: size)
    ) { _ in }

    #expect(away == [1, 2, 3])
    #expect(fixture.transport.requests.map(\.allowedHosts) == [.publicHosts, .anywhere])
    #expect(fixture.transport.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func `Pixelfed's likers are paged by the cursor of its prev link`() async throws {
    let fixture = MastodonFixture(.pixelfed) { request in
      request.url.contains("relationships")
        ? .json([])
        : .json(
          [["id": "a"]], ["Link": "<https://home.example/x?limit=9&cursor=eyJ>; rel=\"prev\""])
    }

    let page = try await fixture.people.people(.likers(Post.ID("1")), after: nil)
    _ = try await fixture.people.people(.likers(Post.ID("1")), after: page.nextCursor)

    #expect(fixture.asked[2] == "GET /api/v1/statuses/1/favourited_by?limit=40&cursor=eyJ")
  }
}
