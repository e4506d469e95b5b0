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
