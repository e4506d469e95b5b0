/// One thing a program said to its terminal.
public enum TerminalToken: Equatable, Sendable {
  /// A character to be drawn.
  case text(Unicode.Scalar)
  /// A single control byte, such as a carriage return.
  case control(UInt8)
  /// `ESC`, perhaps an intermediate, and a final byte, such as `ESC ( B`.
  case escape(intermediates: [UInt8], final: UInt8)
  /// `ESC [` with all that follows.
  case controlSequence(ControlSequence)
  /// `ESC ]` with its payload, without the terminator.
  case systemCommand([UInt8])
  /// A string of another kind: DCS, APC, PM or SOS, named by its introducing letter.
  case deviceString(introducer: UInt8, payload: [UInt8])
  /// Bytes no terminal should ever be sent; the words say what is wrong with them.
  case malformed(String)
}

/// A control sequence, `ESC [ ? 1 0 4 9 h` taken apart.
public struct ControlSequence: Equatable, Sendable {
  /// The private marker, one of `<`, `=`, `>`, `?`.
  public let marker: UInt8?
  /// The parameters as they were written: digits, `;` and `:`.
  public let parameters: String
  /// What stands between the parameters and the final byte, as the `$` of a mode query.
  public let intermediates: [UInt8]
  /// The byte that names the function.
  public let final: UInt8

  /// The parameters as numbers; one that was left out counts as nothing.
  public var numbers: [Int?] {
    parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
  }
}
