/// The words of a text in small letters without accents, each with where it stands.
public struct FoldedWords: Sendable {
  /// A word.
  public struct Word: Hashable, Sendable {
    /// Its letters.
    public let text: String
    /// Which characters of the text it is made of.
    public let characters: Range<Int>
  }

  /// The words, in order.
  public private(set) var words: [Word] = []

  /// The words of a text, whose characters count from 0.
  public init(_ text: some Sequence<Character>) {
    var word = String.UnicodeScalarView()
    var start = 0
    var end = 0
    func close(_ words: inout [Word]) {
      guard !word.isEmpty else { return }
      words.append(Word(text: String(word), characters: start..<end))
      word = String.UnicodeScalarView()
    }
    for (place, character) in text.enumerated() {
      for scalar in character.unicodeScalars {
        switch WordText.kind(of: scalar) {
        case .letter:
          if word.isEmpty { start = place }
          LetterFolding.append(scalar, to: &word)
          end = place + 1
        case .word:
          close(&words)
          words.append(Word(text: String(Character(scalar)), characters: place..<(place + 1)))
        case .mark: if !word.isEmpty { end = place + 1 }
        case .space: close(&words)
        }
      }
    }
    close(&words)
  }

  /// Where these words stand side by side; of the last, the beginning may be enough.
  public func places(of sought: SoughtWords) -> [Range<Int>] {
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

  /// Whether they stand side by side somewhere.
  func contains(_ sought: SoughtWords) -> Bool { !places(of: sought).isEmpty }
}

/// Words to be found side by side, folded.
public struct SoughtWords: Hashable, Sendable {
  /// The words.
  let words: [String]
  /// Whether the beginning of the last is enough.
  let isBeginning: Bool

  /// A word as it is typed: its beginning finds it once it is long enough to mean something, which
  /// are three Latin letters, or one syllable of Hangul.
  public init(beginning text: String) {
    words = FoldedWords(text).words.map(\.text)
    isBeginning = (words.last?.utf8.count ?? 0) >= Self.shortest
  }

  /// Words that are to stand there as they are.
  public init(whole text: String) {
    words = FoldedWords(text).words.map(\.text)
    isBeginning = false
  }

  /// So many bytes of a word are enough to find it.
  public static let shortest = 3
}

/// Letters without their case and accents, as SQLite's index folds them: Latin letters lose what
/// stands above and below them, but no stroke through them.
enum LetterFolding {
  static func append(_ scalar: Unicode.Scalar, to word: inout String.UnicodeScalarView) {
    if scalar.isASCII {
      word.append(
        (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
    } else if let base = base(of: scalar) {
      word.append(base)
    } else {
      for small in scalar.properties.lowercaseMapping.unicodeScalars
      where WordText.kind(of: small) != .mark {
        word.append(small)
      }
    }
  }

  /// The ranges in which Latin letters with accents stand.
  private static let ranges: [Range<UInt32>] = [0xB5..<0x250, 0x1E00..<0x1F00]

  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    for (range, bases) in zip(ranges, bases) where range.contains(scalar.value) {
      return bases[Int(scalar.value - range.lowerBound)]
    }
    return nil
  }

  /// The letter without accents for each of the ranges, made once.
  private static let bases: [[Unicode.Scalar?]] = ranges.map { range in
    range.map { value in Unicode.Scalar(value).flatMap(plainLetter) }
  }

  /// "LATIN SMALL LETTER E WITH CIRCUMFLEX AND ACUTE": what stands before "WITH" is the letter, where
  /// nothing else is said to be with it than accents.
  private static func plainLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
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
    return name[5...].allSatisfy(accents.contains) && !isHooked(name) ? letter : nil
  }

  /// Letters that are small forms of others, and one that SQLite leaves as it is.
  private static let oddities: [Unicode.Scalar: Unicode.Scalar] = [
    "µ": "μ", "ſ": "s", "ẛ": "s", "Ǡ": "ǡ", "ǡ": "ǡ",
  ]

  /// A hook above is an accent; one at its foot makes another letter.
  private static func isHooked(_ name: [Substring]) -> Bool {
    name.last == "HOOK" || zip(name, name.dropFirst()).contains { $0 == "HOOK" && $1 != "ABOVE" }
  }
}
