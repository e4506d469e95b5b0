import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct JPEGTests {
  private static let drawing = "KRGY\nBMCW"

  @Test(arguments: [JPEGSample.Kind.rgb, .cmyk, .ycck], [false, true])
  func `every colour space of a JPEG is decoded`(kind: JPEGSample.Kind, isProgressive: Bool) throws
  {
    let raster = Raster(Self.drawing).enlarged(16)
    let bytes = JPEGSample.bytes(raster, kind, isProgressive: isProgressive)

    let shown = try Shown(bytes, in: PixelExtent(width: 4, height: 2))

    #expect(shown.drawing == Self.drawing)
    #expect(shown.facts.original == PixelExtent(width: 64, height: 32))
    #expect(!shown.facts.isDamaged)
  }

  @Test(arguments: [false, true])
  func `a grey JPEG is decoded`(isProgressive: Bool) throws {
    let raster = Raster("KWWK").enlarged(16)
    let bytes = JPEGSample.bytes(raster, .grey, isProgressive: isProgressive)

    let shown = try Shown(bytes, in: PixelExtent(width: 4, height: 1))

    #expect(shown.drawing == "KWWK")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 64])
  func `a JPEG decoded at a smaller size has the same colours`(parts: Int) throws {
    let raster = Raster(width: 256, height: 192) { x, y in
      Raster.Pixel(UInt8(x), UInt8(y), UInt8((x + y) / 2), 255)
    }
    let box = PixelExtent(width: 256 / parts, height: 192 / parts)

    let jpeg = try Shown(JPEGSample.bytes(raster), in: box)
    let png = try Shown(PNGSample.bytes(raster), in: box)

    let worst = zip(jpeg.pixels, png.pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(jpeg.facts.size == png.facts.size)
    #expect(try #require(worst) <= 8)
  }

  @Test func `a truncated JPEG is decoded in part, and marked as damaged`() throws {
    let bytes = JPEGSample.bytes(Raster("RG\nBW").enlarged(64))

    let shown = try Shown(
      Array(bytes.dropLast(bytes.count / 3)), in: PixelExtent(width: 2, height: 2))

    #expect(shown.drawing.hasPrefix("RG"))
    #expect(shown.facts.isDamaged)
  }

  @Test func `a JPEG with twelve bits per channel is refused`() {
    #expect(Shown.refusal(of: JPEGSample.header(16, 16, bits: 12)) == .damaged)
  }
}
