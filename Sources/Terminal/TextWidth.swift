/// How many columns text takes on the screen.
public enum TextWidth {
  /// The columns of one character: 0, 1 or 2.
  public static func columns(of character: Character) -> Int { 1 }

  /// The columns of a text.
  public static func columns(of text: SafeText) -> Int {
    text.string.reduce(0) { $0 + columns(of: $1) }
  }
}
