/// A token of a program's output to its terminal.
public enum TerminalToken: Equatable, Sendable {
  /// A token of output: a character to be drawn.
  case text(Unicode.Scalar)
  /// A token of output: a control byte, such as a carriage return.
  case control(UInt8)
  /// A token of output: `ESC`, an optional intermediate, and a final byte, such as `ESC ( B`.
  case escape(intermediates: [UInt8], final: UInt8)
  /// A token of output: a control sequence, which begins with `ESC [`.
  case controlSequence(ControlSequence)
  /// A token of output: the payload of an operating system command (`ESC ]`), without the
  /// terminator.
  case systemCommand([UInt8])
  /// A token of output: a string of another kind (DCS, APC, PM or SOS), with its introducing
  /// letter.
  case deviceString(introducer: UInt8, payload: [UInt8])
  /// A token of output: bytes that no terminal should be sent, with the reason.
  case malformed(String)
}

/// The parts of a control sequence, such as `ESC [ ? 1 0 4 9 h`.
public struct ControlSequence: Equatable, Sendable {
  /// The private marker of the control sequence: `<`, `=`, `>` or `?`; nil without one.
  public let marker: UInt8?
  /// The parameters of the control sequence as written: digits, `;` and `:`.
  public let parameters: String
  /// The bytes between the parameters and the final byte, such as the `$` of a query for a mode.
  public let intermediates: [UInt8]
  /// The final byte of the control sequence, which names its function.
  public let final: UInt8

  /// The parameters of the control sequence as numbers; nil for a missing one.
  public var numbers: [Int?] {
    parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
  }
}
