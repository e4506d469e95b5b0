/// The words of a text whose spelling matters: no names, tags and links, and nothing with a digit or
/// in capitals.
public struct SpelledWords: Sendable {
  /// A word, and which characters it takes.
  public struct Word: Equatable, Sendable {
    /// Its letters, with a plain apostrophe.
    public let text: String
    /// Its characters, counted from 0.
    public let range: Range<Int>
  }

  /// The words in order.
  public let words: [Word]

  /// Looks through the characters of a text.
  public init(_ characters: [Character]) {
    var words: [Word] = []
    var start = 0
    for mark in TextMarks(characters).found {
      Self.add(characters, start..<mark.range.lowerBound, to: &words)
      start = mark.range.upperBound
    }
    Self.add(characters, start..<characters.count, to: &words)
    self.words = words
  }

  /// The word in which, or behind which, the cursor stands; nil where that is none.
  public func word(at cursor: Int) -> Word? {
    words.first { $0.range.contains(cursor) || $0.range.upperBound == cursor }
  }
}

extension SpelledWords {
  private static func add(
    _ characters: [Character], _ range: Range<Int>, to words: inout [Word]
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
      // ":smile:" is an emoji of the service's.
      let isEmoji =
        place > range.lowerBound && characters[place - 1] == ":" && end < range.upperBound
        && characters[end] == ":"
      if !isEmoji, letters.count > 1, letters.allSatisfy({ $0.isLetter || $0.isApostrophe }),
        letters.contains(where: \.isLowercase)
      {
        let text = String(letters.map { $0.isApostrophe ? "'" : $0 })
        words.append(Word(text: text, range: place..<end))
      }
      place = max(end, place + 1)
    }
  }
}

extension Character {
  fileprivate var isInWord: Bool { isLetter || isNumber || self == "_" }

  fileprivate var isApostrophe: Bool { self == "'" || self == "’" }
}
