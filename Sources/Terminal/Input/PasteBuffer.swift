/// Collects what is pasted, up to its end.
struct PasteBuffer: Sendable {
  /// How many bytes are kept; the rest of a longer paste is left out.
  static let limit = 1 << 20
  private static let ending = Array("\u{1b}[201~".utf8)

  private var bytes: [UInt8] = []
  /// How much of the end marker has come.
  private var matched = 0

  /// Takes a byte, and returns the text once its end has come.
  ///
  /// Line ends are "\n"; of the other control characters only the tab is kept.
  mutating func take(_ byte: UInt8) -> String? {
    if byte == Self.ending[matched] {
      matched += 1
      return matched == Self.ending.count ? text : nil
    }
    let given = Self.ending.prefix(matched)
    matched = 0
    for byte in given { keep(byte) }
    if byte == Self.ending[0] { matched = 1 } else { keep(byte) }
    return nil
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) }
  }

  private var text: String {
    var text = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0d: text.append("\n")
      case 0x0a: if !afterReturn { text.append("\n") }
      case 0x09: text.append(scalar)
      case 0..<0x20, 0x7f..<0xa0: break
      default: text.append(scalar)
      }
      afterReturn = scalar.value == 0x0d
    }
    return String(text)
  }
}
