/// A piece of input from a terminal: an event caused by the user, or a reply to a query.
public enum TerminalInput: Equatable, Sendable {
  /// A kind of terminal input: an action of the user, such as a key press.
  case event(TerminalEvent)
  case reply(TerminalReply)
}

/// An event from a terminal: a key, the mouse, a paste, or a change of focus.
public enum TerminalEvent: Equatable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// An event of the terminal: a text was pasted; its line ends are "\n". `isCut` is true if the
  /// end of a very long text is missing.
  case paste(String, isCut: Bool = false)
  /// An event of the terminal: the window gained or lost the keyboard focus.
  case focus(Bool)
}

public struct MouseEvent: Equatable, Sendable {
  public enum MouseAction: Equatable, Sendable {
    /// A mouse event: a button was pressed, by number: 1 is left, 2 middle, 3 right.
    case press(Int)
    case release
    /// A mouse event: the mouse moved while a button was down.
    case drag
    case wheelUp, wheelDown
  }

  public let action: MouseAction
  public let position: CellPosition
  public let modifiers: Key.KeyModifiers

  public init(_ action: MouseAction, at position: CellPosition, _ modifiers: Key.KeyModifiers = [])
  {
    (self.action, self.position, self.modifiers) = (action, position, modifiers)
  }
}

public enum TerminalReply: Equatable, Sendable {
  public enum ReportedModeSetting: Int, Sendable {
    case unknown
    case set
    case reset
    /// A setting of a terminal mode, as reported: the mode is on, and cannot be turned off.
    case permanentlySet
    /// A setting of a terminal mode, as reported: the mode is off, and cannot be turned on.
    case permanentlyReset
  }

  /// A terminal's reply: the setting of a private mode, such as 2026 for synchronized output.
  case mode(Int, ReportedModeSetting)
  /// A terminal's reply: the primary device attributes, which every terminal reports when asked.
  case attributes([Int])
  /// A terminal's reply: the secondary device attributes, with the terminal's make and version.
  case secondaryAttributes([Int])
  case version(SafeText)
  /// A terminal's reply: the current colours and attributes, as parameters of the sequence SGR.
  case rendition([Int])
  /// A terminal's reply: a colour in the terminal's own notation. Number 10 is the colour of text,
  /// 11 that of the background.
  case colour(Int, SafeText)
  case background(isDark: Bool)
  case cursor(CellPosition)
  case status(Int)
  case cellPixels(PixelSize)
  case windowPixels(PixelSize)
  case graphics(SafeText)
  case other

  /// Creates a terminal's reply from the payload of a device string (P), a command (]), an
  /// application's string (_) or another kind of string; `other` if unknown.
  init(introducer: UInt8, payload: [UInt8]) {
    let text = String(decoding: payload, as: UTF8.self)
    switch introducer {
    case 0x50 where text.hasPrefix(">|"):
      self = .version(SafeText(sanitizing: String(text.dropFirst(2))))
    case 0x50 where text.hasPrefix("1$r") && text.hasSuffix("m"):
      // Between the 2 and the red, the field for the colour space may be empty.
      let numbers = text.dropFirst(3).dropLast().split { $0 == ";" || $0 == ":" }
      self = .rendition(numbers.prefix(64).map { Int($0) ?? 0 })
    case 0x5f where text.hasPrefix("G"):
      self = .graphics(SafeText(sanitizing: String(text.dropFirst())))
    case 0x5d:
      let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let number = Int(parts[0]), (10...19).contains(number) {
        self = .colour(number, SafeText(sanitizing: String(parts[1])))
      } else {
        self = .other
      }
    default: self = .other
    }
  }
}
