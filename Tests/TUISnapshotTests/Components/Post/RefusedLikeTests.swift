import FeedDomain
import Terminal
import Testing

@testable import TweetieTUI

/// What is said where a like turns out to be impossible.
@MainActor struct RefusedLikeTests {
  private final class Display: PostDisplaying {
    var said: [String] = []
    func flash(_ post: Post.ID) {}
    func say(_ message: Message) { said.append(message.text.string) }
    func askToSignIn(_ account: Account) {}
  }

  @Test func `Unsplash takes none, which is said as where it is known`() {
    let display = Display()
    let report = ActionReport(wording: Wording(), keys: .defaults)
    let account = Account(service: .unsplash, person: .init("m"), handle: "m")

    _ = report.tell(
      .refused(.mark(.init("a"), .liked, true), .refused(nil)), of: account, on: display)

    #expect(
      display.said == [
        "Unsplash takes no likes from programs. A bookmark keeps the photo in your collection."
      ])
  }
}
