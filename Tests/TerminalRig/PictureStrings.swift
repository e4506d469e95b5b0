/// The check of strings that send pictures: every byte must be of a kind that can do nothing else.
enum PictureStrings {
  /// Returns true if a string is a command of kitty's graphics, or sixels.
  static func allow(_ introducer: UInt8, _ payload: [UInt8]) -> Bool {
    switch introducer {
    case UInt8(ascii: "_"): isGraphicsCommand(payload)
    case UInt8(ascii: "P"): isSixels(payload)
    default: false
    }
  }

  /// Returns true if a string is an image of iTerm2: `1337;File=` with keys and values, a colon,
  /// and the file in base64.
  static func isInlineImage(_ payload: [UInt8]) -> Bool {
    guard let colon = payload.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let head = String(decoding: payload[..<colon], as: UTF8.self)
    return head.hasPrefix("1337;File=inline=1;")
      && head.dropFirst("1337;File=".count).split(separator: ";").allSatisfy(isPair)
      && payload[(colon + 1)...].allSatisfy(SequencePolicy.isBase64)
  }

  /// Returns true for a command of kitty's graphics: `G`, keys of one letter with their values, and
  /// an optional payload in base64.
  private static func isGraphicsCommand(_ payload: [UInt8]) -> Bool {
    guard payload.first == UInt8(ascii: "G") else { return false }
    let parts = payload.dropFirst().split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    let keys = String(decoding: parts[0], as: UTF8.self)
      .split(separator: ",", omittingEmptySubsequences: false)
    let data = parts.count > 1 ? parts[1] : []
    return keys.allSatisfy { $0.prefix { $0 != "=" }.count == 1 && isPair($0) }
      && data.count <= 4096 && data.allSatisfy(SequencePolicy.isBase64)
  }

  /// Returns true for sixels: parameters, `q`, and then colours, repetitions, carriage returns, new
  /// lines and sixels.
  private static func isSixels(_ payload: [UInt8]) -> Bool {
    guard let start = payload.firstIndex(of: UInt8(ascii: "q")) else { return false }
    let parameters = payload[..<start]
    let marks = Set("\"#!$-;0123456789".utf8)
    return parameters.allSatisfy { $0 == UInt8(ascii: ";") || (0x30...0x39).contains($0) }
      && payload[(start + 1)...].allSatisfy { marks.contains($0) || (0x3f...0x7e).contains($0) }
  }

  /// Returns true for a name, "=", and a value of letters, digits and dashes.
  private static func isPair(_ text: Substring) -> Bool {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { $0 == 0x2d || isWord($0) }
      }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch UnicodeScalar(byte) {
    case "A"..."Z", "a"..."z", "0"..."9": true
    default: false
    }
  }
}
