import FeedDomain
import Preferences
import Scenes
import Terminal

@MainActor struct Input {
  enum Meaning: Equatable {
    /// A command with its count; a repeated closing key does not quit.
    case command(Command, times: Int?, mayQuit: Bool)
    /// A digit of a count.
    case number
    /// An event for the front scene.
    case event(SceneEvent)
  }

  var keyMap: KeyMap
  private var typed = TypeAhead()
  private var clicks = ClickCounter()
  private var counted = KeyCount()

  init(_ keyMap: KeyMap) { self.keyMap = keyMap }

  mutating func add(_ event: TerminalEvent, at now: Timestamp) { typed.add(event, at: now) }

  /// Takes the oldest event for the front scene; nil while it is not ready.
  mutating func next(for front: (any Scene)?, at now: Timestamp) -> TerminalEvent? {
    typed.next(for: reader(front), holdingWords: front?.traits.holdsUnsavedText == true, at: now)
  }

  /// Whether an event leaves a scene, even one that is not ready.
  func leadsOut(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event else { return false }
    return key == Key(.escape) || isChord(key, for: keyMap.command(for: key))
  }

  /// Drops events of a scene that is not ready; false if it is ready, or if typed words wait, which
  /// are kept.
  mutating func drop(for front: (any Scene)?) -> Bool {
    guard let front, !front.traits.isReady, typed.isEmpty || !front.traits.holdsUnsavedText else {
      return false
    }
    typed.clear()
    return true
  }

  /// The meaning of a key; in a text scene it is typed.
  mutating func meaning(of key: Key, for front: any Scene) -> Meaning {
    if counted.take(key) { return .number }
    let times = counted.end()
    guard let command = keyMap.command(for: key, claimed: front.priorityCommands),
      !(front.traits.takesText || front.handlesKey(key)) || isChord(key, for: command)
    else { return .event(.key(key)) }
    return .command(command, times: times, mayQuit: key != Key(.escape))
  }

  var count: Int? { counted.number }

  /// Begins a count, with a digit or without.
  mutating func beginCount(with digit: Int = 0) { counted.begin(with: digit) }

  mutating func endCount() { _ = counted.end() }

  /// The scene's event of a mouse event.
  mutating func event(_ mouse: MouseEvent, in rect: CellRect, at now: Timestamp) -> SceneEvent {
    .mouse(mouse.moved(into: rect), count: clicks.count(mouse, now: now))
  }

  /// Whether a key is a command while typing, too.
  private func isChord(_ key: Key, for command: Command?) -> Bool {
    key.isChord && command?.isForAnyMoment == true
  }

  private func reader(_ front: (any Scene)?) -> TypeAhead.Reader {
    guard let front, front.traits.isReady else { return .none }
    return front.traits.takesLines ? .lines : front.traits.takesText ? .line : .keys
  }
}

/// A typed count before a key.
struct KeyCount: Equatable {
  /// The largest count; further digits are ignored.
  private static let most = 999

  /// 0 before the first digit; nil without a count.
  private(set) var number: Int?

  mutating func begin(with number: Int = 0) { self.number = number }

  /// Takes a digit or an erasing key; false for others.
  mutating func take(_ key: Key) -> Bool {
    guard let number, key.modifiers.isEmpty else { return false }
    switch key.code {
    case .character(let character):
      guard let digit = character.wholeNumberValue, character.isASCII else { return false }
      self.number = min(Self.most, number * 10 + digit)
    case .escape: self.number = nil
    case .backspace: self.number = number < 10 ? nil : number / 10
    default: return false
    }
    return true
  }

  /// Ends the count; nil without digits.
  mutating func end() -> Int? {
    defer { number = nil }
    return number == 0 ? nil : number
  }
}

/// Input for a scene that is not ready, as a letter typed right after the key that opens a page, or
/// input faster than typing. It waits a moment only: a late answer is worse than a lost key.
struct TypeAhead {
  /// The scene's readiness.
  enum Reader {
    /// Not ready.
    case none
    /// Ready for keys.
    case keys
    /// Ready for text, of one line or several.
    case line, lines
  }

  private static let patience = Duration.seconds(2)
  /// The wait for typed words, as a page opens slowly on a busy machine.
  private static let patienceWithWords = Duration.seconds(30)
  /// The most input, as for a paste.
  private static let limit = 1 << 20
  /// The most characters typed at once; more were pasted.
  private static let burst = 16

  private var events: ArraySlice<TerminalEvent> = []
  private var since: Timestamp?

  var isEmpty: Bool { events.isEmpty }

  mutating func add(_ event: TerminalEvent, at now: Timestamp) {
    if events.isEmpty { (events, since) = ([], now) }
    if events.count < Self.limit { events.append(event) }
  }

  /// Takes the oldest event, or all text of a paste; nil while the reader is not ready.
  mutating func next(
    for reader: Reader, holdingWords: Bool = false, at now: Timestamp
  ) -> TerminalEvent? {
    guard let since, !events.isEmpty else { return nil }
    let patience = holdingWords ? Self.patienceWithWords : Self.patience
    guard reader != .none || now.since(since) >= patience else { return nil }
    return text(for: reader).map { .paste($0) } ?? events.popFirst()
  }

  /// Drops all input.
  mutating func clear() { events = [] }

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
  /// The typed character; in a text of several lines, `Enter` is a line end.
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
