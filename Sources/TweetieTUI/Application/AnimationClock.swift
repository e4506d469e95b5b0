import FeedDomain
import Threads
import Words

/// When to redraw without an event: ten times a second during motion, and once when nothing loaded
/// is up to date any longer. After that, ages change only when a person acts.
@MainActor final class AnimationClock {
  /// Counts frames of motion.
  private(set) var frame = 0
  private let next: Alarm
  private let ages: Alarm
  /// Whether the current frame is drawn for ages alone.
  private var isForAges = false

  private var presence: Throttle

  init(_ loop: MainLoop, from now: Timestamp) {
    (next, ages) = (Alarm(loop), Alarm(loop))
    presence = Throttle(every: .seconds(20), from: now)
  }

  /// Whether to redraw ages after a person's action; not again for some time.
  func isDue(at now: Timestamp) -> Bool { presence.isDue(at: now) }

  /// Notes a shown frame, with motion or without.
  func frameShown(isMoving: Bool, redraw: @escaping @MainActor () -> Void) {
    if isMoving { move(redraw) } else { rest(redraw) }
  }

  private func move(_ redraw: @escaping @MainActor () -> Void) {
    guard !next.isSet else { return }
    next.set(after: .milliseconds(100)) { [weak self] in
      self?.frame += 1
      redraw()
    }
  }

  private func rest(_ redraw: @escaping @MainActor () -> Void) {
    ages.cancel()
    defer { isForAges = false }
    guard !isForAges else { return }
    ages.set(after: Wording.fresh + .seconds(1)) { [weak self] in
      self?.isForAges = true
      redraw()
    }
  }
}
