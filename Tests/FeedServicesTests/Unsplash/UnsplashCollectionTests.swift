import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What people put together at Unsplash, and the photos in it.
@Suite struct UnsplashCollectionTests {
  private static func link(_ path: String) -> HTTPHeaders {
    ["Link": "<https://api.unsplash.com/\(path)>; rel=\"next\""]
  }

  @Test func `a person's collections are streams, fetched page by page`() async throws {
    let fixture = UnsplashFixture { request in
      request.url.contains("page=1&")
        ? .json(
          [["id": "7", "title": " Boats "], ["id": 8, "title": "Fog"], ["id": "9"]],
          Self.link("users/mirre/collections?page=2"))
        : .json([["id": "10", "title": "Tea"], ["title": "No id"]])
    }

    let first = try await fixture.people.personsCollectionFeeds(of: Person.ID("mirre"), after: nil)
    let next = try #require(first.nextCursor)
    let second = try await fixture.people.personsCollectionFeeds(
      of: Person.ID("mirre"), after: next)

    #expect(
      first.elements == [
        .list(id: "collection/7", name: "Boats"), .list(id: "collection/8", name: "Fog"),
      ])
    #expect(second.elements == [.list(id: "collection/10", name: "Tea")])
    #expect(second.nextCursor == nil)
    #expect(
      fixture.stub.asked == [
        "GET /users/mirre/collections?page=1&per_page=30",
        "GET /users/mirre/collections?page=2&per_page=30",
      ])
  }

  @Test func `a guest has no collections, and sends no request`() async throws {
    let fixture = UnsplashFixture(always: [])

    let page = try await fixture.people.personsCollectionFeeds(
      of: UnsplashConnection.guestID, after: nil)

    #expect(page.elements == [] && page.nextCursor == nil)
    #expect(fixture.stub.asked == [])
  }

  @Test func `a collection is read to its last page, and refreshed from the first`() async throws {
    let fixture = UnsplashFixture { request in
      switch true {
      case request.url.contains("page=1&"):
        .json(UnsplashFixture.photos("a", "b"), Self.link("collections/7/photos?page=2"))
      case request.url.contains("page=2&"):
        .json(UnsplashFixture.photos("b", "c"), Self.link("collections/7/photos?page=3"))
      default: .json(UnsplashFixture.photos("d"))
      }
    }
    let boats = Feed.list(id: "collection/7", name: "Boats")
    var pages = [try await fixture.feeds.feedPage(of: boats, .latest)]
    while let older = pages.last?.older, pages.count < 9 {
      pages.append(try await fixture.feeds.feedPage(of: boats, .older(older)))
    }
    let again = try await fixture.feeds.feedPage(of: boats, .latest)

    #expect(pages.map { $0.entries.map(\.post.id.rawValue) } == [["a", "b"], ["b", "c"], ["d"]])
    #expect(again == pages[0])
    #expect(
      fixture.stub.asked.map { $0.split(separator: "?").first.map(String.init) }
        == Array(repeating: "GET /collections/7/photos", count: 4))
  }
}
