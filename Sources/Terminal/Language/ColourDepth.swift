/// How many colours a terminal is given.
public enum ColourDepth: Int, Comparable, Sendable {
  /// Only its own foreground and background.
  case none
  /// The sixteen that every colour terminal has.
  case ansi16
  /// The palette of 256.
  case palette256
  /// Any red, green and blue.
  case direct

  /// Whether the one shows fewer colours than the other.
  public static func < (left: ColourDepth, right: ColourDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// What a terminal can show, from the environment and from its description's number of colours.
  ///
  /// `COLORTERM` is believed where it says "truecolor" or "24bit", except inside GNU screen, which
  /// hands it on but cannot do it.
  public static func detected(environment: [String: String], describedColours: Int) -> ColourDepth {
    let term = environment["TERM"] ?? ""
    let isScreen = term.hasPrefix("screen") && environment["TMUX"] == nil
    let promise = environment["COLORTERM"] ?? ""
    if !isScreen, promise == "truecolor" || promise == "24bit" { return .direct }
    if term.hasSuffix("-direct") || describedColours > 256 { return .direct }
    if describedColours >= 256 || term.hasSuffix("-256color") { return .palette256 }
    return describedColours >= 8 ? .ansi16 : .none
  }
}
