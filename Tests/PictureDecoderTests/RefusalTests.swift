import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct RefusalTests {
  @Test(arguments: [
    "", "G", "GIF", "GIF90a\u{1}\0\u{1}\0", "<html><body>Not found</body></html>", "\u{89}PNG",
    "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>", "<svg/>", "%PDF-1.7\n",
    "II*\0\u{8}\0\0\0", "MM\0*\0\0\0\u{8}", "\0\0\0\u{18}ftypisom", "\0\0\0\u{18}ftypheic",
    "\0\0\0\u{c}JXL \r\n", "\u{ff}\n", "BM\u{36}\0\0\0", "P6\n1 1\n255\nabc", "RIFF\u{4}\0\0\0WAVE",
    "RIFF\0\0", "WEBPVP8 ", "8BPS\0\u{1}", "\0\0\u{1}\0\u{1}\0", "qoif\0\0\0\u{1}", "\u{7f}ELF",
    "MZ\u{90}\0", "#!/bin/sh\n", "{\"error\":\"not found\"}", "\u{1f}\u{8b}\u{8}\0", "PK\u{3}\u{4}",
    "GIMP xcf v011", "farbfeld\0\0\0\u{1}", "   GIF89a", "\u{feff}GIF89a", "DDS |\0\0\0",
  ])
  func `bytes of an unknown format are refused before any codec`(text: String) {
    let bytes = text.unicodeScalars.flatMap { scalar in
      scalar.value < 256 ? [UInt8(scalar.value)] : Array(String(scalar).utf8)
    }

    #expect(Shown.refusal(of: bytes) == .unknownFormat)
  }

  @Test(arguments: [
    (30_000, 30_000), (16_385, 1), (1, 16_385), (8_000, 5_001), (0x7FFF_FFFF, 1),
    (1, 0x7FFF_FFFF), (0x7FFF_FFFF, 0x7FFF_FFFF), (65_536, 65_536),
  ])
  func `a PNG that is too large is refused by its header`(width: Int, height: Int) {
    let plain = PNGSample.header(width, height) + PNGSample.chunk(("IDAT", []))
    let interlaced =
      PNGSample.header(width, height, isInterlaced: true) + PNGSample.chunk(("IDAT", []))

    #expect(Shown.refusal(of: plain) == .tooLarge)
    #expect(Shown.refusal(of: interlaced) == .tooLarge)
  }

  @Test(arguments: [(65_500, 65_500), (16_385, 1), (1, 16_385), (10_000, 4_001)])
  func `a JPEG that is too large is refused by its header`(width: Int, height: Int) {
    #expect(Shown.refusal(of: JPEGSample.header(width, height)) == .tooLarge)
  }

  @Test(arguments: [(65_535, 65_535), (16_385, 1), (1, 16_385), (10_000, 4_001)])
  func `a GIF that is too large is refused by its header`(width: Int, height: Int) {
    let bytes = GIFSample.header(width, height) + GIFSample.frame(.init(Raster("R"))) + [0x3B]

    #expect(Shown.refusal(of: bytes) == .tooLarge)
  }

  @Test(arguments: [(16_383, 16_383), (10_000, 4_001)])
  func `a WebP that is too large is refused by its header`(width: Int, height: Int) {
    #expect(Shown.refusal(of: WebPSample.losslessHeader(width, height)) == .tooLarge)
    #expect(
      Shown.refusal(of: WebPSample.animationHeader(width, height, frames: 2)) == .tooLarge)
  }

  @Test(arguments: [(0, 0), (0, 1), (1, 0), (0x8000_0000, 1), (1, 0xFFFF_FFFF)])
  func `a picture without pixels is refused`(width: Int, height: Int) {
    let png = PNGSample.header(width, height) + PNGSample.chunk(("IDAT", []))
    let jpeg = JPEGSample.header(width, 0)
    let gif = GIFSample.header(0, height) + GIFSample.frame(.init(Raster("R"))) + [0x3B]

    #expect(Shown.refusal(of: png) == .damaged)
    #expect(Shown.refusal(of: jpeg) == .damaged)
    #expect(Shown.refusal(of: gif) == .damaged)
  }

  @Test func `a file beyond the byte limit is refused unread`() {
    let bytes =
      PNGSample.bytes(Raster("R"))
      + [UInt8](repeating: 0, count: DecoderLimits.maximumDownloadedPictureBytes)

    #expect(Shown.refusal(of: bytes) == .tooLarge)
  }

  @Test(arguments: samples.indices)
  func `a truncated picture of any format is decoded in part or refused`(index: Int) {
    let bytes = Self.samples[index]
    for count in stride(from: 0, to: bytes.count, by: 64) {
      let part = Array(bytes.prefix(count))

      let shown = Result { () throws(DecoderRefusal) in
        try Shown(part, in: PixelExtent(width: 8, height: 8))
      }

      switch shown {
      case .success(let shown): #expect(shown.pixels.count == shown.facts.size.area * 3)
      case .failure(let refusal): #expect([.damaged, .unknownFormat].contains(refusal))
      }
    }
  }

  @Test(arguments: samples.indices)
  func `a picture of any format with a changed byte is decoded or refused`(index: Int) {
    let bytes = Self.samples[index]
    for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 300)) {
      var changed = bytes
      changed[place] ^= UInt8(truncatingIfNeeded: place &* 37 | 1)

      let shown = Result { () throws(DecoderRefusal) in
        try Shown(changed, in: PixelExtent(width: 8, height: 8))
      }

      #expect((try? shown.get()).map { $0.pixels.count == $0.facts.size.area * 3 } ?? true)
    }
  }

  /// One of each kind, of a few kilobytes.
  private static let samples: [[UInt8]] = {
    let raster = Raster(width: 60, height: 45) { x, y in
      Raster.Pixel(UInt8(x * 4), UInt8(y * 5), UInt8((x * y) & 0xFF), UInt8(255 - x))
    }
    let drawn = Raster(width: 60, height: 45) { x, y in Raster.pixel((x * y) % 8) }
    let exif = ExifSample.bytes(orientation: 6)
    return [
      PNGSample.bytes(raster), PNGSample.bytes(raster, .rgba(16), isInterlaced: true),
      PNGSample.bytes(drawn, .palette(4)), PNGSample.bytes(raster, .greyAlpha(8)),
      JPEGSample.bytes(raster, exif: exif), JPEGSample.bytes(raster, isProgressive: true),
      JPEGSample.bytes(raster, .cmyk), JPEGSample.bytes(raster, .grey),
      WebPSample.bytes(raster, exif: exif), WebPSample.bytes(raster, isLossless: false),
      WebPSample.animation([raster, drawn], milliseconds: 0), GIFSample.bytes(drawn),
    ]
  }()
}
