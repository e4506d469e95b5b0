internal import FeedDomain
internal import Threads

/// What was told a moment ago, for whoever asks for the same in the same moment.
final class MomentsMemory<Value: Sendable>: Sendable {
  private let kept = Guarded<(value: Value, at: Timestamp)?>(nil)

  /// What was told within a second or two, once; nil where nothing was. Whoever asks after that asks
  /// because something may be different by now.
  func take(at now: Timestamp) -> Value? {
    kept.withLock { kept in
      defer { kept = nil }
      guard let kept, kept.at <= now, now.since(kept.at) < .seconds(2) else { return nil }
      return kept.value
    }
  }

  func keep(_ value: Value, at now: Timestamp) { kept.withLock { $0 = (value, now) } }

  func forget() { kept.withLock { $0 = nil } }
}
