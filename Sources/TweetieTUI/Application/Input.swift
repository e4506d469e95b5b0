import FeedDomain
import Preferences
import Scenes
import Terminal

@MainActor struct InputQueue {
  enum KeyMeaning: Equatable {
    /// A meaning of a key: a command with its typed count; `mayQuit` is false for Escape, so that
    /// pressing it repeatedly does not quit the program.
    case command(Command, times: Int?, mayQuit: Bool)
    /// A meaning of a key: it was added as a digit to the count typed before a command.
    case number
    case event(SceneInputEvent)
  }

  var keyMap: KeyMap
  private var pending = TypeAheadBuffer()
  private var clicks = ClickCounter()
  private var keyCount = TypedCount()

  init(_ keyMap: KeyMap) { self.keyMap = keyMap }
  mutating func addEvent(_ event: TerminalEvent, at now: Timestamp) {
    pending.bufferTypedAheadEvent(event, at: now)
  }

  /// Returns input events with Enter in place of the line feeds that stand for it: in keys typed
  /// before the program set the terminal's mode, and in texts pasted without marks. A line feed
  /// after Enter is left out. Ctrl-J, which is the same byte, keeps a command from the settings.
  func replacingLineFeeds(in events: [TerminalEvent]) -> [TerminalEvent] {
    let (lineFeed, enter) = (TerminalEvent.key(.controlKey("j")), TerminalEvent.key(Key(.enter)))
    guard events.contains(lineFeed), keyMap.command(for: .controlKey("j")) == nil else {
      return events
    }
    var previous: TerminalEvent?
    return events.compactMap { event in
      defer { previous = event }
      return event != lineFeed ? event : previous == enter ? nil : enter
    }
  }

  /// Removes and returns the oldest waiting input event for the front scene; nil if none waits, or
  /// while the scene is not ready and the waiting time is not over.
  mutating func takeNextInputEvent(for front: (any Scene)?, at now: Timestamp) -> TerminalEvent? {
    pending.takeOldestWaitingEvent(
      for: sceneInputReadiness(of: front), holdingWords: front?.properties.holdsUnsavedText == true,
      at: now)
  }

  /// Returns true if an input event closes a scene, even one that is not ready.
  func closesScene(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event else { return false }
    return key == Key(.escape) || performsCommandWhileTyping(key, for: keyMap.command(for: key))
  }

  /// Discards the waiting input events of a front scene that is not ready; returns false for a
  /// ready scene, and if typed text waits for the scene.
  mutating func discardEventsIfSceneUnready(for front: (any Scene)?) -> Bool {
    guard let front, !front.properties.isReady,
      pending.isEmpty || !front.properties.holdsUnsavedText
    else {
      return false
    }
    pending.clearWaitingEvents()
    return true
  }

  /// Returns the meaning of a key in the front scene, where text is typed or keys are commands.
  mutating func keyMeaning(of key: Key, for front: any Scene) -> KeyMeaning {
    if keyCount.handleDigitKey(key) { return .number }
    let times = keyCount.endTypedCount()
    guard let command = keyMap.command(for: key, claimed: front.priorityCommands),
      !(front.properties.takesText || front.handlesKeyItself(key))
        || performsCommandWhileTyping(key, for: command)
    else { return .event(.key(key)) }
    return .command(command, times: times, mayQuit: key != Key(.escape))
  }

  var count: Int? { keyCount.number }
  mutating func beginTypedCount(with digit: Int = 0) { keyCount.beginTypedCount(with: digit) }
  mutating func endTypedCount() { _ = keyCount.endTypedCount() }

  mutating func sceneMouseEvent(_ mouse: MouseEvent, in rect: CellRect, at now: Timestamp)
    -> SceneInputEvent
  {
    .mouse(mouse.relativeEvent(to: rect), clicks: clicks.countClick(mouse, now: now))
  }

  /// Returns true if a key performs its command even while text is typed.
  private func performsCommandWhileTyping(_ key: Key, for command: Command?) -> Bool {
    key.isChord && command?.isAlwaysAvailable == true
  }

  private func sceneInputReadiness(of front: (any Scene)?) -> TypeAheadBuffer.SceneInputReadiness {
    guard let front, front.properties.isReady else { return .none }
    return front.properties.takesLines ? .lines : front.properties.takesText ? .line : .keys
  }
}

struct TypedCount: Equatable {
  /// The largest count that can be typed before a command; further digits are ignored.
  private static let maximum = 999

  /// The count typed so far before a command: 0 before the first digit, nil if no count is being
  /// typed.
  private(set) var number: Int?

  mutating func beginTypedCount(with number: Int = 0) { self.number = number }

  /// Handles a key that types or erases a digit of a count; returns false for other keys.
  mutating func handleDigitKey(_ key: Key) -> Bool {
    guard let number, key.modifiers.isEmpty else { return false }
    switch key.code {
    case .character(let character):
      guard let digit = character.wholeNumberValue, character.isASCII else { return false }
      self.number = min(Self.maximum, number * 10 + digit)
    case .escape: self.number = nil
    case .backspace: self.number = number < 10 ? nil : number / 10
    default: return false
    }
    return true
  }

  /// Ends the typing of a count and returns the count; nil if it has no digits.
  mutating func endTypedCount() -> Int? {
    defer { number = nil }
    return number == 0 ? nil : number
  }
}

/// A buffer for input typed before a scene is ready, such as a letter right after the key that
/// opens a page. Input waits for a limited time, as a late effect is worse than a lost key.
struct TypeAheadBuffer {
  /// A readiness of a scene for input: not ready, or ready for keys, for a line of text, or for
  /// several lines.
  enum SceneInputReadiness {
    /// A readiness of a scene: not ready for input, which waits.
    case none
    case keys
    /// A readiness of a scene: ready for text of one line, or of several lines.
    case line, lines
  }

  /// The time after which waiting input is passed to a scene although the scene is not ready.
  private static let keyTimeout = Duration.seconds(2)
  /// The time after which waiting input is passed to a scene with unsaved text although the scene
  /// is not ready; pages open slowly on a busy machine.
  private static let textTimeout = Duration.seconds(30)
  /// The maximum number of waiting input events, as of a paste; further ones are dropped.
  private static let limit = 1 << 20
  /// The number of characters waiting for a scene from which on they count as pasted, not typed.
  private static let pasteThreshold = 16

  private var events: ArraySlice<TerminalEvent> = []
  private var firstInputTime: Timestamp?

  var isEmpty: Bool { events.isEmpty }

  /// Adds an input event to those that wait for the scene; drops it if too many wait.
  mutating func bufferTypedAheadEvent(_ event: TerminalEvent, at now: Timestamp) {
    if events.isEmpty { (events, firstInputTime) = ([], now) }
    if events.count < Self.limit { events.append(event) }
  }

  /// Removes and returns the oldest waiting input event, or all text of a paste as one event; nil
  /// while the scene is not ready and the waiting time is not over.
  mutating func takeOldestWaitingEvent(
    for reader: SceneInputReadiness, holdingWords: Bool = false, at now: Timestamp
  ) -> TerminalEvent? {
    guard let firstInputTime, !events.isEmpty else { return nil }
    let timeout = holdingWords ? Self.textTimeout : Self.keyTimeout
    guard reader != .none || now.elapsedTime(since: firstInputTime) >= timeout else { return nil }
    return removeWaitingTextBurst(for: reader).map { .paste($0) } ?? events.popFirst()
  }

  mutating func clearWaitingEvents() { events = [] }

  private mutating func removeWaitingTextBurst(for reader: SceneInputReadiness) -> String? {
    guard reader == .line || reader == .lines else { return nil }
    func isTextEvent(_ event: TerminalEvent) -> Bool {
      event.typedCharacter(inLines: reader == .lines) != nil
    }
    guard events.count >= Self.pasteThreshold,
      events.prefix(Self.pasteThreshold).allSatisfy(isTextEvent)
    else {
      return nil
    }
    let pending = events.prefix(while: isTextEvent)
    events.removeFirst(pending.count)
    return pending.reduce(into: "") { text, event in
      if let character = event.typedCharacter(inLines: true) { text.append(character) }
    }
  }
}

extension TerminalEvent {
  /// Returns the character that an input event types; nil for other events. With `inLines`, the
  /// keys Enter and Tab type a line end and a tab.
  fileprivate func typedCharacter(inLines: Bool) -> Character? {
    guard case .key(let key) = self, key.modifiers.isEmpty else { return nil }
    return switch key.code {
    case .character(let character): character
    case .enter where inLines: "\n"
    case .tab where inLines: "\t"
    default: nil
    }
  }
}
