/// An answer of the terminal to a question about itself; never a key.
public enum TerminalReply: Hashable, Sendable {
  /// The setting of one of the terminal's modes.
  public enum Setting: Int, Hashable, Sendable {
    /// The terminal does not know it.
    case unknown
    /// On.
    case set
    /// Off.
    case reset
    /// On, and cannot be turned off.
    case permanentlySet
    /// Off, and cannot be turned on.
    case permanentlyReset
  }

  /// A private mode's setting, such as that of 2026, which shows frames at once.
  case mode(Int, Setting)
  /// What it is, by the numbers of its abilities; the answer that every terminal gives.
  case attributes([Int])
  /// What it is, by the numbers of its make and version.
  case secondaryAttributes([Int])
  /// Its name and version.
  case version(SafeText)
  /// How it writes at present, by the numbers of "select graphic rendition".
  case rendition([Int])
  /// A colour, 10 for the text and 11 for the background, as the terminal writes it.
  case colour(Int, SafeText)
  /// That its ground has become dark, or light.
  case ground(isDark: Bool)
  /// Where its cursor stands.
  case cursor(CellPosition)
  /// That it is well, or what is wrong.
  case status(Int)
  /// How large a cell is.
  case cellPixels(PixelSize)
  /// How large its window is.
  case windowPixels(PixelSize)
  /// An answer about pictures.
  case graphics(SafeText)
  /// An answer that is not known here.
  case other

  /// The reply in a device string (P), a command (]), an application's string (_) or another.
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
