public enum TextWidth {
  /// Returns the width of a character in columns: 1 or 2 for most; 0 if it is never drawn; more for
  /// an Indic syllable with several spacing signs.
  public static func columnCount(of character: Character) -> Int {
    var columns = 0
    CellCluster.forEachCluster(in: character) { columns += $0.columns }
    return columns
  }

  public static func columnCount(of text: SafeText) -> Int {
    // Printable ASCII, which most names and numbers are, has as many columns as bytes.
    if text.isASCII { return text.string.utf8.count }
    return text.string.reduce(0) { $0 + columnCount(of: $1) }
  }
}

extension Unicode.Scalar {
  /// The width of the Unicode scalar by itself in columns; 0 if it joins the scalar before.
  var columns: Int {
    switch value {
    case 0..<0x20, 0x7f..<0xa0: 0
    case 0x20..<0x300: value == 0xad ? 0 : 1
    case 0x370..<0x483, 0x2010..<0x2028, 0x2500..<0x2600: wide
    case 0x3400..<0xa000, 0xac00..<0xd7a4: 2
    default: joinsPrevious ? 0 : wide
    }
  }

  private var wide: Int { WideScalars.isWide(self) ? 2 : 1 }

  /// True if the Unicode scalar joins the scalar before: marks, format characters, and Hangul
  /// vowels and finals that complete a syllable.
  private var joinsPrevious: Bool {
    switch value {
    case 0x1160...0x11ff, 0xd7b0...0xd7ff: return true
    case 0x1f3fb...0x1f3ff: return false
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
