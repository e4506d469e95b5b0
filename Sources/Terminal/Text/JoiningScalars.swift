/// Scalars that bind two bases into one character.
extension Unicode.Scalar {
  /// Removes a vowel and so binds two consonants.
  var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  /// A base that takes in the next one: an initial of Hangul, or a sign written before its letter.
  var joinsNextBase: Bool {
    switch value {
    case 0x1100...0x115f, 0xa960...0xa97c: true
    case 0x0d4e, 0x111c2, 0x111c3, 0x113d1, 0x1193f, 0x11941, 0x11a3a, 0x11a84...0x11a89, 0x11d46,
      0x11f02:
      true
    default: false
    }
  }

  /// A base, with a column of its own, that is nevertheless part of the character before it.
  var joinsPreviousBase: Bool {
    switch value {
    case 0x0e33, 0x0eb3, 0x16d63...0x16d6a, 0xff9e, 0xff9f: true
    default: false
    }
  }

  /// A vowel or a final of Hangul, which completes the syllable before it.
  var isHangulTail: Bool { isHangulVowel || isHangulFinal }

  /// Whether such a vowel or final completes a syllable that ends with this scalar.
  func takesHangulTail(_ tail: Unicode.Scalar) -> Bool {
    let isSyllable = (0xac00...0xd7a3).contains(value)
    if tail.isHangulFinal { return isSyllable || isHangulVowel || isHangulFinal }
    let isInitial = (0x1100...0x115f).contains(value) || (0xa960...0xa97c).contains(value)
    let isOpenSyllable = isSyllable && (value - 0xac00) % 28 == 0
    return isInitial || isOpenSyllable || isHangulVowel
  }

  private var isHangulVowel: Bool {
    (0x1160...0x11a7).contains(value) || (0xd7b0...0xd7c6).contains(value)
  }

  private var isHangulFinal: Bool {
    (0x11a8...0x11ff).contains(value) || (0xd7cb...0xd7fb).contains(value)
  }
}
