internal import FeedDomain

/// Text cut into words for the index, the same way for posts and for questions.
enum SearchText {
  /// A word that is nobody's, between texts that do not belong together.
  private static let seam = " \u{E000} "
  /// So many scalars of a question are looked for: the index takes seconds over a pasted page.
  private static let questionLimit = 500

  /// Every word of a post: text, warning, descriptions of photos, author.
  static func words(of post: Post) -> String {
    var texts = [post.content.text.plain, post.author.name, post.author.handle]
    if let warning = post.content.warning { texts.append(warning) }
    texts += post.content.photos.map(\.altText).filter { !$0.isEmpty }
    if let poll = post.content.poll { texts += poll.options.map(\.title) }
    return texts.map(words(in:)).joined(separator: seam)
  }

  /// The question in the index's language; nil where there is no word in it.
  ///
  /// Whatever a person types stays words: each is quoted, and nothing that means something to the
  /// index is left in it.
  static func query(_ question: String) -> String? {
    let asked = String(question.unicodeScalars.prefix(questionLimit))
    let phrases = asked.split(whereSeparator: \.isWhitespace).map { words(in: String($0)) }
      .map { $0.split(separator: " ") }.filter { !$0.isEmpty }
    guard !phrases.isEmpty else { return nil }
    return phrases.map { words in
      // The beginning of a word finds it, once it is long enough to mean something: three Latin
      // letters, or one syllable of Hangul.
      let isPrefix = (words.last?.utf8.count ?? 0) >= 3
      return "\"\(words.joined(separator: " "))\"" + (isPrefix ? "*" : "")
    }.joined(separator: " AND ")
  }

  /// The letters and numbers with spaces between words. Where people write none between words,
  /// each sign is a word of its own, as is each emoji.
  private static func words(in text: String) -> String {
    // Bytes, since this is most of the work of storing a post.
    var words: [UInt8] = []
    words.reserveCapacity(text.utf8.count + 8)
    for scalar in text.unicodeScalars {
      switch kind(of: scalar) {
      case .letter where scalar.isASCII: words.append(UInt8(truncatingIfNeeded: scalar.value))
      case .letter: words.append(contentsOf: scalar.utf8)
      case .word:
        words.append(space)
        words.append(contentsOf: scalar.utf8)
        words.append(space)
      case .mark: break
      case .space: words.append(space)
      }
    }
    return String(decoding: words, as: UTF8.self)
  }

  private static let space = UInt8(ascii: " ")

  private enum Kind { case letter, word, mark, space }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
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
