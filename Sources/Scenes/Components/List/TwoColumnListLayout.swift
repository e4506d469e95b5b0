import Terminal

/// A layout of a wide list as two columns, of which the second continues the first. The list pane
/// lays its rows out as one column of twice the height.
struct TwoColumnListLayout {
  /// The minimum width of the screen, in cells, at which lists have two columns.
  private static let widthForTwo = 160
  /// The minimum width of each of a list's two columns, in cells; a narrower list has one column.
  private static let narrowest = 48
  private static let gap = 2

  /// The height of each of a list's two columns, in rows.
  let rows: Int
  /// The width of each of a list's two columns, in cells.
  private let width: Int

  /// Creates the two columns of a list; nil if there is no room for two.
  init?(in size: CellSize, ofScreen screen: Int) {
    let width = (size.columns - Self.gap) / 2
    // The height is a multiple of three, so that list items of three lines, as those of people with
    // pictures, are not split between the columns.
    let rows = size.rows - size.rows % 3
    guard screen >= Self.widthForTwo, width >= Self.narrowest, rows > 0 else { return nil }
    (self.rows, self.width) = (rows, width)
  }

  /// The size of the list pane that fills two columns: as wide as one column, twice as high.
  var room: CellSize { CellSize(rows: 2 * rows, columns: width) }

  func columnRects(at origin: CellPosition) -> (left: CellRect, right: CellRect) {
    let left = CellRect(row: origin.row, column: origin.column, rows: rows, columns: width)
    var right = left
    right.origin.column += width + Self.gap
    return (left, right)
  }

  func panePosition(of place: CellPosition) -> CellPosition {
    // The rows left below both columns belong to neither.
    guard place.row < rows else { return CellPosition(row: 2 * rows, column: place.column) }
    guard place.column >= width + Self.gap else { return place }
    return CellPosition(row: place.row + rows, column: place.column - width - Self.gap)
  }

  func scenePosition(of place: CellPosition) -> CellPosition {
    guard place.row >= rows else { return place }
    return CellPosition(row: place.row - rows, column: place.column + width + Self.gap)
  }
}
