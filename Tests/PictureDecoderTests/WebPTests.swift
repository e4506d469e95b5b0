import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct WebPTests {
  private static let drawing = "KRGY\nBMCW"

  @Test(arguments: [false, true])
  func `every colour of a WebP is decoded, lossy or lossless`(isLossless: Bool) throws {
    let bytes = WebPSample.bytes(Raster(Self.drawing).enlarged(16), isLossless: isLossless)

    let large = try Shown(bytes, in: PixelExtent(width: 64, height: 32))
    let small = try Shown(bytes, in: PixelExtent(width: 4, height: 2))

    #expect(large.facts.size == large.facts.original)
    #expect(small.drawing == Self.drawing)
  }

  @Test func `the transparent parts of a WebP show the background`() throws {
    let bytes = WebPSample.bytes(Raster("R.\n.W"))
    let green = PictureDecodingRequest.BackgroundColour(red: 0, green: 255, blue: 0)

    let shown = try Shown(bytes, in: PixelExtent(width: 2, height: 2), on: green)

    #expect(shown.drawing == "RG\nGW")
  }

  @Test(arguments: [
    (PictureDecodingRequest.PictureCropping.part(x: 0, y: 0, width: 500, height: 500), "KR"),
    (.part(x: 500, y: 500, width: 500, height: 500), "CW"),
    (.part(x: 250, y: 0, width: 500, height: 500), "RG"),
  ])
  func `a part of a WebP is decoded alone`(
    cut: PictureDecodingRequest.PictureCropping, drawing: String
  )
    throws
  {
    let bytes = WebPSample.bytes(Raster(Self.drawing).enlarged(16))

    let shown = try Shown(bytes, in: PixelExtent(width: 2, height: 1), cut)

    #expect(shown.drawing == drawing)
  }

  @Test func `any frame of an animated WebP can be decoded`() throws {
    let frames = [Raster("RR"), Raster("GG"), Raster("BW")]
    let bytes = WebPSample.animation(frames, milliseconds: 70)
    let box = PixelExtent(width: 2, height: 1)

    let drawings = try (0..<3).map { try Shown(bytes, in: box, frame: $0).drawing }
    let facts = try Shown(bytes, in: box).facts

    #expect(drawings == ["RR", "GG", "BW"])
    #expect(facts.frames == 3)
    #expect(facts.milliseconds == 70)
    #expect(Shown.refusal(of: bytes, frame: 3) == .noSuchFrame)
  }

  @Test func `a truncated WebP is refused`() {
    let bytes = WebPSample.bytes(Raster(Self.drawing).enlarged(16), isLossless: false)

    #expect(Shown.refusal(of: Array(bytes.dropLast(bytes.count / 2))) == .damaged)
  }
}
