import FeedDomain
import Preferences
import Terminal
import Words

/// Lays a post out in a single line.
///
/// ```
///   3m  Mei Tanaka      The ferry was late, so we had an hour of evening…   ▣ ♥
/// ```
struct PostLine {
  let posts: PostPresentation
  let theme: Theme
  let now: Timestamp

  /// The columns of the time.
  private static let timeColumns = 4
  /// The columns of the signs of accounts, where there are any.
  private static let signColumns = 3

  /// The post in so many columns.
  func block(_ item: PostItem, columns: Int) -> Block<PostClick> {
    var line = Line()
    if let account = item.account {
      line.append(account.badges.line(theme, posts.options).prefix(columns: Self.signColumns))
      line.pad(Self.signColumns - line.columns)
    }
    let time = Line(posts.time(item.post.createdAt, now: now), theme.style(.time))
    line.pad(Self.timeColumns - time.columns)
    line.append(time)
    line.pad(2)
    let start = line.columns
    let name = self.name(of: item.post, columns: columns)
    line.append(name)
    let marks = self.marks(of: item)
    let text = Line(posts.wording.excerpt(of: item.post.content), textStyle(item.post.content))
    let room = max(0, columns - line.columns - (marks.columns > 0 ? marks.columns + 1 : 0))
    if item.depth > 0, !posts.options.isPlain {
      line.append("└ ", theme.style(.rule))
      line.append(text.cut(columns: room - 2))
    } else {
      line.append(text.cut(columns: room))
    }
    if marks.columns > 0 {
      line.pad(columns - line.columns - marks.columns)
      line.append(marks)
    }
    var block = Block<PostClick>(lines: [line.cut(columns: columns)])
    block.zones = [
      Block.Zone(
        line: 0, columns: start..<(start + name.columns),
        action: .deed(.meet(item.post.author.id)))
    ]
    return block
  }

  /// Who wrote it, all as wide.
  private func name(of post: Post, columns: Int) -> Line {
    let room = max(8, min(20, columns / 5))
    let style = theme.nameStyle(of: "@\(post.author.handle)", posts.options)
    var name = Line(posts.name(of: post.author), style).cut(columns: room)
    name.pad(room + 2 - name.columns)
    return name
  }

  private func textStyle(_ content: Post.Content) -> Style {
    theme.style(content.isFolded ? .warning : .text)
  }

  /// What it carries, and what was done with it.
  private func marks(of item: PostItem) -> Line {
    let (carried, done) = (posts.contentMarks(of: item), posts.ownMarks(of: item))
    let gap: StyledText =
      carried.isEmpty || done.isEmpty ? [] : [Span(posts.options.saysInWords ? ", " : " ")]
    return theme.line(carried + gap + done)
  }
}
