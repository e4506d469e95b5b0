internal import FeedDomain

/// A namespace for the signs by which the text of an entry shows that it is only an excerpt.
enum ExcerptDetection {
  /// The number of characters from which a text counts as the whole text, unless its end shows that
  /// it is cut.
  static let minimumWholeTextLength = 1_500

  private static let ellipses = ["…", "...", "[…]", "[...]", "(…)", "(...)"]
  private static let furtherReadingPhrases = [
    "read more", "continue reading", "keep reading", "read the rest", "read the full article",
    "read full article", "read the full story", "weiterlesen", "mehr lesen", "lire la suite",
    "leer más", "seguir leyendo", "lees verder", "läs mer", "leia mais", "leggi tutto",
    "czytaj dalej", "続きを読む", "阅读全文",
  ]
  /// The names of classes that publishing programs give to the link below an excerpt.
  private static let linkClasses = [
    "more-link", "read-more", "readmore", "continue-reading", "class=\"teaser", "class='teaser",
  ]

  /// Returns true if a text ends with an ellipsis or with the words of a link to the rest, such as
  /// "Continue reading →".
  static func endsLikeExcerpt(_ plain: String) -> Bool {
    var lines = plain.split(whereSeparator: \.isNewline).suffix(2).map(\.trimmingBlanks)
    // WordPress adds a line with links to the entry and the site.
    if let last = lines.last?.lowercased(), last.hasPrefix("the post "),
      last.contains(" appeared first on ")
    {
      lines.removeLast()
    }
    guard let line = lines.last(where: { !$0.isEmpty }) else { return false }
    var end = String(line.suffix(120)).lowercased()
    if ellipses.contains(where: end.hasSuffix) { return true }
    while let last = end.last, last.isWhitespace || "»›→>:.]".contains(last) { end.removeLast() }
    return ellipses.contains(where: end.hasSuffix)
      || furtherReadingPhrases.contains(where: end.hasSuffix)
  }

  /// Returns true if a short HTML text has a link to the rest, or an element of a teaser, as
  /// publishing programs write it.
  static func hasTeaserElement(_ html: String) -> Bool {
    guard html.utf8.contains(UInt8(ascii: "<")) else { return false }
    let html = html.lowercased()
    return linkClasses.contains { html.contains($0) }
  }
}
