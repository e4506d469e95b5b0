import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// Lays the rows of a stream out.
struct StreamLayout {
  let posts: PostPresentation
  let theme: Theme
  let now: Timestamp
  var room: PictureRoom?
  var isDense = false

  /// The lines of a row.
  func block(_ row: StreamRow, columns: Int) -> Block<PostClick> {
    switch row {
    case .post(_, let item) where isDense:
      PostLine(posts: posts, theme: theme, now: now).block(item, columns: columns)
    case .post(_, let item): block(item, columns: columns)
    case .gap(let gap): Block(lines: [line(gap, columns: columns)])
    }
  }

  private func block(_ item: PostItem, columns: Int) -> Block<PostClick> {
    let isPlain = posts.options.isPlain
    let indent = columns < 30 ? 0 : 2 * min(item.depth, Self.mostLevels)
    var block = PostLayout.block(
      posts.viewModel(of: item, now: now, tellsReply: indent == 0 || isPlain),
      columns: columns - indent, theme: theme, options: posts.options, room: room)
    guard indent > 0 else { return block }
    var rest = Line()
    rest.pad(indent)
    var first = rest.prefix(columns: indent - 2)
    first.append(isPlain ? "  " : "└ ", theme.style(.rule))
    block.indent(by: indent) { $0 == 0 ? first : rest }
    return block
  }

  /// Deeper answers stand no further to the right.
  private static let mostLevels = 4

  private func line(_ row: StreamGap, columns: Int) -> Line {
    let words = row.isFilling ? row.busyWords : row.words
    guard !posts.options.isPlain else {
      return Line(words, theme.style(.gap)).cut(columns: columns)
    }
    let text = Line(" " + words + " ", theme.style(.gap)).cut(columns: columns)
    let rest = min(columns, PostLayout.widest) - text.columns
    var line = dots(min(rest / 2, 12))
    line.append(text)
    line.append(dots(min(rest - rest / 2, 12)))
    return line
  }

  private func dots(_ count: Int) -> Line {
    Line(repeating: "┄", count: count, theme.style(.rule))
  }
}
