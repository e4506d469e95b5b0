/// What one cell of a picture is on the terminal: a character and its colours.
struct PictureGlyph: Hashable, Sendable {
  let character: Unicode.Scalar
  let foreground: PictureColour
  let background: PictureColour
}

/// What the cells of a picture show now.
enum PictureFace: Sendable {
  /// Nothing yet, or nothing of their own, where the picture is drawn over them.
  case flat(PictureColour)
  /// Block characters, row by row.
  case symbols([PictureGlyph])
  /// Placeholder characters for the image that the terminal has under that number.
  case placeholders(KittyNumber)

  /// Two faces of the same kind, of the same picture, are the same.
  var kind: Kind {
    switch self {
    case .flat: .flat
    case .symbols: .symbols
    case .placeholders(let number): .placeholders(number)
    }
  }

  enum Kind: Hashable {
    case flat, symbols
    case placeholders(KittyNumber)
  }
}
