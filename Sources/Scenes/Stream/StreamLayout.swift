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

  /// The lines of a row.
  func block(_ row: StreamRow, columns: Int) -> Block<PostAction> {
    switch row {
    case .post(_, let item):
      PostLayout.block(
        posts.viewModel(of: item, now: now), columns: columns, theme: theme,
        options: posts.options, room: room)
    case .gap(let gap): Block(lines: [line(gap, columns: columns)])
    }
  }

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
    Line(SafeText(repeating: "┄", count: count), theme.style(.rule))
  }
}
