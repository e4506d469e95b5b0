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

  @Test func `what a service passed over is looked at again, until something is left`() async throws
  {
    let first = try await feeds.foundPosts(matching: "fog has:photo", after: nil)
    let second = try await feeds.foundPosts(matching: "fog has:photo", after: first.next)

    #expect(first.elements.map(\.id.rawValue) == ["4"])
    #expect(second.elements.map(\.id.rawValue) == ["8"])
    #expect(second.next != nil)
  }

  @Test func `a service is not asked without end for what it does not have`() async throws {
    let page = try await feeds.foundPosts(matching: "fog has:poll", after: nil)

    #expect(page.elements == [] && page.next == Cursor("9"))
    #expect(await service.searched.count == 3)
  }

  @Test func `a search is a stream that goes down`() async throws {
    let page = try await feeds.feedPage(of: .search("fog has:photo"), .latest)

    #expect(page.entries.map(\.id.rawValue) == ["4"])
    #expect(page.older == Cursor("6"))
    await #expect(throws: FeedError.notFound) {
      try await feeds.feedPage(of: .search("fog"), .newer(FeedEntry.ID("4")))
    }
  }
}
