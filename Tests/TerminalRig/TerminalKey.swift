/// A key as a terminal sends it to a program.
public enum TerminalKey: Sendable {
  /// A key that sends something other than its own character.
  case enter, escape, tab, backTab, backspace, delete, space
  /// A key that moves the cursor.
  case up, down, left, right, home, end, pageUp, pageDown
  /// A key: a letter held with Control.
  case control(Character)
  /// A key: a letter held with Alt, which terminals send as Escape and the letter.
  case alt(Character)

  /// The bytes that xterm sends for the key, with cursor keys in application mode as full-screen
  /// programs request.
  public var bytes: [UInt8] {
    switch self {
    case .enter: [0x0D]
    case .escape: [0x1B]
    case .tab: [0x09]
    case .backTab: Array("\u{1B}[Z".utf8)
    case .backspace: [0x7F]
    case .delete: Array("\u{1B}[3~".utf8)
    case .space: [0x20]
    case .up: Array("\u{1B}OA".utf8)
    case .down: Array("\u{1B}OB".utf8)
    case .right: Array("\u{1B}OC".utf8)
    case .left: Array("\u{1B}OD".utf8)
    case .home: Array("\u{1B}OH".utf8)
    case .end: Array("\u{1B}OF".utf8)
    case .pageUp: Array("\u{1B}[5~".utf8)
    case .pageDown: Array("\u{1B}[6~".utf8)
    case .alt(let letter): [0x1B, letter.asciiValue ?? 0x3F]
    case .control(let letter): [(letter.asciiValue ?? 0x40) & 0x1F]
    }
  }
}
