import FeedDomain
import Preferences
import Terminal

extension PostLayout {
  /// A poll: for each answer a bar, its share, and what it says.
  mutating func addPoll(_ poll: PostViewModel.Poll) {
    let barColumns = options.isPlain || columns < 30 ? 0 : min(16, columns / 4)
    for answer in poll.answers {
      var line = Line()
      if let perMille = answer.perMille {
        if barColumns > 0 {
          line.append(Self.bar(perMille, columns: barColumns), theme.style(.poll))
          line.pad(barColumns + 1 - line.columns)
        }
        line.pad(4 - TextWidth.columns(of: answer.share))
        line.append(answer.share, theme.style(answer.isChosen ? .strong : .text))
        line.pad(2)
      } else {
        line.append(options.isPlain ? "- " : "○ ", theme.style(.faint))
      }
      line.append(answer.title, theme.style(answer.isChosen ? .strong : .text))
      if answer.isChosen { line.append(" ✓", theme.style(.good)) }
      add(line.cut(columns: columns), clickable: poll.isOpen ? .deed(.viewPoll) : nil)
    }
    if !poll.summary.isEmpty {
      add([Span(poll.summary, .faint)], clickable: poll.isOpen ? .deed(.viewPoll) : nil)
    }
  }

  /// A bar of eighths of a column.
  private static func bar(_ perMille: Int, columns: Int) -> SafeText {
    let eighths = max(0, min(1000, perMille)) * columns * 8 / 1000
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return SafeText(
      sanitizing: String(repeating: "█", count: eighths / 8) + parts[eighths % 8])
  }

  /// What a linked page says about itself.
  mutating func addCard(_ card: PostViewModel.CardBox) {
    let (first, last): (SafeText, SafeText) = options.isPlain ? ("", "") : ("╭ ", "╰ ")
    var title = Line(first, theme.style(.rule))
    title.append(card.title, theme.style(.card), link: card.link)
    add(title.cut(columns: columns))
    var summary = Line(last, theme.style(.rule))
    summary.append(card.summary, theme.style(.faint), link: card.link)
    add(summary.cut(columns: columns))
  }

  /// A post inside the post.
  mutating func addQuote(_ quote: PostViewModel.QuoteBox) {
    let guide = options.isPlain ? Line("  ") : Line("│ ", theme.style(.rule))
    if let missing = quote.missing { return addBehind(guide, [Span(missing, .faint)]) }
    let start = block.lines.count
    var heading = guide
    heading.append(quote.author, theme.style(.author))
    heading.append("  " + quote.handle, theme.style(.handle))
    add(heading.cut(columns: columns))
    if let warning = quote.warning {
      addBehind(guide, [Span(options.isPlain ? warning : "⚠ " + warning, .warning)])
    }
    let hint = block.lines.count
    if let folded = quote.folded { addBehind(guide, [Span(folded, .faint)]) }
    addParagraphs(quote.paragraphs, columns: columns, guide: guide)
    if let pictures = quote.pictures {
      addBehind(guide, [Span(options.isPlain ? pictures : "▣ " + pictures, .photo)])
    }
    if quote.folded != nil { zone(0..<columns, of: hint, .deed(.reveal)) }
    // First in the list, so that a mention inside the quote still answers for itself.
    let zones = (start..<block.lines.count).map {
      Block.Zone(line: $0, columns: 0..<columns, action: PostAction.quoted(quote.id))
    }
    block.zones.insert(contentsOf: zones, at: 0)
  }

  private mutating func addBehind(_ guide: Line, _ text: StyledText) {
    var line = guide
    line.append(theme.line(text))
    add(line.cut(columns: columns))
  }
}
