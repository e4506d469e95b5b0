import FeedDomain
import Preferences
import Terminal

/// The credit of a photo: the photographer, and the giver if the service requires to name them;
/// then both are links.
struct PhotoCredit {
  let photographer: SafeText
  package let post: Post
  let terms: PhotoTerms

  /// Returns the names as text, the photographer's in role.
  func text(_ role: Role) -> StyledText {
    guard let creditName = terms.creditName else { return [Span(photographer, role)] }
    return [
      Span(photographer, role, link: post.author.url.flatMap(Hyperlink.init)), Span(" · ", .faint),
      Span(
        SafeText(sanitizing: creditName), .faint,
        link: (terms.home ?? post.url).flatMap(Hyperlink.init)),
    ]
  }
}
