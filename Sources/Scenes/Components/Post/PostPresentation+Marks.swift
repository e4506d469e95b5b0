import FeedDomain
import Preferences
import Terminal
import Words

extension PostPresentation {
  /// What a post carries, where it has a line alone.
  func carried(by item: PostItem) -> StyledText {
    separated([
      photoSign(of: item).map { Span($0, .photo) },
      item.post.content.poll == nil ? nil : Span(sign("≡", wording.pollKey), .poll),
      item.boostedBy == nil ? nil : Span(sign("↻", wording.boosted), .boost),
    ])
  }

  /// What the reader did with it, and what of that waits.
  func done(with item: PostItem) -> StyledText {
    let own = item.post.own
    return separated([
      own.contains(.boosted) ? Span(sign("↻", wording.boosted), .boosted) : nil,
      own.contains(.liked) ? Span(sign("♥", wording.liked), .liked) : nil,
      item.isFlashing ? Span("👍", .liked) : nil,
      own.contains(.bookmarked) ? Span(sign("⚑", wording.bookmarked), .bookmarked) : nil,
      item.isWaiting ? Span(waitingSign, .busy) : nil,
    ])
  }

  /// Those beside one another.
  func separated(_ marks: [Span?]) -> StyledText {
    Array(
      marks.compactMap { $0.map { [$0] } }
        .joined(separator: [Span(options.saysInWords ? ", " : " ")]))
  }

  private func sign(_ sign: SafeText, _ words: SafeText) -> SafeText {
    options.saysInWords ? words : sign
  }
}
