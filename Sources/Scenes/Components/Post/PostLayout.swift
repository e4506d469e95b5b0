import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// A layout of a post in the lines of a list item with a width in columns.
///
/// ```
///      Mei Tanaka  @mei@example.social · 3m               ↻ Ada
///  M   Text, broken at words.
///      ↩ 3      ↻ 12     ♥ 48     ⚑
/// ```
struct PostLayout {
  /// The maximum width of a post's text in columns, for readability.
  static let widest = 90
  /// The minimum width of a post's text, in columns, beside which a profile picture is shown.
  private static let minimumColumnsBesidePortrait = 30

  let theme: Theme
  let options: DisplayOptions
  let columns: Int
  /// The size limits for a post's photos; nil to show descriptions in place of photos.
  var room: PhotoBoxLayout?
  var block = LaidOutLines<PostAction>()

  static func laidOutPost(
    _ post: PostViewModel, columns: Int, theme: Theme, options: DisplayOptions,
    room: PhotoBoxLayout? = nil
  ) -> LaidOutLines<PostAction> {
    let person = room?.person.flatMap {
      columns - $0.columns < minimumColumnsBesidePortrait ? nil : $0
    }
    let indent = person.map { $0.columns + 1 } ?? 0
    var layout = PostLayout(
      theme: theme, options: options, columns: max(1, min(columns - indent, widest)), room: room)
    layout.addPostLines(post)
    if let person {
      layout.block.addAuthorPicture(of: post, in: person, indent: indent, theme, options)
    }
    return layout.block
  }

  private mutating func addPostLines(_ post: PostViewModel) {
    addHeading(post)
    if let reply = post.context.reply {
      addLine(
        [StyledSpan(options.saysInWords ? reply : "↩ " + reply, .faint)],
        clickable: .viewConversation)
    }
    if let muted = post.context.muteLine { addWrappedText([StyledSpan(muted, .faint)]) }
    if let warning = post.context.warning {
      var words = Line(options.isPlain ? "" : "⚠ ", theme.style(.warning))
      words.append(lineWithCustomEmoji(warning, post.context.warningRuns, theme.style(.warning)))
      block.lines += TextWrapper.wrappedLines(of: words, columns: columns)
    }
    if let folded = post.context.foldHint {
      addLine([StyledSpan(folded, .faint)], clickable: .reveal)
    }
    addParagraphs(post.paragraphs, columns: columns)
    if let rest = post.continuation { addLine([StyledSpan(rest, .faint)], clickable: .reveal) }
    if let shortened = post.shortenedNote { addWrappedText([StyledSpan(shortened, .faint)]) }
    if let translation = post.translation { addTranslation(translation) }
    if let poll = post.poll { addPoll(poll) }
    addPhotos(of: post)
    if let credit = post.gallery.credit { addLine(credit) }
    if let card = post.card { addLinkPreview(card) }
    if let quote = post.quote { addQuote(quote) }
    if !post.reactions.isEmpty { addWrappedText(post.reactions) }
    if let place = post.place {
      addLine([StyledSpan(options.isPlain ? place : "⌂ " + place, .faint)])
    }
    addPostCounts(post)
  }

  /// Adds a line of text to a post's layout, cut to the width.
  mutating func addLine(_ text: StyledText, clickable action: PostAction? = nil) {
    addLine(theme.styledLine(text).truncatedLine(columns: columns), clickable: action)
  }

  mutating func addLine(_ line: Line, clickable action: PostAction? = nil) {
    if let action, line.columns > 0 {
      addClickZone(0..<line.columns, of: block.lines.count, action)
    }
    block.lines.append(line)
  }

  mutating func addWrappedText(_ text: StyledText) {
    block.lines += TextWrapper.wrappedLines(of: theme.styledLine(text), columns: columns)
  }

  mutating func addClickZone(_ columns: Range<Int>, of line: Int, _ action: PostAction) {
    block.zones.append(LaidOutLines.ClickZone(line: line, columns: columns, action: action))
  }

  // MARK: - Heading

  /// Adds the heading line of a post: author, handle and time, and the booster on the right. A
  /// narrow column loses the handle first, then the booster's name, but never the time.
  mutating func addHeading(_ post: PostViewModel) {
    let right = pendingSignAndBoosterLine(of: post)
    let edge = columns - right.columns
    let room = max(1, right.columns > 0 ? edge - 1 : columns)
    var line = Line()
    let isNamed = post.heading.isNamed
    let time = theme.styledLine(
      [StyledSpan((isNamed ? " · " : "") + timeAndEditText(post), .time)]
        + styledVisibilityAndPinText(of: post)
        + spokenReceivingAccountHandle(of: post))
    if post.heading.isUnread == true {
      let word = options.saysInWords ? post.heading.unreadWord + " · " : "● "
      line.append(word, theme.style(.busy))
    }
    if !options.saysInWords, !post.heading.badges.isEmpty {
      line.append(post.heading.badges.accountBadgeLine(theme, options))
      line.appendBlanks(1)
    }
    let author = authorNameLine(of: post)
      .truncatedLine(columns: max(min(room, 4), room - time.columns - line.columns))
    if isNamed { line.append(author) }
    let forHandle = room - line.columns - time.columns - 2
    if isNamed, !post.heading.handle.isEmpty,
      forHandle >= min(8, TextWidth.columnCount(of: post.heading.handle))
    {
      line.appendBlanks(2)
      line.append(Line(post.heading.handle, theme.style(.handle)).truncatedLine(columns: forHandle))
    }
    let nameEnd = line.columns
    line.append(time.truncatedLine(columns: max(0, room - line.columns)))
    let number = block.lines.count
    if isNamed { addClickZone(0..<nameEnd, of: number, .openProfile(post.heading.authorID)) }
    if right.columns > 0 {
      line.appendBlanks(edge - line.columns)
      if let boost = post.heading.boost {
        addClickZone(edge..<columns, of: number, .openProfile(boost.person))
      }
      line.append(right)
    }
    block.lines.append(line)
  }

  private func authorNameLine(of post: PostViewModel) -> Line {
    lineWithCustomEmoji(
      post.heading.author, post.heading.authorRuns, post.nameStyle(theme, options))
  }

  private func timeAndEditText(_ post: PostViewModel) -> SafeText {
    guard let edited = post.heading.edited else { return post.heading.time }
    return post.heading.time + (edited == "✎" ? " " : " · ") + edited
  }

  /// Returns the text of the handle of the account that a post belongs to, which replaces badges
  /// for screen readers; empty in other modes.
  private func spokenReceivingAccountHandle(of post: PostViewModel) -> StyledText {
    guard options.saysInWords, let first = post.heading.badges.first else { return [] }
    return [StyledSpan(" · " + first.handle, .faint)]
  }

  private func styledVisibilityAndPinText(of post: PostViewModel) -> StyledText {
    guard let words = post.heading.visibilityAndPin else { return [] }
    return [StyledSpan(" · " + words, .warning)]
  }

  /// Returns the right end of a post's heading: the symbol for a change that is not delivered yet
  /// and the booster, in at most a third of the line.
  private func pendingSignAndBoosterLine(of post: PostViewModel) -> Line {
    var line = Line()
    if post.heading.waiting != nil, !options.saysInWords { line.append("◷", theme.style(.busy)) }
    if let boost = post.heading.boost, !options.saysInWords {
      if line.columns > 0 { line.appendBlanks(1) }
      let name = Line("↻ " + boost.name, theme.style(.boost))
      let room = columns / 3 - line.columns
      line.append(
        room < 6 || boost.name.isEmpty
          ? Line("↻", theme.style(.boost)) : name.truncatedLine(columns: room))
    }
    return line.columns < columns / 2 ? line : Line()
  }

  // MARK: - Text

  /// Adds paragraphs to a post's layout, each wrapped into lines that begin with the text `guide`.
  mutating func addParagraphs(
    _ paragraphs: [[PostViewModel.TextRun]], columns: Int, guide: Line = Line()
  ) {
    let width = max(1, columns - guide.columns)
    for paragraph in paragraphsWithAlignedTables(paragraphs, columns: width) {
      let whole = paragraph.reduce(into: Line()) { $0.append(textRunLine(of: $1)) }
      let lines =
        paragraph.isEmpty ? [Line()] : wrappedParagraph(whole, of: paragraph, columns: width)
      if paragraph.contains(where: { $0.action != nil }) {
        addClickZones(of: paragraph, whole: whole, lines: lines, indent: guide.columns)
      }
      for line in lines {
        var guided = guide
        guided.append(line)
        block.lines.append(guided)
      }
    }
  }

  /// Returns a paragraph of a post wrapped into lines; code is cut at the width, and its lines
  /// after the first are marked.
  private func wrappedParagraph(
    _ whole: Line, of paragraph: [PostViewModel.TextRun], columns: Int
  ) -> [Line] {
    guard paragraph.allSatisfy({ $0.layout == .codeBlock }), columns > 10 else {
      return TextWrapper.wrappedLines(of: whole, columns: columns)
    }
    let mark = Line(options.saysInWords ? "  " : "↪ ", theme.style(.faint))
    let parts = TextWrapper.dividedPreformattedLines(
      of: whole, columns: columns, indent: mark.columns)
    return parts.enumerated().map { number, part in
      guard number > 0 else { return part }
      var line = mark
      line.append(part)
      return line
    }
  }

  /// Returns a post's paragraphs with the columns of each table aligned if the table fits the
  /// width. Rows of a wider table stay lines such as "cell | cell".
  private func paragraphsWithAlignedTables(
    _ paragraphs: [[PostViewModel.TextRun]], columns: Int
  ) -> [[PostViewModel.TextRun]] {
    var all: [[PostViewModel.TextRun]] = []
    var rows: [[[PostViewModel.TextRun]]] = []
    for paragraph in paragraphs {
      if paragraph.contains(where: { $0.layout == .cellSeparator }) {
        rows.append(tableCells(of: paragraph))
      } else {
        all += alignedTableRows(rows, columns: columns)
        rows = []
        all.append(paragraph)
      }
    }
    return all + alignedTableRows(rows, columns: columns)
  }

  /// Splits a row of a table into cells without surrounding blanks.
  private func tableCells(of row: [PostViewModel.TextRun]) -> [[PostViewModel.TextRun]] {
    row.split(omittingEmptySubsequences: false) { $0.layout == .cellSeparator }.map { cell in
      var runs = Array(cell)
      while let last = runs.last, last.span.text.isBlank, last.inset == nil { runs.removeLast() }
      while let first = runs.first, first.span.text.isBlank, first.inset == nil {
        runs.removeFirst()
      }
      if let first = runs.first { runs[0] = first.trimmedRun(at: .start) }
      if let last = runs.last { runs[runs.count - 1] = last.trimmedRun(at: .end) }
      return runs
    }
  }

  private func alignedTableRows(
    _ rows: [[[PostViewModel.TextRun]]], columns: Int
  ) -> [[PostViewModel.TextRun]] {
    // Most texts end without a table.
    guard !rows.isEmpty else { return [] }
    func cellWidth(of cell: [PostViewModel.TextRun]) -> Int {
      cell.reduce(0) { $0 + textRunLine(of: $1).columns }
    }
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { place in
      rows.map { place < $0.count ? cellWidth(of: $0[place]) : 0 }.max() ?? 0
    }
    let fits = widths.reduce(3 * (count - 1), +) <= columns
    let separator = StyledSpan(fits && !options.isPlain ? " │ " : " | ", .rule)
    return rows.map { row in
      row.enumerated().reduce(into: []) { runs, cell in
        if cell.offset > 0 { runs.append(.init(span: separator, action: nil)) }
        runs += cell.element
        guard fits, cell.offset + 1 < row.count else { return }
        let blanks = widths[cell.offset] - cellWidth(of: cell.element)
        if blanks > 0 {
          runs.append(.init(span: StyledSpan(SafeText(repeating: " ", count: blanks)), action: nil))
        }
      }
    }
  }

  /// Returns a line for a text of a post, such as a name, in which custom emoji are pictures.
  /// `runs` is the same text in parts, empty if it contains no custom emoji.
  func lineWithCustomEmoji(_ words: SafeText, _ runs: [PostViewModel.TextRun], _ style: Style)
    -> Line
  {
    guard !runs.isEmpty else { return Line(words, style) }
    return runs.reduce(into: Line()) {
      $0.append($1.inset == nil ? Line($1.span.text, style) : textRunLine(of: $1))
    }
  }

  /// Returns a run of a post's text as a line. An emoji becomes a blank for its picture, or its
  /// name if pictures are off.
  private func textRunLine(of run: PostViewModel.TextRun) -> Line {
    guard let inset = run.inset else { return theme.styledLine([run.span]) }
    let style = theme.style(.faint)
    guard room != nil else { return Line(run.span.text.withoutColons, style) }
    var line = Line()
    line.appendPictureInText(inset, style)
    return line
  }

  /// Makes the links and tags in a wrapped paragraph of a post clickable.
  ///
  /// Wrapping only drops blanks, so both texts can be walked in parallel.
  private mutating func addClickZones(
    of paragraph: [PostViewModel.TextRun], whole: Line, lines: [Line], indent: Int
  ) {
    var actions: [PostAction?] = []
    for run in paragraph {
      let length = textRunLine(of: run).columns
      actions += Array(repeating: run.action, count: length)
    }
    var source = 0
    for (offset, line) in lines.enumerated() {
      var start = 0
      var current: PostAction?
      let number = block.lines.count + offset
      for (column, cell) in line.cells.enumerated() {
        while source < whole.cells.count, whole.cells[source] != cell { source += 1 }
        let action = source < actions.count ? actions[source] : nil
        source += 1
        guard action != current else { continue }
        if let current { addClickZone(start + indent..<column + indent, of: number, current) }
        (start, current) = (column, action)
      }
      if let current { addClickZone(start + indent..<line.columns + indent, of: number, current) }
    }
  }

  // MARK: - Counts

  /// The width in columns of one count below a post with its symbol ("♥ 12"), so that the counts of
  /// consecutive posts are aligned.
  private static let countColumns = 7

  /// Adds the line with a post's reply, boost and like counts; if `isAlone` is true, the counts are
  /// close together instead of aligned with those of other posts.
  mutating func addPostCounts(_ post: PostViewModel, isAlone: Bool = false) {
    var line = Line()
    var zones: [(Range<Int>, PostAction)] = []
    var next = 0
    // A hidden sign before a shown count keeps its columns, so that the counts stay aligned.
    let lastShown = post.counts.lastIndex { !$0.isSelectedOnly } ?? -1
    for (number, count) in post.counts.enumerated()
    where !(options.saysInWords && count.isSelectedOnly) {
      let isSelectedOnly = count.isSelectedOnly && number > lastShown
      if options.saysInWords, line.columns > 0 { line.append(", ", theme.style(.faint)) }
      line.appendBlanks(next - line.columns)
      let style = theme.style(count.isSelectedOnly && !isSelectedOnly ? .rule : count.role)
      let sign = line.columns
      line.append(count.symbol, style)
      zones.append((sign..<line.columns, count.signAction))
      if !count.number.isEmpty {
        if line.columns > sign { line.append(" ", style) }
        let number = line.columns
        line.append(count.number, style)
        zones.append((number..<line.columns, count.numberAction))
      }
      if isSelectedOnly { showColumnsOnlyIfSelected(sign..<line.columns) }
      if !options.saysInWords {
        next =
          columns < Self.countColumns * 3
          ? line.columns + 1 : isAlone ? line.columns + 3 : sign + Self.countColumns
      }
      if post.isFlashing, count.signAction == .mark(.liked) {
        // The thumbs-up takes the columns of the gap, so that nothing moves when it disappears.
        line.append(" 👍", theme.style(.liked))
      }
    }
    if options.saysInWords { addOwnMarksInWords(post, to: &line) }
    for (columns, action) in zones where columns.lowerBound < self.columns {
      addClickZone(columns, of: block.lines.count, action)
    }
    if line.columns > 0 { addLine(line.truncatedLine(columns: columns)) }
  }

  private mutating func showColumnsOnlyIfSelected(_ columns: Range<Int>) {
    let seen = columns.clamped(to: 0..<self.columns)
    if !seen.isEmpty { block.selectedOnly.append((block.lines.count, seen)) }
  }

  private func addOwnMarksInWords(_ post: PostViewModel, to line: inout Line) {
    func addCommaIfNeeded() {
      if line.columns > 0 { line.append(", ", theme.style(.faint)) }
    }
    if let boost = post.heading.boost {
      addCommaIfNeeded()
      line.append(boost.words, theme.style(.boost))
    }
    if let waiting = post.heading.waiting {
      addCommaIfNeeded()
      line.append(waiting, theme.style(.busy))
    }
  }

  /// Adds a post's poll: for each answer a bar, the share of votes and the text.
  mutating func addPoll(_ poll: PostViewModel.PollBox) {
    let barColumns = options.isPlain || columns < 30 ? 0 : min(16, columns / 4)
    for answer in poll.answers {
      var line = Line()
      let style = theme.style(answer.isLeading ? .strong : .text)
      if let perMille = answer.perMille {
        if barColumns > 0 {
          addVoteShareBar(perMille, columns: barColumns, isLeading: answer.isLeading, to: &line)
        }
        line.appendBlanks(4 - TextWidth.columnCount(of: answer.share))
        line.append(answer.share, style)
        line.appendBlanks(2)
      } else {
        line.append(options.isPlain ? "- " : "○ ", theme.style(.faint))
      }
      line.append(self.lineWithCustomEmoji(answer.title, answer.titleRuns, style))
      if answer.isChosen { line.append(" ✓", theme.style(.good)) }
      addLine(line.truncatedLine(columns: columns), clickable: poll.isOpen ? .viewPoll : nil)
    }
    if !poll.summary.isEmpty {
      addLine([StyledSpan(poll.summary, .faint)], clickable: poll.isOpen ? .viewPoll : nil)
    }
  }

  mutating func addTranslation(_ translation: PostViewModel.TranslationBox) {
    var guide = Line()
    if !options.isPlain, columns > 20 { guide.append("│ ", theme.style(.rule)) }
    addLine([StyledSpan(translation.heading, .faint)], clickable: .translate)
    if let warning = translation.warning { addWrappedText([StyledSpan(warning, .warning)]) }
    addParagraphs(translation.paragraphs, columns: columns, guide: guide)
  }

  private func addVoteShareBar(_ perMille: Int, columns: Int, isLeading: Bool, to line: inout Line)
  {
    let full = (max(0, min(1000, perMille)) * columns + 500) / 1000
    line.append(
      Line(repeating: "━", count: full, theme.style(isLeading ? .poll : .count)))
    line.append(Line(repeating: "╌", count: columns - full, theme.style(.rule)))
    line.appendBlanks(1)
  }

  /// Adds the preview card of a page linked in a post, framed, with its picture.
  mutating func addLinkPreview(_ card: PostViewModel.LinkPreviewBox) {
    let frame = options.isPlain || columns < 12 ? 0 : 2
    let columns = min(columns, Self.widestCard)
    var picture: CellSize?
    if frame > 0, columns >= Self.narrowestPicturedCard, room != nil, card.picture != nil {
      picture = CellSize(rows: 4, columns: columns / 5)
    }
    let indent = picture.map { $0.columns + 1 } ?? 0
    var lines = linkPreviewLines(of: card, columns: columns - 2 * frame - indent)
    guard frame > 0 else {
      for line in lines { addLine(line) }
      return
    }
    lines += Array(repeating: Line(), count: max(0, (picture?.rows ?? 0) - lines.count))
    let style = theme.style(.rule)
    let top = block.lines.count
    addLine(Line("╭" + SafeText(repeating: "─", count: columns - 2) + "╮", style))
    for line in lines {
      var framed = Line("│ ", style)
      framed.appendBlanks(indent)
      framed.append(line)
      framed.appendBlanks(columns - 1 - framed.columns)
      framed.append("│", style)
      addLine(framed)
    }
    addLine(Line("╰" + SafeText(repeating: "─", count: columns - 2) + "╯", style))
    guard let picture, let photo = card.picture else { return }
    block.pictures.append(
      PlacedPhoto(
        box: CellRect(origin: CellPosition(row: top + 1, column: frame), size: picture),
        photo: photo, cropping: .filling, words: "", isCovered: false))
  }

  private static let widestCard = 72
  private static let narrowestPicturedCard = 40

  /// Returns the lines of a preview card: the site, the title and up to two lines of summary.
  private func linkPreviewLines(of card: PostViewModel.LinkPreviewBox, columns: Int) -> [Line] {
    [
      Line(card.site, theme.style(.faint), link: card.link).truncatedLine(columns: columns),
      Line(card.title, theme.style(.strong), link: card.link).truncatedLine(columns: columns),
    ]
      + (card.summary.isEmpty
        ? []
        : Line(card.summary, theme.style(.quote), link: card.link)
          .wrappedLines(columns: columns, rows: 2))
  }

  mutating func addQuote(_ quote: PostViewModel.QuoteBox) {
    let guide = options.isPlain ? Line("  ") : Line("│ ", theme.style(.rule))
    if let missing = quote.missing {
      return addQuoteLine(guide, [StyledSpan(missing, .faint)])
    }
    let start = block.lines.count
    var heading = guide
    heading.append(quote.author, theme.personNameStyle(of: quote.handle, options))
    heading.append("  " + quote.handle, theme.style(.handle))
    addLine(heading.truncatedLine(columns: columns))
    if let warning = quote.warning {
      addQuoteLine(guide, [StyledSpan(options.isPlain ? warning : "⚠ " + warning, .warning)])
    }
    let hint = block.lines.count
    if let folded = quote.foldHint { addQuoteLine(guide, [StyledSpan(folded, .faint)]) }
    addParagraphs(quote.paragraphs, columns: columns, guide: guide)
    if let pictures = quote.pictures {
      addQuoteLine(
        guide, [StyledSpan(options.saysInWords ? pictures : "▣ " + pictures, .photo)])
    }
    if quote.foldHint != nil { addClickZone(0..<columns, of: hint, .reveal) }
    // The quote's zones come first, so that a mention inside the quote takes precedence.
    let zones = (start..<block.lines.count).map {
      LaidOutLines.ClickZone(
        line: $0, columns: 0..<columns, action: PostAction.viewQuoted(quote.id))
    }
    block.zones.insert(contentsOf: zones, at: 0)
  }

  private mutating func addQuoteLine(_ guide: Line, _ text: StyledText) {
    var line = guide
    line.append(theme.styledLine(text))
    addLine(line.truncatedLine(columns: columns))
  }

  // MARK: - Photos

  /// The maximum number of a post's photos side by side. A post with more photos shows one at a
  /// time.
  private static let maximumPhotosSideBySide = 4

  /// Adds the photos of a post, as pictures if there is room, else as descriptions.
  mutating func addPhotos(of post: PostViewModel) {
    guard let room, post.gallery.photos.contains(where: \.photo.hasPicture) else {
      // A folded post names its folded contents in the fold's line.
      guard post.context.foldHint == nil else { return }
      for (index, photo) in post.gallery.photos.enumerated() {
        addPhotoDescription(of: photo, at: index)
      }
      return
    }
    let shown = min(max(0, post.gallery.shownIndex), post.gallery.photos.count - 1)
    let inARow =
      post.gallery.photos.count <= Self.maximumPhotosSideBySide
      ? room.photoBoxSizes(for: post.gallery.photos.map(\.photo.size), columns: columns) : nil
    let boxes =
      inARow ?? [room.photoBoxSize(for: post.gallery.photos[shown].photo.size, columns: columns)]
    let first = inARow == nil ? shown : 0
    let top = block.lines.count
    let height = boxes.reduce(0) { max($0, $1.rows) }
    var column = 0
    for (offset, box) in boxes.enumerated() {
      let photo = post.gallery.photos[first + offset]
      block.pictures.append(
        PlacedPhoto(
          box: CellRect(origin: CellPosition(row: top, column: column), size: box),
          photo: photo.photo, cropping: .filling, words: photo.description,
          isCovered: photo.isCovered))
      let action: PostAction = photo.isCovered ? .reveal : .viewPhoto(first + offset)
      for row in top..<(top + box.rows) {
        addClickZone(column..<(column + box.columns), of: row, action)
      }
      column += box.columns + PhotoBoxLayout.gutter
    }
    block.lines += Array(repeating: Line(), count: height)
    addPhotoCaption(post.gallery.photos[shown], number: shown, of: post.gallery.photos.count)
  }

  /// Adds the caption below a post's photos: arrows and the photo's number if there are several,
  /// then the description in up to two lines.
  private mutating func addPhotoCaption(_ photo: PostPhotoViewModel, number: Int, of count: Int) {
    var line = Line()
    if count > 1 {
      line.append("‹", theme.style(.link))
      let place: SafeText = " \(number + 1)/\(count) "
      line.append(place, theme.style(.faint))
      let end = line.columns
      line.append("›", theme.style(.link))
      addClickZone(0..<2, of: block.lines.count, .showPhoto((number + count - 1) % count))
      addClickZone((end - 1)..<(end + 1), of: block.lines.count, .showPhoto((number + 1) % count))
      line.appendBlanks(2)
    }
    if photo.photo.kind.isPlayed { line.append("▶ ", theme.style(.busy)) }
    line.append(photo.isCovered ? photo.title : photo.description, theme.style(.faint))
    for line in shortenedDescriptionLines(line, theme.style(.faint)) { addLine(line) }
  }

  /// Returns the description of a photo as lines: at most two, the second ending in "…" if the
  /// description is longer.
  private func shortenedDescriptionLines(_ line: Line, _ style: Style) -> [Line] {
    let lines = TextWrapper.wrappedLines(of: line, columns: columns)
    guard lines.count > 2 else { return lines }
    return [lines[0], lines[1].lineEndingInEllipsis(columns: columns, style)]
  }

  /// Adds the kind and description of a photo to a post's layout, in up to two lines.
  private mutating func addPhotoDescription(of photo: PostPhotoViewModel, at index: Int) {
    let style = theme.style(.photo)
    var line = Line(options.saysInWords ? "" : "▣ ", theme.style(.rule))
    line.append(photo.title, theme.style(.faint))
    line.append(options.saysInWords ? ": " : "  ", theme.style(.faint))
    line.append(photo.description, photo.isCovered ? theme.style(.warning) : style)
    for line in shortenedDescriptionLines(line, style) {
      addLine(line, clickable: photo.isCovered ? .reveal : .viewPhoto(index))
    }
  }
}

extension SafeText {
  /// The text of a custom emoji's code without the colons.
  fileprivate var withoutColons: SafeText {
    SafeText(sanitizing: String(string.drop { $0 == ":" }.prefix { $0 != ":" }))
  }
}

extension Line {
  fileprivate func lineEndingInEllipsis(columns: Int, _ style: Style) -> Line {
    var line = prefix(columns: max(0, columns - 1))
    line.append("…", style)
    return line
  }
}

extension LaidOutLines<PostAction> {
  /// Indents a post's lines and adds the author's picture on their left, or the coloured initial
  /// that replaces the picture.
  mutating func addAuthorPicture(
    of post: PostViewModel, in box: CellSize, indent: Int, _ theme: Theme,
    _ options: DisplayOptions
  ) {
    self.addPortraitBox(
      of: post.heading.portrait ?? .none, in: box, indent: indent,
      tile: PortraitPlaceholder(post.heading.author, post.nameStyle(theme, options)))
    zones += (0..<box.rows).map {
      ClickZone(line: $0, columns: 0..<box.columns, action: .openProfile(post.heading.authorID))
    }
  }
}

extension Photo {
  /// The placeholder for a missing profile picture: a photo without renditions.
  static let none = Photo(
    id: ID(""), renditions: [], size: PhotoSize(width: 1, height: 1), altText: "")
}

extension PostViewModel.TextRun {
  fileprivate enum TrimmedRunEdge {
    case start, end
  }

  /// Returns the run of a post's text without blanks at one edge.
  fileprivate func trimmedRun(at edge: TrimmedRunEdge) -> PostViewModel.TextRun {
    let text = span.text.string
    let rest =
      edge == .start
      ? text.drop(while: \.isWhitespace)
      : text[
        ..<(text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex)]
    guard rest.count != text.count, inset == nil else { return self }
    return PostViewModel.TextRun(
      span: StyledSpan(SafeText(sanitizing: String(rest)), span.role, link: span.link),
      action: action,
      layout: layout)
  }
}
