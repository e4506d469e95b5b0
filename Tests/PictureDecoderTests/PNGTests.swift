import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct PNGTests {
  private static let colours = """
    KRGYB
    MCWKR
    GYBMC
    """

  @Test(arguments: [PNGSample.Kind.rgb(8), .rgb(16), .rgba(8), .rgba(16), .palette(4), .palette(8)])
  func `every colour type of a PNG is decoded`(kind: PNGSample.Kind) throws {
    let bytes = PNGSample.bytes(Raster(Self.colours), kind)

    let shown = try Shown(bytes, in: PixelExtent(width: 5, height: 3))

    #expect(shown.drawing == Self.colours)
    #expect(!shown.facts.isDamaged)
  }

  @Test(arguments: [1, 2, 4, 8, 16])
  func `every grey depth of a PNG is decoded`(bits: Int) throws {
    let drawing = "KWKWWKWKKW\nWWKKWWKKWW"
    let bytes = PNGSample.bytes(Raster(drawing), .grey(bits))

    let shown = try Shown(bytes, in: PixelExtent(width: 10, height: 2))

    #expect(shown.drawing == drawing)
  }

  @Test(arguments: [PNGSample.Kind.rgb(8), .rgb(16), .rgba(8), .palette(4), .grey(8)])
  func `an interlaced PNG is decoded like a plain one`(kind: PNGSample.Kind) throws {
    let raster = Raster(width: 19, height: 13) { x, y in
      (x * 7 + y * 5) % 3 == 0 ? Raster.Pixel(255, 255, 255, 255) : Raster.Pixel(0, 0, 0, 255)
    }
    let box = PixelExtent(width: 19, height: 13)

    let plain = try Shown(PNGSample.bytes(raster, kind), in: box)
    let interlaced = try Shown(PNGSample.bytes(raster, kind, isInterlaced: true), in: box)

    #expect(interlaced.pixels == plain.pixels)
    #expect(plain.drawing.contains("W"))
  }

  @Test(arguments: [PNGSample.Kind.rgba(8), .rgba(16), .palette(4)])
  func `the transparent parts of a PNG show the background`(kind: PNGSample.Kind) throws {
    let bytes = PNGSample.bytes(Raster("R.\n.W"), kind)
    let green = PictureDecodingRequest.BackgroundColour(red: 0, green: 255, blue: 0)

    let shown = try Shown(bytes, in: PixelExtent(width: 2, height: 2), on: green)

    #expect(shown.drawing == "RG\nGW")
  }

  @Test func `a half-transparent pixel is blended with the background`() throws {
    let raster = Raster(width: 1, height: 1) { _, _ in Raster.Pixel(200, 100, 0, 128) }
    let blue = PictureDecodingRequest.BackgroundColour(red: 0, green: 0, blue: 255)

    let shown = try Shown(
      PNGSample.bytes(raster, .rgba(8)), in: PixelExtent(width: 1, height: 1), on: blue)

    #expect(shown.pixels == [100, 50, 127])
  }

  @Test func `a PNG without its palette is refused`() {
    let bytes =
      PNGSample.header(2, 2, .palette(8))
      + PNGSample.chunk(("IDAT", PNGSample.packed([0, 0, 1, 0, 2, 3])))
      + PNGSample.chunk(("IEND", []))

    #expect(Shown.refusal(of: bytes) == .damaged)
  }

  @Test func `texts, profiles and other chunks of a PNG are ignored`() throws {
    // Megabytes of zeroes, as they come out of a few bytes, in every chunk that may be packed.
    let bomb = Array("name\0\0".utf8) + PNGSample.packed([UInt8](repeating: 0, count: 1 << 20))
    let names = ["zTXt", "iCCP", "iTXt", "sPLT", "tEXt", "hIST", "gAMA", "quIT"]
    let bytes = PNGSample.bytes(Raster("RG"), chunks: names.map { ($0, bomb) })

    let shown = try Shown(bytes, in: PixelExtent(width: 2, height: 1))

    #expect(shown.drawing == "RG")
  }

  @Test
  func `the missing rows of a truncated PNG show the background, and it is marked as damaged`()
    throws
  {
    let raster = Raster("RRRR\nGGGG\nBBBB\nWWWW").enlarged(40)
    let bytes = PNGSample.bytes(raster)

    let shown = try Shown(
      Array(bytes.dropLast(bytes.count * 2 / 5)), in: PixelExtent(width: 4, height: 4))

    #expect(shown.drawing == "RRRR\nGGGG\nKKKK\nKKKK")
    #expect(shown.facts.isDamaged)
  }
}
