internal import FeedDomain

/// What the index is given of a post.
enum SearchText {
  /// A word that is nobody's, between texts that do not belong together.
  private static let seam = Array(" \u{E000} ".utf8)
  /// So many bytes the words of most posts take.
  private static let usualLength = 1024

  /// Every word of a post, with its marks or, as it was entered before there were any, without.
  static func words(of post: Post, isMarked: Bool) -> String {
    // Bytes, of which nothing is said twice: every post that comes is put into words.
    var words: [UInt8] = []
    words.reserveCapacity(usualLength)
    for (place, text) in post.content.texts(by: post.author).enumerated() {
      if place > 0 { words += seam }
      WordText.append(text, to: &words)
    }
    if isMarked { SearchMarks.append(marksOf: post, after: seam, to: &words) }
    return String(decoding: words, as: UTF8.self)
  }
}
