import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How Unsplash is asked.
@Suite struct UnsplashCallTests {
  @Test(
    arguments: [
      (.photos, "/photos?page=1&per_page=30"),
      (
        .list(id: "topic/street life", name: "x"), "/topics/street%20life/photos?page=1&per_page=30"
      ),
      (.list(id: "collection/7", name: "x"), "/collections/7/photos?page=1&per_page=30"),
      (.tag("fog"), "/search/photos?query=fog&page=1&per_page=30"),
      (.person(Person.ID("../me")), "/users/..%2Fme/photos?page=1&per_page=30"),
    ] as [(Feed, String)])
  func `each stream is fetched with its Unsplash path and the API key`(feed: Feed, path: String)
    async throws
  {
    let fixture = UnsplashFixture(always: [])

    let page = try await fixture.feeds.feedPage(of: feed, .latest)

    let request = try #require(fixture.stub.transport.requests.first)
    #expect(fixture.stub.asked == ["GET \(path)"])
    #expect(request.headers["Authorization"] == "Client-ID canary")
    #expect(request.headers["Accept-Version"] == "v1")
    #expect(page == FeedPage([], older: nil))
  }

  @Test(arguments: [Feed.home, .trending, .likes, .list(id: "elsewhere/7", name: "x")])
  func `a stream that Unsplash lacks is not found, without a request`(feed: Feed) async {
    let fixture = UnsplashFixture(always: [])

    await #expect(throws: FeedError.notFound) {
      try await fixture.feeds.feedPage(of: feed, .latest)
    }
    #expect(fixture.stub.asked == [])
  }

  @Test func `pages are fetched until the reply names no next page`() async throws {
    let fixture = UnsplashFixture { request in
      let isLast = request.url.contains("page=2&")
      let link = "<https://evil.example/photos?page=9&client_id=x>; rel=\"next\""
      return .json(
        isLast ? UnsplashFixture.photos("c") : UnsplashFixture.photos("a", "b", "a"),
        isLast ? [:] : ["Link": link])
    }

    let first = try await fixture.feeds.feedPage(of: .photos, .latest)
    let second = try await fixture.feeds.feedPage(of: .photos, .older(try #require(first.older)))

    #expect(first.entries.map(\.id.rawValue) == ["a", "b"])
    #expect(second.entries.map(\.id.rawValue) == ["c"])
    #expect(second.older == nil)
    #expect(
      fixture.stub.asked == ["GET /photos?page=1&per_page=30", "GET /photos?page=2&per_page=30"])
  }

  @Test(arguments: [
    ("tea & co", ["GET /search/photos?query=tea%20co&page=1&per_page=30"]),
    ("#tram snow", ["GET /search/photos?query=snow%20tram&page=1&per_page=30"]),
    ("has:photo", []),
  ])
  func `search terms are translated into Unsplash's query`(typed: String, calls: [String])
    async throws
  {
    let fixture = UnsplashFixture(always: [])

    _ = try await fixture.feeds.foundPosts(
      matching: SearchQuery(typed, in: StillWorld()), after: nil)

    #expect(fixture.stub.asked == calls)
  }

  @Test func `a search counts its pages up to the stated total`() async throws {
    let fixture = UnsplashFixture { request in
      .json([
        "total_pages": 2,
        "results": UnsplashFixture.photos(request.url.contains("page=2") ? "b" : "a"),
      ])
    }

    let first = try await fixture.feeds.foundPosts(matching: "fog", after: nil)
    let second = try await fixture.feeds.foundPosts(matching: "fog", after: first.nextCursor)

    #expect(first.nextCursor == Cursor("2"))
    #expect(second.elements.map(\.id.rawValue) == ["b"])
    #expect(second.nextCursor == nil)
  }

  @Test func `an empty page is the last one, whatever its Link header says`() async throws {
    let fixture = UnsplashFixture(always: [], ["Link": "<https://home.example/?page=2>; rel=next"])

    let page = try await fixture.feeds.feedPage(of: .photos, .older(Cursor("99")))

    #expect(page.older == nil)
  }

  @Test(arguments: ["", "x", "-3", "0"])
  func `an invalid cursor leads to the first page`(cursor: String) async throws {
    let fixture = UnsplashFixture(always: [])

    _ = try await fixture.feeds.feedPage(of: .photos, .older(Cursor(cursor)))

    #expect(fixture.stub.asked == ["GET /photos?page=1&per_page=30"])
  }

  @Test func `newer photos cannot be requested`() async {
    let fixture = UnsplashFixture(always: [])

    await #expect(throws: FeedError.notFound) {
      try await fixture.feeds.feedPage(of: .photos, .newer(FeedEntry.ID("a")))
    }
    #expect(fixture.stub.asked == [])
  }

  @Test func `people are fetched by user name, and searched for`() async throws {
    let fixture = UnsplashFixture { request in
      request.url.contains("search")
        ? .json(["results": [["username": "ada"], ["name": "nobody"]], "total_pages": 1])
        : .json([
          "username": "ada", "name": " Ada ", "followers_count": 3, "following_count": 4,
          "total_photos": 5, "bio": "Fog.", "location": "Ghent",
        ])
    }

    let ada = try await fixture.people.person(Person.ID("ada"))
    let found = try await fixture.people.people(.matching("ada"), after: nil)

    #expect(ada.name == "Ada")
    #expect(ada.bio.plain == "Fog.\nGhent")
    #expect(ada.counts == .init(followers: 3, following: 4, posts: 5))
    #expect(found.elements.map(\.handle) == ["ada"])
    #expect(
      fixture.stub.asked == ["GET /users/ada", "GET /search/users?query=ada&page=1&per_page=30"])
  }

  @Test func `a guest's own person and stream are empty, without a request`() async throws {
    let fixture = UnsplashFixture(always: [])

    let me = try await fixture.people.person(UnsplashConnection.guestID)
    let mine = try await fixture.feeds.feedPage(of: .person(me.id), .latest)

    #expect(me.relationship == .oneself)
    #expect(mine == FeedPage([], older: nil))
    #expect(fixture.stub.asked == [])
  }

  @Test func `a photo's conversation is the photo alone`() async throws {
    let fixture = UnsplashFixture(always: UnsplashFixture.photo("a"))

    let conversation = try await fixture.feeds.conversation(of: Post.ID("a"))

    #expect(conversation.nodes.map(\.post.id) == [Post.ID("a")])
    #expect(fixture.stub.asked == ["GET /photos/a"])
  }

  @Test func `views are read from the statistics if the photo lacks them`() async throws {
    let statistics = try ServiceSample.json("Unsplash/photo_statistics")
    let fixture = UnsplashFixture { request in
      request.url.contains("statistics")
        ? .json(statistics) : .json(["id": "a", "downloads": 7])
    }

    let details = try await fixture.photos.photoDetails(ofPhoto: Photo.ID("a"), in: Post.ID("a"))

    #expect(details.views == 91823)
    #expect(details.downloads == 7)
    #expect(fixture.stub.asked == ["GET /photos/a", "GET /photos/a/statistics?quantity=1"])
  }

  @Test func `photo details are read without statistics`() async throws {
    let fixture = UnsplashFixture { request in
      request.url.contains("statistics")
        ? .json(["errors": ["Gone"]], status: 404) : .json(["id": "a", "downloads": 7])
    }

    let details = try await fixture.photos.photoDetails(ofPhoto: Photo.ID("a"), in: Post.ID("a"))

    #expect(details.views == nil)
    #expect(details.downloads == 7)
  }

  @Test func `a saved photo is reported to the address in the reply`() async throws {
    let place = "https://home.example/photos/a/download?ixid=x%3D1&y"
    let fixture = UnsplashFixture(always: ["links": ["download_location": .string(place)]])

    try await fixture.photos.notifyServiceOfSavedPhoto(Photo.ID("a"), in: Post.ID("a"))

    #expect(fixture.stub.asked == ["GET /photos/a", "GET /photos/a/download?ixid=x%3D1&y"])
    #expect(fixture.stub.transport.requests[1].headers["Authorization"] == "Client-ID canary")
  }

  @Test func `a saved photo is not reported to a foreign host`() async throws {
    let fixture = UnsplashFixture(always: [
      "links": ["download_location": "https://home.example.evil.example/photos/a/download"]
    ])

    try await fixture.photos.notifyServiceOfSavedPhoto(Photo.ID("a"), in: Post.ID("a"))

    #expect(fixture.stub.asked == ["GET /photos/a"])
  }

  @Test func `a picture is fetched from its address without the API key`() async throws {
    let fixture = UnsplashFixture { _ in HTTPReply(status: 200, body: [1, 2]) }
    let url = "https://images.example/a?ixid=1&w=200"

    let bytes = try await fixture.photos.fetchPhotoBytes(
      of: .init(url: url, size: PhotoSize(width: 1, height: 1))
    ) { _ in }

    let request = try #require(fixture.stub.transport.requests.first)
    #expect(bytes == [1, 2])
    #expect(request.url == url)
    #expect(request.allowedHosts == .publicHosts)
    #expect(request.headers["Authorization"] == nil)
  }
}
