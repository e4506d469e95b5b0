/// A terminal's reply to a query.
public enum TerminalReply: Hashable, Sendable {
  /// The setting of a terminal mode.
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

  /// The setting of a private mode, such as 2026 for synchronized output.
  case mode(Int, Setting)
  /// Primary device attributes, the reply that every terminal gives.
  case attributes([Int])
  /// Secondary device attributes: the terminal's make and version.
  case secondaryAttributes([Int])
  case version(SafeText)
  /// The current "select graphic rendition" parameters.
  case rendition([Int])
  /// A colour in the terminal's notation: 10 is that of text, 11 that of the background.
  case colour(Int, SafeText)
  /// The background became dark or light.
  case ground(isDark: Bool)
  case cursor(CellPosition)
  case status(Int)
  case cellPixels(PixelSize)
  case windowPixels(PixelSize)
  case graphics(SafeText)
  case other

  /// Reads the payload of a device string (P), a command (]), an application's string (_) or
  /// another.
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
