import FeedDomain
import PhotoDisplay
import Terminal

/// Draws the visible part of a photo wall.
@MainActor struct WallDrawing<Row: PostRow> {
  let tile: WallTile
  /// The rows of the stream, in the order of the wall's pieces.
  let rows: [Row]
  let rect: CellRect
  /// Returns the full-width line for a row without a post. The second parameter is the width.
  var band: (Row, Int) -> Line = { _, _ in Line() }

  var pieces: [WallLayout<Row.ID>.Piece] { rows.map { tile.piece($0) } }

  /// Draws the wall, and footer below its end.
  func draw(_ wall: Wall<Row.ID>, footer: [Line], on canvas: inout Canvas) {
    let grid = tile.grid
    // The selected one last: its frame stands in the blanks between the columns.
    let most = tile.posts.terms.mostAtOnce.map { $0 - 1 } ?? .max
    for (count, index) in wall.seen.filter({ $0 != wall.index }).enumerated() {
      draw(index, of: wall, isBare: count >= most, on: &canvas)
    }
    if let index = wall.index { draw(index, of: wall, isBare: false, on: &canvas) }
    for (offset, line) in footer.enumerated() {
      canvas.write(
        line,
        at: CellPosition(
          row: rect.origin.row + wall.layout.bottom - wall.top + 1 + offset,
          column: rect.origin.column + grid.left(of: 0)), within: rect)
    }
  }

  /// Returns the click action at a cell of a piece; nil if a click only selects.
  func action(_ index: Int, row: Int, column: Int, of wall: Wall<Row.ID>) -> PostClick? {
    guard let item = rows[index].post,
      let left = wall.layout.frames[index].column.map(tile.grid.left)
    else { return nil }
    return tile.action(item, row: row, column: column - left)
  }

  /// Prefetches the photos of the next screen.
  func expect(after wall: Wall<Row.ID>, downwards: Bool) {
    let seen = wall.seen
    guard let first = seen.first, let last = seen.last else { return }
    let next =
      downwards
      ? Array(rows[(last + 1)...].prefix(seen.count))
      : rows[..<first].suffix(seen.count).reversed()
    for row in next {
      guard let item = row.post, let photo = item.photo, !item.isCovered else { continue }
      tile.drawing.pictures.expect([photo], in: tile.box(item), .filling)
    }
  }

  private func draw(
    _ index: Int, of wall: Wall<Row.ID>, isBare: Bool, on canvas: inout Canvas
  ) {
    var tile = tile
    tile.isBare = isBare
    let frame = wall.layout.frames[index]
    let place = CellPosition(
      row: rect.origin.row + frame.rows.lowerBound - wall.top,
      column: rect.origin.column + tile.grid.left(of: frame.column ?? 0))
    let isSelected = index == wall.index
    if let item = rows[index].post {
      tile.draw(item, on: &canvas, at: place, within: rect, isSelected: isSelected)
    } else {
      let line = band(rows[index], tile.grid.span.count)
      tile.draw(band: line, on: &canvas, at: place, within: rect, isSelected: isSelected)
    }
  }
}
