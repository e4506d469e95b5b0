/// Checks everything a program says to its terminal, and remembers what it has switched on.
///
/// Fed with the same bytes as the screen. After the program has gone, ``findings`` must be empty
/// and so must ``leftovers``, or the shell inherits a broken terminal.
public struct SequenceAudit: Sendable {
  /// Something that should not have been sent.
  public struct Finding: Equatable, Sendable, CustomStringConvertible {
    /// How many tokens came before it.
    public let position: Int
    /// What it was.
    public let description: String
  }

  /// What should not have been sent, in order.
  public private(set) var findings: [Finding] = []
  /// How many bytes have been audited.
  public private(set) var byteCount = 0
  /// How many of them were above 0x7F, which a terminal without UTF-8 shows as nonsense.
  public private(set) var byteCountBeyondASCII = 0
  /// What the desktop was to be told, as it was sent.
  public private(set) var notifications: [String] = []
  /// How often the terminal was told to scroll, by any of the ways there are.
  public private(set) var scrollCount = 0

  private var parser = TerminalParser()
  private var position = 0
  private var modes: TerminalState

  /// An audit of a fresh terminal of that size.
  public init(size: WindowSize) { modes = TerminalState(rows: size.rows) }

  /// Tells it that the terminal has another size now.
  public mutating func resize(to size: WindowSize) { modes.resize(rows: size.rows) }

  /// Reads on.
  public mutating func feed(_ bytes: some Collection<UInt8>) {
    byteCount += bytes.count
    byteCountBeyondASCII += bytes.count { $0 > 0x7F }
    var tokens: [TerminalToken] = []
    parser.feed(bytes) { tokens.append($0) }
    for token in tokens { examine(token) }
  }

  /// Whether a private mode (`CSI ? mode h`) is on.
  public func isOn(mode: Int) -> Bool { modes.isOn(mode) }

  /// Everything that differs from a terminal at rest, in words; empty when it was left as found.
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
