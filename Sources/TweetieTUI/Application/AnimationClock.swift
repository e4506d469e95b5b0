import FeedDomain
import Threads
import Words

/// When the screen is drawn though nothing happened: ten times a second while something on it moves,
/// and once more when nothing that was fetched can be up to date any longer. After that, ages change
/// only while there is somebody.
@MainActor final class AnimationClock {
  /// Counts the moments at which what moves is drawn.
  private(set) var frame = 0
  private let next: Alarm
  private let ages: Alarm
  /// Whether the frame that is drawn now is the one for the sake of ages.
  private var isForAges = false

  private var presence: NowAndThen

  init(_ loop: MainLoop, from now: Timestamp) {
    (next, ages) = (Alarm(loop), Alarm(loop))
    presence = NowAndThen(every: .seconds(20), from: now)
  }

  /// Whether ages are to be drawn anew because there is somebody; at once after a long while, and then
  /// not again for some time.
  func isDue(at now: Timestamp) -> Bool { presence.isDue(at: now) }

  /// A frame is on the screen, with something on it that moves, or nothing.
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
