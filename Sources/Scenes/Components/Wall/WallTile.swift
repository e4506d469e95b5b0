import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// Draws a piece of the photo wall: a photo with its caption, or a full-width line; in the plain
/// mode, descriptions instead of photos.
@MainActor struct WallTile {
  let posts: PostPresentation
  let drawing: Drawing
  let grid: WallGrid
  /// The size of the wall on the screen.
  let room: CellSize
  /// The person whose wall is shown, and who is not named in each caption; nil for a stream.
  var person: Person.ID?
  /// Whether the photo is replaced by its description.
  var isBare = false

  /// The piece to lay out for a row; a row without a post spans all columns.
  func piece<Row: PostRow>(_ row: Row) -> WallLayout<Row.ID>.Piece {
    guard let item = row.post else { return .init(id: row.id, rows: 1, isBand: true) }
    return .init(id: row.id, rows: rows(item))
  }

  /// Returns the size of a post's photo.
  func box(_ item: PostItem) -> CellSize {
    CellSize(rows: photoRows(item), columns: grid.width)
  }

  /// Draws a full-width line at a position.
  func draw(
    band line: Line, on canvas: inout Canvas, at place: CellPosition, within clip: CellRect,
    isSelected: Bool
  ) {
    let left = place.column + (grid.span.count - line.columns) / 2
    canvas.write(line, at: CellPosition(row: place.row, column: left), within: clip)
    guard isSelected else { return }
    mark(CellRect(origin: place, size: .init(rows: 1, columns: grid.span.count)), &canvas, clip)
  }

  /// Draws a post's photo and caption at a position.
  func draw(
    _ item: PostItem, on canvas: inout Canvas, at place: CellPosition, within clip: CellRect,
    isSelected: Bool
  ) {
    let isPlain = posts.options.isPlain
    let above = isPlain ? words(item) : []
    let rows = isPlain ? above.count : photoRows(item)
    let box = CellRect(origin: place, size: CellSize(rows: rows, columns: grid.width))
    for (offset, line) in above.enumerated() {
      canvas.write(
        line, at: CellPosition(row: place.row + offset, column: place.column), within: clip)
    }
    if !isPlain {
      GalleryPhoto(
        posts: posts, drawing: isBare ? drawing.withoutPictures : drawing, isSelected: isSelected
      )
      .draw(item, on: &canvas, in: box, within: clip)
    }
    canvas.write(
      credit(item, isSelected: isSelected).lines[0],
      at: CellPosition(row: box.rows.upperBound, column: place.column), within: clip)
    guard isSelected else { return }
    mark(
      CellRect(origin: place, size: CellSize(rows: rows + 1, columns: grid.width)), &canvas, clip)
  }

  /// Returns the click action at a cell relative to the piece; nil if a click only selects.
  func action(_ item: PostItem, row: Int, column: Int) -> PostClick? {
    guard row == rows(item) - 1 else { return nil }
    return credit(item, isSelected: false).action(line: 0, column: column)
  }
}

extension WallTile {
  /// Returns the height of the photo, or of its description, with the caption.
  private func rows(_ item: PostItem) -> Int {
    (posts.options.isPlain ? words(item).count : photoRows(item)) + 1
  }

  private func photoRows(_ item: PostItem) -> Int {
    // The first photo decides, so that nothing moves when one flips through them.
    guard let photo = item.post.content.photos.first else { return 1 }
    let shape = PhotoShape(photo.size, cell: drawing.pictures.cell)
    // Nothing is so high that nothing else is seen beside it, nor too flat to be looked at.
    let highest = max(1, min(room.rows * 3 / 5, grid.width), min(3, room.rows - 1))
    return min(max(3, shape.rows(columns: grid.width)), highest)
  }

  private func credit(_ item: PostItem, isSelected: Bool) -> Block<PostClick> {
    WallCredit(posts: posts, theme: drawing.theme, now: drawing.now, person: person)
      .block(item, columns: grid.width, isSelected: isSelected && drawing.isFront)
  }

  private func words(_ item: PostItem) -> [Line] {
    guard let photo = item.photo else { return [] }
    let words = item.isCovered ? posts.cover(of: item) : posts.description(of: photo)
    return TextWrapping.wrap(Line(words, drawing.theme.style(.photo)), columns: grid.width)
  }

  /// Draws selection bars on both sides of a piece.
  private func mark(_ rect: CellRect, _ canvas: inout Canvas, _ clip: CellRect) {
    canvas.point = rect.origin
    let style = drawing.theme.style(drawing.isFront ? .selection : .rule)
    let isPlain = posts.options.isPlain
    for row in rect.rows {
      canvas.write(
        Line(isPlain ? ">" : "▐", style),
        at: CellPosition(row: row, column: rect.origin.column - 1), within: clip)
      guard !isPlain else { continue }
      canvas.write(
        Line("▌", style), at: CellPosition(row: row, column: rect.columns.upperBound),
        within: clip)
    }
  }
}
