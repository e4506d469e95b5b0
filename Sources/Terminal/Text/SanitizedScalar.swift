/// What the sanitiser makes of one scalar by itself.
enum SanitizedScalar {
  /// It never reaches a terminal.
  case dropped
  /// A line end or a tab; any number of them in a row become one blank.
  case lineEnd
  case blank
  /// It begins a character.
  case base
  /// It joins the base before it.
  case mark
  /// Allowed only inside an emoji sequence.
  case emojiPart

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20: self = .blank
    case 0x21..<0x7f: self = .base
    case 0x09...0x0d, 0x85, 0x2028, 0x2029: self = .lineEnd
    case 0..<0xa0: self = .dropped
    case 0xa1..<0x300: self = scalar.value == 0xad ? .dropped : .base
    // Blanks that look different from the others, or forbid a line break.
    case 0xa0, 0x202f, 0x3000: self = .base
    case 0xfe0e, 0xfe0f, 0x200d, 0xe0020...0xe007f: self = .emojiPart
    case 0x3400..<0x4dc0, 0x4e00..<0x9ffd, 0xac00..<0xd7a4: self = .base
    default: self.init(category: scalar)
    }
  }

  private init(category scalar: Unicode.Scalar) {
    let properties = scalar.properties
    // Fillers and the like: they count as letters or marks, but nothing is drawn.
    guard !properties.isDefaultIgnorableCodePoint else {
      self = .dropped
      return
    }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation,
      .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      self = scalar.columns == 0 ? .mark : .base
    case .spaceSeparator: self = .blank
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      self = .dropped
    @unknown default: self = .dropped
    }
  }
}
