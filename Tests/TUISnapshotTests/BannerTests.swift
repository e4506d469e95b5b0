import FeedDomain
import Terminal
import Testing

@testable import TweetieTUI

@MainActor struct BannerTests {
  private let now = Timestamp(milliseconds: 0)
  private let words = Message(text: "There is no poll in this post.", tone: .plain)

  @Test func `taking a message away tells whether the screen has to be drawn again`() {
    var banner = Banner()
    banner.show(words, now: now)

    let wasSeen = banner.clear(at: now)
    let isSeen = banner.clear(at: now)
    banner.show(words, now: now)
    let isLate = banner.clear(at: now.advanced(by: Banner.lifetime))

    #expect(wasSeen)
    #expect(!isSeen)
    #expect(!isLate)
    #expect(banner.message(at: now) == nil)
  }
}
