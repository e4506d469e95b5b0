import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What a code of Flickr's means, which each method decides for itself; and how pages fit together.
@Suite struct FlickrFailureTests {
  @Test(
    arguments: [
      (.tag("x"), .refused("No")), (.trending, .refused("No")),
      (.person(Person.ID("9@N1")), .notFound),
    ] as [(Feed, FeedError)])
  func `failure code 1 is read by its method: not found for a person, refused elsewhere`(
    feed: Feed, error: FeedError
  ) async {
    let fixture = FlickrFixture(always: FlickrFixture.fail(1))

    #expect(await failure { try await fixture.feeds.feedPage(of: feed, .latest) } == error)
  }

  @Test func `later pages of the trending stream keep the day of the first page`() async throws {
    let fixture = FlickrFixture(always: FlickrFixture.page(["a"], pages: 9))

    let first = try await fixture.feeds.feedPage(of: .trending, .latest)
    fixture.stub.world.pass(.seconds(86_400))
    let second = try await fixture.feeds.feedPage(of: .trending, .older(try #require(first.older)))
    fixture.stub.world.pass(.seconds(86_400))
    _ = try await fixture.feeds.feedPage(of: .trending, .older(try #require(second.older)))

    // The latest list is the one of the day before.
    #expect(
      fixture.asked == [
        "interestingness.getList page=1", "interestingness.getList date=2026-11-19 page=2",
        "interestingness.getList date=2026-11-19 page=3",
      ])
  }
}
