import Terminal

/// The canvas: whatever is written wherever, it never traps, rows stay whole, links stay inside,
/// and nothing outside the clipping changes but halves of wide characters that were cut.
enum CanvasProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let size = CellSize(rows: reader.number(below: 6) - 1, columns: reader.number(below: 18) - 1)
    var canvas = Canvas(size: size)
    for _ in 0..<24 where !reader.isAtEnd {
      let before = canvas
      let touched = act(on: &canvas, &reader)
      try checkRows(of: canvas)
      try checkLinks(of: canvas)
      try checkUntouched(externalActions: touched, from: before, to: canvas)
    }
    _ = canvas.text
    _ = canvas.links.segmentTarget(
      at: CellPosition(row: reader.coordinate(), column: reader.coordinate()))
  }

  /// Does one thing, and returns where it may have changed something.
  private static func act(on canvas: inout Canvas, _ reader: inout InputReader) -> CellRect {
    let choice = reader.number(below: 3)
    guard choice > 0 else {
      let rect = rect(&reader)
      canvas.fillRect(rect, .reversed)
      return rect
    }
    let clip = choice > 1 ? rect(&reader) : nil
    let position = CellPosition(row: reader.coordinate(), column: reader.coordinate())
    let link = reader.byte() & 1 == 0 ? nil : SafeWebLink("https://example.org/")
    canvas.writeLine(
      Line(SafeText(sanitizing: reader.text()), .bold, link: link),
      at: position, within: clip)
    return clip ?? canvas.bounds
  }

  private static func rect(_ reader: inout InputReader) -> CellRect {
    CellRect(
      row: reader.coordinate(), column: reader.coordinate(), rows: reader.coordinate(),
      columns: reader.coordinate())
  }

  private static func checkRows(of canvas: Canvas) throws(Finding) {
    try expect(canvas.rows.count == canvas.size.rows, "\(canvas.rows.count) rows")
    for row in canvas.rows {
      try expect(row.count == canvas.size.columns, "a row of \(row.count) cells")
      try CellsRule.check(row)
    }
  }

  private static func checkLinks(of canvas: Canvas) throws(Finding) {
    var linked: Set<CellPosition> = []
    for link in canvas.links {
      try expect(link.columns > 0, "a link over nothing")
      for column in link.position.column..<(link.position.column + link.columns) {
        let position = CellPosition(row: link.position.row, column: column)
        try expect(canvas.bounds.contains(position), "a link outside the canvas")
        try expect(linked.insert(position).inserted, "two links in one cell")
      }
    }
  }

  private static func checkUntouched(
    externalActions touched: CellRect, from before: Canvas, to after: Canvas
  ) throws(Finding) {
    for row in 0..<after.size.rows {
      for column in 0..<after.size.columns
      where !touched.contains(CellPosition(row: row, column: column)) {
        let (old, new) = (before.rows[row][column], after.rows[row][column])
        guard old != new else { continue }
        try expect(
          old.width != 1 && new == .blankCell(old.style), "cell \(row), \(column) was overwritten")
      }
    }
  }
}
