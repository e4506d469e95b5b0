import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct AVIFTests {
  private static let drawing = "KRGY\nBMCW"

  @Test func `every colour of an AVIF is decoded`() throws {
    let bytes = AVIFSample.bytes(Raster(Self.drawing).enlarged(16))

    let large = try Shown(bytes, in: PixelExtent(width: 64, height: 32))
    let small = try Shown(bytes, in: PixelExtent(width: 4, height: 2))

    #expect(large.facts.size == large.facts.original)
    #expect(small.drawing == Self.drawing)
    #expect(small.facts.frames == 1)
    #expect(Shown.refusal(of: bytes, frame: 1) == .noSuchFrame)
  }

  @Test func `the transparent parts of an AVIF show the background`() throws {
    let bytes = AVIFSample.bytes(Raster("R.\n.W").enlarged(16))
    let green = PictureDecodingRequest.BackgroundColour(red: 0, green: 255, blue: 0)

    let shown = try Shown(bytes, in: PixelExtent(width: 2, height: 2), on: green)

    #expect(shown.drawing == "RG\nGW")
  }

  @Test func `an AVIF higher than a decoding band is decoded completely`() throws {
    let bytes = AVIFSample.bytes(Raster("R\nG\nB\nW").enlarged(150))

    let shown = try Shown(bytes, in: PixelExtent(width: 1, height: 4))

    #expect(shown.drawing == "R\nG\nB\nW")
  }

  @Test(
    arguments: [
      (0, 0, "RG\nBW"), (1, 0, "GW\nRB"), (2, 0, "WB\nGR"), (3, 0, "BR\nWG"),
      (0, 1, "BW\nRG"), (0, 2, "GR\nWB"), (1, 1, "RB\nGW"), (1, 2, "WG\nBR"), (3, 1, "WG\nBR"),
      (3, 2, "RB\nGW"),
    ])
  func `an AVIF is rotated and mirrored as its properties say`(
    turns: Int, mirror: Int, drawing: String
  ) throws {
    let bytes = AVIFSample.bytes(
      Raster("RG\nBW").enlarged(16), quarterTurns: turns, mirror: mirror)

    #expect(try Shown(bytes, in: PixelExtent(width: 2, height: 2)).drawing == drawing)
  }

  @Test func `a truncated AVIF is refused`() {
    let bytes = AVIFSample.bytes(Raster(Self.drawing).enlarged(16))

    for count in stride(from: 12, to: bytes.count, by: 7) {
      let refusal = Shown.refusal(of: Array(bytes.prefix(count)))
      #expect(refusal == .damaged || refusal == .unknownFormat, "\(count) bytes")
    }
  }

  @Test(arguments: [(16_385, 1), (1, 16_385), (10_000, 4_001), (0x7FFF_FFFF, 0x7FFF_FFFF)])
  func `an AVIF with a huge declared size is refused as too large`(width: Int, height: Int) {
    #expect(Shown.refusal(of: AVIFSample.claiming(width, height)) == .tooLarge)
  }

  @Test func `an AVIF with a declared size of zero is refused`() {
    #expect(Shown.refusal(of: AVIFSample.claiming(0, 0)) == .damaged)
  }

  @Test func `an AVIF with a changed byte is decoded or refused`() {
    let bytes = AVIFSample.bytes(Raster("RG\nBW").enlarged(8))
    var state: UInt64 = 7

    // What comes back is either a picture or a refusal; the test is that something does.
    for place in bytes.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var changed = bytes
      changed[place] = UInt8(truncatingIfNeeded: state >> 33)
      _ = Shown.refusal(of: changed)
    }
  }

  @Test func `a HEIC is encoded for upload, but not shown`() throws {
    let bytes = HEICSample.bytes(Raster("RG\nBW").enlarged(32))
    let order = try #require(
      PictureDecodingRequest(.upload(longestSide: 400, mostBytes: 1_000_000)))

    let upload = try DecodeTask(order).decodePictureFile(from: bytes)

    #expect(upload.facts.size == PixelExtent(width: 64, height: 64))
    #expect(try Shown(upload.body, in: PixelExtent(width: 2, height: 2)).drawing == "RG\nBW")
    #expect(Shown.refusal(of: bytes) == .unknownFormat)
    #expect(throws: DecoderRefusal.self) {
      try DecodeTask(order).decodePictureFile(from: Array(bytes.dropLast(bytes.count / 2)))
    }
  }
}
