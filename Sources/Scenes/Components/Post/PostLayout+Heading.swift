import FeedDomain
import Preferences
import Terminal

extension PostLayout {
  /// Who wrote it, when, and who brought it here.
  ///
  /// Where room is short, the handle goes first, then the booster's name; the time stays.
  mutating func addHeading(_ post: PostViewModel) {
    let right = marks(of: post)
    let edge = columns - right.columns
    let room = max(1, right.columns > 0 ? edge - 1 : columns)
    var line = Line()
    let time = theme.line([Span(" · " + time(post), .time)] + audience(post))
    let author = Line(post.author, theme.style(.author))
      .cut(columns: max(min(room, 4), room - time.columns))
    line.append(author)
    let forHandle = room - author.columns - time.columns - 2
    if forHandle >= min(8, TextWidth.columns(of: post.handle)) {
      line.pad(2)
      line.append(Line(post.handle, theme.style(.handle)).cut(columns: forHandle))
    }
    let nameEnd = line.columns
    line.append(time.cut(columns: max(0, room - line.columns)))
    let number = block.lines.count
    zone(0..<nameEnd, of: number, .deed(.meet(post.authorID)))
    if right.columns > 0 {
      line.pad(edge - line.columns)
      if let boost = post.boost { zone(edge..<columns, of: number, .deed(.meet(boost.person))) }
      line.append(right)
    }
    block.lines.append(line)
  }

  private func time(_ post: PostViewModel) -> SafeText {
    guard let edited = post.edited else { return post.time }
    return post.time + (edited == "✎" ? " " : " · ") + edited
  }

  private func audience(_ post: PostViewModel) -> StyledText {
    guard let visibility = post.visibility else { return [] }
    return [Span(" · " + visibility, .warning)]
  }

  /// What stands at the right end: what waits, and who boosted it; at most a third of the line.
  private func marks(of post: PostViewModel) -> Line {
    var line = Line()
    if post.waiting != nil, !options.isPlain { line.append("◷", theme.style(.busy)) }
    if let boost = post.boost, !options.isPlain {
      if line.columns > 0 { line.pad(1) }
      let name = Line("↻ " + boost.name, theme.style(.boost))
      let room = columns / 3 - line.columns
      line.append(room < 6 ? Line("↻", theme.style(.boost)) : name.cut(columns: room))
    }
    return line.columns < columns / 2 ? line : Line()
  }
}
