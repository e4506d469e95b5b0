package import FeedDomain

/// A record of when the user uses the program, by which automatic requests become rarer the longer
/// the program is unused.
@MainActor
package final class UserActivity {
  /// The shortest time without input that counts as an absence of the user.
  private static let minimumAbsence = Duration.seconds(300)
  /// The longest interval of automatic requests while the program is unused, unless the usual
  /// interval is longer.
  private static let longest = Duration.seconds(1_800)
  /// The ratio of the time since the user's last input to the interval of automatic requests, which
  /// grows the longer the program is unused.
  private static let share = 3

  private let world: any World
  private var lastActivityTime: Timestamp
  private var listeners = EventListeners<Void>()
  /// True if the program's terminal has the focus, or does not report it.
  package var isFocused = true {
    didSet {
      guard isFocused, !oldValue else { return }
      lastActivityTime = world.now
      listeners.callListeners(())
    }
  }

  package init(_ world: any World) {
    self.world = world
    lastActivityTime = world.now
  }

  /// Records the time of a key press or mouse event, and tells the listeners if the user was away
  /// before it.
  package func recordUserInput() {
    let wasAway = isAway
    lastActivityTime = world.now
    if wasAway { listeners.callListeners(()) }
  }

  /// Adds a listener, held weakly, that is called when the user returns.
  func addUserReturnListener<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener) -> Void
  ) {
    listeners.addListener(listener) { listener, _ in hear(listener) }
  }

  /// Returns a randomised interval until the next automatic request, longer while the user is away
  /// or the terminal has no focus.
  func requestIntervalLongerWhenAway(_ usual: Duration) -> Duration {
    let stretched = isAway ? min(idleTime / Self.share, Self.longest) : .zero
    let least = isFocused ? usual : usual * 2
    return max(least, stretched) * (0.9 + 0.2 * world.randomFraction())
  }

  private var idleTime: Duration { max(.zero, world.now.elapsedTime(since: lastActivityTime)) }
  private var isAway: Bool { !isFocused || idleTime >= Self.minimumAbsence }
}
