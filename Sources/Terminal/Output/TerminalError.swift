/// Why a terminal cannot be painted on.
public enum TerminalError: Error, Equatable, Sendable {
  /// `TERM` names no terminal that this machine has a description of.
  case unknownTerminal(String)
  /// Its description has no way to put the cursor somewhere or to clear the screen, or another than
  /// ECMA-48's.
  case cannotPaint(String)
  /// One of the descriptors is no terminal.
  case notATerminal
  /// The system refused a step; the number is its error code.
  case refused(step: String, code: Int32)
}
