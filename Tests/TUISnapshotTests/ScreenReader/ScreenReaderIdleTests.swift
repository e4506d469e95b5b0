import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI
@testable import Words

/// What the mode for screen readers prints while nothing is typed.
@MainActor struct ScreenReaderIdleTests {
  @MainActor private final class Printer: SpokenLinePrinter {
    let size = CellSize(rows: 24, columns: 80)
    let isSuspended = false
    var lines: [String] = []
    func printLines(_ lines: [SafeText]) { self.lines += lines.map(\.string) }
    func setTerminalEcho(_ isOn: Bool) {}
  }

  /// A timer of the world's clock, which ends when the test says so.
  @MainActor private final class ClockTimer: DelayTimer {
    private let world: PassingWorld
    private var waiting: (end: Timestamp, action: @MainActor () -> Void)?

    init(_ world: PassingWorld) { self.world = world }

    func setTimer(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
      waiting = (world.now.timeAdvanced(by: delay), action)
    }

    func cancelTimer() { waiting = nil }

    func endIfDue() {
      guard let waiting, waiting.end <= world.now else { return }
      self.waiting = nil
      waiting.action()
    }
  }

  @Test func `nothing is printed for a minute without a typed line`() {
    let world = PassingWorld(at: Posts.now.milliseconds)
    let screen = StreamScreen(options: DisplayOptions(isPlain: true)).show()
    let deck = SceneDeck(
      pause: SidePane.PreviewTimer(set: { _, _ in }, cancel: {}), isPlain: true)
    deck.makeScene = { _, _ in screen.view }
    deck.openScene(.stream(.home))
    let printer = Printer()
    let (quiet, late) = (ClockTimer(world), ClockTimer(world))
    let output = ScreenReaderOutput(
      on: printer,
      PresentationEnvironment(
        keyMap: .defaults, theme: .dark, isPlain: true, wording: Wording(), world: world),
      silence: quiet, lateAnswer: late)
    func pass(_ time: Duration) {
      world.pass(time)
      output.drawScenesIfNeeded(deck, typedCount: nil)
      quiet.endIfDue()
      late.endIfDue()
    }
    output.requestRedraw()
    pass(.zero)
    pass(.milliseconds(200))
    let opening = printer.lines
    #expect(opening.contains { $0.hasPrefix("1. Mei Tanaka") })

    for second in 1...60 {
      if second == 20 { screen.present { $0.status.unread = 3 } }
      if second == 40 {
        screen.show(
          [.entry(FeedEntry(Posts.post("new", RichText("Just in."))))] + Posts.evening)
      }
      // Ages grow, so that the scene is drawn again.
      output.requestRedraw()
      pass(.seconds(1))
    }
    #expect(printer.lines == opening)

    // What came meanwhile is read before the next answer.
    output.beginTypedLineAnswer()
    #expect(printer.lines.dropFirst(opening.count).contains { $0.contains("3 new") })
  }
}
