/// Questions to a terminal; their answers arrive as `TerminalReply`.
public enum TerminalQuery {
  /// Whether it can hold back a frame until it is complete.
  public static let synchronizedOutput = "\u{1b}[?2026$p"
  /// What it is; every terminal answers, and by then has answered all earlier questions.
  public static let attributes = "\u{1b}[c"
  /// Its name and version.
  public static let version = "\u{1b}[>0q"
  /// Whether it is well; the answer comes when all that was sent before has arrived.
  public static let status = "\u{1b}[5n"
  /// Where its cursor stands.
  static let cursor = "\u{1b}[6n"
  /// How large a cell is, in pixels.
  public static let cellPixels = "\u{1b}[16t"
  /// How large its window is, in pixels.
  public static let windowPixels = "\u{1b}[14t"
  /// Whether it shows any red, green and blue: asks what it writes with, after setting such a
  /// colour.
  ///
  /// To be asked between frames, while no colour is set.
  public static let allColours = "\u{1b}[48;2;1;2;3m\u{1b}P$qm\u{1b}\\\u{1b}[m"
  /// The colour of its background.
  public static let background = "\u{1b}]11;?\u{1b}\\"
}
