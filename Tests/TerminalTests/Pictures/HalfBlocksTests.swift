import Testing

@testable import Terminal

/// Pictures where chafa is not installed.
struct HalfBlocksTests {
  private static let red: [UInt8] = [255, 0, 0]
  private static let blue: [UInt8] = [0, 0, 255]

  /// A picture of that size, by the colour of each pixel.
  private func image(
    _ width: Int, _ height: Int, _ colour: (_ x: Int, _ y: Int) -> [UInt8]
  ) throws -> PixelImage {
    try #require(
      PixelImage(
        size: PixelSize(width: width, height: height),
        pixels: (0..<height).flatMap { y in (0..<width).flatMap { colour($0, y) } }))
  }

  private func glyphs(
    _ image: PixelImage, rows: Int = 1, columns: Int = 1, _ depth: ColourDepth
  ) -> [PictureGlyph] {
    HalfBlockConverter(cells: CellSize(rows: rows, columns: columns), depth: depth).halfBlockGlyphs(
      of: image)
  }

  @Test func `a half block has the colours of the two halves of its cell`() throws {
    let image = try image(8, 16) { _, y in y < 8 ? Self.red : Self.blue }

    #expect(
      glyphs(image, .direct) == [
        PictureGlyph(character: "▀", foreground: .rgb(255, 0, 0), background: .rgb(0, 0, 255))
      ])
    #expect(
      glyphs(image, .palette256) == [
        PictureGlyph(
          character: "▀", foreground: PictureColour(255, 0, 0, depth: .palette256),
          background: PictureColour(0, 0, 255, depth: .palette256))
      ])
    #expect(
      glyphs(image, .ansi16) == [
        PictureGlyph(character: "▀", foreground: .palette(9), background: .palette(4))
      ])
  }

  @Test func `each half of a cell has the mean colour of its pixels`() throws {
    let image = try image(4, 2) { x, y in
      [UInt8](repeating: y == 0 ? UInt8(x * 40) : 200, count: 3)
    }

    #expect(glyphs(image, .direct).first?.foreground == .rgb(60, 60, 60))
    #expect(glyphs(image, .direct).first?.background == .rgb(200, 200, 200))
  }

  @Test func `a cell of one colour is a blank on that colour`() throws {
    let image = try image(8, 16) { _, _ in Self.blue }

    #expect(
      glyphs(image, .direct) == [
        PictureGlyph(character: " ", foreground: .rgb(0, 0, 255), background: .rgb(0, 0, 255))
      ])
  }

  @Test func `half blocks are ordered row by row from the top left`() throws {
    let image = try image(20, 40) { x, y in [UInt8(x / 10 * 100), UInt8(y / 10 * 50), 0] }

    let glyphs = glyphs(image, rows: 2, columns: 2, .direct)

    #expect(
      glyphs.map(\.foreground) == [
        .rgb(0, 0, 0), .rgb(100, 0, 0), .rgb(0, 100, 0), .rgb(100, 100, 0),
      ])
    #expect(
      glyphs.map(\.background) == [
        .rgb(0, 50, 0), .rgb(100, 50, 0), .rgb(0, 150, 0), .rgb(100, 150, 0),
      ])
  }

  @Test(arguments: [ColourDepth.direct, .palette256, .ansi16, .none])
  func `a picture smaller than its cells fills them all`(depth: ColourDepth) throws {
    let image = try image(3, 1) { x, _ in x == 0 ? Self.red : Self.blue }

    let glyphs = glyphs(image, rows: 5, columns: 7, depth)

    #expect(glyphs.count == 35)
    if depth == .direct {
      #expect(glyphs.first?.background == .rgb(255, 0, 0))
      #expect(glyphs.last?.background == .rgb(0, 0, 255))
    }
  }

  @Test func `without colours black and white are plain, and greys are patterns`() throws {
    func characters(_ grey: UInt8) throws -> [Unicode.Scalar] {
      let image = try image(16, 32) { _, _ in [grey, grey, grey] }
      let glyphs = glyphs(image, rows: 4, columns: 4, .none)
      #expect(glyphs.allSatisfy { $0.foreground == .standard && $0.background == .standard })
      return glyphs.map(\.character)
    }

    #expect(Set(try characters(0)) == [" "])
    #expect(Set(try characters(255)) == ["█"])
    #expect(Set(try characters(128)).count > 1)
  }

  @Test func `with sixteen colours a mixed colour is a pattern of two`() throws {
    func numbers(_ grey: UInt8) throws -> [UInt8] {
      let image = try image(16, 32) { _, _ in [grey, grey, grey] }
      let colours = glyphs(image, rows: 4, columns: 4, .ansi16).flatMap {
        [$0.foreground, $0.background]
      }
      return (0..<16).filter { colours.contains(.palette($0)) }
    }

    #expect(try numbers(0) == [0])
    #expect(try numbers(127) == [8])
    #expect(try numbers(64) == [0, 8])
    #expect(try numbers(180) == [7, 8])
  }

  @Test func `a picture is drawn by chafa if available, or else in half blocks`() throws {
    let image = try image(80, 160) { x, y in [UInt8(x * 3), UInt8(y), 90] }
    let picture = Picture(image, cells: CellSize(rows: 10, columns: 10))
    let cell = PixelSize(width: 8, height: 16)
    func drawn(_ library: ChafaLibrary?) -> [PictureGlyph] {
      SymbolEncoder.pictureGlyphs(of: picture, depth: .direct, cell: cell, with: library)
    }

    let own = drawn(nil)
    let sharpened = image.sharpened(forColumns: 10, depth: .direct)
    #expect(
      own == HalfBlockConverter(cells: picture.cells, depth: .direct).halfBlockGlyphs(of: sharpened)
    )
    #expect(Set(own.map(\.character)) == ["▀"])
    let library = try #require(ChafaLibrary())
    #expect(drawn(library) != own)
  }
}
