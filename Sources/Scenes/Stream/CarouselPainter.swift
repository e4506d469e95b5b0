import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// A painter of the carousel: the photos around the selected one, and the selected photo's caption.
@MainActor
struct CarouselPainter {
  let posts: PostViewModelFactory
  let drawing: DrawingParameters
  let galleryItems: GalleryItems
  /// The progress text for posts being fetched into the carousel; empty if none are.
  let activity: SafeText
  let dimmer: PictureDimmer
  /// The rectangle for the photos and the caption of a carousel.
  let rect: CellRect

  private var rows: [StreamRow] { galleryItems.rows }
  private var ring: CarouselRing { galleryItems.ring }

  /// Returns the boxes of the photos around a carousel's photo, by their number of steps from it.
  func photoBoxesByStep(around index: Int) -> [Int: CellRect] {
    positions.photoBoxesByStep { steps, room in
      ring.neighbourIndexUnlessShownTwice(steps, from: index).map {
        photoShape(of: $0).largestBoxSize(within: room)
      }
    }
  }

  /// Draws a carousel around the photo at an index, at rest or in a step of its turn.
  func drawCarousel(
    on canvas: inout Canvas, around index: Int, _ motion: CarouselAnimation.CarouselTurn?
  ) {
    guard rows.indices.contains(index) else { return }
    let boxes = photoBoxesByStep(around: index)
    drawCarouselPhotos(on: &canvas, around: index, boxes, motion)
    // The caption is drawn last, since a moving photo may cross it.
    drawCaption(of: index, under: boxes, on: &canvas)
  }

  private func drawCarouselPhotos(
    on canvas: inout Canvas, around index: Int, _ boxes: [Int: CellRect],
    _ motion: CarouselAnimation.CarouselTurn?
  ) {
    guard let motion else {
      for (steps, box) in boxesFromOutermost(boxes) {
        guard let element = ring.neighbourIndexUnlessShownTwice(steps, from: index) else {
          continue
        }
        drawPhotoOrGap(element, on: &canvas, in: box, tone: pictureDimmingFunction(steps))
      }
      return prefetchNeighbouringPhotos(to: index, boxes)
    }
    let before = self.photoBoxesByStep(around: motion.from)
    let turn = motion.currentStep.turn
    let moving = Set(boxes.keys).union(before.keys.map { $0 - turn })
    for steps in moving.sorted(by: { abs($0) > abs($1) }) {
      let (old, new) = (before[steps + turn], boxes[steps])
      guard let box = motion.currentStep.movingPhotoRect(from: old, to: new, room: positions.room),
        let element = ring.neighbourIndexUnlessShownTwice(steps, from: index)
          ?? ring.neighbourIndexUnlessShownTwice(steps + turn, from: motion.from)
      else { continue }
      drawMovingCarouselPhoto(element, on: &canvas, in: box, to: new ?? box)
    }
  }

  private func drawCaption(
    of index: Int, under boxes: [Int: CellRect], on canvas: inout Canvas
  ) {
    guard let caption = laidOutCaptionUnderPhoto(of: index, under: boxes) else { return }
    let first = caption.block.lines.first ?? Line()
    canvas.point = CellPosition(row: caption.row, column: centredLeftEdge(of: first))
    for (offset, line) in caption.block.lines.enumerated() {
      canvas.writeLine(
        line, at: CellPosition(row: caption.row + offset, column: centredLeftEdge(of: line)),
        within: rect)
    }
  }

  /// Returns a function from a cell to the action of a click on the carousel's caption there; its
  /// result is nil beside the caption.
  func captionClickActionFunction(around index: Int) -> (CellPosition) -> PostAction? {
    guard rows.indices.contains(index),
      let caption = laidOutCaptionUnderPhoto(of: index, under: photoBoxesByStep(around: index))
    else { return { _ in nil } }
    return { position in
      let line = position.row - caption.row
      guard caption.block.lines.indices.contains(line) else { return nil }
      return caption.block.clickAction(
        atLine: line, column: position.column - centredLeftEdge(of: caption.block.lines[line]))
    }
  }
}

extension CarouselPainter {
  private var captionRows: Int { CarouselCaptionLayout.captionRowCount(in: rect.size.rows) }

  /// The number of blank rows between a carousel's photos and the caption; 0 in a low carousel.
  private var air: Int { rect.size.rows >= 18 ? 1 : 0 }

  private var positions: CarouselPhotoPositions {
    CarouselPhotoPositions(room: rect.droppingRows(0, fromEnd: captionRows + air))
  }

  /// Returns the caption lines of a carousel's middle photo and the row on which they begin, as
  /// close below the photo as its neighbours allow; nil for a gap.
  private func laidOutCaptionUnderPhoto(
    of index: Int, under boxes: [Int: CellRect]
  ) -> (block: LaidOutLines<PostAction>, row: Int)? {
    guard case .post(_, let item) = rows[index] else { return nil }
    let caption = CarouselCaptionLayout(
      posts: posts, theme: drawing.theme, now: drawing.now, hasPictures: drawing.pictures.isOn)
    let block = caption.laidOutCaption(
      item, position: photoPositionAndProgressText(of: index),
      columns: min(80, rect.size.columns - 2),
      rows: captionRows)
    let widest = block.lines.map(\.columns).max() ?? 0
    let first = rect.origin.column + max(0, (rect.size.columns - widest) / 2)
    let above = boxes.values.filter { $0.columns.overlaps(first..<(first + max(1, widest))) }
    let lowest = rect.rows.upperBound - captionRows
    let row = above.map { $0.rows.upperBound + air }.max() ?? lowest
    return (block, min(row, lowest))
  }

  /// Returns the text with the number of a photo in a carousel, such as "3/90", with a plus if the
  /// stream has more, and with the progress of fetching.
  private func photoPositionAndProgressText(of index: Int) -> SafeText {
    let photos = rows.count { $0.post != nil }
    let before = rows[...index].count { $0.post != nil }
    let position: SafeText = "\(before)/\(photos)" + (galleryItems.isComplete ? "" : "+")
    return activity.isEmpty ? position : position + "  " + activity
  }

  private func centredLeftEdge(of line: Line) -> Int {
    rect.origin.column + max(0, (rect.size.columns - line.columns) / 2)
  }

  private func photoShape(of element: Int) -> PhotoShape {
    let size = rows[element].post?.photo?.size ?? PhotoSize(width: 3, height: 2)
    return PhotoShape(size, cell: drawing.pictures.cell)
  }

  private func boxesFromOutermost(_ boxes: [Int: CellRect]) -> [(key: Int, value: CellRect)] {
    boxes.sorted { abs($0.key) > abs($1.key) }
  }

  private func drawPhotoOrGap(
    _ element: Int, on canvas: inout Canvas, in box: CellRect,
    tone: (@MainActor (Picture) -> Picture)? = nil
  ) {
    switch rows[element] {
    case .post(_, let item):
      WallOrCarouselPhotoPainter(
        posts: posts, drawing: drawing, isSelected: tone == nil, adjustPicture: tone
      )
      .drawPhoto(item, on: &canvas, in: box, within: positions.room)
    case .gap(let gap):
      drawBoxWithText(gap.isFilling ? gap.busyWords : gap.words, on: &canvas, in: box, .gap)
    case .fold(let fold): drawBoxWithText(fold.words, on: &canvas, in: box, .gap)
    }
  }

  private func drawMovingCarouselPhoto(
    _ element: Int, on canvas: inout Canvas, in box: CellRect, to end: CellRect
  ) {
    guard case .post(_, let item) = rows[element] else {
      return drawPhotoOrGap(element, on: &canvas, in: box)
    }
    WallOrCarouselPhotoPainter(posts: posts, drawing: drawing)
      .drawMovingCarouselPhoto(moving: item, on: &canvas, in: box, to: end, within: positions.room)
  }

  /// Returns the function that fades a picture of a carousel, more the further it is from the
  /// middle; nil for the middle photo.
  private func pictureDimmingFunction(_ steps: Int) -> (@MainActor (Picture) -> Picture)? {
    guard steps != 0 else { return nil }
    let ground = drawing.theme.style(.box).background
    return { [dimmer] in dimmer.dimmedPicture($0, by: abs(steps) == 1 ? 25 : 60, towards: ground) }
  }

  private func drawBoxWithText(
    _ words: SafeText, on canvas: inout Canvas, in box: CellRect, _ role: TextRole
  ) {
    let seen = box.intersection(with: positions.room)
    PhotoBoxBorder(style: drawing.theme.style(.rule)).drawPhotoBorder(
      on: &canvas, in: seen, within: positions.room)
    writeTextInBox(words, on: &canvas, in: box, role)
  }

  /// Writes a text into the middle of the visible cells of a box in a carousel.
  private func writeTextInBox(
    _ words: SafeText, on canvas: inout Canvas, in box: CellRect, _ role: TextRole
  ) {
    let box = box.intersection(with: positions.room)
    let columns = max(1, box.size.columns - 4)
    let lines = TextWrapper.wrappedLines(
      of: Line(words, drawing.theme.style(role)), columns: columns
    )
    .prefix(max(1, box.size.rows - 2))
    let top = box.origin.row + (box.size.rows - lines.count) / 2
    for (offset, line) in lines.enumerated() {
      let left = box.origin.column + max(0, (box.size.columns - line.columns) / 2)
      canvas.writeLine(
        line, at: CellPosition(row: top + offset, column: left), within: box)
    }
  }

  /// Prefetches the neighbours of a carousel's middle photo in the size of a middle photo.
  private func prefetchNeighbouringPhotos(to index: Int, _ boxes: [Int: CellRect]) {
    for steps in [1, -1, 2] {
      guard let next = ring.neighbourIndexUnlessShownTwice(steps, from: index),
        let item = rows[next].post,
        let photo = item.photo, !item.isCovered
      else { continue }
      let around = self.photoBoxesByStep(around: next)
      guard let box = around[0] else { continue }
      drawing.pictures.prefetchPhotos([photo], in: box.size, .filling)
    }
  }
}

/// A layout of the caption of a carousel's middle photo: description, author, place, licence and
/// counts.
struct CarouselCaptionLayout {
  let posts: PostViewModelFactory
  let theme: Theme
  let now: Timestamp
  /// True if a carousel's photos are drawn as pictures; otherwise their boxes already contain the
  /// descriptions, and captions leave these out.
  var hasPictures = true

  /// Returns the number of caption lines in a carousel with a number of rows.
  static func captionRowCount(in room: Int) -> Int {
    switch room {
    case 18...: 4
    case 12...: 3
    case 9...: 2
    case 3...: 1
    default: 0
    }
  }

  /// Returns the lines of a carousel's caption, at most `rows`, with their click actions. In a low
  /// carousel the description is left out before the author's credit, which licences require.
  func laidOutCaption(
    _ item: PostItem, position: SafeText, columns: Int, rows: Int
  ) -> LaidOutLines<PostAction> {
    var block = LaidOutLines<PostAction>()
    guard rows > 0 else { return block }
    let title = descriptionLines(of: item, columns: columns, rows: rows - 2)
    let credit = Line.firstFittingLine(
      of: [
        creditLine(of: item), creditLine(of: item, hasTime: false),
        creditLine(of: item, hasPlace: false, hasTime: false),
      ], columns: columns)
    let (counts, zones) = postCountsAndPositionLine(of: item, position: position, columns: columns)
    block.lines = title + (rows >= 2 ? [credit] : []) + [counts]
    block.zones = zones.map {
      .init(line: block.lines.count - 1, columns: $0.columns, action: $0.action)
    }
    if rows >= 2 {
      let name = posts.photographerName(of: item)
      block.zones.append(
        .init(
          line: title.count, columns: 0..<TextWidth.columnCount(of: name),
          action: .openProfile(item.post.author.id)))
    }
    return block
  }
}

extension CarouselCaptionLayout {
  private func descriptionLines(of item: PostItem, columns: Int, rows: Int) -> [Line] {
    guard let photo = item.photo, rows > 0, hasPictures || item.isCovered else { return [] }
    let words =
      item.isCovered ? posts.coveredPhotoText(of: item) : posts.photoDescription(of: photo)
    let lines = TextWrapper.wrappedLines(
      of: Line(words, theme.style(.strong)), columns: max(1, columns))
    guard lines.count > rows else { return lines }
    var last = lines[rows - 1].prefix(columns: max(0, columns - 1))
    last.append("…", theme.style(.strong))
    return Array(lines.prefix(rows - 1)) + [last]
  }

  private func creditLine(of item: PostItem, hasPlace: Bool = true, hasTime: Bool = true) -> Line {
    var parts: [StyledText] = [posts.photoCredit(of: item).creditText(.author)]
    if hasPlace, let place = posts.placeName(of: item) { parts.append([StyledSpan(place, .text)]) }
    if let licence = item.photo?.licence {
      parts.append([StyledSpan(SafeText(sanitizing: licence), .faint)])
    }
    if hasTime {
      parts.append([StyledSpan(posts.timeText(item.post.createdAt, now: now), .time)])
    }
    let credit = theme.styledLine(Array(parts.joined(separator: [StyledSpan(" · ", .faint)])))
    guard let account = item.account else { return credit }
    var line = account.badges.accountBadgeLine(theme, posts.options)
    line.append(" ", theme.style(.faint))
    line.append(credit)
    return line
  }

  private func postCountsAndPositionLine(
    of item: PostItem, position: SafeText, columns: Int
  ) -> (Line, [(columns: Range<Int>, action: PostAction)]) {
    var line = Line()
    var zones: [(columns: Range<Int>, action: PostAction)] = []
    func addCountText(_ text: SafeText, _ role: TextRole, _ action: PostAction? = nil) {
      let start = line.columns
      line.append(text, theme.style(role))
      if let action, start < columns { zones.append((start..<line.columns, action)) }
    }
    for count in posts.postCounts(of: item) {
      if line.columns > 0 { line.appendBlanks(3) }
      addCountText(count.symbol, count.role, count.signAction)
      if !count.number.isEmpty {
        addCountText(" ", count.role, count.signAction)
        addCountText(count.number, count.role, count.numberAction)
      }
    }
    if item.isFlashing { addCountText(" 👍", .liked) }
    if item.isWaiting { addCountText("   " + posts.waitingSign, .busy) }
    if let photos = posts.photoCountText(of: item) { addCountText("   " + photos, .faint) }
    if !position.isEmpty { addCountText("   " + position, .faint) }
    return (line.truncatedLine(columns: columns), zones)
  }
}
