/// Bytes by which ncurses unknowingly tells us where colours change; terminals never see them.
enum OutputMark {
  /// A foreground's number follows, then ";".
  static let foreground: UInt8 = 0x1c
  /// A background's number follows, then ";".
  static let background: UInt8 = 0x1d
  /// The terminal's own colours from here on.
  static let originalColours: UInt8 = 0x1e
  /// What follows turns off attributes and colours.
  static let reset: UInt8 = 0x1f
}
