import Testing

@testable import Terminal

struct SymbolCanvasTests {
  private let cells = CellSize(rows: 10, columns: 20)

  private func glyphs(
    width: Int, depth: ColourDepth, _ colour: (_ x: Int) -> [UInt8]
  ) throws -> [PictureGlyph] {
    let row = (0..<width).flatMap(colour)
    let image = try #require(
      PixelImage(
        size: PixelSize(width: width, height: 100),
        pixels: (0..<100).flatMap { _ in row }))
    let library = try #require(ChafaLibrary())
    let cell = PixelSize(width: 8, height: 16)
    let made = ChafaCanvas(library.functions, cells: cells, cell: cell, depth: depth)?
      .symbolGlyphs(of: image)
    return try #require(made)
  }

  @Test(arguments: [100, 101, 102, 103])
  func `a picture of any width is drawn without a slant`(width: Int) throws {
    let glyphs = try glyphs(width: width, depth: .direct) {
      [UInt8](repeating: $0 < width / 2 ? 0 : 255, count: 3)
    }

    let first = Array(glyphs[..<cells.columns])
    #expect(first.contains { $0 != first[0] })
    for row in 0..<cells.rows {
      #expect(Array(glyphs[(row * cells.columns)..<((row + 1) * cells.columns)]) == first)
    }
  }

  @Test(arguments: [ColourDepth.ansi16, .none])
  func `with few colours a grey is drawn as a pattern`(
    depth: ColourDepth
  ) throws {
    let glyphs = try glyphs(width: 100, depth: depth) { _ in [100, 100, 100] }

    #expect(glyphs.contains { $0 != glyphs[0] })
  }

  @Test(arguments: [("█", " "), ("▀", "▄"), ("▟", "▘")] as [(Unicode.Scalar, Unicode.Scalar)])
  func `the foreground of a block character covers as little of the cell's edges as possible`(
    character: Unicode.Scalar, complement: Unicode.Scalar
  ) {
    let (red, blue) = (PictureColour.rgb(255, 0, 0), PictureColour.rgb(0, 0, 255))
    let drawn = PictureGlyph(character: character, foreground: red, background: blue)
    let other = PictureGlyph(character: complement, foreground: blue, background: red)

    #expect(drawn.withSmallerForeground == other)
    #expect(other.withSmallerForeground == other)
  }

  @Test func `a picture in colours contains no character that has a smaller complement`() throws {
    let glyphs = try glyphs(width: 100, depth: .direct) { x in [UInt8(x * 2), 80, 200] }

    #expect(glyphs.allSatisfy { $0.withSmallerForeground == $0 })
  }

  @Test func `a dark colour keeps its hue among 256 colours`() throws {
    let glyphs = try glyphs(width: 100, depth: .palette256) { _ in [60, 110, 80] }

    // A green, where the nearest by red, green and blue is a grey.
    #expect(!glyphs.isEmpty)
    #expect(glyphs.allSatisfy { $0.background == .palette(29) })
  }
}
