/// What comes from a terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// Text was pasted: one event, however long it is. Line ends are "\n".
  case paste(String)
  /// The terminal's window gained or lost the keyboard.
  case focus(Bool)
}

/// What the mouse did, and where.
public struct MouseEvent: Hashable, Sendable {
  /// The kinds of things a mouse does.
  public enum Action: Hashable, Sendable {
    /// A button went down: 1 left, 2 middle, 3 right.
    case press(Int)
    /// The button came up again.
    case release
    /// It moved while a button was down.
    case drag
    /// The wheel turned.
    case wheelUp, wheelDown
  }

  /// What it did.
  public let action: Action
  /// The cell where it happened.
  public let position: CellPosition
  /// The keys held down meanwhile.
  public let modifiers: Key.Modifiers

  /// The event.
  public init(_ action: Action, at position: CellPosition, _ modifiers: Key.Modifiers = []) {
    (self.action, self.position, self.modifiers) = (action, position, modifiers)
  }
}
