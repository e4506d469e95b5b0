import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

struct StreamLayout {
  let posts: PostViewModelFactory
  let theme: Theme
  let now: Timestamp
  var room: PhotoBoxLayout?
  var isDense = false

  func laidOutRow(_ row: StreamRow, columns: Int) -> LaidOutLines<PostAction> {
    switch row {
    case .post(_, let item) where isDense:
      OneLinePostLayout(posts: posts, theme: theme, now: now).laidOutPost(item, columns: columns)
    case .post(_, let item): laidOutPost(item, columns: columns)
    case .gap(let gap): LaidOutLines(lines: [gapLine(gap, columns: columns)])
    case .fold(let fold): LaidOutLines(lines: [foldedPostsLine(fold, columns: columns)])
    }
  }

  /// Returns the line of text in place of a thread's folded posts, indented like these posts.
  private func foldedPostsLine(_ fold: FoldedThreadRow, columns: Int) -> Line {
    var line = Line()
    if columns >= 30, !isDense { line.appendBlanks(2 * min(fold.depth, Self.mostLevels)) }
    line.append(fold.words, theme.style(.gap))
    return line.truncatedLine(columns: columns)
  }

  private func laidOutPost(_ item: PostItem, columns: Int) -> LaidOutLines<PostAction> {
    let isPlain = posts.options.isPlain
    let indent = columns < 30 ? 0 : 2 * min(item.depth, Self.mostLevels)
    var block = PostLayout.laidOutPost(
      posts.postViewModel(of: item, now: now, tellsReply: indent == 0 || isPlain),
      columns: columns - indent, theme: theme, options: posts.options, room: room)
    guard indent > 0 else { return block }
    var rest = Line()
    rest.appendBlanks(indent)
    var first = rest.prefix(columns: indent - 2)
    first.append(isPlain ? "  " : "└ ", theme.style(.rule))
    block.indentLines(by: indent) { $0 == 0 ? first : rest }
    return block
  }

  /// The maximum level of indented answers in a stream; deeper answers are indented no further.
  private static let mostLevels = 4

  private func gapLine(_ row: StreamGapRow, columns: Int) -> Line {
    let words = row.isFilling ? row.busyWords : row.words
    guard !posts.options.isPlain else {
      return Line(words, theme.style(.gap)).truncatedLine(columns: columns)
    }
    let text = Line(" " + words + " ", theme.style(.gap)).truncatedLine(columns: columns)
    let rest = min(columns, PostLayout.widest) - text.columns
    var line = dottedRuleOfGap(min(rest / 2, 12))
    line.append(text)
    line.append(dottedRuleOfGap(min(rest - rest / 2, 12)))
    return line
  }

  private func dottedRuleOfGap(_ count: Int) -> Line {
    Line(repeating: "┄", count: count, theme.style(.rule))
  }
}

/// A layout of a post of a stream in a single line.
///
/// ```
/// 3m  Mei Tanaka      The ferry was late, so we had an hour of evening…   ▣ ♥
/// ```
struct OneLinePostLayout {
  let posts: PostViewModelFactory
  let theme: Theme
  let now: Timestamp

  /// Returns the width of a one-line post's age in columns; wide lines have room for a date.
  private static func ageColumnWidth(_ columns: Int) -> Int { columns >= 60 ? 6 : 4 }
  /// The width in columns that is reserved for the badges of the accounts that received a one-line
  /// post.
  private static let signColumns = 3

  func laidOutPost(_ item: PostItem, columns: Int) -> LaidOutLines<PostAction> {
    var line = Line()
    if let account = item.account {
      line.append(
        account.badges.accountBadgeLine(theme, posts.options).prefix(columns: Self.signColumns))
      line.appendBlanks(Self.signColumns - line.columns)
    }
    if let isUnread = posts.isUnread(item) {
      let word = posts.wording.say("unread") + " "
      let sign: SafeText = isUnread ? (posts.options.saysInWords ? word : "● ") : "  "
      line.append(sign, theme.style(.busy))
    } else if item.account?.isInListWithReadStates == true, !posts.options.saysInWords {
      line.appendBlanks(2)
    }
    let timeStart = line.columns
    let time = Line(posts.timeText(item.post.createdAt, now: now), theme.style(.time))
    let timeColumns = Self.ageColumnWidth(columns)
    line.appendBlanks(timeStart + timeColumns - time.columns - line.columns)
    line.append(time)
    line.appendBlanks(2)
    let start = line.columns
    // A longer date takes its columns from the name, so that all texts begin in one column.
    let name = self.paddedAuthorName(
      of: item.post, lineColumns: columns, takenFromName: max(0, time.columns - timeColumns))
    line.append(name)
    let marks = self.postSigns(of: item)
    let text = Line(
      posts.excerpt(of: item.post.content),
      textStyleWarningIfFolded(item.post.content).readStateStyle(
        isUnread: posts.isUnread(item), theme))
    let room = max(0, columns - line.columns - (marks.columns > 0 ? marks.columns + 1 : 0))
    if item.depth > 0, !posts.options.isPlain {
      line.append("└ ", theme.style(.rule))
      line.append(text.truncatedLine(columns: room - 2))
    } else {
      line.append(text.truncatedLine(columns: room))
    }
    if marks.columns > 0 {
      line.appendBlanks(columns - line.columns - marks.columns)
      line.append(marks)
    }
    var block = LaidOutLines<PostAction>(lines: [line.truncatedLine(columns: columns)])
    block.zones = [
      LaidOutLines.ClickZone(
        line: 0, columns: start..<(start + name.columns),
        action: .openProfile(item.post.author.id))
    ]
    return block
  }

  /// Returns the author's name of a one-line post, padded to a share of `lineColumns`, the line's
  /// width, less `takenFromName` columns; a name that is too wide is cut after a word.
  private func paddedAuthorName(of post: Post, lineColumns: Int, takenFromName: Int) -> Line {
    let room = max(4, max(8, min(20, lineColumns / 5)) - takenFromName)
    let style = theme.personNameStyle(of: "@\(post.author.handle)", posts.options)
    var name = Line(posts.displayName(of: post.author), style).lineTruncatedAtWord(columns: room)
    name.appendBlanks(room + 2 - name.columns)
    return name
  }

  /// Returns the style of a one-line post's text: that of a warning if the post is folded.
  private func textStyleWarningIfFolded(_ content: Post.PostContent) -> Style {
    theme.style(content.isFolded ? .warning : .text)
  }

  /// Returns the symbols of a one-line post: those for its photos, poll and boost, then those for
  /// the user's likes, boosts and bookmarks.
  private func postSigns(of item: PostItem) -> Line {
    let (carried, done) = (posts.contentSigns(of: item), posts.ownMarkSigns(of: item))
    let gap: StyledText =
      carried.isEmpty || done.isEmpty ? [] : [StyledSpan(posts.options.saysInWords ? ", " : " ")]
    return theme.styledLine(carried + gap + done)
  }
}

struct StreamHeaderLayout {
  let wording: Wording
  let options: DisplayOptions

  func streamHeader(of heading: StreamHeading, now: Timestamp) -> SceneHeader {
    SceneHeader(
      leftText: leftHeaderText(of: heading), rightText: rightHeaderText(of: heading, now: now))
  }

  /// Returns the title of a deck column: the name of its stream, the number of unread or missed
  /// posts, and a running activity or a failure.
  func deckColumnTitleWithoutAge(of heading: StreamHeading, missed: SafeText, now: Timestamp)
    -> SceneHeader
  {
    var heading = heading
    (heading.notifications, heading.waiting, heading.refusedChanges) = ("", "", "")
    if !missed.isEmpty { heading.unread = missed }
    if case .fetched = heading.freshness { heading.freshness = .unknown }
    return SceneHeader(
      leftText: [StyledSpan(heading.name, .barStrong)],
      rightText: rightHeaderText(of: heading, now: now))
  }

  /// A target of a click on the top line of a stream scene.
  enum HeaderClickTarget: Equatable {
    case tab(Int)
    case accounts
    case firstUnread
    case notifications
    case outbox
  }

  func headerClickTarget(
    at column: Int, of heading: StreamHeading, now: Timestamp, columns: Int
  ) -> HeaderClickTarget? {
    let left = Self.leftHeaderSegments(of: heading, isPlain: options.isPlain)
    let right = rightHeaderSegments(of: heading, now: now)
    let shown = ScreenBarPainter.visibleHeaderParts(
      SceneHeader(leftText: left.map(\.span), rightText: right.map(\.span)), columns: columns)
    if (1...max(1, shown.room)).contains(column) {
      return Self.headerClickTarget(
        at: column, of: zip(shown.left, shown.kept).map { ($0, left[$1].target) }, from: 1)
    }
    let width = shown.right.reduce(0) { $0 + TextWidth.columnCount(of: $1.text) }
    let start = columns - 1 - min(width, max(0, columns - 2 - shown.room))
    return Self.headerClickTarget(
      at: column, of: zip(shown.right, right).map { ($0, $1.target) }, from: start)
  }

  private static func headerClickTarget(
    at column: Int, of pieces: [(span: StyledSpan, target: HeaderClickTarget?)], from start: Int
  ) -> HeaderClickTarget? {
    guard column >= start else { return nil }
    var end = start
    for (span, target) in pieces {
      end += TextWidth.columnCount(of: span.text)
      if column < end { return target }
    }
    return nil
  }
}

extension StreamHeaderLayout {
  private func leftHeaderText(of heading: StreamHeading) -> StyledText {
    Self.leftHeaderSegments(of: heading, isPlain: options.isPlain).map(\.span)
  }

  private static func leftHeaderSegments(
    of heading: StreamHeading, isPlain: Bool
  ) -> [(span: StyledSpan, target: HeaderClickTarget?)] {
    var text: [(span: StyledSpan, target: HeaderClickTarget?)] = []
    if !heading.account.isEmpty {
      text.append((StyledSpan(heading.account + "  ", .barStrong), .accounts))
    }
    for (index, name) in heading.tabs.enumerated() {
      let isCurrent = index == heading.currentTab
      let label = isPlain && isCurrent ? "[" + name + "]" : " " + name + " "
      text.append((StyledSpan(label, isCurrent ? .currentTab : .tab), .tab(index)))
    }
    if heading.currentTab == nil, !heading.title.isEmpty {
      text.append((StyledSpan(" " + heading.title + " ", .currentTab), nil))
    }
    return text
  }

  private func rightHeaderText(of heading: StreamHeading, now: Timestamp) -> StyledText {
    rightHeaderSegments(of: heading, now: now).map(\.span)
  }

  private func rightHeaderSegments(
    of heading: StreamHeading, now: Timestamp
  ) -> [(span: StyledSpan, target: HeaderClickTarget?)] {
    var parts: [(span: StyledSpan, target: HeaderClickTarget?)] = []
    func addSegment(_ text: SafeText, _ role: TextRole, _ target: HeaderClickTarget? = nil) {
      guard !text.isEmpty else { return }
      if !parts.isEmpty { parts.append((StyledSpan("  ", .barFaint), nil)) }
      parts.append((StyledSpan(text, role), target))
    }
    addSegment(heading.unread, .barStrong, .firstUnread)
    addSegment(heading.notifications, .barStrong, .notifications)
    addSegment(heading.waiting, .busy, .outbox)
    addSegment(heading.refusedChanges, .bad, .outbox)
    if !heading.activity.isEmpty {
      let frame = Int(truncatingIfNeeded: now.milliseconds / 100)
      let words = progressOrNoAnswerText(for: heading, now: now)
      addSegment(Spinner.spinnerSign(frame: frame, options) + " " + words, .busy)
      if let stall = heading.stall { addSegment(stall.hint, .barFaint) }
    } else {
      switch heading.freshness {
      case .unknown: break
      case .fetched(let moment, let isWhole):
        addSegment(wording.fetchTimeText(moment, isWhole: isWhole, now: now), .barFaint)
      case .failed, .incomplete:
        addSegment(heading.freshness.streamFailureText(wording, now: now) ?? "", .bad)
      }
    }
    return parts
  }

  /// Returns the progress text of a stream's top line. If the service does not answer, the text
  /// says for how long, except in the plain mode.
  private func progressOrNoAnswerText(for heading: StreamHeading, now: Timestamp) -> SafeText {
    guard let stall = heading.stall, !options.isPlain else { return heading.activity }
    return wording.noAnswerText(for: now.elapsedTime(since: stall.waitingSince))
  }
}
