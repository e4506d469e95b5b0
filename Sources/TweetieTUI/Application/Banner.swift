import FeedDomain
import Scenes

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
