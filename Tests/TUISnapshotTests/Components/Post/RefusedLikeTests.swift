import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What is said where a like turns out to be impossible.
@MainActor struct RefusedLikeTests {
  @Test func `a like refused by Unsplash shows the same reason as a like known to be impossible`() {
    let message = BottomLineMessage(
      .withheld(.mark(.init("a"), .liked, true), .noLikes(.bookmarkInstead)), at: .unsplash,
      Wording(), undoKey: "U")

    #expect(
      message
        == BottomLineMessage(
          text:
            "Unsplash accepts no likes from apps. A bookmark saves the photo to your collection.",
          tone: .bad))
  }
}
