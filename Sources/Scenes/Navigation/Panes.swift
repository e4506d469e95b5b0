package import Terminal

/// The division of the screen into top line, panes and bottom line.
package struct ScreenPanes: Equatable {
  /// The smallest usable screen; on a smaller one the program only asks for more room.
  package static let smallest = CellSize(rows: 6, columns: 20)
  /// Minimum width of the screen, in columns of cells, at which a stream leaves room for a second
  /// pane.
  static let columnsForTwo = 120

  /// Minimum width of a deck column, in columns of cells, with its rule. Lines of about 60
  /// characters read best, and 120 cells hold two columns.
  private static let columnsForColumn = 60

  /// Minimum height of the screen, in rows, at which a blank row separates the top line from the
  /// scene.
  static let rowsForAir = 20

  package let header: CellRect
  /// The rectangle of the row with the pane titles; nil for a single pane.
  package let titles: CellRect?
  /// The rectangles of the screen's panes from the left, at least one, with a one-cell rule between
  /// neighbours.
  package let columns: [CellRect]
  package let footer: CellRect

  /// Creates the division of the screen for a stream, alone or side by side with a second pane.
  /// size is at least smallest.
  package init(of size: CellSize, sideBySide: Bool, hasAir: Bool = true) {
    // The stream gets a little more than half.
    let isDivided = sideBySide && size.columns >= Self.columnsForTwo
    self.init(
      of: size, widths: isDivided ? [size.columns * 54 / 100] : [], hasTitles: isDivided,
      hasAir: hasAir)
  }

  /// Creates the division of the screen for a deck with count equally wide columns. A single column
  /// has a title if a blank row would fit.
  package init(of size: CellSize, deck count: Int, hasTitles: Bool) {
    let room = max(count, size.columns - (count - 1))
    self.init(
      of: size, widths: (0..<count - 1).map { room / count + ($0 < room % count ? 1 : 0) },
      hasTitles: hasTitles && (count > 1 || size.rows >= Self.rowsForAir), hasAir: true)
  }

  /// Returns the number of deck columns that fit a screen width.
  package static func columnCount(fitting width: Int) -> Int { max(1, width / columnsForColumn) }

  /// Divides the screen into panes of the given widths, and a last pane with the remaining columns.
  private init(of size: CellSize, widths: [Int], hasTitles: Bool, hasAir: Bool) {
    // The smallest screens have no body; nothing is drawn there, but the mouse may point at it.
    let top = hasTitles || hasAir && size.rows >= Self.rowsForAir ? 2 : 1
    let body = top..<max(top, size.rows - 1)
    func lineRect(_ row: Int) -> CellRect {
      CellRect(row: row, column: 0, rows: 1, columns: size.columns)
    }
    (header, footer) = (lineRect(0), lineRect(size.rows - 1))
    titles = hasTitles ? lineRect(1) : nil
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

  /// The area of the screen between the top line and the bottom line.
  package var whole: CellRect {
    CellRect(
      row: columns[0].origin.row, column: 0, rows: columns[0].size.rows,
      columns: header.size.columns)
  }

  /// The column numbers of the screen's vertical rules between panes.
  package var rules: [Int] { columns.dropFirst().map { $0.origin.column - 1 } }
}
