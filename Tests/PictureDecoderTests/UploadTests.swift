import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct UploadTests {
  @Test func `an uploaded picture is upright, and contains no Exif data`() throws {
    let exif = ExifSample.bytes(orientation: 6) + Array("51.5074 N, 0.1278 W".utf8)
    let photo = JPEGSample.bytes(Raster("RGB\nWKY").enlarged(16), exif: exif)

    let upload = try upload(photo, longestSide: 1000)

    #expect(upload.facts.size == PixelExtent(width: 32, height: 48))
    #expect(!upload.body.contains(sequence: Array("Exif".utf8)))
    #expect(!upload.body.contains(sequence: Array("51.5074".utf8)))
    #expect(try Shown(upload.body, in: PixelExtent(width: 2, height: 3)).drawing == "WR\nKG\nYB")
  }

  @Test func `an uploaded picture is reduced to the longest side, and never enlarged`() throws {
    let photo = PNGSample.bytes(Raster("RG").enlarged(100))

    let smaller = try upload(photo, longestSide: 50)
    let same = try upload(photo, longestSide: 4000)

    #expect(smaller.facts.size == PixelExtent(width: 50, height: 25))
    #expect(same.facts.size == PixelExtent(width: 200, height: 100))
  }

  @Test(arguments: [200_000, 60_000, 20_000, 5_000])
  func `an uploaded picture has at most the number of bytes the service accepts`(most: Int) throws {
    let upload = try upload(PNGSample.bytes(Self.noise), longestSide: 400, mostBytes: most)

    #expect(upload.body.count <= most)
    #expect(upload.facts.bodyCount == upload.body.count)
  }

  @Test func `a picture that cannot be made small enough is refused`() {
    #expect(throws: DecoderRefusal.doesNotFit) {
      try upload(PNGSample.bytes(Self.noise), longestSide: 400, mostBytes: 100)
    }
  }

  @Test func `a truncated picture is not uploaded`() {
    let photo = JPEGSample.bytes(Self.noise)

    #expect(throws: DecoderRefusal.damaged) {
      try upload(Array(photo.dropLast(photo.count / 2)), longestSide: 400)
    }
  }

  private static let noise = Raster(width: 400, height: 300) { x, y in
    let value = UInt32(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729)) &* 2_654_435_761
    return Raster.Pixel(
      UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), 255)
  }

  private func upload(
    _ bytes: [UInt8], longestSide: Int, mostBytes: Int = 1 << 20
  ) throws -> DecodeTask.DecodingResult {
    let order = PictureDecodingRequest(.upload(longestSide: longestSide, mostBytes: mostBytes))
    return try DecodeTask(#require(order)).decodePictureFile(from: bytes)
  }
}

extension [UInt8] {
  fileprivate func contains(sequence: [UInt8]) -> Bool { firstRange(of: sequence) != nil }
}
