/// Undoes entities, once: what comes out of one is never looked at again.
enum HTMLEntities {
  private static let longestName = 32

  /// The text with every entity in its place.
  static func decoded(_ text: String) -> String {
    String(decoding: decoded(Array(text.utf8)[...]), as: UTF8.self)
  }

  /// The bytes with every entity in its place; what only looks like one stays as it is.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard var mark = bytes.firstIndex(of: UInt8(ascii: "&")) else { return Array(bytes) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var start = bytes.startIndex
    while true {
      text += bytes[start..<mark]
      if let (scalar, end) = entity(in: bytes, at: mark) {
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        start = end
      } else {
        text.append(UInt8(ascii: "&"))
        start = mark + 1
      }
      guard let next = bytes[start...].firstIndex(of: UInt8(ascii: "&")) else { break }
      mark = next
    }
    return text + bytes[start...]
  }

  /// The character that an entity at this "&" stands for, and where it ends.
  private static func entity(
    in bytes: ArraySlice<UInt8>, at mark: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    let rest = bytes[(mark + 1)...]
    if rest.first == UInt8(ascii: "#") { return number(in: rest.dropFirst()) }
    let name = rest.prefix(longestName).prefix { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte.asciiLowercased)
    }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";"),
      let scalar = HTMLEntityNames.characters[String(decoding: name, as: UTF8.self)]
    else { return nil }
    return (scalar, name.endIndex + 1)
  }

  private static func number(
    in bytes: ArraySlice<UInt8>
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    let isHexadecimal = bytes.first?.asciiLowercased == UInt8(ascii: "x")
    let digits = (isHexadecimal ? bytes.dropFirst() : bytes).prefix { byte in
      byte.hexDigitValue.map { isHexadecimal || $0 < 10 } ?? false
    }
    guard !digits.isEmpty else { return nil }
    let radix: UInt32 = isHexadecimal ? 16 : 10
    // Held at what is too large for a character, however many digits follow.
    let value = digits.reduce(UInt32(0)) { value, digit in
      min(value * radix + UInt32(digit.hexDigitValue ?? 0), 0x20_0000)
    }
    let hasEnd = digits.endIndex < bytes.endIndex && bytes[digits.endIndex] == UInt8(ascii: ";")
    return (character(value), digits.endIndex + (hasEnd ? 1 : 0))
  }

  /// The character with that number; for the control characters from 80 to 9F, as for browsers, the
  /// one that has the number in Windows, which is what was meant.
  private static func character(_ number: UInt32) -> Unicode.Scalar {
    if (0x80...0x9f).contains(number) {
      return Array(windows.unicodeScalars)[Int(number) - 0x80]
    }
    return number == 0 ? "\u{fffd}" : Unicode.Scalar(number) ?? "\u{fffd}"
  }

  private static let windows =
    "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ"
}
