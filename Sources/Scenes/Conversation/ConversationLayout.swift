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
    var block = PostLayout.block(
      posts.viewModel(of: item, now: now, tellsChange: true),
      columns: columns - first.columns, theme: theme,
      options: posts.options, room: room)
    let (from, to) = (theme.style(.author), theme.style(.currentAuthor))
    block.lines = block.lines.enumerated().map { number, line in
      var guided = number == 0 ? first : rest
      let isHeading = row.isFocus && number == 0
      guided.append(isHeading ? line.restyled { $0 == from ? to : $0 } : line)
      return guided
    }
    block.zones = block.zones.map { zone in
      Block.Zone(
        line: zone.line,
        columns: (zone.columns.lowerBound + first.columns)..<(zone.columns.upperBound
          + first.columns),
        action: zone.action)
    }
    for index in block.pictures.indices {
      block.pictures[index].box.origin.column += first.columns
    }
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
