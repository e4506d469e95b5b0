import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

extension PhotoView {
  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    endLikeFlash(at: drawing.now)
    lastFrame.pictures = drawing.pictures
    if let notice = shown.notice {
      return notice.drawEmptySceneMessage(on: &canvas, in: rect, drawing, posts.options)
    }
    guard let shownPhoto = shown.photo else { return }
    let (photo, caption) = (shownPhoto.photo, shownPhoto.caption)
    let lines =
      displayState.showsFacts ? photoFactLines(columns: rect.size.columns - 2, drawing.theme) : nil
    if isInWords {
      let words = laidOutPhotoCaption(caption, columns: max(1, rect.size.columns - 2), drawing)
      lastFrame.arrangement = PhotoSceneLayout(
        inWords: rect, lines: words.lines.count, factLines: lines?.count)
    } else {
      lastFrame.arrangement = PhotoSceneLayout(of: rect, factLines: lines?.count)
      let words = photoDescriptionOrCoverLines(
        caption, columns: captionTextWidth(lastFrame.arrangement.caption.size.columns), drawing)
      lastFrame.arrangement = PhotoSceneLayout(
        of: rect, words: words.count, factLines: lines?.count)
    }
    lastFrame.measure = PhotoZoom.PhotoAndAreaSizes(
      photo: photo.size, room: isInWords ? rect.size : lastFrame.arrangement.picture.size,
      cell: drawing.pictures.cell)
    if !isInWords { drawPhoto(photo, caption, on: &canvas, drawing) }
    drawPhotoCaption(caption, on: &canvas, drawing)
    if let room = lastFrame.arrangement.facts {
      drawPhotoFacts(on: &canvas, in: room, drawing.theme)
    }
  }
}

extension PhotoView {
  private func drawPhoto(
    _ photo: Photo, _ caption: PhotoCaption, on canvas: inout Canvas, _ drawing: DrawingParameters
  ) {
    let room = lastFrame.arrangement.picture
    guard let measure = lastFrame.measure, !measure.isEmpty, room.size.rows > 0 else { return }
    let view = displayState.zoom.visibleRegion(measure)
    let box = CellRect(
      row: room.origin.row + view.box.origin.row,
      column: room.origin.column + view.box.origin.column, rows: view.box.size.rows,
      columns: view.box.size.columns)
    let isHere = PictureBoxPainter(drawing, posts).drawPhoto(
      photo, describedAs: caption.description, cut: view.cropping, isSelected: true,
      isCovered: isCovered, on: &canvas, in: box, within: room)
    // The neighbours' pictures are fetched once the picture of the shown photo is loaded.
    guard isHere, !isCovered else { return }
    for next in shown.neighbours {
      let measure = PhotoZoom.PhotoAndAreaSizes(
        photo: next.size, room: room.size, cell: measure.cell)
      drawing.pictures.prefetchPhotos(
        [next], in: PhotoZoom().visibleRegion(measure).box.size, .whole)
    }
  }
}

extension PhotoView {
  private func drawPhotoCaption(
    _ caption: PhotoCaption, on canvas: inout Canvas, _ drawing: DrawingParameters
  ) {
    let room = lastFrame.arrangement.caption
    guard room.size.rows > 0 else { return }
    lastFrame.caption = laidOutPhotoCaption(
      caption, columns: captionTextWidth(room.size.columns), drawing)
    let lines = lastFrame.caption.lines.suffix(room.size.rows)
    canvas.point = CellPosition(
      row: room.rows.upperBound - lines.count, column: room.origin.column + 1)
    for (row, line) in zip(room.rows.suffix(lines.count), lines) {
      canvas.writeLine(
        line, at: CellPosition(row: row, column: room.origin.column + 1), within: room)
    }
    drawZoomMap(on: &canvas, in: room, drawing.theme)
  }

  private func captionTextWidth(_ columns: Int) -> Int {
    max(1, columns - 2 - (showsZoomMap(columns) ? PhotoZoomMap.columns + 2 : 0))
  }

  private func showsZoomMap(_ columns: Int) -> Bool {
    guard let measure = lastFrame.measure, !isInWords, columns >= PhotoZoomMap.columnsForMap else {
      return false
    }
    return displayState.zoom.isZoomedIn(measure)
  }

  private func drawZoomMap(on canvas: inout Canvas, in room: CellRect, _ theme: Theme) {
    guard showsZoomMap(room.size.columns), let measure = lastFrame.measure,
      let map = PhotoZoomMap(displayState.zoom.visibleRegion(measure).cropping)
    else { return }
    let left = room.columns.upperBound - 1 - PhotoZoomMap.columns
    for (row, line) in zip(room.rows, map.zoomMapLines(rows: room.size.rows, theme)) {
      canvas.writeLine(line, at: CellPosition(row: row, column: left), within: room)
    }
  }

  private func laidOutPhotoCaption(
    _ caption: PhotoCaption, columns: Int, _ drawing: DrawingParameters
  ) -> LaidOutLines<PostAction> {
    guard let item else { return LaidOutLines() }
    let theme = drawing.theme
    var layout = PostLayout(theme: theme, options: posts.options, columns: columns)
    let lines = photoDescriptionOrCoverLines(caption, columns: columns, drawing)
    for line in lines { layout.addLine(line, clickable: isCovered ? .reveal : nil) }
    layout.addPostCounts(posts.postViewModel(of: item, now: drawing.now), isAlone: true)
    var block = layout.block
    let last = block.lines.count - 1
    guard last >= lines.count else { return block }
    var line = block.lines[last]
    let room = columns - line.columns - 3
    // The details name the photographer already.
    let credit = Line.firstFittingLine(of: caption.credits.map(theme.styledLine), columns: room)
    if room > 4, credit.columns > 0, !(isInWords && displayState.showsFacts) {
      let start = line.columns + 3
      line.appendBlanks(3)
      line.append(credit)
      block.zones.append(
        LaidOutLines.ClickZone(
          line: last, columns: start..<line.columns, action: .openProfile(item.post.author.id)))
      block.lines[last] = line
    }
    return block
  }
}

extension PhotoView {
  /// Returns the caption's lines with the photo's description, or with the reason why the photo is
  /// covered; empty if the description is shown elsewhere.
  private func photoDescriptionOrCoverLines(
    _ caption: PhotoCaption, columns: Int, _ drawing: DrawingParameters
  ) -> [Line] {
    let words = isCovered ? caption.cover ?? "" : caption.description
    // Without pictures the description stands in place of the photo.
    let isInPlace = !isCovered && !isInWords && !drawing.pictures.isOn
    let isSaid = isInPlace || !isCovered && facts.contains(where: \.isDescription)
    var parts: [StyledText] = isSaid ? [] : [[StyledSpan(words, isCovered ? .warning : .photo)]]
    if let film = caption.film { parts.insert([StyledSpan(film, .strong)], at: 0) }
    let first = StyledText(parts.joined(separator: [StyledSpan(" · ", .strong)]))
    guard !first.isEmpty else { return [] }
    let rows = lastFrame.arrangement.picture.size.rows + lastFrame.arrangement.caption.size.rows
    // In plain mode there is room for all of the words.
    return drawing.theme.styledLine(first).wrappedLines(
      columns: max(1, columns),
      rows: isInWords ? .max : PhotoSceneLayout.maximumDescriptionLineCount(in: rows))
  }

  /// The details that the photo scene shows of its photo, such as camera and licence; empty if they
  /// are hidden. Without the description if words replace the picture.
  private var facts: [PhotoFact] {
    guard displayState.showsFacts else { return [] }
    return isInWords ? shown.facts.filter { !$0.isDescription } : shown.facts
  }

  func photoFactLines(columns: Int, _ theme: Theme) -> [Line] {
    let facts = facts
    let names = min(
      facts.map { TextWidth.columnCount(of: $0.name) }.max() ?? 0, max(0, columns / 3))
    return facts.flatMap { fact in
      var name = Line(fact.name, theme.style(.fieldLabel)).truncatedLine(columns: names)
      name.appendBlanks(names + 2 - name.columns)
      let value = Line(
        fact.value, theme.style(fact.link == nil ? .text : .link), link: fact.link)
      let lines = TextWrapper.wrappedLines(of: value, columns: max(1, columns - names - 2))
      return lines.enumerated().map { index, part in
        var line = index == 0 ? name : Line()
        if index > 0 { line.appendBlanks(names + 2) }
        line.append(part)
        return line
      }
    }
  }

  private func drawPhotoFacts(on canvas: inout Canvas, in room: CellRect, _ theme: Theme) {
    let isBeside = room.origin.column > lastFrame.arrangement.picture.origin.column
    drawLineBetweenPhotoAndFacts(on: &canvas, around: room, isBeside: isBeside, theme)
    let lines = photoFactLines(columns: room.size.columns - 2, theme)
    let top = blankRowsAboveFacts(in: room, isBeside: isBeside, lineCount: lines.count)
    let rows = room.size.rows - top
    displayState.factScroll = max(0, min(displayState.factScroll, lines.count - rows))
    for (offset, line) in lines.dropFirst(displayState.factScroll).prefix(rows).enumerated() {
      canvas.writeLine(
        line,
        at: CellPosition(row: room.origin.row + top + offset, column: room.origin.column + 1),
        within: room)
    }
    // The last column is free of text: there a sign says that more facts follow.
    if !posts.options.isPlain, displayState.factScroll + rows < lines.count {
      canvas.writeLine(
        Line("↓", theme.style(.hint)),
        at: CellPosition(row: room.rows.upperBound - 1, column: room.columns.upperBound - 1),
        within: room)
    }
  }

  /// Returns the number of blank rows above a photo's facts in their area: beside the photo, the
  /// facts begin in the photo's first row if all of them fit below.
  func blankRowsAboveFacts(in room: CellRect, isBeside: Bool, lineCount: Int) -> Int {
    if isBeside { return min(photoTop, max(0, room.size.rows - lineCount)) }
    return room.size.rows < 2 ? 0 : 1
  }

  /// The number of blank rows above the photo in the photo scene's area for it.
  private var photoTop: Int {
    guard let measure = lastFrame.measure, !measure.isEmpty else { return 0 }
    return displayState.zoom.visibleRegion(measure).box.origin.row
  }

  private func drawLineBetweenPhotoAndFacts(
    on canvas: inout Canvas, around room: CellRect, isBeside: Bool, _ theme: Theme
  ) {
    guard !posts.options.isPlain else { return }
    if isBeside {
      for row in room.rows {
        canvas.writeLine(
          Line("│", theme.style(.rule)), at: CellPosition(row: row, column: room.origin.column - 1)
        )
      }
    } else if room.size.rows > 1 {
      let rule = Line(repeating: "─", count: room.size.columns, theme.style(.rule))
      canvas.writeLine(rule, at: room.origin, within: room)
    }
  }
}

// MARK: - Arrangement and map

struct PhotoSceneLayout: Equatable {
  /// The minimum width of the photo scene, in cells, at which the details are beside the photo
  /// rather than below.
  private static let columnsForSide = 90

  let picture: CellRect
  let caption: CellRect
  /// The rectangle of the details in the photo scene; nil if they are hidden.
  let facts: CellRect?

  /// The size in cells of the photo scene's area for the photo, its caption and its details
  /// together.
  var size: CellSize {
    let parts = [picture, caption] + (facts.map { [$0] } ?? [])
    return CellSize(
      rows: (parts.map(\.rows.upperBound).max() ?? 0) - picture.origin.row,
      columns: (parts.map(\.columns.upperBound).max() ?? 0) - picture.origin.column)
  }

  /// Creates the layout of the photo scene for a photo described in words, with a caption of
  /// `lines` lines; `factLines` is the number of lines of the details, nil to hide them.
  init(inWords rect: CellRect, lines: Int, factLines: Int?) {
    let rows = rect.size.rows
    let words = min(lines, factLines.map { max(rows / 2, rows - $0 - 1) } ?? rows)
    func fullWidthSceneRect(_ row: Int, _ rows: Int) -> CellRect {
      CellRect(
        row: rect.origin.row + row, column: rect.origin.column, rows: rows,
        columns: rect.size.columns)
    }
    picture = fullWidthSceneRect(0, 0)
    caption = fullWidthSceneRect(0, words)
    facts = factLines.map { _ in fullWidthSceneRect(words, rows - words) }
  }

  static func maximumDescriptionLineCount(in rows: Int) -> Int {
    rows >= 30 ? 3 : rows >= 20 ? 2 : 1
  }

  /// Creates the layout of the photo scene with `words` lines of description below the photo;
  /// `factLines` is the number of lines of the details, nil to hide them.
  init(of rect: CellRect, words: Int = 1, factLines: Int?) {
    let (row, column) = (rect.origin.row, rect.origin.column)
    var (rows, columns) = (rect.size.rows, rect.size.columns)
    if let factLines {
      if columns >= Self.columnsForSide {
        let side = min(48, columns * 2 / 5)
        columns -= side + 1
        facts = CellRect(row: row, column: column + columns + 1, rows: rows, columns: side)
      } else {
        // On a very low screen the details take the room of the photo.
        let below = rows < 9 ? rows : min(factLines + 1, rows / 2)
        rows -= below
        facts = CellRect(row: row + rows, column: column, rows: below, columns: columns)
      }
    } else {
      facts = nil
    }
    let lines =
      rows >= 8
      ? 1 + max(1, min(words, Self.maximumDescriptionLineCount(in: rows))) : rows >= 3 ? 1 : 0
    picture = CellRect(row: row, column: column, rows: rows - lines, columns: columns)
    caption = CellRect(row: row + rows - lines, column: column, rows: lines, columns: columns)
  }
}

/// A small map of a zoomed photo, with the visible region marked.
struct PhotoZoomMap {
  static let columns = 12
  /// The minimum width of a photo's caption, in cells, at which a map of the zoomed photo is drawn
  /// beside it.
  static let columnsForMap = 40
  /// The size of a whole photo, 1,000, in the unit of visible regions: thousandths of the width and
  /// height.
  private static let whole = 1000

  private let across: Range<Int>
  private let down: Range<Int>

  /// Creates the map of a zoomed photo from its visible region; nil if the whole photo is visible.
  init?(_ cut: PictureCropping) {
    guard case .part(let x, let y, let width, let height) = cut else { return nil }
    (across, down) = (x..<(x + width), y..<(y + height))
  }

  /// Returns the map of a zoomed photo as lines; each row of cells stands for two rows of the map.
  func zoomMapLines(rows: Int, _ theme: Theme) -> [Line] {
    let columns = Self.mapCellsCoveringThousandths(across, of: Self.columns)
    let halves = Self.mapCellsCoveringThousandths(down, of: 2 * rows)
    return (0..<max(0, rows)).map { row in
      (0..<Self.columns).reduce(into: Line()) { line, column in
        let isUpper = halves.contains(2 * row) && columns.contains(column)
        let isLower = halves.contains(2 * row + 1) && columns.contains(column)
        let sign: SafeText =
          switch (isUpper, isLower) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): "·"
          }
        line.append(sign, theme.style(isUpper || isLower ? .selection : .rule))
      }
    }
  }

  /// Returns the indices of the cells, out of `count`, that cover an interval of the photo's width
  /// or height on the map of a zoomed photo; at least one. The interval is in thousandths.
  private static func mapCellsCoveringThousandths(_ interval: Range<Int>, of count: Int) -> Range<
    Int
  > {
    let first = min(max(0, count - 1), (interval.lowerBound * count + whole / 2) / whole)
    let end = (interval.upperBound * count + whole / 2) / whole
    return first..<max(first + 1, end)
  }
}
