package import Terminal

/// How the screen is divided.
package struct Panes: Equatable {
  /// Below this the program only says that it needs more room.
  package static let smallest = CellSize(rows: 6, columns: 20)
  /// From this width a second pane stands beside a stream.
  static let columnsForTwo = 120

  /// From this height a blank row stands below the top line.
  static let rowsForAir = 20

  /// The top line.
  package let header: CellRect
  /// Where the panes have their titles; nil where there is but one pane.
  package let titles: CellRect?
  /// The panes, from the left, one at least; a column between two of them holds a rule.
  package let columns: [CellRect]
  /// The bottom line.
  package let footer: CellRect

  /// Divides a screen that is large enough.
  package init(of size: CellSize, sideBySide: Bool, hasAir: Bool = true) {
    // The stream gets a little more than half.
    let isDivided = sideBySide && size.columns >= Self.columnsForTwo
    self.init(
      of: size, widths: isDivided ? [size.columns * 54 / 100] : [], hasAir: hasAir)
  }

  /// Divides a screen into panes of those widths, and a last one that has the rest.
  private init(of size: CellSize, widths: [Int], hasAir: Bool) {
    let isDivided = !widths.isEmpty
    // The smallest screens have no body; nothing is drawn there, but the mouse may point at it.
    let top = isDivided || hasAir && size.rows >= Self.rowsForAir ? 2 : 1
    let body = top..<max(top, size.rows - 1)
    func line(_ row: Int) -> CellRect {
      CellRect(row: row, column: 0, rows: 1, columns: size.columns)
    }
    (header, footer) = (line(0), line(size.rows - 1))
    titles = isDivided ? line(1) : nil
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

  /// Everything between the top line and the bottom line.
  package var whole: CellRect {
    CellRect(
      row: columns[0].origin.row, column: 0, rows: columns[0].size.rows,
      columns: header.size.columns)
  }

  /// The columns in which a rule stands.
  package var rules: [Int] { columns.dropFirst().map { $0.origin.column - 1 } }
}
