/// A namespace for recognising text in Shift_JIS or EUC-JP whose encoding nothing names.
///
/// Each Japanese text has many kana. Their first bytes are rare signs in windows-1252 ("‚", "ƒ",
/// "¤" and "¥"), and its letters hardly ever form valid pairs throughout a text.
enum JapaneseEncodingDetector {
  /// Minimum number of kana in a text that counts as Japanese.
  private static let fewestKana = 8
  /// Minimum share of kana among the characters outside of ASCII, as one in this number; names and
  /// headings have the fewest.
  private static let kanaShare = 5

  /// Returns the name of the encoding of a Japanese text, "CP932" (Shift_JIS) or "EUC-JP"; nil for
  /// other texts. A character that is cut off at the end of the text is ignored.
  static func encodingName(of bytes: [UInt8]) -> String? {
    if isJapanese(bytes, characterInEUC) { return "EUC-JP" }
    return isJapanese(bytes, characterInShiftJIS) ? "CP932" : nil
  }

  private struct EncodedCharacter {
    /// The number of bytes of the character; 0 for an invalid one.
    var length: Int
    var isKana = false

    static let invalid = EncodedCharacter(length: 0)
  }

  private static func isJapanese(
    _ bytes: [UInt8],
    _ character: (_ first: UInt8, _ second: UInt8?, _ third: UInt8?) -> EncodedCharacter
  ) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var (place, count, kana) = (0, 0, 0)
      while place < bytes.count {
        guard bytes[place] >= 0x80 else {
          place += 1
          continue
        }
        let found = character(
          bytes[place], place + 1 < bytes.count ? bytes[place + 1] : nil,
          place + 2 < bytes.count ? bytes[place + 2] : nil)
        guard found.length > 0 else { return false }
        count += 1
        if found.isKana { kana += 1 }
        place += found.length
      }
      return kana >= fewestKana && kana * kanaShare >= count
    }
  }

  private static func characterInEUC(
    _ first: UInt8, _ second: UInt8?, _ third: UInt8?
  ) -> EncodedCharacter {
    let high: ClosedRange<UInt8> = 0xa1...0xfe
    let length = first == 0x8f ? 3 : 2
    guard first == 0x8e || first == 0x8f || high.contains(first) else { return .invalid }
    guard let second else { return EncodedCharacter(length: length) }
    guard high.contains(second), length == 2 || third.map(high.contains) ?? true else {
      return .invalid
    }
    return EncodedCharacter(
      length: length,
      isKana: first == 0xa4 && second <= 0xf3 || first == 0xa5 && second <= 0xf6)
  }

  private static func characterInShiftJIS(
    _ first: UInt8, _ second: UInt8?, _ third: UInt8?
  ) -> EncodedCharacter {
    // Katakana of half width, which are rare in pages, take one byte.
    if (0xa1...0xdf).contains(first) { return EncodedCharacter(length: 1) }
    guard (0x81...0x9f).contains(first) || (0xe0...0xfc).contains(first) else { return .invalid }
    guard let second else { return EncodedCharacter(length: 2) }
    guard (0x40...0xfc).contains(second), second != 0x7f else { return .invalid }
    return EncodedCharacter(
      length: 2,
      isKana: first == 0x82 && (0x9f...0xf1).contains(second)
        || first == 0x83 && (0x40...0x96).contains(second))
  }
}
