import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Pages of a network's own sign-in in place of replies.
@Suite struct CaptivePortalTests {
  private func outcome(_ body: String) async -> [Result<ChangeOutcome, FeedError>] {
    let reply = HTTPReply(status: 200, body: Array(body.utf8))
    let unsplash = UnsplashFixture { _ in reply }.publishing
    let instagram = InstagramFixture { _ in reply }.publishing
    let key = OutboxItem.ID("1")
    var outcomes: [Result<ChangeOutcome, FeedError>] = []
    for (gateway, change) in [
      (unsplash, .mark(Post.ID("a"), .liked, true)), (instagram, .delete(Post.ID("1/2"))),
    ] as [(any PublishingGateway, PendingChange)] {
      do throws(FeedError) {
        outcomes.append(.success(try await gateway.sendChange(change, key: key)))
      } catch {
        outcomes.append(.failure(error))
      }
    }
    return outcomes
  }

  @Test func `a change answered by a captive portal's page is a bad reply`() async {
    #expect(await outcome("<html>Hello") == [.failure(.badReply), .failure(.badReply)])
  }

  @Test(arguments: ["", "{}"])
  func `a change answered by an empty reply is delivered`(body: String) async {
    #expect(await outcome(body) == [.success(.done), .success(.done)])
  }
}
