import Terminal

extension ProfileDialog {
  /// Draws it in the middle, over what is there.
  func draw(
    on canvas: inout Canvas, in rect: CellRect, _ theme: Theme, sign: SafeText,
    options: DisplayOptions
  ) {
    let isFramed = !options.isPlain && rect.size.columns >= 40 && rect.size.rows >= 10
    let border = isFramed ? (rows: 4, columns: 6) : (rows: 0, columns: 0)
    let columns = max(1, min(56, rect.size.columns - border.columns))
    var text = lines.flatMap { line -> [Line] in
      let prefix: StyledText = isBusy && options.isAnimated ? [Span(sign + " ", .busy)] : []
      let line = theme.line(prefix + line)
      // Where room is short, what would be lost must still be told.
      return isFramed ? TextWrapping.wrap(line, columns: columns) : [line.cut(columns: columns)]
    }
    let footer = isBusy ? [] : [Line(), HintLine.line(keys, columns: columns, theme: theme)]
    // The keys are in sight however small the room is.
    let room = max(1, rect.size.rows - border.rows - footer.count)
    if text.count > room { text = text.filter { $0.columns > 0 } }
    let all = Array(text.prefix(room)) + footer
    let box = CellRect(
      row: rect.origin.row + max(0, (rect.size.rows - all.count) / 2),
      column: rect.origin.column + max(0, (rect.size.columns - columns) / 2), rows: all.count,
      columns: columns)
    if isFramed {
      canvas.fill(
        CellRect(
          row: box.origin.row - 2, column: box.origin.column - 3, rows: box.size.rows + 4,
          columns: columns + 6), theme.style(.text))
      Frame.draw(around: box, on: &canvas, theme.style(.rule))
    } else {
      canvas.fill(rect, theme.style(.text))
    }
    for (row, line) in zip(box.rows, all) {
      canvas.write(line, at: CellPosition(row: row, column: box.origin.column), within: rect)
    }
  }
}
