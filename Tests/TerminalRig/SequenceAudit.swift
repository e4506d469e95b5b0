/// Checks everything a program says to its terminal, and remembers what it has switched on.
///
/// Fed with the same bytes as the screen. After the program has gone, ``findings`` must be empty
/// and so must ``leftovers``, or the shell inherits a broken terminal.
public struct SequenceAudit: Sendable {
  /// An escape sequence that the program should not have sent to its terminal.
  public struct Finding: Equatable, Sendable, CustomStringConvertible {
    /// The number of tokens that the program sent before the forbidden sequence.
    public let position: Int
    /// The forbidden sequence, in words.
    public let description: String
  }

  /// The escape sequences that the program should not have sent, in order.
  public private(set) var findings: [Finding] = []
  /// The number of bytes of output audited so far.
  public private(set) var byteCount = 0
  /// The number of bytes above 0x7F, which a terminal without UTF-8 cannot show.
  public private(set) var byteCountBeyondASCII = 0
  /// The sequences by which the program sent desktop notifications.
  public private(set) var notifications: [String] = []
  /// The number of times that the terminal was told to scroll, in any way.
  public private(set) var scrollCount = 0

  private var parser = TerminalParser()
  private var position = 0
  private var modes: TerminalState

  /// Creates an audit of a new terminal of a size.
  public init(size: WindowSize) { modes = TerminalState(rows: size.rows) }

  /// Records a change of the terminal's size.
  public mutating func resize(to size: WindowSize) { modes.resize(rows: size.rows) }

  /// Audits more bytes of the program's output.
  public mutating func feed(_ bytes: some Collection<UInt8>) {
    byteCount += bytes.count
    byteCountBeyondASCII += bytes.count { $0 > 0x7F }
    var tokens: [TerminalToken] = []
    parser.feed(bytes) { tokens.append($0) }
    for token in tokens { examine(token) }
  }

  /// Returns true if a private mode (`CSI ? mode h`) is on.
  public func isOn(mode: Int) -> Bool { modes.isOn(mode) }

  /// The differences from a terminal at rest, in words; empty if the terminal was restored.
  public var leftovers: [String] {
    modes.leftovers + (parser.isBetweenTokens ? [] : ["an unfinished sequence"])
  }

  private mutating func examine(_ token: TerminalToken) {
    if let objection = SequencePolicy.objection(to: token) {
      findings.append(Finding(position: position, description: objection))
    }
    if case .controlSequence(let sequence) = token, sequence.marker == nil,
      "STLM".unicodeScalars.contains(Unicode.Scalar(sequence.final))
    {
      scrollCount += 1
    }
    if case .systemCommand(let payload) = token,
      ["9;", "99;", "777;"].contains(where: { payload.starts(with: $0.utf8) })
    {
      notifications.append(String(decoding: payload, as: UTF8.self))
    }
    modes.apply(token)
    position += 1
  }
}
