import FeedDomain
import Preferences
import Terminal

/// Who took a photo, and who gave it where they ask to be named; then both lead to their pages.
struct PhotoCredit {
  let photographer: SafeText
  package let post: Post
  let terms: PhotoTerms

  /// The names, the first of which means this.
  func text(_ role: Role) -> StyledText {
    guard let giver = terms.giver else { return [Span(photographer, role)] }
    return [
      Span(photographer, role, link: post.author.url.flatMap(Hyperlink.init)), Span(" · ", .faint),
      Span(
        SafeText(sanitizing: giver), .faint, link: (terms.home ?? post.url).flatMap(Hyperlink.init)),
    ]
  }
}
