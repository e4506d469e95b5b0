import FeedDomain
import Terminal

/// What was typed and is not given to a scene yet: because the one it is meant for has nothing to
/// show (the letters of a post after the key that opens the page, the `l` after the `Enter`), or
/// because it came faster than anybody types.
///
/// It waits a moment and no longer, for a key that is answered late is worse than one that is lost.
struct TypeAhead {
  /// What whoever it is for makes of it.
  enum Reader {
    /// Not ready for anything.
    case none
    /// Keys mean something.
    case keys
    /// Keys are typed into a line of text, or into one of several lines.
    case line, lines
  }

  private static let patience = Duration.seconds(2)
  /// Words are worth waiting for: on a busy machine the page for them may take longer to open.
  private static let patienceWithWords = Duration.seconds(30)
  /// As much as of what is pasted.
  private static let limit = 1 << 20
  /// Nobody types so much at once: it was pasted, and the terminal did not say so.
  private static let burst = 16

  private var events: ArraySlice<TerminalEvent> = []
  private var since: Timestamp?

  /// Whether nothing waits.
  var isEmpty: Bool { events.isEmpty }

  mutating func add(_ event: TerminalEvent, at now: Timestamp) {
    if events.isEmpty { (events, since) = ([], now) }
    if events.count < Self.limit { events.append(event) }
  }

  /// Takes the oldest, or all the text there is where it is as much as nobody types; nil where
  /// nobody is ready for it and somebody may still become so.
  mutating func next(
    for reader: Reader, holdingWords: Bool = false, at now: Timestamp
  ) -> TerminalEvent? {
    guard let since, !events.isEmpty else { return nil }
    let patience = holdingWords ? Self.patienceWithWords : Self.patience
    guard reader != .none || now.since(since) >= patience else { return nil }
    return text(for: reader).map { .paste($0) } ?? events.popFirst()
  }

  /// Drops it all: the person turned away.
  mutating func clear() { events = [] }
}

extension TypeAhead {
  private mutating func text(for reader: Reader) -> String? {
    guard reader == .line || reader == .lines else { return nil }
    func isText(_ event: TerminalEvent) -> Bool { event.text(inLines: reader == .lines) != nil }
    guard events.count >= Self.burst, events.prefix(Self.burst).allSatisfy(isText) else {
      return nil
    }
    let typed = events.prefix(while: isText)
    events.removeFirst(typed.count)
    return typed.reduce(into: "") { text, event in
      if let character = event.text(inLines: true) { text.append(character) }
    }
  }
}

extension TerminalEvent {
  /// The character that it types; in a text of several lines, `Enter` ends one.
  fileprivate func text(inLines: Bool) -> Character? {
    guard case .key(let key) = self, key.modifiers.isEmpty else { return nil }
    return switch key.code {
    case .character(let character): character
    case .enter where inLines: "\n"
    case .tab where inLines: "\t"
    default: nil
    }
  }
}
