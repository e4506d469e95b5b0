import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// Lays notices out: a line on who did what, and the post below it.
struct NoticesLayout {
  let posts: PostPresentation
  let theme: Theme
  let now: Timestamp
  var room: PictureRoom?

  /// So much of one's own post is enough to know it by.
  private static let excerptLines = 2
  /// So many lines tell who did what.
  private static let headingLines = 3

  /// The lines of a notice.
  func block(_ row: NoticeRow, columns: Int) -> Block<PostAction> {
    let columns = min(columns, PostLayout.widest)
    var block = Block<PostAction>(lines: heading(of: row, columns: columns))
    guard let item = row.post else { return block }
    guard row.showsPost else {
      block.lines += excerpt(of: item.post, columns: columns)
      return block
    }
    let post = PostLayout.block(
      posts.viewModel(of: item, now: now), columns: columns, theme: theme,
      options: posts.options, room: room?.withoutPeople)
    block.append(post)
    return block
  }
}

extension NoticesLayout {
  /// Who did what, and when. Names give way first; what happened goes on below rather than out of
  /// sight.
  private func heading(of row: NoticeRow, columns: Int) -> [Line] {
    let time = posts.time(row.at, now: now)
    var end = Line(" · " + time, theme.style(.time))
    if row.isUnread {
      let new = posts.options.isPlain ? " · " + posts.wording.newSign : " ●"
      end.append(new, theme.style(.busy))
    }
    let sign = Line(row.sign.isEmpty ? "" : row.sign + " ", theme.style(row.role))
    let style = theme.style(row.isUnread ? .strong : .text)
    let room = max(1, columns - sign.columns)
    let fits = TextWidth.columns(of: row.words) + end.columns <= room
    let wrapped = TextWrapping.wrap(Line(fits ? row.words : row.shortWords, style), columns: room)
    var lines = Array(wrapped.prefix(Self.headingLines))
    // More than that is a name that somebody made to fill the screen.
    var last = lines.popLast() ?? Line()
    if wrapped.count > Self.headingLines { last.append(" …", style) }
    if last.columns + end.columns > room, lines.count + 1 < Self.headingLines {
      lines.append(last)
      last = Line()
    }
    last = last.cut(columns: max(1, room - end.columns))
    last.append(end)
    return (lines + [last]).enumerated().map { number, text in
      var line = number == 0 ? sign : Line()
      line.pad(sign.columns - line.columns)
      line.append(text)
      return line
    }
  }

  private func excerpt(of post: Post, columns: Int) -> [Line] {
    let text = posts.wording.excerpt(of: post.content)
    let lines = TextWrapping.wrap(Line(text, theme.style(.faint)), columns: max(1, columns - 2))
    var shown = Array(lines.prefix(Self.excerptLines))
    if lines.count > shown.count, var last = shown.popLast() {
      last = last.prefix(columns: max(0, columns - 3))
      last.append("…", theme.style(.faint))
      shown.append(last)
    }
    return shown.map { line in
      var indented = Line()
      indented.pad(2)
      indented.append(line)
      return indented
    }
  }
}
