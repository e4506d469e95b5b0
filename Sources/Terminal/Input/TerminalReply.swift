/// A terminal's reply to a query.
public enum TerminalReply: Hashable, Sendable {
  /// The setting of a mode.
  public enum Setting: Int, Hashable, Sendable {
    /// The mode is unknown to the terminal.
    case unknown
    case set
    case reset
    /// On, and cannot be turned off.
    case permanentlySet
    /// Off, and cannot be turned on.
    case permanentlyReset
  }

  /// A private mode's setting, such as 2026 for synchronized output.
  case mode(Int, Setting)
  /// Primary device attributes, the reply that every terminal gives.
  case attributes([Int])
  /// Secondary device attributes: make and version.
  case secondaryAttributes([Int])
  case version(SafeText)
  /// The current "select graphic rendition" parameters.
  case rendition([Int])
  /// A colour in the terminal's notation: 10 is the text, 11 the background.
  case colour(Int, SafeText)
  /// The background became dark or light.
  case ground(isDark: Bool)
  /// Where its cursor stands.
  case cursor(CellPosition)
  /// The status report.
  case status(Int)
  /// How large a cell is.
  case cellPixels(PixelSize)
  /// How large its window is.
  case windowPixels(PixelSize)
  case graphics(SafeText)
  case other

  /// A reply in a device string (P), a command (]), an application's string (_) or another.
  init(introducer: UInt8, payload: [UInt8]) {
    let text = String(decoding: payload, as: UTF8.self)
    switch introducer {
    case 0x50 where text.hasPrefix(">|"):
      self = .version(SafeText(sanitizing: String(text.dropFirst(2))))
    case 0x50 where text.hasPrefix("1$r") && text.hasSuffix("m"):
      // Between the 2 and the red there may be an empty field for the colour space.
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
