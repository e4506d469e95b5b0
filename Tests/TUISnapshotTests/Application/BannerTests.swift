import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI

@MainActor struct BannerTests {
  private let now = Timestamp(milliseconds: 0)
  private let words = BottomLineMessage(text: "There is no poll in this post.", tone: .plain)

  @Test func `taking a message away tells whether the screen has to be drawn again`() {
    var banner = MessageBanner()
    banner.showMessage(words, now: now)

    let wasSeen = banner.clearMessage(at: now)
    let isSeen = banner.clearMessage(at: now)
    banner.showMessage(words, now: now)
    let isLate = banner.clearMessage(at: now.timeAdvanced(by: MessageBanner.lifetime))

    #expect(wasSeen)
    #expect(!isSeen)
    #expect(!isLate)
    #expect(banner.shownMessage(at: now) == nil)
  }

  @Test func `a sentence that is longer than the bottom line is told to its end`() {
    let text: SafeText = "@tweetieuser was signed out in another window. Nothing is kept for it."

    let rows = rows(of: text, CellSize(rows: 6, columns: 40))

    #expect(
      rows.suffix(2) == [
        " @tweetieuser was signed out in another", " window. Nothing is kept for it.",
      ])
  }

  @Test func `at 20 by 6 half of the screen is left to the scene`() {
    let text = SafeText(sanitizing: Array(repeating: "word", count: 40).joined(separator: " "))

    let rows = rows(of: text, CellSize(rows: 6, columns: 20))

    #expect(rows.map(\.isEmpty) == [true, true, true, false, false, false])
    #expect(rows.last == " word word word wo…")
  }

  private func rows(of text: SafeText, _ size: CellSize) -> [String] {
    var canvas = Canvas(size: size)
    ScreenBar(theme: .dark).drawMessage(
      BottomLineMessage(text: text, tone: .bad), on: &canvas,
      in: CellRect(row: size.rows - 1, column: 0, rows: 1, columns: size.columns))
    return canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
