internal import FeedDomain

/// What the index is given of a post.
enum SearchText {
  /// A word that is nobody's, between texts that do not belong together.
  private static let seam = " \u{E000} "

  /// Every word of a post, with its marks or, as it was entered before there were any, without.
  static func words(of post: Post, isMarked: Bool) -> String {
    let texts = post.content.texts(by: post.author).map(WordText.words(in:))
    return (texts + (isMarked ? SearchMarks.marks(of: post) : [])).joined(separator: seam)
  }
}
