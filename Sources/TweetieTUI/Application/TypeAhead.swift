import FeedDomain
import Terminal

/// What was typed while the scene it is meant for had nothing to show yet: the letters of a post
/// after the key that opens the page, the `l` after the `Enter`.
///
/// It waits a moment and no longer, for a key that is answered late is worse than one that is lost.
struct TypeAhead {
  private static let patience = Duration.seconds(2)
  private static let limit = 500

  private var events: [TerminalEvent] = []
  private var since: Timestamp?

  mutating func add(_ event: TerminalEvent, at now: Timestamp) {
    if events.isEmpty { since = now }
    if events.count < Self.limit { events.append(event) }
  }

  /// Takes the oldest; nil where the scene is not ready for it and it may still become so.
  mutating func next(isReady: Bool, at now: Timestamp) -> TerminalEvent? {
    guard let since, !events.isEmpty else { return nil }
    guard isReady || now.since(since) >= Self.patience else { return nil }
    return events.removeFirst()
  }

  /// Drops it all: the person turned away.
  mutating func clear() { events = [] }
}
