/// Takes a terminal's byte stream apart, forgiving nothing.
///
/// A real terminal recovers from nonsense in a way of its own; this parser reports it instead, as
/// ``TerminalToken/malformed(_:)``. It may be fed in pieces of any length.
public struct TerminalParser: Sendable {
  private enum State {
    case ground
    case character(expected: Int)
    case escape
    case controlSequence
    case string(introducer: UInt8)
    case stringEscape(introducer: UInt8)
  }

  /// Maximum size of a string's payload in bytes; a longer one is itself a finding.
  private static let longestString = 1 << 20

  private var state = State.ground
  private var pending: [UInt8] = []

  public init() {}

  /// True if the bytes so far end between two tokens.
  public var isBetweenTokens: Bool {
    if case .ground = state { true } else { false }
  }

  /// Parses more bytes, and passes each completed token to a closure.
  public mutating func feed(_ bytes: some Sequence<UInt8>, handle: (TerminalToken) -> Void) {
    for byte in bytes { take(byte, handle) }
  }

  private mutating func take(_ byte: UInt8, _ handle: (TerminalToken) -> Void) {
    switch state {
    case .ground: takeInGround(byte, handle)
    case .character(let expected): takeInCharacter(byte, expected: expected, handle)
    case .escape: takeInEscape(byte, handle)
    case .controlSequence: takeInControlSequence(byte, handle)
    case .string(let introducer): takeInString(byte, introducer: introducer, handle)
    case .stringEscape(let introducer):
      takeAfterStringEscape(byte, introducer: introducer, handle)
    }
  }

  private mutating func takeInGround(_ byte: UInt8, _ handle: (TerminalToken) -> Void) {
    switch byte {
    case 0x1B: begin(.escape)
    case 0x00..<0x20, 0x7F: handle(.control(byte))
    case 0x20..<0x7F: handle(.text(Unicode.Scalar(byte)))
    case 0xC2...0xDF: begin(.character(expected: 2), with: byte)
    case 0xE0...0xEF: begin(.character(expected: 3), with: byte)
    case 0xF0...0xF4: begin(.character(expected: 4), with: byte)
    default: handle(.malformed("byte \(hexadecimal(byte)) outside of any character"))
    }
  }

  private mutating func takeInCharacter(
    _ byte: UInt8, expected: Int, _ handle: (TerminalToken) -> Void
  ) {
    guard (0x80...0xBF).contains(byte) else {
      handle(.malformed("a character cut short before \(hexadecimal(byte))"))
      begin(.ground)
      return take(byte, handle)
    }
    pending.append(byte)
    guard pending.count == expected else { return }
    let scalar = String(validating: pending, as: UTF8.self)?.unicodeScalars.first
    handle(scalar.map(TerminalToken.text) ?? .malformed("bytes that are not UTF-8"))
    begin(.ground)
  }

  private mutating func takeInEscape(_ byte: UInt8, _ handle: (TerminalToken) -> Void) {
    switch byte {
    case UInt8(ascii: "[") where pending.isEmpty: begin(.controlSequence)
    case UInt8(ascii: "]") where pending.isEmpty, UInt8(ascii: "P") where pending.isEmpty,
      UInt8(ascii: "_") where pending.isEmpty, UInt8(ascii: "^") where pending.isEmpty,
      UInt8(ascii: "X") where pending.isEmpty:
      begin(.string(introducer: byte))
    case 0x20...0x2F: pending.append(byte)
    case 0x30...0x7E:
      handle(.escape(intermediates: pending, final: byte))
      begin(.ground)
    default: interrupt(by: byte, "an escape sequence", handle)
    }
  }

  private mutating func takeInControlSequence(_ byte: UInt8, _ handle: (TerminalToken) -> Void) {
    switch byte {
    case 0x20...0x3F: pending.append(byte)
    case 0x40...0x7E:
      handle(
        ControlSequence(body: pending, final: byte).map(TerminalToken.controlSequence)
          ?? .malformed("a control sequence whose parts are out of order"))
      begin(.ground)
    default: interrupt(by: byte, "a control sequence", handle)
    }
  }

  private mutating func takeInString(
    _ byte: UInt8, introducer: UInt8, _ handle: (TerminalToken) -> Void
  ) {
    switch byte {
    case 0x1B: state = .stringEscape(introducer: introducer)
    case 0x07 where introducer == UInt8(ascii: "]"): finishString(introducer, handle)
    case 0x18, 0x1A: interrupt(by: byte, "a string", handle)
    default:
      pending.append(byte)
      guard pending.count > Self.longestString else { return }
      handle(.malformed("a string that does not end"))
      begin(.ground)
    }
  }

  private mutating func takeAfterStringEscape(
    _ byte: UInt8, introducer: UInt8, _ handle: (TerminalToken) -> Void
  ) {
    guard byte == UInt8(ascii: "\\") else {
      handle(.malformed("a string broken off by an escape"))
      begin(.escape)
      return take(byte, handle)
    }
    finishString(introducer, handle)
  }

  private mutating func finishString(_ introducer: UInt8, _ handle: (TerminalToken) -> Void) {
    let isCommand = introducer == UInt8(ascii: "]")
    handle(
      isCommand
        ? .systemCommand(pending) : .deviceString(introducer: introducer, payload: pending))
    begin(.ground)
  }

  /// Ends an incomplete sequence: properly by a byte that cancels (CAN, SUB), otherwise with an
  /// error.
  private mutating func interrupt(
    by byte: UInt8, _ what: String, _ handle: (TerminalToken) -> Void
  ) {
    begin(.ground)
    if byte == 0x18 || byte == 0x1A { return handle(.control(byte)) }
    handle(.malformed("\(what) broken off by \(hexadecimal(byte))"))
    take(byte, handle)
  }

  private mutating func begin(_ state: State, with first: UInt8? = nil) {
    self.state = state
    pending.removeAll(keepingCapacity: true)
    if let first { pending.append(first) }
  }
}

extension ControlSequence {
  /// Parses the body of a control sequence: markers, then parameters, then intermediates; nil for
  /// any other order.
  fileprivate init?(body: [UInt8], final: UInt8) {
    let isParameter = { (byte: UInt8) in (0x30...0x3B).contains(byte) }
    let markers = body.prefix { (0x3C...0x3F).contains($0) }
    let parameters = body.dropFirst(markers.count).prefix(while: isParameter)
    let intermediates = body.dropFirst(markers.count + parameters.count)
    guard markers.count <= 1, intermediates.allSatisfy({ (0x20...0x2F).contains($0) }) else {
      return nil
    }
    self.init(
      marker: markers.first, parameters: String(decoding: parameters, as: UTF8.self),
      intermediates: Array(intermediates), final: final)
  }
}

/// Returns a byte as text such as `0x9B`.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return "0x" + (digits.count == 1 ? "0" : "") + digits
}
