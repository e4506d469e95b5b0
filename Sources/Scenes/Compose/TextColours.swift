import FeedDomain
import Preferences
import Terminal

/// How what is typed looks while it is typed: links, people and tags in their colours, and what is
/// too much as if marked with a pen, which needs no colours.
struct TextColours {
  /// Characters that look otherwise than the rest; of two that overlap, the later one counts.
  let spans: [TextAreaSpan]

  /// The colours of a text within these limits, behind a warning, in which these words are misspelt;
  /// the one before the cursor may not be finished yet.
  init(
    _ characters: [Character], cursor: Int = 0, warning: String?, misspelt: Set<String> = [],
    _ limits: DraftLimits, _ theme: Theme
  ) {
    var spans = TextMarks(characters).found.map { mark in
      let role: Role =
        switch mark.kind {
        case .link: .link
        case .mention: .mention
        case .tag: .tag
        }
      return TextAreaSpan(range: mark.range, style: theme.style(role))
    }
    if !misspelt.isEmpty {
      var style = theme.style(.warning)
      style.attributes.insert(.underlined)
      spans += SpelledWords(characters).words
        .filter { misspelt.contains($0.text) && $0.range.upperBound != cursor }
        .map { TextAreaSpan(range: $0.range, style: style) }
    }
    if let excess = limits.excess(in: characters, warning: warning) {
      var style = theme.style(.bad)
      style.attributes.insert(.reversed)
      spans.append(TextAreaSpan(range: excess..<characters.count, style: style))
    }
    self.spans = spans
  }
}
