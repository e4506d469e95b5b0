/// The character that kitty replaces by a part of an image.
enum KittyPlaceholder {
  static let scalar: Unicode.Scalar = "\u{10eeee}"

  /// Appends the placeholder of a row and a column; each says both, since what is to its left may
  /// be written without it.
  static func append(row: Int, column: Int, to output: inout [UInt8]) {
    for scalar in [scalar, KittyDiacritics.mark(row), KittyDiacritics.mark(column)] {
      output.append(contentsOf: String(scalar).utf8)
    }
  }
}
