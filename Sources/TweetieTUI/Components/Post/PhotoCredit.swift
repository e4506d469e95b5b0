import FeedDomain
import Terminal

/// Who took a photo, and who gave it where they ask to be named; then both lead to their pages.
struct PhotoCredit {
  let photographer: SafeText
  let author: Person
  let giver: Attribution?

  /// The names, the first of which means this.
  func text(_ role: Role) -> StyledText {
    guard let giver else { return [Span(photographer, role)] }
    return [
      Span(photographer, role, link: author.url.flatMap(Hyperlink.init)), Span(" · ", .faint),
      Span(SafeText(sanitizing: giver.name), .faint, link: Hyperlink(giver.url)),
    ]
  }
}
