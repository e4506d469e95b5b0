import Terminal

/// A sentence in the middle of an empty scene, and what to do next.
struct NoticeBox {
  let theme: Theme

  /// Draws it, broken into lines where it is too long.
  func draw(
    _ sentence: SafeText, next: SafeText, sign: SafeText?, on canvas: inout Canvas,
    in rect: CellRect
  ) {
    let columns = max(1, min(60, rect.size.columns - 4))
    var first = Line()
    if let sign { first.append(sign + " ", theme.style(.busy)) }
    first.append(sentence, theme.style(.strong))
    var lines = TextWrapping.wrap(first, columns: columns)
    if !next.string.isEmpty {
      if rect.size.rows > lines.count + 2 { lines.append(Line()) }
      lines += TextWrapping.wrap(Line(next, theme.style(.faint)), columns: columns)
    }
    let top = rect.origin.row + max(0, (rect.size.rows - lines.count) * 2 / 5)
    for (offset, line) in lines.enumerated() {
      let left = rect.origin.column + max(0, (rect.size.columns - line.columns) / 2)
      canvas.write(line, at: CellPosition(row: top + offset, column: left), within: rect)
    }
  }
}
