/// A colour that the terminal has, ready to be sent.
enum PictureColour: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// One of its palette.
  case palette(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  /// The nearest colour that a terminal of that depth has.
  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, depth: ColourDepth) {
    self =
      switch depth {
      case .none: .standard
      case .ansi16: .palette(Palette.nearest16(red, green, blue))
      case .palette256: .palette(Palette.nearest256(red, green, blue))
      case .direct: .rgb(red, green, blue)
      }
  }

  /// Appends its parameters of "select graphic rendition".
  func append(asForeground isForeground: Bool, to output: inout [UInt8]) {
    let base = isForeground ? 38 : 48
    switch self {
    case .standard: output.append(decimal: base + 1)
    // Terminals with only sixteen colours know only the short form.
    case .palette(let number) where number < 8: output.append(decimal: base - 8 + Int(number))
    case .palette(let number) where number < 16: output.append(decimal: base + 44 + Int(number))
    case .palette(let number):
      output.append(decimal: base)
      output.append(contentsOf: ";5;".utf8)
      output.append(decimal: Int(number))
    case .rgb(let red, let green, let blue):
      output.append(decimal: base)
      output.append(contentsOf: ";2".utf8)
      for part in [red, green, blue] {
        output.append(0x3b)
        output.append(decimal: Int(part))
      }
    }
  }
}

extension [UInt8] {
  /// Appends the digits of a number that is not negative.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(0x30 + UInt8(number % 10))
  }
}
