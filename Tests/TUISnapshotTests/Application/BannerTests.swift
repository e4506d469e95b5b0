import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI
@testable import UseCases
@testable import Words

@MainActor struct BannerTests {
  private let now = Timestamp(milliseconds: 0)
  private let words = BottomLineMessage(text: "There is no poll in this post.", tone: .plain)

  @Test func `clearing the bottom line message tells whether the screen has to be redrawn`() {
    var banner = TimedBottomLineMessage()
    banner.showMessage(words, now: now)

    let wasSeen = banner.removeMessageReturningIfVisible(at: now)
    let isSeen = banner.removeMessageReturningIfVisible(at: now)
    banner.showMessage(words, now: now)
    let isLate = banner.removeMessageReturningIfVisible(
      at: now.timeAdvanced(by: TimedBottomLineMessage.lifetime))

    #expect(wasSeen)
    #expect(!isSeen)
    #expect(!isLate)
    #expect(banner.shownMessage(at: now) == nil)
  }

  @Test func `a message about an undoable action stays until its countdown ends`() {
    var banner = TimedBottomLineMessage()
    let end = now.timeAdvanced(by: .seconds(20))
    let message = BottomLineMessage(text: "Boosted", tone: .good, undoableUntil: end)
    banner.showMessage(message, now: now)

    #expect(banner.messageLifetimeLeft(at: now) == .seconds(20))
    #expect(banner.shownMessage(at: now.timeAdvanced(by: .seconds(19))) == message)
    #expect(banner.shownMessage(at: end) == nil)
  }

  @Test(arguments: [(0, 5), (1, 5), (1_000, 4), (4_999, 1), (5_000, nil), (9_000, nil)])
  func `the seconds left for undo are rounded up`(passed: Int, seconds: Int?) {
    let message = BottomLineMessage(
      text: "", tone: .good, undoableUntil: now.timeAdvanced(by: .seconds(5)))

    #expect(message.secondsLeftForUndo(at: now.timeAdvanced(by: .milliseconds(passed))) == seconds)
    #expect(words.secondsLeftForUndo(at: now) == nil)
  }

  @Test func `a held action has an undo countdown in its message, an undone action has none`() {
    let end = Timestamp(milliseconds: 5_000)
    func message(_ news: ActionReport) -> BottomLineMessage? {
      BottomLineMessage(news, at: .mastodon, Wording(), undoKey: "U")
    }

    #expect(message(.heldBack(.mark(.init("p"), .boosted, true), until: end))?.undoableUntil == end)
    #expect(message(.undone(.mark(.init("p"), .boosted, true)))?.undoableUntil == nil)
  }

  @Test func `undoing a mute or read marks has a message, too`() {
    func message(_ news: ActionReport) -> String? {
      BottomLineMessage(news, at: .rss, Wording(), undoKey: "U")?.text.string
    }

    #expect(
      message(.muteUndone(.boosts(of: "ada", until: nil))) == "Undone: Hide boosts of @ada")
    #expect(message(.readStatesUndone(1, false)) == "Marked 1 entry as unread again.")
    #expect(message(.readStatesUndone(3, true)) == "Marked 3 entries as read again.")
  }

  @Test func `a message longer than the bottom line is wrapped onto more rows`() {
    let text: SafeText = "@tweetieuser was signed out in another window. Nothing is kept for it."

    let rows = rows(of: text, CellSize(rows: 6, columns: 40))

    #expect(
      rows.suffix(2) == [
        " @tweetieuser was signed out in another", " window. Nothing is kept for it.",
      ])
  }

  @Test func `a long message covers at most half of a 20 by 6 screen`() {
    let text = SafeText(sanitizing: Array(repeating: "word", count: 40).joined(separator: " "))

    let rows = rows(of: text, CellSize(rows: 6, columns: 20))

    #expect(rows.map(\.isEmpty) == [true, true, true, false, false, false])
    #expect(rows.last == " word word word wo…")
  }

  private func rows(of text: SafeText, _ size: CellSize) -> [String] {
    var canvas = Canvas(size: size)
    ScreenBarPainter(theme: .dark).drawMessage(
      BottomLineMessage(text: text, tone: .bad), on: &canvas,
      in: CellRect(row: size.rows - 1, column: 0, rows: 1, columns: size.columns))
    return canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
