import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What Unsplash does not want to look for.
@Suite struct UnsplashSearchRefusalTests {
  @Test(arguments: [403, 410], [["errors": ["Spam."]], [:]] as [JSON])
  func `a refused search is an error, not an empty result`(
    status: Int, json: JSON
  ) async {
    let fixture = UnsplashFixture { _ in .json(json, status: status, ["X-Ratelimit-Remaining": "4"])
    }
    let words = json["errors"].isNull ? nil : "Spam."

    let search = await failure {
      try await fixture.feeds.foundPosts(matching: "x", after: nil)
    }
    let stream = await failure { try await fixture.feeds.feedPage(of: .tag("x"), .latest) }
    let people = await failure {
      try await fixture.people.people(.matching("x"), after: nil)
    }

    #expect(search == .refused(words))
    #expect(stream == .refused(words))
    #expect(people == .refused(words))
  }
}
