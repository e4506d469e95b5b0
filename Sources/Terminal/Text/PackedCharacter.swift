internal import Glibc

/// A character of a screen cell, packed into eight bytes: up to three scalars of 21 bits each or,
/// for longer sequences such as an emoji family, its number in `LongCharacterTable`.
struct PackedCharacter: Hashable, Sendable {
  private static let scalarBits: UInt64 = 21
  private static let scalarMask: UInt64 = 0x1f_ffff
  private static let longFlag: UInt64 = 1 << 63

  private let bits: UInt64

  static let blank = PackedCharacter(ascii: 0x20)

  init(ascii: UInt8) { bits = UInt64(ascii) }
  init(scalar: Unicode.Scalar) { bits = UInt64(scalar.value) }

  init(_ character: Character) {
    var bits: UInt64 = 0
    var shift: UInt64 = 0
    for scalar in character.unicodeScalars {
      guard shift < 3 * Self.scalarBits else {
        self.bits =
          LongCharacterTable.known.registerLongCharacter(of: character).map { Self.longFlag | $0 }
          ?? bits
        return
      }
      bits |= UInt64(scalar.value) << shift
      shift += Self.scalarBits
    }
    self.bits = bits
  }

  var scalar: UInt32? { bits <= Self.scalarMask ? UInt32(bits) : nil }
  /// The ASCII code of the cell's character; nil for other characters.
  var ascii: UInt8? { bits < 0x80 ? UInt8(bits) : nil }

  var character: Character {
    if bits & Self.longFlag != 0 {
      return LongCharacterTable.known.longCharacter(bits & ~Self.longFlag)
    }
    var scalars = String.UnicodeScalarView()
    var rest = bits
    while rest != 0 {
      // Only valid scalars are stored; the replacement is never used.
      scalars.append(Unicode.Scalar(UInt32(rest & Self.scalarMask)) ?? "\u{fffd}")
      rest >>= Self.scalarBits
    }
    return Character(String(scalars))
  }

  /// True if the character is closing punctuation, such as a comma, which never begins a line.
  var closes: Bool { scalar.map(Self.closing.contains) ?? false }
  /// True if the character is opening punctuation, such as a bracket or `#`, which never ends a
  /// line.
  var opens: Bool { scalar.map(Self.opening.contains) ?? false }

  /// True if the character is a Korean syllable or letter; these form words as Latin letters do.
  var isHangul: Bool {
    scalar.map { (0xac00...0xd7a3).contains($0) || (0x3131...0x318e).contains($0) } ?? false
  }

  private static let closing = scalarValues("!%),.:;?]}’”»‥…、。，．：；？！％）］｝」』】〉》〕〗〙〛々〻ー・ヽヾゝゞ～")
  private static let opening = scalarValues("#$(@[{‘“«＃＠（［｛「『【〈《〔〖〘〚￥")

  private static func scalarValues(_ text: String) -> Set<UInt32> {
    Set(text.unicodeScalars.map(\.value))
  }
}

/// A table of numbers for characters that are too long for a `PackedCharacter`. There is one table for the
/// process, because a cell has the same meaning on every canvas; nothing is ever removed.
/// Unchecked, because the compiler cannot see that the table is only used under the lock.
final class LongCharacterTable: @unchecked Sendable {
  static let known = LongCharacterTable()
  /// Maximum number of characters in the table of long characters, far more than there are emoji
  /// sequences.
  private static let capacity = 1 << 14

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var numbers: [Character: UInt64] = [:]
  private var characters: [Character] = []

  private init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  /// Returns the number of a character in the table of long characters, which is added if new; nil
  /// if the table is full.
  func registerLongCharacter(of character: Character) -> UInt64? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if let known = numbers[character] { return known }
    guard characters.count < Self.capacity else { return nil }
    let number = UInt64(characters.count)
    numbers[character] = number
    characters.append(character)
    return number
  }

  func longCharacter(_ number: UInt64) -> Character {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return characters[Int(number)]
  }
}

/// A cluster: the scalars of a character that stay together on the screen, one or two columns wide.
/// Most characters are one cluster; an Indic syllable can be several, as terminals give each
/// spacing sign a column.
struct CellCluster: Equatable {
  let character: Character
  let columns: Int

  /// Calls a closure for each cluster of a character, a group of scalars that share screen cells,
  /// from left to right.
  static func forEachCluster(in character: Character, _ body: (CellCluster) -> Void) {
    if character.utf8.count == 1 {
      if character.utf8.first.map({ $0 >= 0x20 && $0 < 0x7f }) == true {
        body(CellCluster(character: character, columns: 1))
      }
      return
    }
    let scalars = character.unicodeScalars
    if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
      if first.columns > 0 { body(CellCluster(character: character, columns: first.columns)) }
      return
    }
    if let columns = emojiSequenceColumns(of: scalars) {
      body(CellCluster(character: character, columns: columns))
      return
    }
    var pending = String.UnicodeScalarView()
    var columns = 0
    for scalar in scalars {
      let own = scalar.columns
      if own > 0, columns > 0 {
        callClosureWithCluster(pending, columns, body)
        pending = String.UnicodeScalarView()
        columns = 0
      }
      pending.append(scalar)
      columns += own
    }
    if columns > 0 { callClosureWithCluster(pending, columns, body) }
  }

  /// True if terminals disagree about the cursor's position after the character.
  var isContested: Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, first.value >= 0x80 || scalars.count > 1 else { return false }
    return first.value >= 0x1f000 || first.isRecentlyWide
      || first.properties.generalCategory == .spacingMark
      || scalars.contains { $0.value == 0xfe0f || $0.value == 0xfe0e || $0.value == 0x200d }
  }

  /// True if the character is an alef, which some terminals join with the lam before it.
  var joinsLam: Bool {
    [0x622, 0x623, 0x625, 0x627].contains(character.unicodeScalars.first?.value)
  }

  private static func callClosureWithCluster(
    _ scalars: String.UnicodeScalarView, _ columns: Int, _ body: (CellCluster) -> Void
  ) {
    guard let character = String(scalars).first else { return }
    body(CellCluster(character: character, columns: columns))
  }

  /// Returns the width of an emoji sequence in columns; nil for other characters.
  private static func emojiSequenceColumns(of scalars: Character.UnicodeScalarView) -> Int? {
    guard let first = scalars.first, scalars.count > 1 else { return nil }
    let second = scalars[scalars.index(after: scalars.startIndex)]
    if first.isRegionalIndicator, second.isRegionalIndicator { return 2 }
    if second.value == 0xfe0f { return 2 }
    guard first.isEmojiBase else { return nil }
    if second.isEmojiModifier || second.value == 0x200d || second.isTag { return 2 }
    return nil
  }
}

extension Unicode.Scalar {
  /// True if the scalar is a sign of the I Ching, of the Tai Xuan Jing or a counting rod, which
  /// take two columns since Unicode 16, and one column in older terminals.
  var isRecentlyWide: Bool {
    switch value {
    case 0x2630...0x2637, 0x268a...0x268f, 0x1d300...0x1d356, 0x1d360...0x1d376: true
    default: false
    }
  }

  /// True if the scalar is a virama, which removes a vowel and so joins two consonants.
  var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  /// True if the base character joins the next one: an initial of Hangul, or a sign written before
  /// its letter.
  var joinsNextBase: Bool {
    switch value {
    case 0x1100...0x115f, 0xa960...0xa97c: true
    case 0x0d4e, 0x111c2, 0x111c3, 0x113d1, 0x1193f, 0x11941, 0x11a3a, 0x11a84...0x11a89, 0x11d46,
      0x11f02:
      true
    default: false
    }
  }

  /// True if the scalar is a base character with a column of its own that counts as part of the
  /// preceding character.
  var joinsPreviousBase: Bool {
    switch value {
    case 0x0e33, 0x0eb3, 0x16d63...0x16d6a, 0xff9e, 0xff9f: true
    default: false
    }
  }

  /// True if the scalar is a vowel or final of Hangul, which completes the syllable before it.
  var isHangulTail: Bool { isHangulVowel || isHangulFinal }

  /// Returns true if a vowel or final completes a Hangul syllable that ends with this scalar.
  func isCompletedByHangulTail(_ tail: Unicode.Scalar) -> Bool {
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

extension Unicode.Scalar {
  var isEmojiBase: Bool { value >= 0xa9 && !isRegionalIndicator && properties.isEmoji }
  var isEmojiModifier: Bool { (0x1f3fb...0x1f3ff).contains(value) }
  var isRegionalIndicator: Bool { (0x1f1e6...0x1f1ff).contains(value) }
  var isVariationSelector: Bool { value == 0xfe0e || value == 0xfe0f }
  var isZeroWidthJoiner: Bool { value == 0x200d }
  /// True if the scalar is a digit, `#` or `*`, which a keycap may enclose.
  var isKeycapBase: Bool { value == 0x23 || value == 0x2a || (0x30...0x39).contains(value) }
  var isEnclosingKeycap: Bool { value == 0x20e3 }
  /// True if the scalar is the black flag, whose tags name a region of a country.
  var isTaggable: Bool { value == 0x1f3f4 }
  var isTag: Bool { (0xe0020...0xe007f).contains(value) }
  var isTagLetter: Bool {
    (0xe0030...0xe0039).contains(value) || (0xe0061...0xe007a).contains(value)
  }
  var isTagEnd: Bool { value == 0xe007f }
}

/// A table of Unicode scalars that are two columns wide by the standard's East Asian Width.
enum WideScalars {
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if ranges[2 * middle + 1] < value { low = middle + 1 } else { high = middle }
    }
    return 2 * low < ranges.count && ranges[2 * low] <= value
  }

  /// The first and last scalar of each range of wide characters, flat, so that the list is constant
  /// data. Blocks reserved for ideographs and pictographs count as wide.
  private static let ranges: [UInt32] = [
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3,
    0x25FD, 0x25FE, 0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267F, 0x267F, 0x268A, 0x268F,
    0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE,
    0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD,
    0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755,
    0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50,
    0x2B55, 0x2B55, 0x2E80, 0x2E99, 0x2E9B, 0x2EF3, 0x2F00, 0x2FD5, 0x2FF0, 0x3029, 0x302E, 0x303E,
    0x3041, 0x3096, 0x309B, 0x30FF, 0x3105, 0x312F, 0x3131, 0x318E, 0x3190, 0x31E5, 0x31EF, 0x321E,
    0x3220, 0x3247, 0x3250, 0x4DBF, 0x4E00, 0xA48C, 0xA490, 0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3,
    0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE52, 0xFE54, 0xFE66, 0xFE68, 0xFE6B, 0xFF01, 0xFF60,
    0xFFE0, 0xFFE6, 0x16FE0, 0x16FE3, 0x16FF0, 0x16FF6, 0x17000, 0x18CD5, 0x18CFF, 0x18D1E,
    0x18D80, 0x18DF2, 0x1AFF0, 0x1AFF3, 0x1AFF5, 0x1AFFB, 0x1AFFD, 0x1AFFE, 0x1B000, 0x1B122,
    0x1B132, 0x1B132, 0x1B150, 0x1B152, 0x1B155, 0x1B155, 0x1B164, 0x1B167, 0x1B170, 0x1B2FB,
    0x1D300, 0x1D356, 0x1D360, 0x1D376, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E,
    0x1F191, 0x1F19A, 0x1F200, 0x1F202, 0x1F210, 0x1F23B, 0x1F240, 0x1F248, 0x1F250, 0x1F251,
    0x1F260, 0x1F265, 0x1F300, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393,
    0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E,
    0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567,
    0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5,
    0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D8, 0x1F6DC, 0x1F6DF, 0x1F6EB, 0x1F6EC,
    0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945,
    0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x2FFFD, 0x30000, 0x3FFFD,
  ]
}
