/// Text cut into words, the same way wherever words are looked for.
///
/// A word is letters and numbers. Where people write no blanks between words, each sign is a word of
/// its own, as is each emoji.
public enum WordText {
  /// The words of a text, with blanks between them, in whatever case and with their accents.
  public static func words(in text: String) -> String {
    var words: [UInt8] = []
    append(text, to: &words)
    return String(decoding: words, as: UTF8.self)
  }

  /// Adds the words of a text to other bytes, as `words(in:)` tells them.
  ///
  /// Byte by byte, since this is a good part of the work of storing a post.
  public static func append(_ text: String, to words: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      var next = bytes.startIndex
      while next < bytes.endIndex {
        let (first, start) = (bytes[next], next)
        if first < 0x80 {
          next = bytes[next...].firstIndex { $0 >= 0x80 } ?? bytes.endIndex
          words.append(contentsOf: bytes[start..<next].lazy.map { isLetter($0) ? $0 : space })
          continue
        }
        // A string holds no broken sequences.
        next += first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let sign = UnsafeBufferPointer(rebasing: bytes[start..<next])
        switch Unicode.Scalar(value(of: sign)).map(kind) ?? .space {
        case .letter: words.append(contentsOf: sign)
        case .word:
          words.append(space)
          words.append(contentsOf: sign)
          words.append(space)
        case .mark: break
        case .space: words.append(space)
        }
      }
    }
  }

  /// The number of a sign that takes several bytes.
  private static func value(of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    bytes.dropFirst().reduce(UInt32(bytes[0]) & (0x7F >> UInt32(bytes.count))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
  }

  /// Whether a byte of ASCII is a letter or a number.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  /// Whether there is no word in it.
  static func isWordless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      switch kind(of: $0) {
      case .space, .mark: true
      case .letter, .word: false
      }
    }
  }

  private static let space = UInt8(ascii: " ")

  /// What a sign is to words.
  enum Kind { case letter, word, mark, space }

  static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return .letter
    case 0..<0x80: return .space
    // Thai, Lao, Myanmar, Khmer; kana, bopomofo and Han, also in the supplementary planes.
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x312F, 0x31A0...0x31BF,
      0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D,
      0x20000...0x3FFFF:
      return scalar.properties.generalCategory == .nonspacingMark ? .mark : .word
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .spacingMark:
      return .letter
    case .otherSymbol: return .word
    // Accents written apart and vowel signs: some write them and some do not.
    case .nonspacingMark, .enclosingMark, .format: return .mark
    default: return .space
    }
  }
}
