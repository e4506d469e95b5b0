import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// Lays out what was found.
struct SearchLayout {
  let posts: PostPresentation
  let theme: Theme
  let now: Timestamp
  var room: PictureRoom?

  /// The lines of a row; posts and people have a blank one below them.
  func block(_ row: SearchRow, columns: Int) -> Block<PostAction> {
    switch row {
    case .past(_, let words):
      return Block(lines: [Line(words, theme.style(.text)).cut(columns: columns)])
    case .tag(_, let words):
      return Block(lines: [Line(words, theme.style(.tag)).cut(columns: columns)])
    case .everybody(_, let words):
      return spaced(Block(lines: [Line(words, theme.style(.link)).cut(columns: columns)]))
    case .person(let row): return spaced(Block(lines: lines(of: row, columns: columns)))
    case .post(let item):
      return spaced(
        PostLayout.block(
          posts.viewModel(of: item, now: now), columns: columns, theme: theme,
          options: posts.options, room: room))
    }
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
