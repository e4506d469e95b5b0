import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor struct EmptySceneMessageTests {
  private let locating = EmptySceneMessage(
    sentence: "Finding your location", isBusy: true, isLocating: true)

  @Test func `rings grow while the user's location is determined`() {
    let rings = [0, 4, 8, 12].map { text(frame: $0, DisplayOptions()) }

    #expect(rings.allSatisfy { $0.contains("●") && $0.contains("Finding your location") })
    #expect(rings.map { $0.contains("╭") } == [false, true, true, false])
    #expect(rings[1].contains("╭───╮") && rings[2].contains("╭─────────╮"))
  }

  @Test func `without animations the ring does not change`() {
    let still = [0, 4, 8].map { text(frame: $0, DisplayOptions(allowsAnimations: false)) }

    #expect(Set(still).count == 1)
    #expect(still[0].contains("╭───╮"))
  }

  @Test func `screen readers and small screens get the message without rings`() {
    let plain = text(frame: 4, DisplayOptions(isPlain: true))
    let small = text(frame: 4, DisplayOptions(), rows: 8)

    #expect(plain.contains("Finding your location") && !plain.contains("●"))
    #expect(small.contains("Finding your location") && !small.contains("●"))
  }

  @Test func `the last line of a message is not a single word`() {
    var canvas = Canvas(size: CellSize(rows: 10, columns: 40))
    EmptySceneMessage(
      sentence: "You have read everything here.", nextStep: "Enter shows the last day, read or not."
    ).drawEmptySceneMessage(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(
        theme: .dark, isFront: true, frame: 0, now: Timestamp(milliseconds: 0)), DisplayOptions())

    #expect(canvas.text.contains("     You have read everything here.\n"))
    #expect(canvas.text.contains("Enter shows the last day,\n"))
    #expect(canvas.text.contains("  read or not."))
  }

  private func text(frame: Int, _ options: DisplayOptions, rows: Int = 20) -> String {
    var canvas = Canvas(size: CellSize(rows: rows, columns: 60))
    locating.drawEmptySceneMessage(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(
        theme: .dark, isFront: true, frame: frame, now: Timestamp(milliseconds: 0)), options)
    return canvas.text
  }
}
