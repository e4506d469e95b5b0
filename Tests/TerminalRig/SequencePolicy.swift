/// What Tweetie may say to a terminal; everything else is a finding.
///
/// The list is short on purpose: colour and movement, the modes a full-screen program needs, links,
/// the clipboard, a few questions, and a title and notices in the program's own words. Palettes,
/// reports and resets are not on it.
enum SequencePolicy {
  /// The numbers of the terminal's private modes that the program may set and reset.
  static let privateModes: Set<Int> = [
    1, 7, 12, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026, 2031,
  ]

  /// Returns the reason why a token of output is forbidden; nil if it is allowed.
  static func objection(to token: TerminalToken) -> String? {
    switch token {
    case .malformed(let reason): reason
    case .text(let scalar): objection(to: scalar)
    case .control(let byte): controls.contains(byte) ? nil : "control \(hexadecimal(byte))"
    case .escape(let intermediates, let final): objection(toEscape: intermediates + [final])
    case .controlSequence(let sequence): allows(sequence) ? nil : "sequence \(sequence.spelling)"
    case .systemCommand(let payload): objection(toCommand: payload)
    // What it writes with at present.
    case .deviceString(UInt8(ascii: "P"), let payload) where payload.elementsEqual("$qm".utf8): nil
    case .deviceString(let introducer, let payload):
      PictureStrings.allow(introducer, payload)
        ? nil : "device string \(Unicode.Scalar(introducer)) of \(payload.count) bytes"
    }
  }

  /// The allowed control bytes: backspace, tab, line feed, carriage return, and the proper way to
  /// cancel a sequence.
  private static let controls: Set<UInt8> = [0x08, 0x09, 0x0A, 0x0D, 0x18]

  private static func objection(to scalar: Unicode.Scalar) -> String? {
    (0x80..<0xA0).contains(scalar.value) ? "C1 control U+00\(String(scalar.value, radix: 16))" : nil
  }

  /// Returns the reason why an escape sequence is forbidden; nil for a choice of letters or lines
  /// as the character set, the keypad's modes, scrolling down, and saving and restoring the cursor.
  private static func objection(toEscape bytes: [UInt8]) -> String? {
    let spelling = String(decoding: bytes, as: UTF8.self)
    return ["(B", "(0", "=", ">", "M", "7", "8"].contains(spelling) ? nil : "escape \(spelling)"
  }

  private static func allows(_ sequence: ControlSequence) -> Bool {
    let final = Character(Unicode.Scalar(sequence.final))
    switch (sequence.marker.map(Unicode.Scalar.init), sequence.intermediates, final) {
    case (nil, [], "m"):
      return true
    case (nil, [], _) where "ABCDEFGHIZ`adefJKLMPX@STbr".contains(final):
      return !sequence.parameters.contains(":")
    case (nil, [], "h"), (nil, [], "l"):
      return sequence.parameters == "4"  // Insert mode, which ncurses may use for one line.
    case (nil, [], "t"):
      // Keep and give back the title; ask for sizes in pixels.
      return ["22;0;0", "23;0;0", "14", "16"].contains(sequence.parameters)
    case (nil, [], "n"):
      // Whether it is well; where its cursor stands, which tells how wide it draws.
      return ["5", "6"].contains(sequence.parameters)
    case ("?", [], "h"), ("?", [], "l"):
      return sequence.numbers.allSatisfy { $0.map(privateModes.contains) ?? false }
    case (nil, [], "c"), (">", [], "q"):
      return ["", "0"].contains(sequence.parameters)
    case ("?", [UInt8(ascii: "$")], "p"):
      return sequence.parameters == "2026"
    default:
      return false
    }
  }

  private static func objection(toCommand payload: [UInt8]) -> String? {
    let parts = payload.split(
      separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
    let name = parts.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    switch (name, parts.count) {
    case ("8", 3) where payload.allSatisfy({ (0x20...0x7E).contains($0) }): return nil
    case ("52", 3) where parts[2].allSatisfy(isBase64): return nil
    case ("0", 2) where isTitle(parts[1]): return nil
    case ("9", 2) where parts[1].starts(with: "Tweetie: ".utf8): return nil
    case ("99", 3) where parts[1].elementsEqual("e=1".utf8) && parts[2].allSatisfy(isBase64):
      return nil
    case ("777", 3) where payload.starts(with: "777;notify;Tweetie;".utf8): return nil
    case ("10", 2) where parts[1].elementsEqual("?".utf8): return nil
    case ("11", 2) where parts[1].elementsEqual("?".utf8): return nil
    case ("1337", _) where PictureStrings.isInlineImage(payload): return nil
    default: return "system command \(name) of \(payload.count) bytes"
    }
  }

  /// Returns true if a title is the program's name, with an optional number of unread posts before
  /// it.
  private static func isTitle(_ title: ArraySlice<UInt8>) -> Bool {
    let parts = String(decoding: title, as: UTF8.self).split(separator: " ")
    guard parts.last == "tweetie", parts.count < 3 else { return false }
    let count = parts.dropLast().first
    return count.map { $0.first == "(" && $0.last == ")" && Int($0.dropFirst().dropLast()) != nil }
      ?? true
  }

  static func isBase64(_ byte: UInt8) -> Bool {
    switch UnicodeScalar(byte) {
    case "A"..."Z", "a"..."z", "0"..."9", "+", "/", "=": true
    default: false
    }
  }
}

extension ControlSequence {
  /// The control sequence in readable form.
  var spelling: String {
    let marker = marker.map { String(Unicode.Scalar($0)) } ?? ""
    let intermediates = String(decoding: intermediates, as: UTF8.self)
    return "CSI \(marker)\(parameters)\(intermediates)\(Unicode.Scalar(final))"
  }
}
