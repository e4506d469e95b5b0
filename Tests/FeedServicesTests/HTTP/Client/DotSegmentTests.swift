import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Ids that would be dot segments of a path.
@Suite struct DotSegmentTests {
  @Test(arguments: ["..", "."])
  func `an id of dots is not found, without a request`(id: String) async {
    let unsplash = UnsplashFixture(always: [:])
    let instagram = InstagramFixture(always: [:])

    let errors = [
      await failure { try await unsplash.feeds.conversation(of: Post.ID(id)) },
      await failure {
        try await unsplash.publishing.sendChange(
          .mark(Post.ID(id), .liked, true), key: OutboxItem.ID("1"))
      },
      await failure { try await unsplash.people.person(Person.ID(id)) },
      await failure { try await instagram.feeds.conversation(of: Post.ID(id)) },
    ]

    #expect(errors == [.notFound, .notFound, .notFound, .notFound])
    #expect(unsplash.stub.asked.isEmpty)
    #expect(instagram.stub.asked.isEmpty)
  }

  @Test(arguments: ["/a/b?c=../d", "/a..b/.c/d.", "/", "https://example.org/../a"])
  func `a request path that only resembles dot segments is allowed`(url: String) {
    #expect(!HTTPRequest(.get, url).hasDotSegments)
  }
}
