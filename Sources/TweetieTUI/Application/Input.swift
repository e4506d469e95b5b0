import FeedDomain
import Preferences
import Scenes
import Terminal

/// What is typed and pointed at, until it is known what it means.
@MainActor struct Input {
  /// What a key means.
  enum Meaning: Equatable {
    /// Something that a person can do, so often where that was typed before; who closes one thing
    /// after another does not mean to leave.
    case command(Command, times: Int?, mayQuit: Bool)
    /// More of the number before a key.
    case number
    /// What only the scene in front understands.
    case event(SceneEvent)
  }

  var keyMap: KeyMap
  private var typed = TypeAhead()
  private var clicks = ClickCounter()
  private var counted = KeyCount()

  init(_ keyMap: KeyMap) { self.keyMap = keyMap }

  mutating func add(_ event: TerminalEvent, at now: Timestamp) { typed.add(event, at: now) }

  /// Takes the oldest event for the scene in front; nil where it is not ready for it, and may still
  /// become so.
  mutating func next(for front: (any Scene)?, at now: Timestamp) -> TerminalEvent? {
    typed.next(for: reader(front), holdingWords: front?.holdsWords == true, at: now)
  }

  /// Whether an event leads out of a scene, even out of one that is not ready.
  func leadsOut(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event else { return false }
    return key == Key(.escape) || isChord(key, for: keyMap.command(for: key))
  }

  /// Drops what waits for a scene that is not ready, which somebody turns away from; false where it
  /// is ready, or where words wait to be written down in it: those are not dropped.
  mutating func drop(for front: (any Scene)?) -> Bool {
    guard let front, !front.isReady, typed.isEmpty || !front.holdsWords else { return false }
    typed.clear()
    return true
  }

  /// What a key means to that scene: into one that takes text it is typed.
  mutating func meaning(of key: Key, for front: any Scene) -> Meaning {
    if counted.take(key) { return .number }
    let times = counted.end()
    guard let command = keyMap.command(for: key, claimed: front.claims),
      !(front.takesText || front.takes(key)) || isChord(key, for: command)
    else { return .event(.key(key)) }
    return .command(command, times: times, mayQuit: key != Key(.escape))
  }

  /// The number that is being typed before a key; nil for none.
  var count: Int? { counted.number }

  /// Begins such a number, which may have a digit already.
  mutating func beginCount(with digit: Int = 0) { counted.begin(with: digit) }

  /// Ends it, whatever it was for.
  mutating func endCount() { _ = counted.end() }

  /// What pointing means to the scene that is there.
  mutating func event(_ mouse: MouseEvent, in rect: CellRect, at now: Timestamp) -> SceneEvent {
    .mouse(mouse.moved(into: rect), count: clicks.count(mouse, now: now))
  }

  /// Whether a key means a command while one types, too.
  private func isChord(_ key: Key, for command: Command?) -> Bool {
    key.isChord && command?.isForAnyMoment == true
  }

  private func reader(_ front: (any Scene)?) -> TypeAhead.Reader {
    guard let front, front.isReady else { return .none }
    return front.takesLines ? .lines : front.takesText ? .line : .keys
  }
}

/// A number that is typed before a key and tells how often it counts.
struct KeyCount: Equatable {
  /// Nobody goes further at once; what is typed beyond it stays there.
  private static let most = 999

  /// What is typed so far, 0 before the first digit; nil where no number was begun.
  private(set) var number: Int?

  /// Begins a number, which may have a digit already.
  mutating func begin(with number: Int = 0) { self.number = number }

  /// Takes a key that belongs to the number: a digit, or what erases one or all of them. False for
  /// any other.
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

  /// Ends the number and gives it; nil where none was typed.
  mutating func end() -> Int? {
    defer { number = nil }
    return number == 0 ? nil : number
  }
}

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
