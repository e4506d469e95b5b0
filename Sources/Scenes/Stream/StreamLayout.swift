import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

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

/// Makes the top line of a stream.
struct StreamHeader {
  let wording: Wording
  let options: DisplayOptions

  /// The line as it reads at that moment.
  func header(of heading: StreamHeading, now: Timestamp) -> Header {
    Header(left: left(of: heading), right: right(of: heading, now: now))
  }

  /// The title of a column: the stream, and how it stands as far as that is news.
  func columnTitle(of heading: StreamHeading, missed: SafeText, now: Timestamp) -> Header {
    var heading = heading
    (heading.notifications, heading.waiting, heading.refused) = ("", "", "")
    if !missed.isEmpty { heading.unread = missed }
    if case .fetched = heading.standing { heading.standing = .unknown }
    return Header(left: [Span(heading.name, .barStrong)], right: right(of: heading, now: now))
  }

  /// What a click on the top line asks for.
  enum Target: Equatable {
    case tab(Int)
    case accounts
    case firstUnread
    case notifications
    case outbox
  }

  /// What stands in that column of the top line; nil for nothing that can be clicked.
  func target(
    at column: Int, of heading: StreamHeading, now: Timestamp, columns: Int
  ) -> Target? {
    let left = Self.left(of: heading, isPlain: options.isPlain)
    let right = rightPieces(of: heading, now: now)
    let shown = Bar.divide(
      Header(left: left.map(\.span), right: right.map(\.span)), columns: columns)
    if (1...max(1, shown.room)).contains(column) {
      return Self.target(
        at: column, of: zip(shown.left, shown.kept).map { ($0, left[$1].target) }, from: 1)
    }
    let width = shown.right.reduce(0) { $0 + TextWidth.columns(of: $1.text) }
    let start = columns - 1 - min(width, max(0, columns - 2 - shown.room))
    return Self.target(
      at: column, of: zip(shown.right, right).map { ($0, $1.target) }, from: start)
  }

  /// Which tab stands in that column of the top line; nil for none.
  func tab(at column: Int, of heading: StreamHeading, now: Timestamp, columns: Int) -> Int? {
    guard case .tab(let tab)? = target(at: column, of: heading, now: now, columns: columns) else {
      return nil
    }
    return tab
  }

  private static func target(
    at column: Int, of pieces: [(span: Span, target: Target?)], from start: Int
  ) -> Target? {
    guard column >= start else { return nil }
    var end = start
    for (span, target) in pieces {
      end += TextWidth.columns(of: span.text)
      if column < end { return target }
    }
    return nil
  }
}

extension StreamHeader {
  private func left(of heading: StreamHeading) -> StyledText {
    Self.left(of: heading, isPlain: options.isPlain).map(\.span)
  }

  private static func left(
    of heading: StreamHeading, isPlain: Bool
  ) -> [(span: Span, target: Target?)] {
    var text: [(span: Span, target: Target?)] = []
    if !heading.account.isEmpty {
      text.append((Span(heading.account + "  ", .barStrong), .accounts))
    }
    for (index, name) in heading.tabs.enumerated() {
      let isCurrent = index == heading.current
      let label = isPlain && isCurrent ? "[" + name + "]" : " " + name + " "
      text.append((Span(label, isCurrent ? .currentTab : .tab), .tab(index)))
    }
    if heading.current == nil, !heading.title.isEmpty {
      text.append((Span(" " + heading.title + " ", .currentTab), nil))
    }
    return text
  }

  private func right(of heading: StreamHeading, now: Timestamp) -> StyledText {
    rightPieces(of: heading, now: now).map(\.span)
  }

  private func rightPieces(
    of heading: StreamHeading, now: Timestamp
  ) -> [(span: Span, target: Target?)] {
    var parts: [(span: Span, target: Target?)] = []
    func add(_ text: SafeText, _ role: Role, _ target: Target? = nil) {
      guard !text.isEmpty else { return }
      if !parts.isEmpty { parts.append((Span("  ", .barFaint), nil)) }
      parts.append((Span(text, role), target))
    }
    add(heading.unread, .barStrong, .firstUnread)
    add(heading.notifications, .barStrong, .notifications)
    add(heading.waiting, .busy, .outbox)
    add(heading.refused, .bad, .outbox)
    if !heading.activity.isEmpty {
      let frame = Int(truncatingIfNeeded: now.milliseconds / 100)
      let words = words(for: heading, now: now)
      add(Spinner.sign(frame: frame, options) + " " + words, .busy)
      if let stall = heading.stall { add(stall.hint, .barFaint) }
    } else {
      switch heading.standing {
      case .unknown: break
      case .fetched(let moment): add(wording.fetched(moment, now: now), .barFaint)
      case .failed(let words): add(words, .bad)
      }
    }
    return parts
  }

  /// What goes on; a count that goes on is for who sees it move.
  private func words(for heading: StreamHeading, now: Timestamp) -> SafeText {
    guard let stall = heading.stall, !options.isPlain else { return heading.activity }
    return wording.noAnswer(for: now.since(stall.since))
  }
}
