import FeedDomain
import Preferences
import Terminal

/// How what is typed looks while it is typed: links, people and tags in their colours, and what is
/// too much as if marked with a pen, which needs no colours.
struct TextColours {
  /// No word, and no link that anybody types, is longer.
  private static let longest = 500

  let limits: DraftLimits
  let theme: Theme
  /// The words before the text, which count as well.
  var warning: String?
  /// Where the cursor stands: the word before it may not be finished yet.
  var cursor: Int?
  /// Which words are misspelt.
  var misspelt: Set<String> = []

  /// How those of the characters look that are in sight, where it is otherwise than the rest; of two
  /// that overlap, the later one counts.
  func spans(_ inSight: Range<Int>, of characters: [Character]) -> [TextAreaSpan] {
    let window = Self.window(around: inSight, in: characters)
    let start = window.lowerBound
    let text = Array(characters[window])
    func span(_ range: Range<Int>, _ style: Style) -> TextAreaSpan {
      TextAreaSpan(range: (range.lowerBound + start)..<(range.upperBound + start), style: style)
    }
    var spans = TextMarks(text).found.map { span($0.range, theme.style(Self.role(of: $0.kind))) }
    if !misspelt.isEmpty {
      var style = theme.style(.warning)
      style.attributes.insert(.underlined)
      spans += SpellCheckedWords(text).words
        .filter { misspelt.contains($0.text) && $0.range.upperBound + start != cursor }
        .map { span($0.range, style) }
    }
    if let limitExceeded = limits.limitExceeded(in: characters, warning: warning) {
      var style = theme.style(.bad)
      style.attributes.insert(.reversed)
      spans.append(TextAreaSpan(range: limitExceeded..<characters.count, style: style))
    }
    return spans
  }
}

extension TextColours {
  private static func role(of kind: TextMarks.Kind) -> Role {
    switch kind {
    case .link: .link
    case .mention: .mention
    case .tag: .tag
    }
  }

  /// The characters in sight with the whole of what begins above or ends below.
  private static func window(
    around inSight: Range<Int>, in characters: [Character]
  ) -> Range<Int> {
    var (start, end) = (inSight.lowerBound, inSight.upperBound)
    let (first, last) = (max(0, start - longest), min(characters.count, end + longest))
    while start > first, !characters[start - 1].isWhitespace { start -= 1 }
    while end < last, !characters[end].isWhitespace { end += 1 }
    return start..<end
  }
}
