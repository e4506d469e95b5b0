import Terminal
import Testing

struct ClickableTextTests {
  private func line() -> Line {
    var line = Line("Esc back")
    line.setClickKey(Key(.escape), at: 0..<line.columns)
    line.appendBlanks(3)
    var other = Line("^S send")
    other.setClickKey(.controlKey("s"), at: 0..<other.columns)
    line.append(other)
    return line
  }

  private func keys(of canvas: Canvas, row: Int = 0) -> [Key?] {
    (0..<canvas.size.columns).map {
      canvas.keys.segmentTarget(at: CellPosition(row: row, column: $0))
    }
  }

  @Test func `a click key covers the cells of its label only`() {
    var canvas = Canvas(size: CellSize(rows: 2, columns: 22))

    canvas.writeLine(line(), at: CellPosition(row: 0, column: 2))

    let none = [Key?](repeating: nil, count: 22)
    #expect(
      keys(of: canvas)
        == [nil, nil] + [Key?](repeating: Key(.escape), count: 8) + [nil, nil, nil]
        + [Key?](repeating: .controlKey("s"), count: 7) + [nil, nil])
    #expect(keys(of: canvas, row: 1) == none)
  }

  @Test func `clipped cells of a label have no click key`() {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 12))

    canvas.writeLine(
      line().prefix(columns: 13), at: CellPosition(row: 0, column: -5),
      within: CellRect(row: 0, column: 1, rows: 1, columns: 6))

    #expect(
      keys(of: canvas)
        == [nil, Key(.escape), Key(.escape), nil, nil, nil, .controlKey("s")]
        + [Key?](repeating: nil, count: 5))
  }

  @Test func `drawing over a label removes its click key`() {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 18))
    let start = CellPosition(row: 0, column: 0)

    canvas.writeLine(line(), at: start)
    canvas.writeLine(Line("x"), at: CellPosition(row: 0, column: 3))
    #expect(canvas.keys.map(\.target) == [.controlKey("s")])
    canvas.fillRect(CellRect(row: 0, column: 16, rows: 1, columns: 2))
    #expect(canvas.keys.isEmpty)
  }

  @Test func `click keys can be removed from a part of the canvas`() {
    var canvas = Canvas(size: CellSize(rows: 2, columns: 18))
    for row in 0...1 { canvas.writeLine(line(), at: CellPosition(row: row, column: 0)) }

    canvas.removeClickKeys(in: CellRect(row: 1, column: 9, rows: 1, columns: 9))

    #expect(canvas.keys.map(\.position.row) == [0, 0, 1])
  }
}
