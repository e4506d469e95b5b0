import Terminal
import Testing

@Suite struct CanvasPictureTests {
  @Test func `a picture covers its cells`() throws {
    var canvas = Canvas(size: CellSize(rows: 4, columns: 8))
    canvas.write("abcdefgh", row: 1)

    canvas.placePicture(try picture(rows: 2, columns: 3), at: CellPosition(row: 1, column: 2))

    #expect(canvas.text == "\nab▒▒▒fgh\n  ▒▒▒\n")
  }

  @Test func `text written or filled later covers a picture`() throws {
    var canvas = Canvas(size: CellSize(rows: 3, columns: 6))
    canvas.placePicture(try picture(rows: 3, columns: 6), at: CellPosition(row: 0, column: 0))

    canvas.write("日", row: 0, column: 1)
    canvas.fillRect(CellRect(row: 1, column: 2, rows: 1, columns: 9))

    #expect(canvas.text == "▒日▒▒▒\n▒▒\n▒▒▒▒▒▒")
  }

  @Test func `a picture is clipped by the canvas and the given rectangle`() throws {
    var canvas = Canvas(size: CellSize(rows: 4, columns: 6))
    let large = try picture(rows: 3, columns: 4)

    canvas.placePicture(large, at: CellPosition(row: -2, column: -1))
    canvas.placePicture(
      large, at: CellPosition(row: 1, column: 2),
      within: CellRect(row: 2, column: 3, rows: 1, columns: 9))

    #expect(canvas.text == "▒▒▒\n\n   ▒▒▒\n")
  }

  @Test func `a wide character cut by a picture becomes blank`() throws {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 6))
    canvas.write("日本語", row: 0)

    canvas.placePicture(try picture(rows: 1, columns: 2), at: CellPosition(row: 0, column: 1))

    #expect(canvas.text == " ▒▒ 語")
  }

  @Test func `a picture removes the links of the cells below it`() throws {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 6))
    let target: SafeWebLink = try #require(SafeWebLink("https://example.org/"))
    var line = Line()
    line.append("linked", link: target)
    canvas.writeLine(line, at: CellPosition(row: 0, column: 0))

    canvas.placePicture(try picture(rows: 1, columns: 1), at: CellPosition(row: 0, column: 2))

    #expect(canvas.links.segmentTarget(at: CellPosition(row: 0, column: 2)) == nil)
  }

  @Test func `a picture placed off the canvas changes nothing`() throws {
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
