import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How Flickr is asked.
@Suite struct FlickrCallTests {
  private static let search = "media=photos safe_search=1"

  @Test(
    arguments: [
      (.trending, "interestingness.getList page=1"),
      (.tag("night tram"), "photos.search tags=night tram \(search) page=1"),
      (.person(Person.ID("9@N1")), "people.getPublicPhotos user_id=9@N1 page=1"),
      (.likes, "favorites.getList user_id=90000009@N09 page=1"),
      (
        .nearby(Place(name: "Ghent", latitude: 51.05382, longitude: -3.72501)),
        "photos.search lat=51.05 lon=-3.73 radius=10 radius_units=km min_upload_date=1763596800"
          + " sort=interestingness-desc \(search) page=1"
      ),
    ] as [(Feed, String)])
  func `each stream is fetched with its Flickr method`(feed: Feed, call: String) async throws {
    let fixture = FlickrFixture(always: FlickrFixture.page([], pages: 0))

    let page = try await fixture.feeds.feedPage(of: feed, .latest)

    #expect(fixture.asked == [call])
    #expect(page == FeedPage([], older: nil))
  }

  @Test func `a signed request names its format, page size and extras, and not its secrets`()
    async throws
  {
    let fixture = FlickrFixture(always: FlickrFixture.page([], pages: 0))

    _ = try await fixture.feeds.feedPage(of: .trending, .latest)

    let request = try #require(fixture.stub.transport.requests.first)
    let fields = Dictionary(request.flickrFields) { $1 }
    #expect(request.url.hasPrefix("https://home.example/services/rest/?method="))
    #expect(fields["format"] == "json")
    #expect(fields["nojsoncallback"] == "1")
    #expect(fields["per_page"] == "30")
    #expect(fields["extras"]?.contains("url_z") == true)
    #expect(fields["api_key"] == nil)
    #expect(request.headers["Authorization"]?.hasPrefix("OAuth ") == true)
    #expect(request.headers["Authorization"]?.contains("canary") == false)
  }

  @Test func `a guest's request carries the API key unsigned, and hides it in descriptions`()
    async throws
  {
    let fixture = FlickrFixture(isSignedIn: false, always: FlickrFixture.page([], pages: 0))

    _ = try await fixture.feeds.feedPage(of: .trending, .latest)

    let request = try #require(fixture.stub.transport.requests.first)
    #expect(request.flickrFields.last?.1 == "the-key")
    #expect(request.headers["Authorization"] == nil)
    #expect(!"\(request)".contains("the-key"))
  }

  @Test(arguments: [Feed.local, .bookmarks, .photos, .list(id: "1", name: "x")])
  func `a stream that Flickr lacks is not found, without a request`(feed: Feed) async {
    let fixture = FlickrFixture(always: [])

    await #expect(throws: FeedError.notFound) {
      try await fixture.feeds.feedPage(of: feed, .latest)
    }
    #expect(fixture.asked == [])
  }

  @Test func `a guest has no stream of likes`() async {
    let fixture = FlickrFixture(isSignedIn: false, always: [])

    await #expect(throws: FeedError.notFound) {
      try await fixture.feeds.feedPage(of: .likes, .latest)
    }
  }

  @Test func `later pages of nearby photos keep the date range of the first page, without repeats`()
    async throws
  {
    let place = Feed.nearby(Place(name: "", latitude: 51, longitude: 3))
    let fixture = FlickrFixture(always: FlickrFixture.page(["a", "b", "a"], pages: 2))

    let first = try await fixture.feeds.feedPage(of: place, .latest)
    fixture.stub.world.pass(.seconds(2 * 86_400))
    let second = try await fixture.feeds.feedPage(of: place, .older(try #require(first.older)))

    #expect(first.entries.map(\.id.rawValue) == ["a", "b"])
    #expect(second.older == nil)
    #expect(fixture.asked[1] == fixture.asked[0].replacing("page=1", with: "page=2"))
  }

  @Test(arguments: [
    ("tea & co", ["photos.search text=tea co \(search) page=1"]),
    ("#tram,#bus snow", ["photos.search text=snow tags=tram,bus \(search) page=1"]),
    ("from:ada since:7d", []),
  ])
  func `search terms are translated into Flickr's arguments`(typed: String, calls: [String])
    async throws
  {
    let fixture = FlickrFixture(always: FlickrFixture.page([], pages: 0))

    _ = try await fixture.feeds.foundPosts(
      matching: SearchQuery(typed, in: StillWorld()), after: nil)

    #expect(fixture.asked == calls)
  }

  @Test func `a search ends at Flickr's limit of results, other streams go on`() async throws {
    let fixture = FlickrFixture(always: FlickrFixture.page(["a"], pages: 9000))

    let near = try await fixture.feeds.foundPosts(matching: "x", after: Cursor("132 0"))
    let last = try await fixture.feeds.foundPosts(matching: "x", after: Cursor("133 0"))
    let trending = try await fixture.feeds.feedPage(of: .trending, .older(Cursor("133 0")))

    #expect(near.nextCursor == Cursor("133 0"))
    #expect(last.nextCursor == nil)
    #expect(trending.older == Cursor("134 0"))
  }

  @Test(arguments: ["", "x y", "0 0", "-1 5", "7", "99999999999999999999 1"])
  func `an invalid cursor leads to the first page`(cursor: String) async throws {
    let fixture = FlickrFixture(always: FlickrFixture.page([], pages: 0))

    _ = try await fixture.feeds.feedPage(of: .trending, .older(Cursor(cursor)))

    #expect(fixture.asked == ["interestingness.getList page=1"])
  }

  @Test func `an empty page ends the stream, and newer photos cannot be requested`() async throws {
    let fixture = FlickrFixture(always: FlickrFixture.page([], pages: 7))

    let page = try await fixture.feeds.feedPage(of: .trending, .latest)
    let newer = await failure {
      try await fixture.feeds.feedPage(of: .trending, .newer(FeedEntry.ID("a")))
    }

    #expect(page.older == nil)
    #expect(newer == .notFound)
  }

  @Test func `a photo's conversation has its sizes, likes and comments`() async throws {
    let fixture = try FlickrFixture([
      "photos.getInfo": ServiceSample.json("Flickr/photos_getInfo"),
      "photos.getSizes": ServiceSample.json("Flickr/photos_getSizes"),
      "photos.getFavorites": ServiceSample.json("Flickr/photos_getFavorites"),
      "photos.comments.getList": ServiceSample.json("Flickr/photos_comments_getList"),
    ])

    let conversation = try await fixture.feeds.conversation(of: Post.ID("53999000111"))

    #expect(conversation.nodes.map(\.depth) == [0, 1, 1])
    #expect(conversation.nodes[0].post.counts == .init(replies: 2, boosts: nil, likes: 12))
    #expect(conversation.nodes[0].post.content.photos[0].renditions.count == 5)
    #expect(
      fixture.asked == [
        "photos.getSizes photo_id=53999000111",
        "photos.getFavorites photo_id=53999000111 page=1",
        "photos.getInfo photo_id=53999000111", "photos.comments.getList photo_id=53999000111",
      ])
  }

  @Test func `a photo's comments are shown if its likes cannot be fetched`() async throws {
    let fixture = try FlickrFixture([
      "photos.getInfo": ServiceSample.json("Flickr/photos_getInfo"),
      "photos.getSizes": ServiceSample.json("Flickr/photos_getSizes"),
      "photos.getFavorites": ServiceSample.json("Flickr/error_1_photos_getFavorites"),
      "photos.comments.getList": ServiceSample.json("Flickr/photos_comments_getList"),
    ])

    let conversation = try await fixture.feeds.conversation(of: Post.ID("53999000111"))

    #expect(conversation.nodes.map(\.depth) == [0, 1, 1])
    #expect(conversation.nodes[0].post.counts.likes == nil)
  }

  @Test func `a person is found by user name, page name or id`() async throws {
    let fixture = FlickrFixture { request in
      switch request.flickrMethod {
      case "people.findByUsername"
      where request.flickrFields.contains { ["Juno", "juno@Night"].contains($0.1) },
        "urls.lookupUser" where request.url.contains("juno-pages"):
        .json(["user": ["id": "90000001@N07"], "stat": "ok"])
      case "people.getInfo":
        .json(["person": ["nsid": "90000001@N07", "path_alias": "juno-pages"], "stat": "ok"])
      default: .json(FlickrFixture.fail(1, "User not found"))
      }
    }

    for handle in ["Juno", "juno@Night", "juno-pages", "90000001@N07"] {
      let person = try await fixture.people.person(called: handle)
      #expect(person.id == Person.ID("90000001@N07"))
    }
    await #expect(throws: FeedError.notFound) {
      _ = try await fixture.people.person(called: "nobody")
    }
  }

  @Test func `a missing person is not found, even if pages cannot be looked up`()
    async throws
  {
    let fixture = FlickrFixture { request in
      let isName = request.flickrMethod == "people.findByUsername"
      return .json(
        isName ? FlickrFixture.fail(1, "User not found") : FlickrFixture.fail(112, "Unknown method")
      )
    }

    await #expect(throws: FeedError.notFound) {
      _ = try await fixture.people.person(called: "nobody")
    }
  }

  @Test func `photo details are combined from three requests, without what the owner hides`()
    async throws
  {
    let fixture = try FlickrFixture([
      "photos.getInfo": ServiceSample.json("Flickr/photos_getInfo"),
      "photos.getSizes": ServiceSample.json("Flickr/photos_getSizes"),
      "photos.getExif": FlickrFixture.fail(2, "Permission denied"),
    ])

    let details = try await fixture.photos.photoDetails(
      ofPhoto: Photo.ID("53999000111"), in: Post.ID("53999000111"))

    #expect(details.views == 188)
    #expect(details.camera == nil)
    #expect(details.takenAt == Timestamp(milliseconds: 1_779_995_051_000))
    #expect(details.original?.hasSuffix("_h.jpg") == true)
    #expect(
      fixture.asked.map { $0.prefix { $0 != " " } } == [
        "photos.getSizes", "photos.getExif", "photos.getInfo",
      ])
  }

  @Test func `the people who like a photo are fetched page by page`() async throws {
    let fixture = FlickrFixture(always: try ServiceSample.json("Flickr/photos_getFavorites"))

    let first = try await fixture.people.people(.likers(Post.ID("7")), after: nil)
    let second = try await fixture.people.people(.likers(Post.ID("7")), after: first.nextCursor)

    #expect(first.elements.map(\.name) == ["Sil Example", "oak.placeholder"])
    #expect(second.nextCursor == nil)
    #expect(
      fixture.asked == [
        "photos.getFavorites photo_id=7 page=1", "photos.getFavorites photo_id=7 page=2",
      ])
  }

  @Test func `a search for people finds the exact user name or nobody`() async throws {
    let fixture = FlickrFixture([
      "people.findByUsername": ["user": ["nsid": "9@N1"], "stat": "ok"],
      "people.getInfo": [
        "person": [
          "nsid": "9@N1", "path_alias": "juno", "username": ["_content": "Juno"],
          "realname": ["_content": ""], "description": ["_content": "Trams &amp; <b>rain</b>"],
          "location": ["_content": "Ghent"],
          "profileurl": ["_content": "https://www.flickr.com/people/juno/"],
        ], "stat": "ok",
      ],
    ])
    let nobody = FlickrFixture(always: FlickrFixture.fail(1, "User not found"))

    let found = try await fixture.people.people(.matching("Juno"), after: nil)
    let none = try await nobody.people.people(.matching("Juno"), after: nil)

    #expect(found.elements.map(\.handle) == ["juno"])
    #expect(found.elements[0].bio.plain == "Trams & rain\nGhent")
    #expect(none == Page([]))
    #expect(
      fixture.asked == ["people.findByUsername username=Juno", "people.getInfo user_id=9@N1"])
  }

  @Test func `a guest's own person and stream are empty, without a request`() async throws {
    let fixture = FlickrFixture(isSignedIn: false, always: [])

    let me = try await fixture.people.person(FlickrConnection.guestID)
    let mine = try await fixture.feeds.feedPage(of: .person(me.id), .latest)

    #expect(me.relationship == .oneself)
    #expect(mine == FeedPage([], older: nil))
    #expect(fixture.asked == [])
  }

  @Test(
    arguments: [
      (1, .refused("No")), (2, .refused("No")), (10, .serverFailed(503)), (95, .refused("No")),
      (96, .refused("No")), (98, .signedOut), (99, .signedOut), (100, .signedOut),
      (105, .serverFailed(503)), (106, .serverFailed(503)), (112, .refused("No")),
    ] as [(Int, FeedError)])
  func `a failure code in a successful reply maps to its error`(code: Int, error: FeedError) async {
    let fixture = FlickrFixture(always: FlickrFixture.fail(code))

    #expect(await failure { try await fixture.feeds.feedPage(of: .trending, .latest) } == error)
  }

  @Test(arguments: [["stat": "ok"], [:], ["photos": [], "stat": "ok"], ["stat": true]] as [JSON])
  func `a reply that is no page of photos is a bad reply`(json: JSON) async {
    let fixture = FlickrFixture(always: json)

    #expect(
      await failure { try await fixture.feeds.feedPage(of: .trending, .latest) } == .badReply)
  }
}
