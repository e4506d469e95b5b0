import FeedDomain
import Preferences
import Terminal
import Words

/// Lays notices out: a line on who did what, and below it a quote of the post it is about.
struct NoticesLayout {
  let posts: PostPresentation
  let theme: Theme
  let now: Timestamp

  /// So many lines tell who did what.
  private static let headingLines = 3
  /// So much of one's own post is enough to know it by.
  private static let linesOfOwn = 1
  /// So much of what somebody wrote tells whether to answer.
  private static let linesOfOthers = 2

  /// The lines of a notice.
  func block(_ row: NoticeRow, columns: Int) -> Block<PostAction> {
    let columns = min(columns, PostLayout.widest)
    var block = Block<PostAction>(lines: heading(of: row, columns: columns))
    guard let item = row.post else { return block }
    block.lines += quote(
      of: item.post, isOwn: !row.showsPost, columns: columns, indent: indent(of: row))
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
    if let item = row.post {
      let marks =
        posts.separated([
          row.showsPost ? posts.photoSign(of: item).map { Span($0, .photo) } : nil
        ]) + posts.done(with: item)
      if !marks.isEmpty {
        end.append(posts.options.saysInWords ? ", " : " ")
        end.append(theme.line(marks))
      }
    }
    let sign = sign(of: row)
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

  /// What of the post is quoted: one's own faintly, since one knows it.
  private func quote(of post: Post, isOwn: Bool, columns: Int, indent: Int) -> [Line] {
    let text = Line(
      posts.wording.excerpt(of: post.content), theme.style(isOwn ? .faint : .text))
    let rows = isOwn ? Self.linesOfOwn : Self.linesOfOthers
    return text.wrapped(columns: max(1, columns - indent - 2), rows: rows).map { line in
      var quoted = Line()
      quoted.pad(indent)
      quoted.append(posts.options.isPlain ? "  " : "│ ", theme.style(.rule))
      quoted.append(line)
      return quoted
    }
  }

  /// Whose it is, where those of several stand together, and the sign of what happened.
  private func sign(of row: NoticeRow) -> Line {
    var line = row.owner.map { [$0.sign].line(theme, posts.options) } ?? Line()
    if line.columns > 0 { line.append(" ") }
    if !row.sign.isEmpty { line.append(row.sign + " ", theme.style(row.role)) }
    return line
  }

  /// How far words stand behind that.
  private func indent(of row: NoticeRow) -> Int { sign(of: row).columns }
}
