import FeedDomain
import Preferences
import Terminal
import Words

/// What stands below the middle photo: what it shows, who took it, where and under which terms, and
/// what became of it.
struct CarouselCaption {
  let posts: PostPresentation
  let theme: Theme
  let now: Timestamp
  /// Whether photos are pictures: where they are words, what they show is said in their boxes.
  var hasPictures = true

  /// How many lines there are in a room so high.
  static func rows(in room: Int) -> Int {
    switch room {
    case 18...: 4
    case 12...: 3
    case 9...: 2
    case 3...: 1
    default: 0
    }
  }

  /// The lines, at most so many, and what clicks on them do. Who took it is left out last but the
  /// counts: that is owed.
  func block(
    _ item: PostItem, position: SafeText, columns: Int, rows: Int
  ) -> Block<PostClick> {
    var block = Block<PostClick>()
    guard rows > 0 else { return block }
    let title = title(of: item, columns: columns, rows: rows - 2)
    let credit = credit(of: item).cut(columns: columns)
    let (counts, zones) = counts(of: item, position: position, columns: columns)
    block.lines = title + (rows >= 2 ? [credit] : []) + [counts]
    block.zones = zones.map {
      .init(line: block.lines.count - 1, columns: $0.columns, action: $0.action)
    }
    if rows >= 2 {
      let name = posts.photographer(of: item)
      block.zones.append(
        .init(
          line: title.count, columns: 0..<TextWidth.columns(of: name),
          action: .deed(.meet(item.post.author.id))))
    }
    return block
  }
}

extension CarouselCaption {
  private func title(of item: PostItem, columns: Int, rows: Int) -> [Line] {
    guard let photo = item.photo, rows > 0, hasPictures || item.isCovered else { return [] }
    let words = item.isCovered ? posts.cover(of: item) : posts.description(of: photo)
    let lines = TextWrapping.wrap(Line(words, theme.style(.strong)), columns: max(1, columns))
    guard lines.count > rows else { return lines }
    var last = lines[rows - 1].prefix(columns: max(0, columns - 1))
    last.append("…", theme.style(.strong))
    return Array(lines.prefix(rows - 1)) + [last]
  }

  private func credit(of item: PostItem) -> Line {
    var parts: [StyledText] = [posts.credit(of: item).text(.author)]
    if let place = posts.place(of: item) { parts.append([Span(place, .text)]) }
    if let licence = item.photo?.licence {
      parts.append([Span(SafeText(sanitizing: licence), .faint)])
    }
    parts.append([Span(posts.time(item.post.createdAt, now: now), .time)])
    let credit = theme.line(Array(parts.joined(separator: [Span(" · ", .faint)])))
    guard let account = item.account else { return credit }
    var line = account.badges.line(theme, posts.options)
    line.append(" ", theme.style(.faint))
    line.append(credit)
    return line
  }

  private func counts(
    of item: PostItem, position: SafeText, columns: Int
  ) -> (Line, [(columns: Range<Int>, action: PostClick)]) {
    var line = Line()
    var zones: [(columns: Range<Int>, action: PostClick)] = []
    func add(_ text: SafeText, _ role: Role, _ action: PostClick? = nil) {
      let start = line.columns
      line.append(text, theme.style(role))
      if let action, start < columns { zones.append((start..<line.columns, action)) }
    }
    for count in posts.counts(of: item) {
      if line.columns > 0 { line.pad(3) }
      add(count.sign, count.role, count.signAction)
      if !count.number.isEmpty {
        add(" ", count.role, count.signAction)
        add(count.number, count.role, count.numberAction)
      }
    }
    if item.isFlashing { add(" 👍", .liked) }
    if item.isWaiting { add("   " + posts.waitingSign, .busy) }
    if let photos = posts.photoCount(of: item) { add("   " + photos, .faint) }
    if !position.isEmpty { add("   " + position, .faint) }
    return (line.cut(columns: columns), zones)
  }
}
