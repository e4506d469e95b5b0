import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// Lays a post out for a width.
///
/// ```
///      Mei Tanaka  @mei@example.social · 3m               ↻ Ada
///  M   Text, broken at words.
///      ↩ 3      ↻ 12     ♥ 48     ⚑
/// ```
struct PostLayout {
  /// The maximum line length, for readability.
  static let widest = 90
  /// The width of the text below which no profile picture is shown.
  private static let mostNarrow = 30

  let theme: Theme
  let options: DisplayOptions
  let columns: Int
  /// The room for photos; nil to show descriptions instead.
  var room: PictureRoom?
  var block = Block<PostClick>()

  static func block(
    _ post: PostViewModel, columns: Int, theme: Theme, options: DisplayOptions,
    room: PictureRoom? = nil
  ) -> Block<PostClick> {
    let person = room?.person.flatMap { columns - $0.columns < mostNarrow ? nil : $0 }
    let indent = person.map { $0.columns + 1 } ?? 0
    var layout = PostLayout(
      theme: theme, options: options, columns: max(1, min(columns - indent, widest)), room: room)
    layout.add(post)
    if let person { layout.block.stand(beside: post, in: person, indent: indent, theme, options) }
    return layout.block
  }

  private mutating func add(_ post: PostViewModel) {
    addHeading(post)
    if let reply = post.context.reply {
      add([Span(options.saysInWords ? reply : "↩ " + reply, .faint)], clickable: .conversation)
    }
    if let muted = post.context.muted { wrap([Span(muted, .faint)]) }
    if let warning = post.context.warning {
      var words = Line(options.isPlain ? "" : "⚠ ", theme.style(.warning))
      words.append(line(warning, post.context.warningRuns, theme.style(.warning)))
      block.lines += TextWrapping.wrap(words, columns: columns)
    }
    if let folded = post.context.folded { add([Span(folded, .faint)], clickable: .deed(.reveal)) }
    addParagraphs(post.paragraphs, columns: columns)
    if let shortened = post.shortened { wrap([Span(shortened, .faint)]) }
    if let translation = post.translation { addTranslation(translation) }
    if let poll = post.poll { addPoll(poll) }
    addPhotos(of: post)
    if let credit = post.gallery.credit { add(credit) }
    if let card = post.card { addCard(card) }
    if let quote = post.quote { addQuote(quote) }
    if !post.reactions.isEmpty { wrap(post.reactions) }
    if let place = post.place { add([Span(options.isPlain ? place : "⌂ " + place, .faint)]) }
    addCounts(post)
  }
}

extension PostLayout {
  /// Adds a line, cut to the width.
  mutating func add(_ text: StyledText, clickable action: PostClick? = nil) {
    add(theme.line(text).cut(columns: columns), clickable: action)
  }

  mutating func add(_ line: Line, clickable action: PostClick? = nil) {
    if let action, line.columns > 0 {
      zone(0..<line.columns, of: block.lines.count, action)
    }
    block.lines.append(line)
  }

  mutating func add(_ other: Block<PostClick>) { block.append(other) }

  /// Adds a text, wrapped to the width.
  mutating func wrap(_ text: StyledText) {
    block.lines += TextWrapping.wrap(theme.line(text), columns: columns)
  }

  /// Makes part of a line clickable.
  mutating func zone(_ columns: Range<Int>, of line: Int, _ action: PostClick) {
    block.zones.append(Block.Zone(line: line, columns: columns, action: action))
  }
}

// MARK: - Who and when

extension PostLayout {
  /// Adds the heading line: author, handle, time, and booster on the right.
  ///
  /// In a narrow column the handle is left out first, then the booster's name; the time stays.
  mutating func addHeading(_ post: PostViewModel) {
    let right = marks(of: post)
    let edge = columns - right.columns
    let room = max(1, right.columns > 0 ? edge - 1 : columns)
    var line = Line()
    let isNamed = post.heading.isNamed
    let time = theme.line(
      [Span((isNamed ? " · " : "") + time(post), .time)] + audience(post) + reader(post))
    if !options.saysInWords, !post.heading.badges.isEmpty {
      line.append(post.heading.badges.line(theme, options))
      line.pad(1)
    }
    let author = author(of: post)
      .cut(columns: max(min(room, 4), room - time.columns - line.columns))
    if isNamed { line.append(author) }
    let forHandle = room - line.columns - time.columns - 2
    if isNamed, forHandle >= min(8, TextWidth.columns(of: post.heading.handle)) {
      line.pad(2)
      line.append(Line(post.heading.handle, theme.style(.handle)).cut(columns: forHandle))
    }
    let nameEnd = line.columns
    line.append(time.cut(columns: max(0, room - line.columns)))
    let number = block.lines.count
    if isNamed { zone(0..<nameEnd, of: number, .deed(.meet(post.heading.authorID))) }
    if right.columns > 0 {
      line.pad(edge - line.columns)
      if let boost = post.heading.boost {
        zone(edge..<columns, of: number, .deed(.meet(boost.person)))
      }
      line.append(right)
    }
    block.lines.append(line)
  }

  private func author(of post: PostViewModel) -> Line {
    line(post.heading.author, post.heading.authorRuns, post.nameStyle(theme, options))
  }

  private func time(_ post: PostViewModel) -> SafeText {
    guard let edited = post.heading.edited else { return post.heading.time }
    return post.heading.time + (edited == "✎" ? " " : " · ") + edited
  }

  /// The account's handle, where badges are replaced by words for screen readers.
  private func reader(_ post: PostViewModel) -> StyledText {
    guard options.saysInWords, let first = post.heading.badges.first else { return [] }
    return [Span(" · " + first.handle, .faint)]
  }

  private func audience(_ post: PostViewModel) -> StyledText {
    guard let visibility = post.heading.visibility else { return [] }
    return [Span(" · " + visibility, .warning)]
  }

  /// The marks at the right end of the heading: undelivered changes and the booster, in at most a
  /// third of the line.
  private func marks(of post: PostViewModel) -> Line {
    var line = Line()
    if post.heading.waiting != nil, !options.saysInWords { line.append("◷", theme.style(.busy)) }
    if let boost = post.heading.boost, !options.saysInWords {
      if line.columns > 0 { line.pad(1) }
      let name = Line("↻ " + boost.name, theme.style(.boost))
      let room = columns / 3 - line.columns
      line.append(
        room < 6 || boost.name.isEmpty ? Line("↻", theme.style(.boost)) : name.cut(columns: room))
    }
    return line.columns < columns / 2 ? line : Line()
  }
}

// MARK: - What it says

extension PostLayout {
  /// Adds paragraphs, each wrapped into lines that begin with guide.
  mutating func addParagraphs(
    _ paragraphs: [[PostViewModel.Run]], columns: Int, guide: Line = Line()
  ) {
    for paragraph in paragraphs {
      let whole = paragraph.reduce(into: Line()) { $0.append(line(of: $1)) }
      let lines =
        paragraph.isEmpty
        ? [Line()] : TextWrapping.wrap(whole, columns: max(1, columns - guide.columns))
      if paragraph.contains(where: { $0.action != nil }) {
        addZones(of: paragraph, whole: whole, lines: lines, indent: guide.columns)
      }
      for line in lines {
        var guided = guide
        guided.append(line)
        block.lines.append(guided)
      }
    }
  }

  /// Returns a text with its custom emoji as pictures. Empty runs mean a text without emoji.
  func line(_ words: SafeText, _ runs: [PostViewModel.Run], _ style: Style) -> Line {
    guard !runs.isEmpty else { return Line(words, style) }
    return runs.reduce(into: Line()) {
      $0.append($1.inset == nil ? Line($1.span.text, style) : line(of: $1))
    }
  }

  /// Returns a run of text. An emoji becomes a blank for its picture, or its name if pictures are
  /// off.
  private func line(of run: PostViewModel.Run) -> Line {
    guard let inset = run.inset else { return theme.line([run.span]) }
    let style = theme.style(.faint)
    guard room != nil else { return Line(run.span.text.withoutColons, style) }
    var line = Line()
    line.append(inset, style)
    return line
  }

  /// Adds click zones for the runs of a wrapped paragraph.
  ///
  /// Wrapping only drops blanks, so both texts can be walked in parallel.
  private mutating func addZones(
    of paragraph: [PostViewModel.Run], whole: Line, lines: [Line], indent: Int
  ) {
    var actions: [PostClick?] = []
    for run in paragraph {
      let length = line(of: run).columns
      actions += Array(repeating: run.action, count: length)
    }
    var source = 0
    for (offset, line) in lines.enumerated() {
      var start = 0
      var current: PostClick?
      let number = block.lines.count + offset
      for (column, cell) in line.cells.enumerated() {
        while source < whole.cells.count, whole.cells[source] != cell { source += 1 }
        let action = source < actions.count ? actions[source] : nil
        source += 1
        guard action != current else { continue }
        if let current { zone(start + indent..<column + indent, of: number, current) }
        (start, current) = (column, action)
      }
      if let current { zone(start + indent..<line.columns + indent, of: number, current) }
    }
  }
}

extension SafeText {
  /// The name of a custom emoji without its colons.
  fileprivate var withoutColons: SafeText {
    SafeText(sanitizing: String(string.drop { $0 == ":" }.prefix { $0 != ":" }))
  }
}

// MARK: - How often

extension PostLayout {
  /// The width of a count with its thumb, so that the counts of consecutive posts are aligned.
  private static let countColumns = 9

  /// Adds the line of reply, boost and like counts. With isAlone the counts need no alignment and
  /// are close together.
  mutating func addCounts(_ post: PostViewModel, isAlone: Bool = false) {
    var line = Line()
    var zones: [(Range<Int>, PostClick)] = []
    var next = 0
    for count in post.counts where !(options.saysInWords && count.isQuiet) {
      if options.saysInWords, line.columns > 0 { line.append(", ", theme.style(.faint)) }
      line.pad(next - line.columns)
      let style = theme.style(count.role)
      let sign = line.columns
      line.append(count.sign, style)
      zones.append((sign..<line.columns, count.signAction))
      if !count.number.isEmpty {
        if line.columns > sign { line.append(" ", style) }
        let number = line.columns
        line.append(count.number, style)
        zones.append((number..<line.columns, count.numberAction))
      }
      if count.isQuiet { quieten(sign..<line.columns) }
      if !options.saysInWords {
        next =
          columns < Self.countColumns * 3
          ? line.columns + 1 : isAlone ? line.columns + 3 : sign + Self.countColumns
      }
      if post.isFlashing, count.signAction == .deed(.mark(.liked)) {
        // Takes the place of the gap, so that nothing moves when it goes.
        line.append(" 👍", theme.style(.liked))
      }
    }
    if options.saysInWords { addMarksInWords(post, to: &line) }
    for (columns, action) in zones where columns.lowerBound < self.columns {
      zone(columns, of: block.lines.count, action)
    }
    if line.columns > 0 { add(line.cut(columns: columns)) }
  }

  private mutating func quieten(_ columns: Range<Int>) {
    let seen = columns.clamped(to: 0..<self.columns)
    if !seen.isEmpty { block.quiet.append((block.lines.count, seen)) }
  }

  private func addMarksInWords(_ post: PostViewModel, to line: inout Line) {
    func separate() {
      if line.columns > 0 { line.append(", ", theme.style(.faint)) }
    }
    if let boost = post.heading.boost {
      separate()
      line.append(boost.words, theme.style(.boost))
    }
    if let waiting = post.heading.waiting {
      separate()
      line.append(waiting, theme.style(.busy))
    }
  }
}
