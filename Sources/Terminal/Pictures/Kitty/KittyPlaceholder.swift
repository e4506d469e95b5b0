/// The character that kitty replaces with a part of an image.
enum KittyPlaceholder {
  static let scalar: Unicode.Scalar = "\u{10eeee}"

  /// Appends the placeholder for a row and a column; each says both, since the one to its left need
  /// not be written together with it.
  static func append(row: Int, column: Int, to output: inout [UInt8]) {
    for scalar in [scalar, KittyDiacritics.mark(row), KittyDiacritics.mark(column)] {
      output.append(contentsOf: String(scalar).utf8)
    }
  }
}
