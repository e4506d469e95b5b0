import Terminal

enum Frame {
  /// Draws a rounded frame around rect, with a padding of two columns and one row.
  static func draw(around rect: CellRect, on canvas: inout Canvas, _ style: Style) {
    let inner = rect.size.columns + 4
    let bar = SafeText(repeating: "─", count: inner)
    let (left, right) = (rect.origin.column - 3, rect.columns.upperBound + 2)
    let (top, bottom) = (rect.origin.row - 2, rect.rows.upperBound + 1)
    canvas.write(Line("╭" + bar + "╮", style), at: CellPosition(row: top, column: left))
    canvas.write(Line("╰" + bar + "╯", style), at: CellPosition(row: bottom, column: left))
    for row in (top + 1)..<bottom {
      canvas.write(Line("│", style), at: CellPosition(row: row, column: left))
      canvas.write(Line("│", style), at: CellPosition(row: row, column: right))
    }
  }
}
