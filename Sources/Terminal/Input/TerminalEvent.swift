/// An event from a terminal: a key, the mouse, a paste, or a change of focus.
public enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text as one event; line ends are "\n".
  case paste(String)
  /// The window gained or lost the keyboard focus.
  case focus(Bool)
}

public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    /// A pressed button: 1 is left, 2 middle, 3 right.
    case press(Int)
    case release
    /// Movement while a button is down.
    case drag
    case wheelUp, wheelDown
  }

  public let action: Action
  public let position: CellPosition
  public let modifiers: Key.Modifiers

  public init(_ action: Action, at position: CellPosition, _ modifiers: Key.Modifiers = []) {
    (self.action, self.position, self.modifiers) = (action, position, modifiers)
  }
}
