/// A decoder of HTML entities such as "&amp;". An entity that results from decoding is not decoded
/// again.
enum HTMLEntityDecoder {
  private static let longestName = 32
  /// The range of the number of letters in the names of HTML entities that need no final ";", from
  /// "&lt" to "&Ccedil".
  private static let oldNames = 2...6

  static func textWithDecodedEntities(_ text: String) -> String {
    String(decoding: bytesWithDecodedEntities(Array(text.utf8)[...]), as: UTF8.self)
  }

  /// Decodes the HTML entities in a text. `declared` are the texts of entities that an XML document
  /// declares, by name. `findsJoined` is true to decode also an old entity without the final ";"
  /// that a word follows directly, as browsers do in the text of a page: "&nbspHello".
  static func bytesWithDecodedEntities(
    _ bytes: ArraySlice<UInt8>, declared: [String: [UInt8]] = [:], findsJoined: Bool = false
  ) -> [UInt8] {
    guard var mark = bytes.firstIndex(of: UInt8(ascii: "&")) else { return Array(bytes) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var start = bytes.startIndex
    while true {
      text += bytes[start..<mark]
      if let (own, end) = entityText(in: bytes, at: mark, findsJoined: findsJoined) {
        text += own.utf8
        start = end
      } else if let (own, end) = declaredEntityText(in: bytes, at: mark, declared) {
        text += own
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

  /// Returns the text of the HTML entity that begins with an "&" at an index, and the index behind
  /// the entity; nil if no entity begins there.
  private static func entityText(
    in bytes: ArraySlice<UInt8>, at mark: Int, findsJoined: Bool
  ) -> (text: String, end: Int)? {
    let rest = bytes[(mark + 1)...]
    if rest.first == UInt8(ascii: "#") {
      return numericEntityScalar(in: rest.dropFirst()).map {
        (String(Character($0.scalar)), $0.end)
      }
    }
    let name = rest.prefix(longestName).prefix { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte.asciiLowercased)
    }
    let next = name.endIndex < bytes.endIndex ? bytes[name.endIndex] : nil
    if next == UInt8(ascii: ";") {
      let text = HTMLEntityNames.textOfEntity(String(decoding: name, as: UTF8.self))
      if let text { return (text, name.endIndex + 1) }
    }
    // As browsers do; "=" follows a parameter of an address, such as "&copy=1", which stays.
    guard next != UInt8(ascii: "="), findsJoined || name.count <= oldNames.upperBound else {
      return nil
    }
    let longest = min(oldNames.upperBound, name.count)
    let shortest = findsJoined ? min(oldNames.lowerBound, longest) : longest
    for count in (shortest...longest).reversed() {
      let old = name.prefix(count)
      if let text = HTMLEntityNames.textOfEntityWithoutSemicolon(
        String(decoding: old, as: UTF8.self))
      {
        return (text, old.endIndex)
      }
    }
    return nil
  }

  private static func declaredEntityText(
    in bytes: ArraySlice<UInt8>, at mark: Int, _ declared: [String: [UInt8]]
  ) -> (text: [UInt8], end: Int)? {
    guard !declared.isEmpty else { return nil }
    let name = bytes[(mark + 1)...].prefix(longestName).prefix { $0 > 0x20 && $0 != 0x3b }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";"),
      let text = declared[String(decoding: name, as: UTF8.self)]
    else { return nil }
    return (text, name.endIndex + 1)
  }

  private static func numericEntityScalar(
    in bytes: ArraySlice<UInt8>
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    let isHexadecimal = bytes.first?.asciiLowercased == UInt8(ascii: "x")
    let digits = (isHexadecimal ? bytes.dropFirst() : bytes).prefix { byte in
      byte.hexDigitValue.map { isHexadecimal || $0 < 10 } ?? false
    }
    guard !digits.isEmpty else { return nil }
    let radix: UInt32 = isHexadecimal ? 16 : 10
    // The number stays too large for a character, however many digits follow.
    let value = digits.reduce(UInt32(0)) { value, digit in
      min(value * radix + UInt32(digit.hexDigitValue ?? 0), 0x20_0000)
    }
    let hasEnd = digits.endIndex < bytes.endIndex && bytes[digits.endIndex] == UInt8(ascii: ";")
    return (numericEntityCharacter(value), digits.endIndex + (hasEnd ? 1 : 0))
  }

  /// Returns the character of a numeric HTML entity. As in browsers, the numbers 0x80 to 0x9F mean
  /// characters of windows-1252.
  private static func numericEntityCharacter(_ number: UInt32) -> Unicode.Scalar {
    if let byte = UInt8(exactly: number), byte != 0 { return windows1252Character(byte) }
    return number == 0 ? "\u{fffd}" : Unicode.Scalar(number) ?? "\u{fffd}"
  }

  static func windows1252Character(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9f).contains(byte) else { return Unicode.Scalar(byte) }
    return windows[Int(byte) - 0x80]
  }

  private static let windows = Array(
    "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ".unicodeScalars)
}
