package import FeedDomain

/// Makes few frames of many arrivals: the first at once, those that follow it together.
@MainActor final class RedrawPace {
  /// The shortest time between two frames; nobody sees more than that.
  static let interval = Duration.milliseconds(40)

  private let clockwork: PictureClockwork
  private var last: Timestamp?
  private var isWaiting = false

  init(_ clockwork: PictureClockwork) { self.clockwork = clockwork }

  /// Something has changed that is to be drawn.
  func request() {
    guard !isWaiting else { return }
    let now = clockwork.world.now
    let rest = last.map { $0.advanced(by: Self.interval).since(now) } ?? .zero
    guard rest > .zero, rest <= Self.interval else { return draw(at: now) }
    isWaiting = true
    clockwork.after(rest) { [weak self] in
      guard let self, isWaiting else { return }
      draw(at: clockwork.world.now)
    }
  }

  /// Something has changed, and nothing will soon: nobody is kept waiting for it.
  func finish() { draw(at: clockwork.world.now) }

  private func draw(at now: Timestamp) {
    isWaiting = false
    last = now
    clockwork.redraw()
  }
}

/// The clock and the alarms that pictures go by, and whom they tell.
package struct PictureClockwork {
  package let world: any World
  /// Calls back after some time.
  package let after: @MainActor (Duration, @escaping @MainActor () -> Void) -> Void
  /// Has the screen drawn again.
  package let redraw: @MainActor () -> Void

  package init(
    world: any World,
    after: @escaping @MainActor (Duration, @escaping @MainActor () -> Void) -> Void,
    redraw: @escaping @MainActor () -> Void
  ) {
    (self.world, self.after, self.redraw) = (world, after, redraw)
  }
}
