package import FeedDomain

/// Whether somebody uses the program: the longer nobody does, the more rarely services are asked for
/// what is due by itself.
@MainActor package final class Attention {
  /// An absence shorter than this is none.
  private static let patience = Duration.seconds(300)
  /// Services are asked at least so often, or at their usual interval where that is longer.
  private static let longest = Duration.seconds(1_800)
  /// An interval is at most this part of the absence.
  private static let share = 3

  private let world: any World
  private var usedAt: Timestamp
  private var listeners = Listeners<Void>()
  /// Whether the terminal has the focus, where it tells.
  package var isFocused = true {
    didSet {
      guard isFocused, !oldValue else { return }
      usedAt = world.now
      listeners.tell(())
    }
  }

  package init(_ world: any World) {
    self.world = world
    usedAt = world.now
  }

  /// A key or the mouse was used.
  package func note() {
    let wasAway = isAway
    usedAt = world.now
    if wasAway { listeners.tell(()) }
  }

  /// Tells a listener whenever somebody uses the program again after an absence, as long as it lives.
  func tell<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener) -> Void
  ) {
    listeners.add(listener) { listener, _ in hear(listener) }
  }

  /// The time until the next question that nobody asks, never quite the same: many programs that
  /// were started at once do not come all at once for ever.
  func interval(_ usual: Duration) -> Duration {
    let stretched = isAway ? min(unavailableReason / Self.share, Self.longest) : .zero
    let least = isFocused ? usual : usual * 2
    return max(least, stretched) * (0.9 + 0.2 * world.random())
  }

  private var unavailableReason: Duration { max(.zero, world.now.since(usedAt)) }
  private var isAway: Bool { !isFocused || unavailableReason >= Self.patience }
}
