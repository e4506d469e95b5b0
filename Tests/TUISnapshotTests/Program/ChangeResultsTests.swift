import Console
import FeedDomain
import Testing
import UseCases

@testable import TweetieTUI

/// What a command hears of a change it sent.
struct ChangeResultsTests {
  private static let like = PendingChange.mark(Post.ID("1"), .liked, true)

  @Test(
    arguments: [
      (ActionReport.delivered(like, .done), OutboxSendResult.delivered(.done)),
      (.refused(like, .notFound), .refused(.notFound)),
      (.withheld(like, .noLikes(.bookmarkInstead)), .refused(.refused(nil))),
      (.performed(like), nil),
    ] as [(ActionReport, OutboxSendResult?)])
  func `a change that was sent or refused has a result, also if all of its kind are refused`(
    event: ActionReport, result: OutboxSendResult?
  ) {
    #expect(event.changeResult?.result == result)
    #expect(event.changeResult?.change == (result == nil ? nil : Self.like))
  }
}
