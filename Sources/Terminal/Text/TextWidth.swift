/// How many columns text takes on the screen.
public enum TextWidth {
  /// The columns of one character.
  ///
  /// 1 or 2 for most; 0 for what is never drawn; more for a syllable of an Indic script with
  /// several spacing signs, which is drawn as that many cells.
  public static func columns(of character: Character) -> Int {
    var columns = 0
    CellCluster.forEach(in: character) { columns += $0.columns }
    return columns
  }

  /// The columns of a text.
  public static func columns(of text: SafeText) -> Int {
    // Printable ASCII, which most names and numbers are, has as many columns as bytes.
    if text.isASCII { return text.string.utf8.count }
    return text.string.reduce(0) { $0 + columns(of: $1) }
  }
}
