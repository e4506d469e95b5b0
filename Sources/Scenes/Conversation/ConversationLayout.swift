import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// Lays the posts of a conversation out, each with its branch of the tree left of it.
struct ConversationLayout {
  let posts: PostPresentation
  let theme: Theme
  let now: Timestamp
  var room: PictureRoom?

  /// The lines of a row.
  func block(_ row: ConversationRow, columns: Int) -> Block<PostAction> {
    let levels = Self.levels(in: columns)
    let first = guide(row.branch, levels: levels, isFirst: true)
    let rest = guide(row.branch, levels: levels, isFirst: false)
    guard let item = row.post else {
      let words = Line(row.words, theme.style(.gap)).cut(columns: columns - first.columns)
      var line = first
      line.append(words)
      return Block(lines: [line, trunks(row.branch.below, levels: levels)], trailing: 1)
    }
    let post = posts.viewModel(
      of: item, now: now, tellsChange: true, tellsReply: first.columns == 0 || posts.options.isPlain
    )
    var block = PostLayout.block(
      post, columns: columns - first.columns, theme: theme, options: posts.options, room: room)
    if row.isFocus, let heading = block.lines.first {
      let from = post.nameStyle(theme, posts.options)
      let to = theme.currentNameStyle(from)
      block.lines[0] = heading.restyled { $0 == from ? to : $0 }
    }
    block.indent(by: first.columns) { $0 == 0 ? first : rest }
    block.lines.append(trunks(row.branch.below, levels: levels))
    block.trailing = 1
    return block
  }

  /// How many levels there is room for; of a deeper post the innermost are drawn.
  private static func levels(in columns: Int) -> Int { max(0, min(8, (columns - 16) / 4)) }

  private func guide(_ branch: Branch, levels: Int, isFirst: Bool) -> Line {
    guard let hasSibling = branch.hasSibling, levels > 0 else { return Line() }
    var line = trunks(
      Array(branch.trunks.suffix(levels - 1)), levels: levels)
    let sign: SafeText =
      if isFirst { hasSibling ? "├ " : "╰ " } else { hasSibling ? "│ " : "  " }
    line.append(posts.options.isPlain ? "  " : sign, theme.style(.rule))
    return line
  }

  private func trunks(_ trunks: [Bool], levels: Int) -> Line {
    trunks.suffix(levels).reduce(into: Line()) { line, goesOn in
      line.append(goesOn && !posts.options.isPlain ? "│ " : "  ", theme.style(.rule))
    }
  }
}
