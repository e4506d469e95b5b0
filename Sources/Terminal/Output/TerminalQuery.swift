/// Questions to a terminal; their answers arrive as `TerminalReply`.
public enum TerminalQuery {
  /// Whether it can hold back a frame until it is complete.
  public static let synchronizedOutput = "\u{1b}[?2026$p"
  /// What it is; every terminal answers, so the answers to earlier questions are complete then.
  public static let attributes = "\u{1b}[c"
  /// Its name and version.
  public static let version = "\u{1b}[>0q"
  /// The colour of its background.
  public static let background = "\u{1b}]11;?\u{1b}\\"
}
