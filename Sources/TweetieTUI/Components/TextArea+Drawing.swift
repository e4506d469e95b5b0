import Terminal

extension TextArea {
  /// Draws the rows from `scroll` on, moving it as little as keeps the cursor in sight, and shows
  /// the cursor where the keys go here.
  mutating func draw(
    on canvas: inout Canvas, in rect: CellRect, scroll: inout Int, style: Style, isFocused: Bool
  ) {
    canvas.fill(rect, style)
    guard rect.size.rows > 0, rect.size.columns > 0 else { return }
    let layout = layout(columns: rect.size.columns)
    let position = layout.position(of: cursor)
    scroll = min(scroll, max(0, layout.rows.count - rect.size.rows))
    scroll = max(min(scroll, position.row), position.row - rect.size.rows + 1)
    for (row, index) in zip(rect.rows, scroll..<layout.rows.count) {
      canvas.write(
        layout.line(index, style),
        at: CellPosition(row: row, column: rect.origin.column), within: rect)
    }
    guard isFocused else { return }
    canvas.cursor = CellPosition(
      row: rect.origin.row + position.row - scroll,
      column: rect.origin.column + position.column)
  }
}
