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
  /// The scene, or the stream where there are two.
  package let main: CellRect
  /// The second pane, beside the stream; nil where there is no room or nothing to put there.
  package let side: CellRect?
  /// The bottom line.
  package let footer: CellRect

  /// Divides a screen that is large enough.
  package init(of size: CellSize, sideBySide: Bool, hasAir: Bool = true) {
    // The smallest screens have no body; nothing is drawn there, but the mouse may point at it.
    let top = hasAir && size.rows >= Self.rowsForAir ? 2 : 1
    let body = top..<max(top, size.rows - 1)
    header = CellRect(row: 0, column: 0, rows: 1, columns: size.columns)
    footer = CellRect(row: size.rows - 1, column: 0, rows: 1, columns: size.columns)
    guard sideBySide, size.columns >= Self.columnsForTwo else {
      main = CellRect(row: top, column: 0, rows: body.count, columns: size.columns)
      side = nil
      return
    }
    // The stream gets a little more than half; one column between them holds a rule.
    let left = size.columns * 54 / 100
    main = CellRect(row: top, column: 0, rows: body.count, columns: left)
    side = CellRect(row: top, column: left + 1, rows: body.count, columns: size.columns - left - 1)
  }

  /// Everything between the top line and the bottom line.
  package var whole: CellRect {
    CellRect(
      row: main.origin.row, column: main.origin.column, rows: main.size.rows,
      columns: header.size.columns)
  }

  /// Where the rule between the panes stands.
  package var rule: CellRect? {
    side.map {
      CellRect(
        row: 1, column: $0.origin.column - 1, rows: footer.origin.row - 1, columns: 1)
    }
  }
}
