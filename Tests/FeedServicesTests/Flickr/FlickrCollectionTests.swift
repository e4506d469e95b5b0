import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What people put together at Flickr, and the photos in it.
@Suite struct FlickrCollectionTests {
  private static let juno = Person.ID("90000001@N07")

  private static let lists: [String: JSON] = [
    "photosets.getList": [
      "photosets": [
        "page": 1, "pages": "2",
        "photoset": [
          ["id": "721", "title": ["_content": " Boats "]], ["id": 722, "title": [:]],
          ["title": ["_content": "No id"]],
        ],
      ], "stat": "ok",
    ],
    "galleries.getList": [
      "galleries": [
        "page": 1, "pages": 1,
        "gallery": [["id": "66-723", "gallery_id": "723", "title": ["_content": "Fog"]]],
      ], "stat": "ok",
    ],
    "people.getPublicGroups": [
      "groups": ["group": [["nsid": "34@N00", "name": "Lighthouses"]]], "stat": "ok",
    ],
  ]

  @Test func `a person's albums, galleries and groups are listed one kind after the other`()
    async throws
  {
    let fixture = FlickrFixture(Self.lists)
    var feeds: [Feed] = []
    var cursor: Cursor?
    var pages = 0
    repeat {
      let page = try await fixture.people.personsCollectionFeeds(of: Self.juno, after: cursor)
      feeds += page.elements
      cursor = page.nextCursor
      pages += 1
    } while cursor != nil && pages < 9

    #expect(
      feeds == [
        .list(id: "album/90000001@N07/721", name: "Boats"),
        .list(id: "album/90000001@N07/721", name: "Boats"),
        .list(id: "gallery/66-723", name: "Fog"), .list(id: "group/34@N00", name: "Lighthouses"),
      ])
    #expect(
      fixture.asked == [
        "photosets.getList user_id=90000001@N07 page=1",
        "photosets.getList user_id=90000001@N07 page=2",
        "galleries.getList user_id=90000001@N07 page=1",
        "people.getPublicGroups user_id=90000001@N07",
      ])
  }

  @Test func `an empty or refused list of collections leads on to the next kind`() async throws {
    let fixture = FlickrFixture([
      "photosets.getList": ["photosets": ["photoset": [], "pages": 0], "stat": "ok"],
      "galleries.getList": FlickrFixture.fail(2),
      "people.getPublicGroups": Self.lists["people.getPublicGroups"] ?? .null,
    ])

    let page = try await fixture.people.personsCollectionFeeds(of: Self.juno, after: nil)

    #expect(page.elements == [.list(id: "group/34@N00", name: "Lighthouses")])
    #expect(page.nextCursor == nil)
  }

  @Test func `a guest has no collections, and sends no request`() async throws {
    let fixture = FlickrFixture(isSignedIn: false, Self.lists)

    let page = try await fixture.people.personsCollectionFeeds(
      of: FlickrConnection.guestID, after: nil)

    #expect(page.elements == [] && fixture.asked == [])
  }

  @Test(arguments: [
    (
      "album/9@N1/721", "photoset",
      "photosets.getPhotos photoset_id=721 user_id=9@N1 page=1"
    ),
    ("gallery/66-723", "photos", "galleries.getPhotos gallery_id=66-723 page=1"),
    ("group/34@N00", "photos", "groups.pools.getPhotos group_id=34@N00 page=1"),
  ])
  func `each kind of collection is fetched as a stream of photos`(
    id: String, root: String, asked: String
  ) async throws {
    var photo = FlickrFixture.photo("1")
    // What is in an album does not say whose it is; the album does.
    if root == "photoset" {
      photo = .object(photo.members.filter { !["owner", "ownername"].contains($0.name) })
    }
    let list: JSON = [
      "owner": "90000001@N07", "ownername": "Juno", "pages": 1, "photo": .array([photo]),
    ]
    let fixture = FlickrFixture(
      always: .object([.init(name: root, value: list), .init(name: "stat", value: "ok")]))

    let page = try await fixture.feeds.feedPage(of: .list(id: id, name: ""), .latest)

    #expect(page.entries.map(\.post.author.name) == ["Juno"])
    #expect(page.older == nil)
    #expect(fixture.asked == [asked])
  }

  @Test(arguments: ["album/721", "gallery/", "shoe/1", "group", ""])
  func `an unknown collection id is not found, without a request`(id: String) async {
    let fixture = FlickrFixture(always: FlickrFixture.page(["1"], pages: 1))

    #expect(
      await failure { try await fixture.feeds.feedPage(of: .list(id: id, name: ""), .latest) }
        == .notFound)
    #expect(fixture.asked == [])
  }

  @Test func `the home stream is one page of the contacts' photos, and not found for a guest`()
    async throws
  {
    let fixture = FlickrFixture(always: FlickrFixture.page(["1", "2"], pages: 7))

    let page = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(page.entries.count == 2 && page.older == nil)
    #expect(fixture.asked == ["photos.getContactsPhotos count=30"])
    let guest = FlickrFixture(isSignedIn: false, always: FlickrFixture.page(["1"], pages: 1))
    #expect(await failure { try await guest.feeds.feedPage(of: .home, .latest) } == .notFound)
  }
}
