import Terminal
import TerminalRig
import Testing

/// Pictures that are drawn over cells, and lost where these are written.
extension NcursesScreenTests {
  @Test(arguments: [PictureProtocol.sixel, .iterm])
  func `a sixel or inline picture is drawn again instead of scrolled`(method: PictureProtocol)
    async throws
  {
    let stage = try PictureFixture(method, rows: 24, columns: 80)
    let picture = try #require(noise(seed: 1, rows: 8, columns: 30))
    await stage.show(list(with: picture, from: 0))
    let cell = stage.shown.overlay[8][20]

    await stage.show(list(with: picture, from: 3))

    #expect(stage.painted.audit.scrollCount == 0)
    #expect(cell != nil)
    #expect(stage.shown.overlay[5][20] == cell)
    #expect(stage.shown.overlay[13][20] == nil)
  }

  @Test(arguments: [PictureProtocol.sixel, .iterm])
  func `nothing scrolls until the screen was redrawn without pictures`(
    method: PictureProtocol
  )
    async throws
  {
    let stage = try PictureFixture(method, rows: 24, columns: 80)
    let picture = try #require(noise(seed: 1, rows: 8, columns: 30))
    await stage.show(list(with: picture, from: 0))

    await stage.show(list(from: 0))
    await stage.show(list(from: 3))

    #expect(stage.painted.audit.scrollCount == 0)
    stage.painted.screen.markScreenForRepaint()
    await stage.show(list(from: 3))
    await stage.show(list(from: 6))
    #expect(stage.painted.audit.scrollCount > 0)
  }

  @Test(arguments: [PictureProtocol.sixel, .iterm])
  func `a cursor shown elsewhere does not cut a hole in a picture`(method: PictureProtocol)
    async throws
  {
    let stage = try PictureFixture(method)
    let picture = try #require(noise(seed: 1, rows: 6, columns: 12))
    var canvas = canvas(with: picture, row: 2, column: 3)
    canvas.cursor = CellPosition(row: 0, column: 0)
    await stage.show(canvas)
    canvas.writeLine(Line("above"), at: CellPosition(row: 0, column: 0))
    canvas.cursor = CellPosition(row: 0, column: 5)

    stage.painted.screen.markScreenForRepaint()
    await stage.show(canvas)

    #expect(stage.shown.overlay[2][3] != nil)
    #expect(stage.shown.text.isCursorVisible)
  }

  @Test(arguments: [PictureProtocol.sixel, .iterm])
  func `rows that lose a picture are rewritten in full`(method: PictureProtocol)
    async throws
  {
    let painted = try PaintedTerminal { $0.pictures = method }
    let picture = try #require(noise(seed: 1, rows: 2, columns: 4))
    var canvas = Canvas(size: painted.screen.size)
    canvas.writeLine(Line("beside"), at: CellPosition(row: 3, column: 60))
    let without = canvas
    canvas.placePicture(picture, at: CellPosition(row: 3, column: 2))
    painted.show(canvas)

    let bytes = painted.show(without)

    #expect(String(decoding: bytes, as: UTF8.self).contains("beside"))
  }

  @Test func `sixels are drawn in the colours of the picture`() async throws {
    let stage = try PictureFixture(.sixel)
    let red: [UInt8] = [250, 10, 20]
    let blue: [UInt8] = [10, 20, 240]
    let pixels = (0..<40).flatMap { _ in (0..<20).flatMap { $0 < 10 ? red : blue } }
    let image = try #require(PixelImage(size: PixelSize(width: 20, height: 40), pixels: pixels))
    let picture = Picture(image, cells: CellSize(rows: 2, columns: 2))

    await stage.show(canvas(with: picture, row: 1, column: 1))

    let left = try #require(stage.shown.overlay[1][1])
    let right = try #require(stage.shown.overlay[2][2])
    #expect(left.count == 600)
    for (index, wanted) in [98, 4, 8].enumerated() { #expect(abs(left[index] - wanted) <= 4) }
    for (index, wanted) in [4, 8, 94].enumerated() { #expect(abs(right[index] - wanted) <= 4) }
    #expect(stage.shown.overlay[1][3] == nil)
  }

  @Test(arguments: [(4, 110), (54, 4)])
  func `sixels larger than a terminal's limit are sent in parts`(rows: Int, columns: Int)
    async throws
  {
    let stage = try PictureFixture(.sixel, rows: 60, columns: 120)
    let size = PixelSize(width: columns, height: rows)
    let image = try #require(
      PixelImage(size: size, pixels: Array(repeating: 128, count: 3 * rows * columns)))
    var canvas = Canvas(size: CellSize(rows: 60, columns: 120))
    canvas.placePicture(
      Picture(image, cells: CellSize(rows: rows, columns: columns)),
      at: CellPosition(row: 2, column: 5))

    await stage.show(canvas)

    for (row, cells) in stage.shown.overlay.enumerated() {
      for (column, pixels) in cells.enumerated() {
        let isInside = (2..<(2 + rows)).contains(row) && (5..<(5 + columns)).contains(column)
        #expect((pixels != nil) == isInside, "row \(row), column \(column)")
      }
    }
  }

  @Test func `an inline image has the pixels of the picture`() async throws {
    let stage = try PictureFixture(.iterm)
    let picture = try #require(noise(seed: 5, rows: 2, columns: 3))

    await stage.show(canvas(with: picture, row: 1, column: 1))

    let cell = try #require(stage.shown.overlay[2][3])
    let first = (20 * 30 + 20) * 3
    #expect(cell.prefix(3).elementsEqual(picture.image.pixels[first..<(first + 3)].map { Int($0) }))
  }
}
