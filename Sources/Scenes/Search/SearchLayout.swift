import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// Lays out what was found.
struct SearchLayout {
  let posts: PostPresentation
  let theme: Theme
  let now: Timestamp
  let highlight: SearchHighlight
  var room: PictureRoom?

  /// Examples stand in a column of their own.
  private static let exampleColumns = 18

  /// The lines of a row; posts and people have a blank one below them.
  func block(_ row: SearchRow, columns: Int) -> Block<PostAction> {
    switch row {
    case .past(_, let words): return line(Line(words, theme.style(.text)), columns)
    case .guide(let example, let meaning):
      return guide(SafeText(sanitizing: example), meaning, columns)
    case .tag(_, let words): return marked(line(Line(words, theme.style(.tag)), columns))
    case .everybody(_, let words): return spaced(line(Line(words, theme.style(.link)), columns))
    case .person(let row): return spaced(marked(Block(lines: lines(of: row, columns: columns))))
    case .heading(_, let words): return spaced(line(Line(words, theme.style(.strong)), columns))
    case .post(let item):
      return spaced(
        marked(
          PostLayout.block(
            posts.viewModel(of: item, now: now), columns: columns, theme: theme,
            options: posts.options, room: room), but: 1))
    }
  }

  private func line(_ line: Line, _ columns: Int) -> Block<PostAction> {
    Block(lines: [line.cut(columns: columns)])
  }

  private func guide(_ example: SafeText, _ meaning: SafeText, _ columns: Int) -> Block<PostAction>
  {
    var line = Line(example, theme.style(.tag))
    line.pad(max(2, Self.exampleColumns - line.columns))
    line.append(meaning, theme.style(.faint))
    return self.line(line, columns)
  }

  /// What was looked for stands out, but not in the last lines, which hold counts.
  private func marked(_ block: Block<PostAction>, but last: Int = 0) -> Block<PostAction> {
    var block = block
    block.lines = highlight.marked(block.lines.dropLast(last)) + block.lines.suffix(last)
    return block
  }

  private func spaced(_ block: Block<PostAction>) -> Block<PostAction> {
    var block = block
    block.lines.append(Line())
    block.trailing += 1
    return block
  }

  private func lines(of row: PersonRow, columns: Int) -> [Line] {
    var heading = Line(row.name, theme.style(.author)).cut(columns: columns)
    if heading.columns + 6 < columns {
      heading.pad(2)
      heading.append(
        Line(row.handle, theme.style(.handle)).cut(columns: columns - heading.columns))
    }
    guard !row.bio.isEmpty else { return [heading] }
    return [
      heading,
      Line(row.bio, theme.style(.faint)).cut(columns: min(columns, PostLayout.widest)),
    ]
  }
}
