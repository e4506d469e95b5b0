/// A list of the words of a text whose spelling is checked, without names, hashtags, links, numbers
/// and abbreviations.
public struct SpellCheckedWords: Sendable {
  /// A word whose spelling is checked, with its range of characters in the text.
  public struct SpellCheckedWord: Equatable, Sendable {
    /// The letters of a spell-checked word, with a plain apostrophe.
    public let text: String
    public let range: Range<Int>
  }

  public let words: [SpellCheckedWord]

  public init(_ characters: [Character]) {
    var words: [SpellCheckedWord] = []
    var start = 0
    for mark in PlainTextFacets(characters).facets {
      Self.appendWordsToSpellCheck(characters, start..<mark.range.lowerBound, to: &words)
      start = mark.range.upperBound
    }
    Self.appendWordsToSpellCheck(characters, start..<characters.count, to: &words)
    self.words = words
  }

  /// Returns the spell-checked word at or right before the cursor; nil if there is none.
  public func spellCheckedWord(at cursor: Int) -> SpellCheckedWord? {
    words.first { $0.range.contains(cursor) || $0.range.upperBound == cursor }
  }
}

extension SpellCheckedWords {
  private static func appendWordsToSpellCheck(
    _ characters: [Character], _ range: Range<Int>, to words: inout [SpellCheckedWord]
  ) {
    var place = range.lowerBound
    while place < range.upperBound {
      guard characters[place].isInWord else {
        place += 1
        continue
      }
      let rest = characters[place..<range.upperBound]
      var end = rest.firstIndex { !$0.isInWord && !$0.isApostrophe } ?? range.upperBound
      while characters[end - 1].isApostrophe { end -= 1 }
      let letters = characters[place..<end]
      // A word between colons, such as ":smile:", is a custom emoji.
      let isEmoji =
        place > range.lowerBound && characters[place - 1] == ":" && end < range.upperBound
        && characters[end] == ":"
      if !isEmoji, letters.count > 1, letters.allSatisfy({ $0.isLetter || $0.isApostrophe }),
        letters.contains(where: \.isLowercase)
      {
        let text = String(letters.map { $0.isApostrophe ? "'" : $0 })
        words.append(SpellCheckedWord(text: text, range: place..<end))
      }
      place = max(end, place + 1)
    }
  }
}

extension Character {
  fileprivate var isInWord: Bool { isLetter || isNumber || self == "_" }

  fileprivate var isApostrophe: Bool { self == "'" || self == "’" }
}

/// A list of the words of a text in lower case without accents, with their ranges, for searches.
public struct SearchableWords: Sendable {
  public struct SearchableWord: Hashable, Sendable {
    public let text: String
    public let characters: Range<Int>
  }

  public private(set) var words: [SearchableWord] = []

  public init(_ text: some Sequence<Character>) {
    var word = String.UnicodeScalarView()
    var start = 0
    var end = 0
    func appendFinishedWord(_ words: inout [SearchableWord]) {
      guard !word.isEmpty else { return }
      words.append(SearchableWord(text: String(word), characters: start..<end))
      word = String.UnicodeScalarView()
    }
    for (place, character) in text.enumerated() {
      for scalar in character.unicodeScalars {
        switch WordSplitter.characterRole(of: scalar) {
        case .letter:
          if word.isEmpty { start = place }
          LetterNormalization.appendNormalizedScalar(scalar, to: &word)
          end = place + 1
        case .word:
          appendFinishedWord(&words)
          words.append(
            SearchableWord(text: String(Character(scalar)), characters: place..<(place + 1)))
        case .mark: if !word.isEmpty { end = place + 1 }
        case .space: appendFinishedWord(&words)
        }
      }
    }
    appendFinishedWord(&words)
  }

  /// Returns the ranges of characters at which the words of a search phrase stand in this order.
  public func phraseRanges(of sought: SearchPhrase) -> [Range<Int>] {
    let count = sought.words.count
    guard count > 0, words.count >= count else { return [] }
    return (0...(words.count - count)).compactMap { first in
      for offset in 0..<(count - 1) where words[first + offset].text != sought.words[offset] {
        return nil
      }
      let (word, end) = (words[first + count - 1], sought.words[count - 1])
      guard sought.isBeginning ? word.text.hasPrefix(end) : word.text == end else { return nil }
      return words[first].characters.lowerBound..<word.characters.upperBound
    }
  }

  func containsPhrase(_ sought: SearchPhrase) -> Bool { !phraseRanges(of: sought).isEmpty }
}

/// A phrase that is searched in texts, made of words that must follow each other, in lower case
/// without accents.
public struct SearchPhrase: Equatable, Sendable {
  let words: [String]
  /// True if the last word of the phrase also matches longer words that begin with it.
  let isBeginning: Bool

  /// Creates a search phrase from words being typed: a prefix of the last word suffices once it has
  /// three Latin letters or a Hangul syllable.
  public init(beginning text: String) {
    words = SearchableWords(text).words.map(\.text)
    isBeginning = (words.last?.utf8.count ?? 0) >= Self.shortest
  }

  /// Creates a search phrase whose words must be found in full, not only by their beginning.
  public init(whole text: String) {
    words = SearchableWords(text).words.map(\.text)
    isBeginning = false
  }

  /// The minimum number of UTF-8 bytes of a word so that words beginning with it are found as well.
  public static let shortest = 3
}

/// A namespace for folding letters to lower case without accents, for searches. The result equals
/// that of SQLite's index: strokes through Latin letters stay.
enum LetterNormalization {
  static func appendNormalizedScalar(
    _ scalar: Unicode.Scalar, to word: inout String.UnicodeScalarView
  ) {
    if scalar.isASCII {
      word.append(
        (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
    } else if let base = baseLetter(of: scalar) {
      word.append(base)
    } else {
      for small in scalar.properties.lowercaseMapping.unicodeScalars
      where WordSplitter.characterRole(of: small) != .mark {
        word.append(small)
      }
    }
  }

  /// The ranges of Unicode in which Latin letters with accents are looked for.
  private static let ranges: [Range<UInt32>] = [0xB5..<0x250, 0x1E00..<0x1F00]

  private static func baseLetter(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    for (range, bases) in zip(ranges, bases) where range.contains(scalar.value) {
      return bases[Int(scalar.value - range.lowerBound)]
    }
    return nil
  }

  /// The base letters of the accented letters, for each range of `ranges`; nil for a character that
  /// is no accented letter.
  private static let bases: [[Unicode.Scalar?]] = ranges.map { range in
    range.map { value in Unicode.Scalar(value).flatMap(unaccentedLetter) }
  }

  /// Returns the base letter of an accented one by its Unicode name, such as "LATIN SMALL LETTER E
  /// WITH CIRCUMFLEX AND ACUTE"; nil unless only accents follow "WITH".
  private static func unaccentedLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if let odd = oddities[scalar] { return odd }
    guard let name = scalar.properties.name?.split(separator: " "), name.count > 5,
      name[0] == "LATIN", name[2] == "LETTER", name[4] == "WITH",
      name[3].utf8.count == 1, let letter = name[3].lowercased().unicodeScalars.first
    else { return nil }
    let accents: Set<Substring> = [
      "GRAVE", "ACUTE", "CIRCUMFLEX", "TILDE", "DIAERESIS", "RING", "ABOVE", "BELOW", "CEDILLA",
      "MACRON", "BREVE", "OGONEK", "CARON", "DOT", "HORN", "DOUBLE", "INVERTED", "COMMA", "LINE",
      "AND", "HOOK",
    ]
    return name[5...].allSatisfy(accents.contains) && !unicodeNameHasLetterHook(name) ? letter : nil
  }

  /// The folded forms of letters that the general rule would fold wrongly: irregular ones, and a
  /// letter that SQLite leaves unchanged.
  private static let oddities: [Unicode.Scalar: Unicode.Scalar] = [
    "µ": "μ", "ſ": "s", "ẛ": "s", "Ǡ": "ǡ", "ǡ": "ǡ",
  ]

  /// Returns true if the Unicode name of a letter has a hook that makes another letter of it; a
  /// hook above a letter is an accent.
  private static func unicodeNameHasLetterHook(_ name: [Substring]) -> Bool {
    name.last == "HOOK" || zip(name, name.dropFirst()).contains { $0 == "HOOK" && $1 != "ABOVE" }
  }
}

/// A namespace for splitting text into words for searches. Words are runs of letters and digits; in
/// scripts without spaces each character is a word, and so is each emoji.
public enum WordSplitter {
  /// Returns the words of a text separated by spaces, with case and accents as they are.
  public static func spaceSeparatedWords(in text: String) -> String {
    var words: [UInt8] = []
    appendSpaceSeparatedWords(of: text, to: &words)
    return String(decoding: words, as: UTF8.self)
  }

  /// Appends the words of a text, separated as in the result of `spaceSeparatedWords(in:)`, to an
  /// array of UTF-8 bytes. Strings are avoided, since indexing takes much of the time of storing a
  /// post.
  public static func appendSpaceSeparatedWords(of text: String, to words: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      var next = bytes.startIndex
      while next < bytes.endIndex {
        let (first, start) = (bytes[next], next)
        if first < 0x80 {
          next = bytes[next...].firstIndex { $0 >= 0x80 } ?? bytes.endIndex
          words.append(
            contentsOf: bytes[start..<next].lazy.map { isASCIILetterOrDigit($0) ? $0 : space })
          continue
        }
        // A Swift string contains only complete UTF-8 sequences.
        next += first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let sign = UnsafeBufferPointer(rebasing: bytes[start..<next])
        switch Unicode.Scalar(scalarValue(of: sign)).map(characterRole) ?? .space {
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

  /// Decodes a Unicode scalar from several UTF-8 bytes.
  private static func scalarValue(of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    bytes.dropFirst().reduce(UInt32(bytes[0]) & (0x7F >> UInt32(bytes.count))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
  }

  private static func isASCIILetterOrDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  static func containsNoWord(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      switch characterRole(of: $0) {
      case .space, .mark: true
      case .letter, .word: false
      }
    }
  }

  private static let space = UInt8(ascii: " ")

  /// A role of a character when a text is split into words, such as part of a word, a word by
  /// itself, or a separator.
  enum CharacterRole { case letter, word, mark, space }

  static func characterRole(of scalar: Unicode.Scalar) -> CharacterRole {
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
    // Combining accents and vowel signs are optional in some languages.
    case .nonspacingMark, .enclosingMark, .format: return .mark
    default: return .space
    }
  }
}
