import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct FramingTests {
  private static let bytes = PNGSample.bytes(Raster("KRGY\nBMCW"))

  @Test(arguments: [
    (PixelExtent(width: 4, height: 2), "KRGY\nBMCW"),
    // As wide, or as high, as the box, and never out of shape.
    (PixelExtent(width: 4, height: 9), "KRGY\nBMCW"),
    (PixelExtent(width: 9, height: 2), "KRGY\nBMCW"),
    (PixelExtent(width: 8, height: 4), "KKRRGGYY\nKKRRGGYY\nBBMMCCWW\nBBMMCCWW"),
  ])
  func `a picture framed as a whole fits into the box`(box: PixelExtent, drawing: String) throws {
    let shown = try Shown(Self.bytes, in: box)

    #expect(shown.drawing == drawing)
  }

  @Test(arguments: [
    (PixelExtent(width: 4, height: 2), "KRGY\nBMCW"),
    (PixelExtent(width: 2, height: 2), "RG\nMC"),
    (PixelExtent(width: 4, height: 4), "RRGG\nRRGG\nMMCC\nMMCC"),
  ])
  func `a picture filling the box is cut to its middle`(box: PixelExtent, drawing: String) throws {
    let shown = try Shown(Self.bytes, in: box, .filling)

    #expect(shown.drawing == drawing)
  }

  @Test(arguments: [
    (PictureDecodingRequest.PictureCropping.part(x: 250, y: 0, width: 500, height: 1000), "RG\nMC"),
    (.part(x: 750, y: 500, width: 250, height: 500), "WW\nWW"),
    (.part(x: 0, y: 500, width: 500, height: 500), "BM"),
  ])
  func `a part of a picture keeps its aspect ratio`(
    cut: PictureDecodingRequest.PictureCropping, drawing: String
  )
    throws
  {
    let shown = try Shown(Self.bytes, in: PixelExtent(width: 2, height: 2), cut)

    #expect(shown.drawing == drawing)
  }

  @Test func `a very thin picture has at least one pixel`() throws {
    let line = PNGSample.bytes(
      Raster(width: 3000, height: 1) { _, _ in Raster.Pixel(255, 0, 0, 255) })

    let shown = try Shown(line, in: PixelExtent(width: 30, height: 30))

    #expect(shown.drawing == String(repeating: "R", count: 30))
  }

  @Test(arguments: [1, 2, 3, 7, 16, 40, 99, 250])
  func `an image of one colour has that colour at every size`(side: Int) throws {
    let raster = Raster(width: 37, height: 41) { _, _ in Raster.Pixel(201, 7, 130, 255) }

    let shown = try Shown(PNGSample.bytes(raster), in: PixelExtent(width: side, height: side))

    #expect(Set(shown.pixels) == [201, 7, 130])
  }

  @Test func `a reduced pixel is the mean of the pixels it covers`() throws {
    let raster = Raster(width: 4, height: 4) { x, y in
      let light = UInt8(x * 40 + y * 10)
      return Raster.Pixel(light, light, light, 255)
    }

    let shown = try Shown(PNGSample.bytes(raster), in: PixelExtent(width: 2, height: 2))

    #expect(shown.pixels == [25, 105, 45, 125].flatMap { [$0, $0, $0] })
  }
}
