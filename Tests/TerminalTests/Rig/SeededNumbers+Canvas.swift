import Terminal

/// Changes to a canvas as scenes make them, and worse.
extension SeededNumbers {
  mutating func edited(_ canvas: Canvas, slanted: Bool) -> Canvas {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: scrolled(canvas, by: Int.random(in: -3...3, using: &self))
    case 1: filled(canvas, slanted)
    default: written(canvas, slanted)
    }
  }

  private mutating func style(_ slanted: Bool) -> Style {
    let colours: [Colour] = [
      .standard, .standard, .ansi(1), .ansi(12), .rgb(200, 10, 90), .rgb(3, 4, 5),
    ]
    var attributes = Style.TextAttributes(rawValue: UInt8.random(in: 0..<32, using: &self))
    attributes.remove(.dim)
    if !slanted { attributes.remove(.italic) }
    return Style(
      colours.randomElement(using: &self) ?? .standard,
      on: colours.randomElement(using: &self) ?? .standard,
      attributes)
  }

  private func scrolled(_ canvas: Canvas, by rows: Int) -> Canvas {
    var scrolled = Canvas(size: canvas.size)
    for row in 0..<canvas.size.rows where canvas.rows.indices.contains(row + rows) {
      var line = Line()
      for cell in canvas.rows[row + rows] where cell.width > 0 {
        line.append(SafeText(sanitizing: String(cell.character)), cell.style)
      }
      scrolled.writeLine(line, at: CellPosition(row: row, column: 0))
    }
    return scrolled
  }

  private mutating func filled(_ canvas: Canvas, _ slanted: Bool) -> Canvas {
    var copy = canvas
    let row = Int.random(in: -1..<canvas.size.rows, using: &self)
    let column = Int.random(in: -1..<canvas.size.columns, using: &self)
    copy.fillRect(CellRect(row: row, column: column, rows: 3, columns: 9), style(slanted))
    return copy
  }

  private mutating func written(_ canvas: Canvas, _ slanted: Bool) -> Canvas {
    var copy = canvas
    let words = [
      "Ada Lovelace", "日本語", "👍🏽", "👩‍👩‍👧‍👦", "❤️", "🇩🇪", "1️⃣", "e\u{301}", "कि", "      ", "wörd", "🫨",
      "한글", "x", "ｱﾞ",
    ]
    var line = Line()
    for _ in 0..<Int.random(in: 1...6, using: &self) {
      let word = SafeText(sanitizing: words.randomElement(using: &self) ?? "")
      let link = Bool.random(using: &self) ? SafeWebLink("https://example.org/\(next() % 5)") : nil
      line.append(word, style(slanted), link: link)
    }
    let row = Int.random(in: 0..<canvas.size.rows, using: &self)
    let column = Int.random(in: -2..<canvas.size.columns, using: &self)
    copy.writeLine(line, at: CellPosition(row: row, column: column))
    return copy
  }
}
