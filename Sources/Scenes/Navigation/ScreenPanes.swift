package import Terminal

/// A layout of the screen as rectangles: top line, panes and bottom line.
package struct ScreenPanes: Equatable {
  /// The smallest screen on which scenes are drawn; on a smaller one, the program only asks for a
  /// larger window.
  package static let smallest = CellSize(rows: 6, columns: 20)
  /// The minimum width of the screen, in columns of cells, for a second pane beside a stream.
  static let columnsForTwo = 120

  /// The minimum width of a deck column with the vertical rule beside it, in columns of cells.
  /// Lines of about 60 characters read best, and a screen of 120 has room for two.
  private static let columnsForColumn = 60

  /// The minimum height of the screen, in rows, for a blank row between the top line and the scene.
  static let rowsForAir = 20

  package let header: CellRect
  /// The rectangle of the row with the titles of the panes; nil if the panes have no titles.
  package let titles: CellRect?
  /// The rectangles of the panes from left to right, at least one; a vertical rule of one column
  /// stands between neighbours.
  package let columns: [CellRect]
  package let footer: CellRect

  /// Creates the division of the screen into one pane for a stream, or into two panes if wanted and
  /// wide enough. `size` must be at least `smallest`.
  package init(of size: CellSize, sideBySide: Bool, mayHaveBlankTopRow: Bool = true) {
    // The stream gets 54 % of the width.
    let isDivided = sideBySide && size.columns >= Self.columnsForTwo
    self.init(
      of: size, widths: isDivided ? [size.columns * 54 / 100] : [], hasTitles: isDivided,
      mayHaveBlankTopRow: mayHaveBlankTopRow)
  }

  /// Creates the division of the screen into the `count` equally wide columns of a deck. The title
  /// of a single column is left out on a low screen.
  package init(of size: CellSize, deck count: Int, hasTitles: Bool) {
    let room = max(count, size.columns - (count - 1))
    self.init(
      of: size, widths: (0..<count - 1).map { room / count + ($0 < room % count ? 1 : 0) },
      hasTitles: hasTitles && (count > 1 || size.rows >= Self.rowsForAir), mayHaveBlankTopRow: true)
  }

  package static func deckColumnCount(fitting width: Int) -> Int {
    max(1, width / columnsForColumn)
  }

  /// Creates the division of the screen into panes of the given widths, and a last pane with the
  /// remaining width.
  private init(of size: CellSize, widths: [Int], hasTitles: Bool, mayHaveBlankTopRow: Bool) {
    // The smallest screens have no body; nothing is drawn there, but the mouse may point at it.
    let top = hasTitles || mayHaveBlankTopRow && size.rows >= Self.rowsForAir ? 2 : 1
    let body = top..<max(top, size.rows - 1)
    func fullWidthScreenRow(_ row: Int) -> CellRect {
      CellRect(row: row, column: 0, rows: 1, columns: size.columns)
    }
    (header, footer) = (fullWidthScreenRow(0), fullWidthScreenRow(size.rows - 1))
    titles = hasTitles ? fullWidthScreenRow(1) : nil
    var columns: [CellRect] = []
    var left = 0
    for width in widths + [size.columns] {
      columns.append(
        CellRect(
          row: top, column: left, rows: body.count, columns: min(width, size.columns - left)))
      left += width + 1
    }
    self.columns = columns
  }

  package var wholeScreen: CellRect {
    CellRect(
      row: columns[0].origin.row, column: 0, rows: columns[0].size.rows,
      columns: header.size.columns)
  }

  package var rules: [Int] { columns.dropFirst().map { $0.origin.column - 1 } }
}
