import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct GIFTests {
  private static let box = PixelExtent(width: 4, height: 3)

  @Test(arguments: [false, true])
  func `every colour of a GIF is decoded, interlaced or not`(isInterlaced: Bool) throws {
    let raster = Raster(width: 20, height: 21) { x, y in
      Raster.pixel((x + y * 3) % 8)
    }
    var frame = GIFSample.Frame(raster)
    frame.isInterlaced = isInterlaced

    let shown = try Shown(
      GIFSample.bytes(width: 20, height: 21, [frame]), in: PixelExtent(width: 20, height: 21))

    #expect(shown.pixels == raster.rgb)
  }

  @Test func `the first frame of a GIF is decoded, with the number of frames`() throws {
    let bytes = GIFSample.bytes(width: 4, height: 3, frames())

    let shown = try Shown(bytes, in: Self.box)

    #expect(shown.drawing == "RRRR\nRRRR\nRRRR")
    #expect(shown.facts.frames == 4)
    #expect(shown.facts.milliseconds == 120)
  }

  @Test(arguments: [
    (1, "RRRR\nRGGR\nRRRR"),
    // The green is taken away again: first by nothing, then by what was there.
    (2, "BBRR\nR..R\nRRRR"),
    (3, "RRRR\nR..R\nRRRW"),
  ])
  func `a later GIF frame is drawn over those before it`(frame: Int, drawing: String) throws {
    let bytes = GIFSample.bytes(width: 4, height: 3, frames())

    let shown = try Shown(bytes, in: Self.box, frame: frame)

    #expect(shown.drawing == drawing.replacing(".", with: "K"))
  }

  @Test func `a GIF frame beyond the last is refused`() {
    let bytes = GIFSample.bytes(width: 4, height: 3, frames())

    #expect(Shown.refusal(of: bytes, frame: 4) == .noSuchFrame)
  }

  @Test func `parts of a GIF frame outside the canvas are left out`() throws {
    var frame = GIFSample.Frame(Raster("GGG\nGGG\nGGG"))
    frame.x = 2
    frame.y = 1
    let bytes = GIFSample.bytes(width: 4, height: 3, [frame])

    let shown = try Shown(bytes, in: Self.box)

    #expect(shown.drawing == "KKKK\nKKGG\nKKGG")
  }

  @Test func `a GIF without colours is refused`() {
    let bytes = GIFSample.header(2, 1, hasColours: false) + GIFSample.frame(.init(Raster("RG")))

    #expect(Shown.refusal(of: bytes) == .damaged)
  }

  @Test func `a truncated GIF frame is decoded in part, and marked as damaged`() throws {
    let bytes = GIFSample.bytes(Raster("RRRR\nGGGG\nBBBB\nWWWW").enlarged(30))

    let shown = try Shown(
      Array(bytes.dropLast(bytes.count / 2)), in: PixelExtent(width: 4, height: 4))

    #expect(shown.drawing.hasPrefix("RRRR"))
    #expect(shown.facts.isDamaged)
  }

  @Test func `a hundred thousand GIF frames are counted without decoding`() throws {
    let frame = GIFSample.frame(.init(Raster("R")))
    let bytes =
      GIFSample.header(1, 1) + Array(repeatElement(frame, count: 100_000).joined()) + [0x3B]

    let shown = try Shown(bytes, in: PixelExtent(width: 1, height: 1))

    #expect(shown.facts.frames == 100_000)
  }

  @Test func `a late frame of a large GIF is refused, the first ones are decoded`() {
    let frame = GIFSample.frame(.init(Raster("R")))
    let bytes =
      GIFSample.header(4000, 4000) + Array(repeatElement(frame, count: 10_000).joined()) + [0x3B]

    #expect(Shown.refusal(of: bytes, frame: 9999) == .tooLarge)
    #expect(Shown.refusal(of: bytes, frame: 2) == nil)
  }

  @Test func `every frame of a small GIF is decoded`() {
    let frame = GIFSample.frame(.init(Raster("R")))
    let bytes =
      GIFSample.header(1, 1) + Array(repeatElement(frame, count: 10_000).joined()) + [0x3B]

    #expect(Shown.refusal(of: bytes, frame: 9999) == nil)
  }

  /// Red everywhere; green in the middle, which is removed; blue, which gives back what was there;
  /// and a white corner.
  private func frames() -> [GIFSample.Frame] {
    var red = GIFSample.Frame(Raster("RRRR\nRRRR\nRRRR"))
    red.hundredths = 12
    var green = GIFSample.Frame(Raster("GG"))
    (green.x, green.y, green.disposal) = (1, 1, 2)
    var blue = GIFSample.Frame(Raster("BB.\n..."))
    blue.disposal = 3
    var white = GIFSample.Frame(Raster("W"))
    (white.x, white.y) = (3, 2)
    return [red, green, blue, white]
  }
}
