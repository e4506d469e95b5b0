import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What services find, and what of it is shown.
@Suite struct FilteredFeedsTests {
  /// Ten posts of which every fourth has a photo, three a page.
  private let service = StubService(
    (1...10).map { number in
      number % 4 == 0
        ? Post.sample("\(number)", photos: ["a"]) : Post.sample("\(number)", text: "fog")
    })
  private var feeds: SearchResultFilteringFeeds {
    SearchResultFilteringFeeds(gateway: service, reader: "ada@example.org", world: StillWorld())
  }

  @Test func `a filtered search fetches further pages until an entry matches`() async throws {
    let first = try await feeds.foundPosts(matching: "fog has:photo", after: nil)
    let second = try await feeds.foundPosts(matching: "fog has:photo", after: first.nextCursor)

    #expect(first.elements.map(\.id.rawValue) == ["4"])
    #expect(second.elements.map(\.id.rawValue) == ["8"])
    #expect(second.nextCursor != nil)
  }

  @Test func `a filtered search gives up after three pages without a match`() async throws {
    let page = try await feeds.foundPosts(matching: "fog has:poll", after: nil)

    #expect(page.elements == [] && page.nextCursor == Cursor("9"))
    #expect(await service.searched.count == 3)
  }

  @Test func `a single tag term is left to a service whose posts do not list tags`() async throws {
    var left = self.feeds
    left.tagTermsLeftToService = 1

    let one = try await left.foundPosts(matching: "#fog has:photo", after: nil)
    let two = try await left.foundPosts(matching: "#fog #sea has:photo", after: nil)

    #expect(one.elements.map(\.id.rawValue) == ["4"])
    #expect(two.elements == [])
  }

  @Test func `Unsplash photos are found by tags that the posts do not show`() async throws {
    let stub = StubNetwork { _ in .json(["results": UnsplashFixture.photos("a", "b")]) }
    let services = AllServices.forTests(over: stub)
    let account = Account(service: .unsplash, person: Person.ID(""), handle: "guest")
    let token = UnsplashAccountSecret(access: Secret("canary"), topics: []).secret
    let connection = try #require(services.connection(for: SignedInAccount(account, token: token)))

    let page = try await connection.feeds.foundPosts(matching: "#fog", after: nil)

    #expect(page.elements.map(\.id.rawValue) == ["a", "b"])
  }

  @Test func `a Flickr photo is found by its ninth tag, which the post does not show`()
    async throws
  {
    let tags = JSON.JSONMember(name: "tags", value: "a b c d e f g h fog")
    let photo = JSON.object(FlickrFixture.photo("1").members + [tags])
    let stub = StubNetwork { _ in .json(["photos": ["photo": [photo]], "stat": "ok"]) }
    let services = AllServices.forTests(over: stub)
    let account = Account(service: .flickr, person: Person.ID(""), handle: "guest")
    let token = FlickrAccountSecret(key: "canary").secret
    let connection = try #require(services.connection(for: SignedInAccount(account, token: token)))

    let page = try await connection.feeds.foundPosts(matching: "#fog", after: nil)

    #expect(page.elements.map(\.id.rawValue) == ["1"])
  }

  @Test func `a search is a stream without newer pages`() async throws {
    let page = try await feeds.feedPage(of: .search("fog has:photo"), .latest)

    #expect(page.entries.map(\.id.rawValue) == ["4"])
    #expect(page.older == Cursor("6"))
    await #expect(throws: FeedError.notFound) {
      try await feeds.feedPage(of: .search("fog"), .newer(FeedEntry.ID("4")))
    }
  }
}
