import FeedDomain
import Scenes
import Threads

/// The sentence in the bottom line, until its time is up.
struct Banner {
  /// Long enough to read a sentence twice.
  static let lifetime = Duration.seconds(6)

  private var shown: (message: Message, until: Timestamp)?

  /// Shows a message, in place of the one before.
  mutating func show(_ message: Message, now: Timestamp) {
    shown = (message, now.advanced(by: Self.lifetime))
  }

  /// Takes the message away, and tells whether it was still to be seen.
  mutating func clear(at now: Timestamp) -> Bool {
    defer { shown = nil }
    return message(at: now) != nil
  }

  /// The message, while its time is not up.
  func message(at now: Timestamp) -> Message? {
    guard let shown, now < shown.until else { return nil }
    return shown.message
  }
}

/// The same on the screen, from which it goes by itself.
@MainActor final class BannerClock {
  private var banner = Banner()
  private let end: Alarm

  init(_ loop: MainLoop) { end = Alarm(loop) }

  /// Shows a message, in place of the one before; redraws once its time is up.
  func show(_ message: Message, now: Timestamp, redraw: @escaping @MainActor () -> Void) {
    banner.show(message, now: now)
    end.set(after: Banner.lifetime, redraw)
  }

  /// Takes the message away, and tells whether it was still to be seen.
  func clear(at now: Timestamp) -> Bool { banner.clear(at: now) }

  /// The message, while its time is not up.
  func message(at now: Timestamp) -> Message? { banner.message(at: now) }
}
