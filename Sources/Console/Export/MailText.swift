import Groundwork
import Terminal

/// Words as mail takes them, in ASCII.
enum MailText {
  /// So many bytes of words make an encoded word of at most 75 characters.
  private static let mostBytes = 45
  /// A line has at most so many characters, with the sign that it goes on.
  private static let mostColumns = 76

  /// Words in a header: as they are where that is safe, else as encoded words (RFC 2047).
  static func words(_ text: String) -> String {
    let line = SafeText(sanitizing: text).string
    let isPlain = line.utf8.allSatisfy { byte in
      byte == UInt8(ascii: " ") || isLetterOrDigit(byte)
    }
    if isPlain, line.utf8.count <= 60, !line.isEmpty { return line }
    var (pieces, piece): ([[UInt8]], [UInt8]) = ([], [])
    for scalar in line.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if piece.count + bytes.count > mostBytes {
        pieces.append(piece)
        piece = []
      }
      piece += bytes
    }
    return (pieces + [piece]).map { "=?utf-8?B?\(Base64.standard($0))?=" }.joined(separator: "\n ")
  }

  /// A line of a body (RFC 2045), cut into physical lines by soft breaks.
  ///
  /// No physical line begins with "From ", which readers of mbox files take for the next message, nor
  /// with ">From ", from which some readers take the ">": the first byte of such a line is encoded.
  static func quotedPrintable(_ line: String) -> String {
    let bytes = Array(line.utf8)
    var (text, column) = ("", 0)
    for (place, byte) in bytes.enumerated() {
      let isLast = place == bytes.count - 1
      let isBlank = byte == 0x20 || byte == 0x09
      let isPlain = (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast
      var piece = isPlain ? String(Unicode.Scalar(byte)) : "=" + hex(byte)
      if column + piece.utf8.count > mostColumns - 1 {
        text += "=\n"
        column = 0
      }
      if column == 0, beginsMessage(bytes[place...]) { piece = "=" + hex(byte) }
      text += piece
      column += piece.utf8.count
    }
    return text
  }

  /// Whether readers of mbox files would take a physical line with these bytes for the beginning of a
  /// message, or for one that was quoted so as not to be one.
  private static func beginsMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.prefix(mostColumns).drop { $0 == UInt8(ascii: ">") }.starts(with: Array("From ".utf8))
  }

  /// A byte in two digits.
  static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count < 2 ? "0" + digits : digits
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
