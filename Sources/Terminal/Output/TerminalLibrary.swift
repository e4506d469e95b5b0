internal import CNcurses

/// What `tweetie doctor` reports about the library that paints.
public enum TerminalLibrary {
  /// Its version.
  public static var version: String { String(cString: curses_version()) }

  /// How many colours a terminal's description has; nil where there is no description.
  public static func colours(of term: String) -> Int? {
    var status: CInt = 0
    guard setupterm(term, 1, &status) == OK else { return nil }
    return Int(tigetnum("colors"))
  }
}
