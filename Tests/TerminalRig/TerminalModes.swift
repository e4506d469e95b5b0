internal import Glibc

/// How a terminal's line discipline is set: echo, signals, raw or not (`termios`).
///
/// Two of them are equal when a shell could not tell the difference.
public struct TerminalModes: Equatable, Sendable, CustomStringConvertible {
  private let input: UInt32
  private let output: UInt32
  private let control: UInt32
  private let local: UInt32
  private let characters: [UInt8]

  init(_ settings: termios) {
    input = settings.c_iflag
    output = settings.c_oflag
    control = settings.c_cflag
    local = settings.c_lflag
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// True if the terminal itself shows typed characters, as a shell needs.
  public var echoes: Bool { local & UInt32(ECHO) != 0 }
  /// True if input arrives line by line, as a shell's programs expect.
  public var isByLine: Bool { local & UInt32(ICANON) != 0 }

  /// The flags of the terminal's settings in hexadecimal digits, for the message of a failed test.
  public var description: String {
    let flags = [input, output, control, local].map { String($0, radix: 16) }
    return "termios \(flags.joined(separator: " ")) \(characters)"
  }
}
