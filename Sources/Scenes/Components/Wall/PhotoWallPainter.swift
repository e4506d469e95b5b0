import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// A painter of the visible part of a photo wall, which also prefetches the next photos.
@MainActor
struct PhotoWallPainter<Row: PostRow> {
  let tile: WallElementPainter
  /// The rows of the stream shown on the photo wall, in order.
  let rows: [Row]
  let rect: CellRect
  /// The closure that returns the full-width line of the photo wall for a row without a post, such
  /// as a gap. Its arguments are the row and the width in columns.
  var fullWidthLine: (Row, Int) -> Line = { _, _ in Line() }

  var elements: [PhotoWallColumnLayout<Row.ID>.UnplacedWallElement] {
    rows.map { tile.wallElement($0) }
  }

  /// Draws the photo wall, and the footer lines below its end.
  func drawPhotoWall(_ wall: PhotoWallState<Row.ID>, footer: [Line], on canvas: inout Canvas) {
    let grid = tile.grid
    // The selected photo is drawn last, since its frame is in the blanks between the columns.
    let most = tile.posts.terms.mostAtOnce.map { $0 - 1 } ?? .max
    for (count, index) in wall.visibleIndices.filter({ $0 != wall.index }).enumerated() {
      drawWallElement(index, of: wall, isBare: count >= most, on: &canvas)
    }
    if let index = wall.index { drawWallElement(index, of: wall, isBare: false, on: &canvas) }
    // A text that is wider than the photos is centred below them.
    let overhang = max(0, (footer.map(\.columns).max() ?? 0) - grid.span.count)
    for (offset, line) in footer.enumerated() {
      canvas.writeLine(
        line,
        at: CellPosition(
          row: rect.origin.row + wall.layout.bottom - wall.top + 1 + offset,
          column: rect.origin.column + max(1, grid.columnStart(of: 0) - overhang / 2)),
        within: rect)
    }
  }

  /// Returns the click action at a cell of a photo on the photo wall; nil if a click only selects.
  func clickAction(ofElement index: Int, row: Int, column: Int, of wall: PhotoWallState<Row.ID>)
    -> PostAction?
  {
    guard let item = rows[index].post,
      let left = wall.layout.frames[index].column.map(tile.grid.columnStart)
    else { return nil }
    return tile.clickAction(of: item, row: row, column: column - left)
  }

  /// Prefetches the photos for the next screen of the photo wall in a direction.
  func prefetchPhotos(after wall: PhotoWallState<Row.ID>, downwards: Bool) {
    let seen = wall.visibleIndices
    guard let first = seen.first, let last = seen.last else { return }
    let next =
      downwards
      ? Array(rows[(last + 1)...].prefix(seen.count))
      : rows[..<first].suffix(seen.count).reversed()
    for row in next {
      guard let item = row.post, let photo = item.photo, !item.isCovered,
        !tile.isReplacedByAltText(photo)
      else { continue }
      tile.drawing.pictures.prefetchPhotos([photo], in: tile.photoBoxSize(item), .filling)
    }
  }

  private func drawWallElement(
    _ index: Int, of wall: PhotoWallState<Row.ID>, isBare: Bool, on canvas: inout Canvas
  ) {
    var tile = tile
    tile.isBare = isBare
    let frame = wall.layout.frames[index]
    let place = CellPosition(
      row: rect.origin.row + frame.rows.lowerBound - wall.top,
      column: rect.origin.column + tile.grid.columnStart(of: frame.column ?? 0))
    let isSelected = index == wall.index
    if let item = rows[index].post {
      tile.drawPhotoAndCaption(item, on: &canvas, at: place, within: rect, isSelected: isSelected)
    } else {
      let line = fullWidthLine(rows[index], tile.grid.span.count)
      tile.drawFullWidthLine(
        band: line, on: &canvas, at: place, within: rect, isSelected: isSelected)
    }
  }
}

/// A painter of one element of the photo wall: a photo with its caption, or a line as wide as the
/// wall; in the plain mode, a description in place of the photo.
@MainActor
struct WallElementPainter {
  let posts: PostViewModelFactory
  let drawing: DrawingParameters
  let grid: PhotoWallColumnGrid
  /// The size of the photo wall's area on the screen, in cells.
  let room: CellSize
  /// The id of the person whose photo wall is shown, and who is not named in each caption; nil for
  /// a stream.
  var person: Person.ID?
  /// True if the photo is the only one on the photo wall, and may be as high as the wall.
  var isLone = false
  /// True if the photo on the photo wall is replaced by its description, because the service limits
  /// the number of pictures shown at once.
  var isBare = false

  /// Returns the element of the photo wall for a row of the stream; a row without a post spans all
  /// columns.
  func wallElement<Row: PostRow>(_ row: Row) -> PhotoWallColumnLayout<Row.ID>.UnplacedWallElement {
    guard let item = row.post else { return .init(id: row.id, rows: 1, isBand: true) }
    return .init(id: row.id, rows: elementRowCount(item))
  }

  /// Returns the size of a post's photo on the photo wall, in cells.
  func photoBoxSize(_ item: PostItem) -> CellSize {
    CellSize(rows: photoRowCount(item), columns: grid.width)
  }

  func drawFullWidthLine(
    band line: Line, on canvas: inout Canvas, at place: CellPosition, within clip: CellRect,
    isSelected: Bool
  ) {
    let left = place.column + (grid.span.count - line.columns) / 2
    canvas.writeLine(line, at: CellPosition(row: place.row, column: left), within: clip)
    guard isSelected else { return }
    drawSelectionBars(
      CellRect(origin: place, size: .init(rows: 1, columns: grid.span.count)), &canvas, clip)
  }

  /// Returns true if a photo is replaced by its alt text, because a small one cannot be recognised
  /// on the terminal; false for a photo without alt text.
  func isReplacedByAltText(_ photo: Photo) -> Bool {
    drawing.pictures.isOn && !drawing.pictures.showsPortraits && !photo.altText.isEmpty
  }

  func drawPhotoAndCaption(
    _ item: PostItem, on canvas: inout Canvas, at place: CellPosition, within clip: CellRect,
    isSelected: Bool
  ) {
    let isPlain = posts.options.isPlain
    let above = isPlain ? altTextOrCoverLines(item) : []
    let rows = isPlain ? above.count : photoRowCount(item)
    let box = CellRect(origin: place, size: CellSize(rows: rows, columns: grid.width))
    for (offset, line) in above.enumerated() {
      canvas.writeLine(
        line, at: CellPosition(row: place.row + offset, column: place.column), within: clip)
    }
    if !isPlain {
      WallOrCarouselPhotoPainter(
        posts: posts,
        drawing: isBare || item.photo.map(isReplacedByAltText) == true
          ? drawing.withoutPictures : drawing, isSelected: isSelected
      )
      .drawPhoto(item, on: &canvas, in: box, within: clip)
    }
    canvas.writeLine(
      photoCaption(item, isSelected: isSelected).lines[0],
      at: CellPosition(row: box.rows.upperBound, column: place.column), within: clip)
    guard isSelected else { return }
    drawSelectionBars(
      CellRect(origin: place, size: CellSize(rows: rows + 1, columns: grid.width)), &canvas, clip)
  }

  /// Returns the click action at a cell relative to a photo on the photo wall; nil if a click only
  /// selects.
  func clickAction(of item: PostItem, row: Int, column: Int) -> PostAction? {
    guard row == elementRowCount(item) - 1 else { return nil }
    return photoCaption(item, isSelected: false).clickAction(atLine: 0, column: column)
  }

  /// Returns the height of an element of the photo wall in rows: the photo or its description, and
  /// the caption.
  private func elementRowCount(_ item: PostItem) -> Int {
    (posts.options.isPlain ? altTextOrCoverLines(item).count : photoRowCount(item)) + 1
  }

  private func photoRowCount(_ item: PostItem) -> Int {
    // The first photo decides the height, so that nothing moves when the user steps through the
    // photos.
    guard let photo = item.post.content.photos.first else { return 1 }
    let shape = PhotoShape(photo.size, cell: drawing.pictures.cell)
    // The height is limited, so that other photos are visible as well, and very wide photos are not
    // too flat.
    let most =
      isLone
      ? PhotoWallColumnGrid.maximumLonePhotoRows(in: room.rows) : min(room.rows * 3 / 5, grid.width)
    let highest = max(1, most, min(3, room.rows - 1))
    return min(max(3, shape.rowCount(forColumns: grid.width)), highest)
  }

  private func photoCaption(_ item: PostItem, isSelected: Bool) -> LaidOutLines<PostAction> {
    PhotoWallCaptionLayout(posts: posts, theme: drawing.theme, now: drawing.now, person: person)
      .laidOutCaption(item, columns: grid.width, isSelected: isSelected && drawing.isFront)
  }

  private func altTextOrCoverLines(_ item: PostItem) -> [Line] {
    guard let photo = item.photo else { return [] }
    let words =
      item.isCovered ? posts.coveredPhotoText(of: item) : posts.photoDescription(of: photo)
    return TextWrapper.wrappedLines(
      of: Line(words, drawing.theme.style(.photo)), columns: grid.width)
  }

  private func drawSelectionBars(_ rect: CellRect, _ canvas: inout Canvas, _ clip: CellRect) {
    canvas.point = rect.origin
    let style = drawing.theme.style(drawing.isFront ? .selection : .rule)
    let isPlain = posts.options.isPlain
    for row in rect.rows {
      canvas.writeLine(
        Line(isPlain ? ">" : "▐", style),
        at: CellPosition(row: row, column: rect.origin.column - 1), within: clip)
      guard !isPlain else { continue }
      canvas.writeLine(
        Line("▌", style), at: CellPosition(row: row, column: rect.columns.upperBound),
        within: clip)
    }
  }
}

/// A layout of a photo's caption line on the photo wall: photographer, required licence, place and
/// likes; on a person's own wall, place or date in place of the photographer.
struct PhotoWallCaptionLayout {
  /// The minimum width of a photo wall's column, in cells, at which captions include the place. In
  /// narrower columns all captions leave out the place, even a short name.
  private static let roomForPlace = 30

  let posts: PostViewModelFactory
  let theme: Theme
  let now: Timestamp
  /// The id of the person whose photo wall is shown, and who is not named in each caption; nil for
  /// a stream.
  var person: Person.ID?

  /// Returns the caption of a photo on the photo wall, as wide as the photo, with its click
  /// actions.
  func laidOutCaption(_ item: PostItem, columns: Int, isSelected: Bool) -> LaidOutLines<PostAction>
  {
    let right = rightCaptionParts(item)
    let room = columns - right.columns - (right.columns > 0 ? 1 : 0)
    var (line, name) = leftCaptionParts(
      item, columns: max(0, room), hasPlace: columns >= Self.roomForPlace)
    line.appendBlanks(columns - line.columns - right.columns)
    let shift = line.columns
    for part in right { line.append(part.line) }
    line = line.prefix(columns: columns)
    if isSelected {
      let style = theme.style(.currentTab)
      line = line.restyled { _ in style }
    }
    var zones = [
      LaidOutLines<PostAction>.ClickZone(
        line: 0, columns: 0..<name, action: .openProfile(item.post.author.id))
    ]
    var start = shift
    for part in right {
      let end = start + part.line.columns
      if let action = part.action {
        zones.append(.init(line: 0, columns: start..<end, action: action))
      }
      start = end
    }
    return LaidOutLines(lines: [line], zones: zones)
  }

  private func leftCaptionParts(
    _ item: PostItem, columns: Int, hasPlace: Bool
  ) -> (Line, name: Int) {
    let place = hasPlace ? posts.placeName(of: item) : nil
    if item.post.author.id == person, posts.terms.creditName == nil {
      let words = posts.placeName(of: item) ?? posts.timeText(item.post.createdAt, now: now)
      return (Line(words, theme.style(.faint)).truncatedLine(columns: columns), 0)
    }
    // The name gets at least three fifths of the line, and more if the place leaves more.
    let room = place.map { max(columns - 3 - TextWidth.columnCount(of: $0), columns * 3 / 5) }
    if let account = item.account {
      var line = account.badges.accountBadgeLine(theme, posts.options).prefix(
        columns: max(0, columns))
      line.append(" ", theme.style(.faint))
      line.append(creditLine(of: item, columns: room ?? columns))
      return (line.truncatedLine(columns: columns), 0)
    }
    var line = creditLine(of: item, columns: room ?? columns)
    let name = min(line.columns, TextWidth.columnCount(of: posts.photographerName(of: item)))
    for (fact, least) in [(posts.requiredLicence(of: item), 8), (place, 5)] {
      guard let fact, columns - line.columns >= least else { continue }
      line.append(" · ", theme.style(.faint))
      line.append(fact, theme.style(.faint))
    }
    return (line.truncatedLine(columns: columns), name)
  }

  /// Returns the credit of a photo as a line, shortened to a width; a photographer's name without a
  /// service's name is cut at the end of a word.
  private func creditLine(of item: PostItem, columns: Int) -> Line {
    let credit = theme.styledLine(posts.photoCredit(of: item).creditText(.author))
    return posts.terms.creditName == nil
      ? credit.lineTruncatedAtWord(columns: columns) : credit.truncatedLine(columns: columns)
  }

  private func rightCaptionParts(_ item: PostItem) -> [(line: Line, action: PostAction?)] {
    var parts: [(line: Line, action: PostAction?)] = []
    func addCaptionText(_ text: SafeText, _ role: TextRole, _ action: PostAction? = nil) {
      parts.append((Line(text, theme.style(role)), action))
    }
    if item.isFlashing { addCaptionText("👍 ", .liked) }
    if item.isWaiting { addCaptionText(posts.waitingSign + " ", .busy) }
    if let photos = posts.photoCountText(of: item) { addCaptionText(photos + " ", .faint) }
    if let likes = posts.likeCount(of: item) {
      addCaptionText(likes.symbol, likes.role, likes.signAction)
      if !likes.number.isEmpty {
        addCaptionText(" ", likes.role, likes.signAction)
        addCaptionText(likes.number, likes.role, likes.numberAction)
      }
    }
    return parts
  }
}

extension [(line: Line, action: PostAction?)] {
  fileprivate var columns: Int { reduce(0) { $0 + $1.line.columns } }
}
