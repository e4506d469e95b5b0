/// Why a terminal cannot be painted on.
public enum TerminalError: Error, Equatable, Sendable {
  /// `TERM` names no terminal that this machine has a description for.
  case unknownTerminal(String)
  /// Its description has no way to place the cursor or to clear the screen, or one that is not
  /// ECMA-48's.
  case cannotPaint(String)
  /// One of the descriptors is not a terminal.
  case notATerminal
  /// The system refused a step; the number is its error code.
  case refused(step: String, code: Int32)
}
