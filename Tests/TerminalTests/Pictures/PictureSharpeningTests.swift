import Testing

@testable import Terminal

struct PictureSharpeningTests {
  /// An image of 80 by 32 pixels for ten columns and two rows, by the light of each pixel's column.
  private func image(_ light: (_ x: Int) -> UInt8) throws -> PixelImage {
    let row = (0..<80).flatMap { [UInt8](repeating: light($0), count: 3) }
    return try #require(
      PixelImage(
        size: PixelSize(width: 80, height: 32), pixels: (0..<32).flatMap { _ in row }))
  }

  private func lights(of image: PixelImage) -> [UInt8] {
    stride(from: 0, to: 3 * image.size.width, by: 3).map { image.pixels[$0] }
  }

  @Test(arguments: [ColourDepth.direct, .palette256, .ansi16, .none])
  func `sharpening keeps an image of one colour unchanged`(depth: ColourDepth) throws {
    let flat = try image { _ in 90 }

    #expect(flat.sharpened(forColumns: 10, depth: depth) == flat)
  }

  @Test(arguments: [ColourDepth.direct, .palette256, .ansi16])
  func `sharpening increases the contrast at an edge only`(
    depth: ColourDepth
  ) throws {
    let edge = try image { $0 < 40 ? 100 : 150 }

    let sharpened = lights(of: edge.sharpened(forColumns: 10, depth: depth))

    #expect(sharpened[39] < 90)
    #expect(sharpened[40] > 160)
    #expect(sharpened[0] == 100)
    #expect(sharpened[79] == 150)
  }

  @Test func `sharpening is stronger with fewer colours`() throws {
    let edge = try image { $0 < 40 ? 100 : 150 }
    func step(_ depth: ColourDepth) -> Int {
      let lights = lights(of: edge.sharpened(forColumns: 10, depth: depth))
      return Int(lights[40]) - Int(lights[39])
    }

    #expect(step(.palette256) < step(.ansi16))
    #expect(step(.ansi16) < step(.none))
  }

  @Test func `sharpening keeps the hue of a pixel`() throws {
    let row = (0..<80).flatMap { x -> [UInt8] in x < 40 ? [100, 80, 60] : [150, 130, 110] }
    let edge = try #require(
      PixelImage(size: PixelSize(width: 80, height: 32), pixels: (0..<32).flatMap { _ in row }))

    let pixels = edge.sharpened(forColumns: 10, depth: .direct).pixels

    for x in [38, 39, 40, 41] {
      #expect(Int(pixels[3 * x]) - Int(pixels[3 * x + 1]) == 20)
      #expect(Int(pixels[3 * x + 1]) - Int(pixels[3 * x + 2]) == 20)
    }
  }

  @Test func `without colours a low-contrast image becomes grey, from black to white`() throws {
    let dull = try image { UInt8(80 + $0) }

    let sharpened = lights(of: dull.sharpened(forColumns: 10, depth: .none))

    #expect(sharpened.min() == 0)
    #expect(sharpened.max() == 255)
    #expect(sharpened == sharpened.sorted())
  }

  @Test func `without colours the noise of an even image is not amplified`() throws {
    let noise = try image { $0.isMultiple(of: 2) ? 100 : 104 }

    let sharpened = lights(of: noise.sharpened(forColumns: 10, depth: .none))

    #expect(sharpened.allSatisfy { (90...114).contains($0) })
  }

  @Test func `an image smaller than the sharpening radius is sharpened too`() throws {
    let tiny = try #require(
      PixelImage(size: PixelSize(width: 2, height: 1), pixels: [100, 100, 100, 140, 140, 140]))

    for depth in [ColourDepth.direct, .palette256, .ansi16] {
      let lights = lights(of: tiny.sharpened(forColumns: 1, depth: depth))
      #expect(lights[0] < 100)
      #expect(lights[1] > 140)
    }
  }

  @Test(arguments: [ColourDepth.direct, .palette256, .ansi16, .none])
  func `symbols are made from the sharpened image, with chafa and without`(
    depth: ColourDepth
  ) throws {
    let edge = try image { $0 < 40 ? 85 : 175 }
    let cells = CellSize(rows: 2, columns: 10)
    let cell = PixelSize(width: 8, height: 16)
    let sharpened = edge.sharpened(forColumns: 10, depth: depth)
    func glyphs(_ image: PixelImage, _ library: ChafaLibrary?) -> [PictureGlyph]? {
      library.map { library in
        ChafaCanvas(library.functions, cells: cells, cell: cell, depth: depth)?
          .symbolGlyphs(of: image) ?? []
      } ?? HalfBlockConverter(cells: cells, depth: depth).halfBlockGlyphs(of: image)
    }

    for library in [ChafaLibrary(), nil] {
      let made = SymbolEncoder.pictureGlyphs(
        of: Picture(edge, cells: cells), depth: depth, cell: cell, with: library)

      #expect(made == glyphs(sharpened, library))
      #expect(made != glyphs(edge, library))
    }
  }
}
