import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

extension ComposePage {
  /// Draws the compose page, on which a post is written; a draft that is being queued has no
  /// cursor.
  @MainActor
  mutating func drawComposePage(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters,
    _ status: ComposeViewModel.DraftTypingStatus, author: PortraitOrInitial?, isSending: Bool
  ) {
    let (theme, isPlain) = (drawing.theme, options.isPlain)
    let original = frame.original.map {
      OriginalPostPainter(
        $0, columns: ComposePageLayout.contentWidth(in: rect), theme, isPlain: isPlain)
    }
    partPositions.corner = rect.origin
    partPositions.layout = ComposePageLayout(
      rect, original: original?.rows ?? 0, hasWarning: form.warning != nil,
      pictures: form.pictures.count, poll: form.poll?.rows ?? 0,
      panel: panelRows, hasAuthor: author != nil && !isPlain,
      showsPictures: drawing.pictures.isOn && !isPlain
        && form.pictures.contains { !$0.isPosted },
      postsBeforeRect: thread.editedIndex, postsAfterRect: thread.count - 1 - thread.editedIndex)
    let page = partPositions.layout
    original?.drawOriginalPost(on: &canvas, in: page.original, theme)
    partPositions.audience = nil
    if let rect = page.author, let author {
      let chip = audienceButton(theme)
      let place = CellPosition(
        row: rect.origin.row, column: rect.columns.upperBound - chip.columns)
      AuthorHeaderPainter(author: author, options: options).drawAuthorHeader(
        on: &canvas, in: rect, besides: chip.columns + 1, drawing)
      canvas.writeLine(chip, at: place, within: rect)
      partPositions.audience = CellRect(
        origin: place, size: CellSize(rows: 1, columns: chip.columns))
    }
    if let frame = page.frame {
      PhotoBoxBorder(style: theme.style(.rule), isRound: true).drawPhotoBorder(
        on: &canvas, in: frame, within: rect)
    }
    let takesKeys = drawing.isFront && !isSending && focus == .text
    partPositions.warning = page.warning.map {
      canvas.writeLabel(Line(frame.labels.warning, theme.style(.warning)), in: $0)
    }
    if let rect = partPositions.warning {
      form.warning?.drawTextField(
        on: &canvas, in: rect, theme.style(.field), isFocused: takesKeys && form.field == .warning)
    }
    let colours = DraftTextStyler(
      limits: frame.limits, theme: theme, warning: form.warning?.text,
      cursor: takesKeys ? form.text.cursor : nil,
      misspelt: status.misspeltWordsOfPost(at: thread.editedIndex))
    if case .versions(let list, let texts) = focus {
      var earlier = TextArea(texts[list.chosen ?? 0])
      var scroll = 0
      earlier.moveCursor(to: 0)
      earlier.drawTextRows(
        on: &canvas, in: page.text, scroll: &scroll, style: theme.style(.text), isFocused: false)
    } else {
      thread.post.text.drawTextRows(
        on: &canvas, in: page.text, scroll: &partPositions.scroll, style: theme.style(.text),
        isFocused: takesKeys && form.field == .text, spans: colours.styledDraftRanges)
    }
    if form.text.characters.isEmpty, focus == .text {
      writeLine(Line(frame.labels.placeholder, theme.style(.faint)), page.text, on: &canvas)
    }
    drawPartsAroundText(on: &canvas, drawing)
    drawOtherThreadPosts(on: &canvas, theme, status)
    if let rule = page.rule, !isPlain {
      writeLine(
        Line(repeating: "─", count: rule.size.columns, theme.style(.rule)), rule, on: &canvas)
    }
    let audience = ComposeStatusLinePainter(
      status: status, thread: thread, frame: frame, isPlain: isPlain,
      namesAudience: page.author == nil
    ).drawStatusLineLocatingAudience(on: &canvas, in: page.status, theme)
    if page.author == nil { partPositions.audience = audience }
    let hints = self.hints
    partPositions.hints =
      page.keys.map { KeyHintLine.fittingHintCount(of: hints, columns: $0.size.columns) } ?? 0
    if let keys = page.keys {
      writeLine(
        KeyHintLine.keyHintLine(hints, columns: keys.size.columns, theme: theme), keys, on: &canvas)
    }
    if drawing.isFront, let cursor = canvas.cursor,
      let list = popup?.popupRect(at: cursor, in: page.text)
    {
      popup?.drawPopup(on: &canvas, in: list, theme)
      drawThumbnailOfSelectedPath(beside: list, on: &canvas, in: rect, drawing)
    }
  }

  /// The number of rows of the form below the text of a draft; 0 without one.
  private var panelRows: Int {
    switch focus {
    case .pictures: 2
    case .more: form.more.rows.count
    case .audience: frame.audiences.count
    case .versions(let list, _): min(list.rows, Self.versionRows)
    case .text, .poll: 0
    }
  }

  /// The maximum height, in rows, of the list of a draft's earlier texts on the compose page.
  private static let versionRows = 8

  /// Returns the button with the name of the post's audience; the button has no triangle if only
  /// one audience is possible.
  private func audienceButton(_ theme: Theme) -> Line {
    guard let name = frame.audiences.first(where: { $0.visibility == form.visibility })?.name else {
      return Line()
    }
    let style = theme.style(form.visibility == .everybody ? .field : .currentTab)
    return Line(" " + name + (frame.withheld[.audience] == nil ? " ▾ " : " "), style)
  }

  private func drawAudienceChoices(
    selecting chosen: Int, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme
  ) {
    for (row, place) in zip(rect.rows, frame.audiences.indices) {
      let position = CellPosition(row: row, column: rect.origin.column)
      if place == chosen { canvas.point = position }
      let audience = frame.audiences[place]
      canvas.writeLine(
        Line(
          choice: audience.name, audience.visibility == form.visibility ? "✓" : "",
          endStyle: theme.style(.good), isChosen: place == chosen,
          columns: min(rect.size.columns, 40), theme), at: position, within: rect)
    }
  }

  /// Draws a thumbnail of the selected file beside the list of completed file paths.
  @MainActor
  private func drawThumbnailOfSelectedPath(
    beside list: CellRect, on canvas: inout Canvas, in room: CellRect, _ drawing: DrawingParameters
  ) {
    guard panel != nil, drawing.pictures.isOn, !options.isPlain,
      let path = popup?.chosenWord, !path.isFolder
    else { return }
    let rows = min(Self.thumbnailRows, list.rows.upperBound - room.origin.row)
    let box = CellRect(
      origin: CellPosition(
        row: list.rows.upperBound - rows, column: list.columns.upperBound + 1),
      size: FileThumbnailPainter.thumbnailSize(rows: rows, drawing))
    guard rows > 2, box.columns.upperBound <= room.columns.upperBound else { return }
    FileThumbnailPainter(path: path).drawThumbnail(on: &canvas, in: box, drawing)
  }

  /// The height of the thumbnail beside the list of file paths, in rows.
  private static let thumbnailRows = 8

  @MainActor private mutating func drawPartsAroundText(
    on canvas: inout Canvas, _ drawing: DrawingParameters
  ) {
    let (labels, isPlain, isInPoll) = (frame.labels, options.isPlain, focus == .poll)
    let page = partPositions.layout
    let pictures = PictureListPainter(pictures: form.pictures, frame: frame)
    if let rect = page.pictures {
      pictures.drawPictureList(on: &canvas, in: rect, chosen: panel?.chosen, drawing.theme)
    }
    if let rect = page.poll {
      thread.post.poll?.drawPollForm(
        labels.poll, on: &canvas, in: rect, drawing, isPlain: isPlain, isFocused: isInPoll)
    }
    if let rect = page.thumbnails { pictures.drawThumbnails(on: &canvas, in: rect, drawing) }
    guard let rect = page.panel else { return }
    if focus == .more {
      thread.post.more.drawOptionsForm(labels.more, on: &canvas, in: rect, drawing)
    }
    if case .audience(let chosen) = focus {
      drawAudienceChoices(selecting: chosen, on: &canvas, in: rect, drawing.theme)
    }
    if case .versions(var list, let texts) = focus {
      list.drawOverlay(on: &canvas, in: rect, options: options, drawing.theme)
      focus = .versions(list, texts: texts)
    }
    panel?.drawPicturePanel(
      labels.pictures, on: &canvas, in: rect, drawing.theme, isFocused: drawing.isFront)
  }

  private func drawOtherThreadPosts(
    on canvas: inout Canvas, _ theme: Theme, _ status: ComposeViewModel.DraftTypingStatus
  ) {
    let rows = ThreadPostsPainter(
      thread: thread, preceding: frame.preceding, status: status, isPlain: options.isPlain)
    if let rect = partPositions.layout.postsBeforeRect {
      rows.drawThreadPosts(
        rows.postIndicesAboveText(rows: rect.size.rows), on: &canvas, in: rect, theme)
    }
    if let rect = partPositions.layout.postsAfterRect {
      rows.drawThreadPosts(
        rows.postIndicesBelowText(rows: rect.size.rows), on: &canvas, in: rect, theme)
    }
  }

  private func writeLine(_ line: Line, _ rect: CellRect, on canvas: inout Canvas) {
    canvas.writeLine(line.truncatedLine(columns: rect.size.columns), at: rect.origin, within: rect)
  }
}

/// A layout of the page on which a post is written: the rectangles of its parts; on smaller screens
/// the text gets a larger share. A rectangle is nil if the draft lacks the part, or the page has no
/// room for it.
struct ComposePageLayout: Equatable {
  static let thumbnailRows = 4
  /// The minimum number of rows of a draft's text when thumbnails are shown.
  private static let minimumText = 4
  static let maximumOriginal = 6

  /// The rectangle of the post that a draft answers or quotes; without rows if there is no such
  /// post, or no room.
  private(set) var original: CellRect
  /// The rectangles of the thread's posts before the edited one and of those after it; each is nil
  /// without such posts or without room.
  private(set) var postsBeforeRect, postsAfterRect: CellRect?
  private(set) var warning: CellRect?
  private(set) var text: CellRect
  /// The rectangles of the author's picture and name above the text (`author`), and of the frame
  /// around the text (`frame`); each is nil without room.
  private(set) var author, frame: CellRect?
  private(set) var thumbnails: CellRect?
  /// The rectangle of the list of a draft's pictures, one row each; nil if there are no pictures or
  /// no room.
  private(set) var pictures: CellRect?
  private(set) var poll: CellRect?
  /// The rectangle of the form below the text of a draft (for a picture, the audience or the post's
  /// options); nil if none is open.
  private(set) var panel: CellRect?
  private(set) var rule: CellRect?
  private(set) var status: CellRect
  private(set) var keys: CellRect?

  /// Creates the layout of the composer's page by dividing it among the parts of a draft, given
  /// their preferred numbers of rows.
  init(
    _ room: CellRect, original wanted: Int = 0, hasWarning: Bool = false, pictures count: Int = 0,
    poll pollRows: Int = 0, panel panelRows: Int = 0, hasAuthor: Bool = false,
    showsPictures: Bool = false,
    postsBeforeRect: Int = 0, postsAfterRect: Int = 0
  ) {
    let margin = Self.leftMargin(in: room)
    let columns = Self.contentWidth(in: room)
    func pageRowsRect(_ row: Int, rows: Int = 1) -> CellRect {
      CellRect(row: row, column: room.origin.column + margin, rows: rows, columns: columns)
    }
    let height = room.size.rows
    let isRoomy = height >= 8
    var top = room.origin.row + (height >= 12 ? 1 : 0)
    var bottom = room.rows.upperBound

    let originalRows = isRoomy ? min(wanted, max(2, min(Self.maximumOriginal, height / 4))) : 0
    original = pageRowsRect(top, rows: originalRows)
    if originalRows > 0 { top += originalRows + 1 }
    // If the text has a frame, key hints are shown only in the bottom line of the screen.
    let isFramed =
      hasAuthor && height >= Self.rowsForFrame && room.size.columns >= Self.columnsForFrame
    if isFramed {
      author = pageRowsRect(top, rows: 2)
      top += 2
    } else if isRoomy {
      bottom -= 1
      keys = pageRowsRect(bottom)
    }
    bottom -= 1
    status = pageRowsRect(bottom)
    if isRoomy, !isFramed {
      bottom -= 1
      rule = pageRowsRect(bottom)
    }
    if hasWarning, bottom - top > 1 {
      warning = pageRowsRect(top)
      top += height >= 12 ? 2 : 1
    }
    /// Reserves rows for a part of the compose page, from the bottom up, and returns their
    /// rectangle; nil if the text leaves no row.
    func reserveBottomRows(_ wanted: Int) -> CellRect? {
      let rows = min(wanted, bottom - top - 1)
      guard rows > 0 else { return nil }
      bottom -= rows
      return pageRowsRect(bottom, rows: rows)
    }
    panel = reserveBottomRows(panelRows)
    poll = reserveBottomRows(pollRows)
    pictures = reserveBottomRows(count)
    if showsPictures, pictures != nil, bottom - top - Self.thumbnailRows > Self.minimumText {
      bottom -= Self.thumbnailRows + 1
      thumbnails = pageRowsRect(bottom, rows: Self.thumbnailRows)
    }
    let others = max(0, bottom - top - Self.minimumText - 2)
    let afterRows = min(postsAfterRect, max(others / 2, others - postsBeforeRect))
    if afterRows > 0 {
      bottom -= afterRows
      self.postsAfterRect = pageRowsRect(bottom, rows: afterRows)
      bottom -= 1
    }
    let beforeRows = min(postsBeforeRect, others - afterRows)
    if beforeRows > 0 {
      // Earlier posts of the thread stand above the warning, which belongs to the edited post.
      self.postsBeforeRect = pageRowsRect(warning?.origin.row ?? top, rows: beforeRows)
      warning = warning.map { pageRowsRect($0.origin.row + beforeRows + 1) }
      top += beforeRows + 1
    }
    text = pageRowsRect(top, rows: max(1, bottom - top))
    if isFramed, text.size.rows >= 3 {
      frame = text
      text = CellRect(
        row: text.origin.row + 1, column: text.origin.column + 2, rows: text.size.rows - 2,
        columns: max(1, text.size.columns - 4))
    }
  }

  /// The minimum height of the compose page, in rows, at which the text has a frame and the author
  /// stands above it.
  private static let rowsForFrame = 16
  /// The minimum width of the compose page, in columns, at which the text has a frame.
  private static let columnsForFrame = 44

  /// Returns the width in columns of all parts of the page on which a post is written.
  static func contentWidth(in room: CellRect) -> Int {
    max(1, min(room.size.columns - 2 * leftMargin(in: room), 90))
  }

  private static func leftMargin(in room: CellRect) -> Int { room.size.columns >= 40 ? 2 : 0 }
}

/// A painter of the line below a draft: the audience and options of the post, and the number of
/// characters left.
struct ComposeStatusLinePainter {
  let status: ComposeViewModel.DraftTypingStatus
  let thread: ThreadForm
  let frame: ComposeViewModel.ComposePageConstants
  let isPlain: Bool
  /// True if the line below the draft names the audience; false if a button above the text does.
  var namesAudience = true

  /// Draws the line below a draft, and returns the rectangle of the audience's name; nil if the
  /// name is not drawn. The number of characters left always has room.
  func drawStatusLineLocatingAudience(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme)
    -> CellRect?
  {
    let form = thread.post
    let count = status.remainingCharactersOfPost(at: thread.editedIndex)
    var right = Line(numbers.map { $0 + "  " } ?? "", theme.style(.strong))
    let saved: SafeText = status.savedNote.isEmpty ? "" : status.savedNote + "  "
    let columns = right.columns + TextWidth.columnCount(of: saved + count.remaining)
    // The word "saved" is left out if the audience needs its room.
    if columns <= rect.size.columns / 2 {
      right.append(saved, theme.style(.faint))
    }
    right.append(count.remaining, theme.style(count.role))
    canvas.writeLine(
      right,
      at: CellPosition(row: rect.origin.row, column: rect.columns.upperBound - right.columns),
      within: rect)
    let audience = frame.audiences.first { $0.visibility == form.visibility }
    guard let audience else { return nil }
    var left = Line()
    if namesAudience {
      left = Line(isPlain ? "" : "→ ", theme.style(.faint))
      left.append(audience.name, theme.style(form.visibility == .everybody ? .faint : .strong))
    }
    let room = rect.size.columns - right.columns - 1
    let clickable = CellRect(
      origin: rect.origin, size: CellSize(rows: 1, columns: min(left.columns, max(0, room))))
    for words in form.more.optionStatusTexts(frame.labels.more) {
      left.append((left.columns > 0 ? " · " : "") + words, theme.style(.faint))
    }
    if form.isSensitive {
      left.append(
        (left.columns > 0 ? " · " : "") + frame.labels.pictures.covered, theme.style(.warning))
    }
    canvas.writeLine(left.truncatedLine(columns: room), at: rect.origin, within: rect)
    return namesAudience ? clickable : nil
  }

  /// The number of the edited post in its thread as text, such as "2/3"; nil for a single post.
  private var numbers: SafeText? {
    let count = frame.preceding + thread.count
    return count > 1 ? "\(frame.preceding + thread.editedIndex + 1)/\(count)" : nil
  }
}

/// A painter of the author above a draft's text: picture, name and handle.
struct AuthorHeaderPainter {
  let author: PortraitOrInitial
  let options: DisplayOptions

  /// Draws the author above a draft in two rows; the name leaves `besides` columns free at the
  /// right end.
  @MainActor
  func drawAuthorHeader(
    on canvas: inout Canvas, in rect: CellRect, besides: Int, _ drawing: DrawingParameters
  ) {
    let theme = drawing.theme
    let style = theme.personNameStyle(of: author.handle, options)
    let face = PhotoBoxLayout(
      drawing.pictures, pane: CellSize(rows: 40, columns: rect.size.columns), options)?.person
    if let face {
      PictureBoxPainter(ofPeople: drawing, options).drawPortrait(
        PortraitPlaceholder(author.name, style), of: author.photo ?? .none, on: &canvas,
        in: CellRect(origin: rect.origin, size: face), within: rect)
    }
    let indent = PhotoBoxLayout.portraitIndent(for: face)
    let columns = max(1, rect.size.columns - indent)
    func writeLine(_ line: Line, _ row: Int) {
      canvas.writeLine(
        line, at: CellPosition(row: rect.origin.row + row, column: rect.origin.column + indent),
        within: rect)
    }
    writeLine(Line(author.name, style).truncatedLine(columns: max(1, columns - besides)), 0)
    writeLine(Line(author.handle, theme.style(.handle)).truncatedLine(columns: columns), 1)
  }
}

/// A painter of the other posts of the thread being written, one row each.
struct ThreadPostsPainter {
  let thread: ThreadForm
  /// The number of the thread's posts that were published already.
  var preceding = 0
  var status = ComposeViewModel.DraftTypingStatus()
  var isPlain = false

  /// Returns the indices of the thread's posts shown above the text: the nearest ones that fit a
  /// number of rows.
  func postIndicesAboveText(rows: Int) -> Range<Int> {
    max(0, thread.editedIndex - rows)..<thread.editedIndex
  }

  /// Returns the indices of the thread's posts shown below the text: the nearest ones that fit a
  /// number of rows.
  func postIndicesBelowText(rows: Int) -> Range<Int> {
    (thread.editedIndex + 1)..<min(thread.count, thread.editedIndex + 1 + rows)
  }

  func drawThreadPosts(
    _ places: Range<Int>, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme
  ) {
    let posts = thread.posts
    for (row, place) in zip(rect.rows, places) {
      let post = posts[place]
      let count = status.remainingCharactersOfPost(at: place)
      var right = Line()
      if !post.pictures.isEmpty, !isPlain {
        right.append("  ▣ \(post.pictures.count)", theme.style(.photo))
      }
      right.append("  " + count.remaining, theme.style(count.role))
      var left = Line("\(preceding + place + 1)", theme.style(.strong))
      left.appendBlanks(2)
      left.append(SafeText(sanitizing: post.text.beginning), theme.style(.quote))
      canvas.writeLine(
        left.truncatedLine(columns: rect.size.columns - right.columns), onRow: row, of: rect)
      canvas.writeLine(
        right, at: CellPosition(row: row, column: rect.columns.upperBound - right.columns),
        within: rect)
    }
  }
}

extension TextArea {
  /// The beginning of a draft's text in one line, longer than any row of the screen, with blanks in
  /// place of line ends.
  fileprivate var beginning: String {
    String(characters.prefix(300).map { $0.isNewline ? " " : $0 })
  }
}

/// A painter of the post that a draft answers or quotes, above the draft's text.
struct OriginalPostPainter {
  /// The author and text of the answered or quoted post as lines; paragraphs that could never be
  /// drawn are left out.
  private let lines: [Line]
  private let guide: Line

  init(
    _ original: ComposeViewModel.AnsweredOrQuotedPostText, columns: Int, _ theme: Theme,
    isPlain: Bool
  ) {
    guide = Line(isPlain ? "" : "│ ", theme.style(.rule))
    let columns = columns - guide.columns
    var lines = [theme.styledLine(original.author).truncatedLine(columns: columns)]
    for paragraph in original.lines where lines.count <= ComposePageLayout.maximumOriginal {
      lines += TextWrapper.wrappedLines(of: Line(paragraph, theme.style(.quote)), columns: columns)
    }
    self.lines = lines
  }

  var rows: Int { lines.count }

  /// Draws as many lines of the answered or quoted post as fit into a rectangle.
  func drawOriginalPost(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    guard rect.size.rows > 0 else { return }
    var shown = Array(lines.prefix(rect.size.rows))
    if lines.count > shown.count, let last = shown.popLast() {
      shown.append(shortenedLine(last, columns: rect.size.columns - guide.columns, theme))
    }
    for (row, text) in zip(rect.rows, shown) {
      var line = guide
      line.append(text)
      canvas.writeLine(line, onRow: row, of: rect)
    }
  }

  /// Returns a line of the answered or quoted post, cut after a whole word, with "…" at the end.
  private func shortenedLine(_ line: Line, columns: Int, _ theme: Theme) -> Line {
    var line = line
    if line.columns + 2 > columns {
      let end = line.cells.prefix(columns - 2).lastIndex { $0.character == " " && $0.width == 1 }
      line = line.prefix(columns: end ?? columns - 2)
    }
    line.append(" …", theme.style(.faint))
    return line
  }
}

/// A styler of a draft's text while it is typed: links, people and tags are coloured, misspelt
/// words are underlined, and text beyond the limit is reversed, which works without colours.
struct DraftTextStyler {
  /// The maximum length of a word or link that is recognized in a draft, in characters.
  private static let longest = 500

  let limits: DraftLimits
  let theme: Theme
  /// The content warning of a draft, whose characters count toward the limit; nil if there is none.
  var warning: String?
  /// The offset of the cursor in a draft's text; the word before it is not marked as misspelt yet.
  /// Nil if the text has no focus.
  var cursor: Int?
  var misspelt: Set<String> = []

  /// Returns the styled ranges in the visible text of a draft; where two overlap, the later
  /// applies.
  func styledDraftRanges(_ inSight: Range<Int>, of characters: [Character]) -> [StyledTextAreaRange]
  {
    let window = Self.visibleRangeExtendedToWords(around: inSight, in: characters)
    let start = window.lowerBound
    let text = Array(characters[window])
    func styledDraftRange(_ range: Range<Int>, _ style: Style) -> StyledTextAreaRange {
      StyledTextAreaRange(
        range: (range.lowerBound + start)..<(range.upperBound + start), style: style)
    }
    var spans = PlainTextFacets(text).facets.map {
      styledDraftRange($0.range, theme.style(Self.facetRole(of: $0.kind)))
    }
    if !misspelt.isEmpty {
      var style = theme.style(.warning)
      style.attributes.insert(.underlined)
      spans += SpellCheckedWords(text).words
        .filter { misspelt.contains($0.text) && $0.range.upperBound + start != cursor }
        .map { styledDraftRange($0.range, style) }
    }
    if let limitExceeded = limits.firstIndexBeyondLimits(in: characters, warning: warning) {
      var style = theme.style(.bad)
      style.attributes.insert(.reversed)
      spans.append(StyledTextAreaRange(range: limitExceeded..<characters.count, style: style))
    }
    return spans
  }
}

extension DraftTextStyler {
  private static func facetRole(of kind: PlainTextFacets.PlainTextFacetKind) -> TextRole {
    switch kind {
    case .link: .link
    case .mention: .mention
    case .tag: .tag
    }
  }

  /// Returns the range of a draft's visible characters, extended to whole words at both ends.
  private static func visibleRangeExtendedToWords(
    around inSight: Range<Int>, in characters: [Character]
  ) -> Range<Int> {
    var (start, end) = (inSight.lowerBound, inSight.upperBound)
    let (first, last) = (max(0, start - longest), min(characters.count, end + longest))
    while start > first, !characters[start - 1].isWhitespace { start -= 1 }
    while end < last, !characters[end].isWhitespace { end += 1 }
    return start..<end
  }
}
