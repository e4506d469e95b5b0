import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct OrientationTests {
  /// What is seen of "RGB / WKY" when the camera was held like that.
  private static let seen: [(Int, String)] = [
    (1, "RGB\nWKY"), (2, "BGR\nYKW"), (3, "YKW\nBGR"), (4, "WKY\nRGB"),
    (5, "RW\nGK\nBY"), (6, "WR\nKG\nYB"), (7, "YB\nKG\nWR"), (8, "BY\nGK\nRW"),
    // Not one of the eight.
    (0, "RGB\nWKY"), (9, "RGB\nWKY"), (65_535, "RGB\nWKY"),
  ]
  private static let raster = Raster("RGB\nWKY").enlarged(16)
  private static let box = PixelExtent(width: 3, height: 3)

  @Test(arguments: seen, [false, true])
  func `a JPEG is rotated as its Exif orientation says`(seen: (Int, String), isReversed: Bool)
    throws
  {
    let exif = ExifSample.bytes(orientation: seen.0, isReversed: isReversed)

    let shown = try Shown(JPEGSample.bytes(Self.raster, exif: exif), in: Self.box)

    #expect(shown.drawing == seen.1)
    #expect((shown.facts.original.width == 48) == seen.1.hasPrefixOfThree)
  }

  @Test(arguments: seen)
  func `a PNG is rotated as its Exif orientation says`(seen: (Int, String)) throws {
    let exif = ExifSample.bytes(orientation: seen.0)

    let shown = try Shown(PNGSample.bytes(Self.raster, chunks: [("eXIf", exif)]), in: Self.box)

    #expect(shown.drawing == seen.1)
  }

  @Test(arguments: seen, [[], Array("Exif\0\0".utf8)])
  func `a WebP is rotated as its Exif orientation says`(seen: (Int, String), introduction: [UInt8])
    throws
  {
    let exif = introduction + ExifSample.bytes(orientation: seen.0)

    let shown = try Shown(WebPSample.bytes(Self.raster, exif: exif), in: Self.box)

    #expect(shown.drawing == seen.1)
  }

  @Test(arguments: seen)
  func `a part is cut from the rotated picture`(seen: (Int, String)) throws {
    let exif = ExifSample.bytes(orientation: seen.0)
    let corner = PictureDecodingRequest.PictureCropping.part(x: 0, y: 0, width: 330, height: 330)

    let shown = try Shown(
      JPEGSample.bytes(Self.raster, exif: exif), in: PixelExtent(width: 1, height: 1), corner)

    #expect(shown.drawing == String(seen.1.prefix(1)))
  }

  @Test func `a truncated Exif block is ignored`() throws {
    let exif = ExifSample.bytes(orientation: 6)
    for count in 0..<exif.count {
      let bytes = JPEGSample.bytes(Self.raster, exif: Array(exif.prefix(count)))

      let shown = try Shown(bytes, in: Self.box)

      // Its last four bytes are of no use, nor are the last two of the orientation's own.
      #expect((shown.drawing == "WR\nKG\nYB") == (count >= exif.count - 6))
    }
  }

  @Test func `an Exif block with invalid offsets is ignored`() throws {
    for place in 4..<8 {
      for byte in [0, 1, 4, 8, 9, 0x7F, 0xFF] as [UInt8] {
        var exif = ExifSample.bytes(orientation: 6)
        exif[place] = byte

        let shown = try Shown(JPEGSample.bytes(Self.raster, exif: exif), in: Self.box)

        #expect(["RGB\nWKY", "WR\nKG\nYB"].contains(shown.drawing))
      }
    }
  }
}

extension String {
  fileprivate var hasPrefixOfThree: Bool { split(separator: "\n")[0].count == 3 }
}
