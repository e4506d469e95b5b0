import Terminal
import Testing

@Suite struct CanvasPictureTests {
  @Test func `a picture takes its cells`() throws {
    var canvas = Canvas(size: CellSize(rows: 4, columns: 8))
    canvas.write("abcdefgh", row: 1)

    canvas.placePicture(try picture(rows: 2, columns: 3), at: CellPosition(row: 1, column: 2))

    #expect(canvas.text == "\nab▒▒▒fgh\n  ▒▒▒\n")
  }

  @Test func `what is written or filled later covers it`() throws {
    var canvas = Canvas(size: CellSize(rows: 3, columns: 6))
    canvas.placePicture(try picture(rows: 3, columns: 6), at: CellPosition(row: 0, column: 0))

    canvas.write("日", row: 0, column: 1)
    canvas.fillRect(CellRect(row: 1, column: 2, rows: 1, columns: 9))

    #expect(canvas.text == "▒日▒▒▒\n▒▒\n▒▒▒▒▒▒")
  }

  @Test func `it is clipped by the canvas, and by the rectangle where there is one`() throws {
    var canvas = Canvas(size: CellSize(rows: 4, columns: 6))
    let large = try picture(rows: 3, columns: 4)

    canvas.placePicture(large, at: CellPosition(row: -2, column: -1))
    canvas.placePicture(
      large, at: CellPosition(row: 1, column: 2),
      within: CellRect(row: 2, column: 3, rows: 1, columns: 9))

    #expect(canvas.text == "▒▒▒\n\n   ▒▒▒\n")
  }

  @Test func `a wide character that it cuts becomes blank`() throws {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 6))
    canvas.write("日本語", row: 0)

    canvas.placePicture(try picture(rows: 1, columns: 2), at: CellPosition(row: 0, column: 1))

    #expect(canvas.text == " ▒▒ 語")
  }

  @Test func `links under it lead nowhere`() throws {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 6))
    let target: Hyperlink = try #require(Hyperlink("https://example.org/"))
    var line = Line()
    line.append("linked", link: target)
    canvas.writeLine(line, at: CellPosition(row: 0, column: 0))

    canvas.placePicture(try picture(rows: 1, columns: 1), at: CellPosition(row: 0, column: 2))

    #expect(canvas.links.segmentTarget(at: CellPosition(row: 0, column: 2)) == nil)
  }

  @Test func `a placement off the canvas is none`() throws {
    var canvas = Canvas(size: CellSize(rows: 2, columns: 2))

    canvas.placePicture(try picture(rows: 1, columns: 1), at: CellPosition(row: 5, column: 0))

    #expect(canvas == Canvas(size: CellSize(rows: 2, columns: 2)))
  }

  private func picture(rows: Int, columns: Int) throws -> Picture {
    let image = try #require(PixelImage(size: PixelSize(width: 1, height: 1), pixels: [1, 2, 3]))
    return Picture(image, cells: CellSize(rows: rows, columns: columns))
  }
}

extension Canvas {
  fileprivate mutating func write(_ text: SafeText, row: Int, column: Int = 0) {
    writeLine(Line(text), at: CellPosition(row: row, column: column))
  }
}
