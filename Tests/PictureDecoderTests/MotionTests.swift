import PictureDecoder
import PictureSamples
import PictureWire
import Testing

@Suite struct MotionTests {
  @Test func `GIF frames are combined as their disposal demands`() throws {
    var red = GIFSample.Frame(Raster("RRRR\nRRRR"))
    red.hundredths = 12
    var green = GIFSample.Frame(Raster("GG"))
    (green.x, green.disposal, green.hundredths) = (1, 2, 30)
    var blue = GIFSample.Frame(Raster("BB"))
    (blue.disposal, blue.hundredths) = (3, 30)
    var white = GIFSample.Frame(Raster("W"))
    (white.x, white.y, white.hundredths) = (3, 1, 30)

    let played = try Played(GIFSample.bytes(width: 4, height: 2, [red, green, blue, white]))

    #expect(
      played.drawings == ["RRRR\nRRRR", "RGGR\nRRRR", "BBKR\nRRRR", "RKKR\nRRRW"])
    #expect(played.milliseconds == [120, 300, 300, 300])
  }

  @Test func `frames of an animated WebP are decoded with their times`() throws {
    let bytes = WebPSample.animation([Raster("RR"), Raster("GB")], milliseconds: 80)

    let played = try Played(bytes)

    #expect(played.drawings == ["RR", "GB"])
    #expect(played.milliseconds == [80, 80])
  }

  @Test func `frames of an animated PNG are combined by blending and disposal`() throws {
    var blended = PNGSample.Frame(Raster("G."))
    (blended.isBlended, blended.disposal) = (true, 2)
    var laid = PNGSample.Frame(Raster("B."))
    (laid.x, laid.disposal) = (1, 1)
    var last = PNGSample.Frame(Raster("W"))
    last.milliseconds = 250
    let frames = [PNGSample.Frame(Raster("RRRR")), blended, laid, last]

    let played = try Played(PNGSample.animation(width: 4, height: 1, frames))

    #expect(played.drawings == ["RRRR", "GRRR", "RBKR", "WKKR"])
    #expect(played.milliseconds == [100, 100, 100, 250])
  }

  @Test func `an animated PNG with a palette is decoded`() throws {
    let frames = [PNGSample.Frame(Raster("RG")), PNGSample.Frame(Raster("BW"))]

    let played = try Played(PNGSample.animation(width: 2, height: 1, frames, .rgb(8)))

    #expect(played.drawings == ["RG", "BW"])
  }

  @Test func `the still picture of an animated PNG has the number of frames`() throws {
    let bytes = PNGSample.animation(
      width: 1, height: 1, [PNGSample.Frame(Raster("R")), PNGSample.Frame(Raster("G"))])

    let shown = try Shown(bytes, in: PixelExtent(width: 1, height: 1))

    #expect(shown.drawing == "R")
    #expect(shown.facts.frames == 2)
  }

  @Test func `a part is cut from every frame of an animation`() throws {
    let bytes = WebPSample.animation([Raster("RG"), Raster("BW")], milliseconds: 80)

    let played = try Played(bytes, .part(x: 500, y: 0, width: 500, height: 1000))

    #expect(played.drawings == ["G", "W"])
  }

  @Test(arguments: [
    PNGSample.bytes(Raster("R")), JPEGSample.bytes(Raster("R")), WebPSample.bytes(Raster("R")),
  ])
  func `a still picture has no frames to play`(bytes: [UInt8]) {
    #expect(Played.refusal(of: bytes) == .noSuchFrame)
  }

  @Test func `frames without a time are shown for 100 ms, as in browsers`() throws {
    let played = try Played(gif(frames: 3, hundredths: 0))

    #expect(played.milliseconds == [100, 100, 100])
  }

  @Test func `frames too short to be seen are left out, and their time is added to others`() throws
  {
    let played = try Played(gif(frames: 6, hundredths: 2))

    #expect(played.milliseconds == [60, 60])
  }

  @Test(arguments: [0, 2, 65_535])
  func `of ten thousand frames the first are played`(hundredths: Int) throws {
    let played = try Played(gif(frames: 10_000, hundredths: hundredths))

    #expect(played.facts.frames == DecoderLimits.motion.frames)
    #expect(played.milliseconds.allSatisfy { (50...60_000).contains($0) })
  }

  @Test func `many frames are reduced in size to fit the memory limit`() throws {
    let raster = Raster(width: 180, height: 180) { x, y in Raster.pixel((x + y) % 8) }
    let frames = [GIFSample.Frame](repeating: GIFSample.Frame(raster), count: 200)

    let played = try Played(
      GIFSample.bytes(width: 180, height: 180, frames), in: PixelExtent(width: 1024, height: 1024))

    #expect(played.facts.frames == 200)
    #expect(played.facts.size.width < 180)
    #expect(played.facts.bodyCount <= DecoderLimits.motion.bytes)
  }

  @Test func `a canvas that takes too long plays only its first frames`() throws {
    let frame = GIFSample.frame(.init(Raster("R")))
    let bytes =
      GIFSample.header(3_000, 3_000) + Array(repeatElement(frame, count: 500).joined()) + [0x3B]

    let played = try Played(bytes)

    #expect((2...20).contains(played.facts.frames))
  }

  @Test func `a canvas too large to be held more than once is not played`() {
    let frame = GIFSample.frame(.init(Raster("R")))
    let bytes = GIFSample.header(6_000, 6_000) + frame + frame + [0x3B]

    #expect(Played.refusal(of: bytes) == .tooLarge)
    #expect(Shown.refusal(of: bytes) == nil)
  }

  @Test func `the number of frames that restore a large canvas is limited`() throws {
    var frame = GIFSample.Frame(Raster("R"))
    frame.disposal = 3
    let frames = [GIFSample.Frame](repeating: frame, count: 200)

    let played = try Played(GIFSample.bytes(width: 2_000, height: 2_000, frames))

    #expect(played.facts.frames < 40)
  }

  @Test(arguments: 0..<4)
  func `a truncated animation plays its complete frames`(format: Int) throws {
    let rasters = ["RRRR\nRRRR", "GGGG\nGGGG", "BBBB\nBBBB"].map { Raster($0).enlarged(20) }
    let frames = rasters.map { PNGSample.Frame($0) }
    let bytes =
      switch format {
      case 0: GIFSample.bytes(width: 80, height: 40, rasters.map { GIFSample.Frame($0) })
      case 1: PNGSample.animation(width: 80, height: 40, frames)
      case 2: PNGSample.animation(width: 80, height: 40, frames, counted: 1_000_000)
      default: PNGSample.animation(width: 80, height: 40, frames, .rgb(8))
      }

    let played = try Played(
      Array(bytes.dropLast(bytes.count / 6)), in: PixelExtent(width: 4, height: 2))

    #expect(played.drawings.prefix(2) == ["RRRR\nRRRR", "GGGG\nGGGG"])
    #expect(played.facts.frames <= 3)
  }

  @Test func `a PNG with a number of frames that the format forbids is a still picture`() throws {
    let frames = ["RR", "GG"].map { PNGSample.Frame(Raster($0)) }
    let bytes = PNGSample.animation(width: 2, height: 1, frames, counted: 0x8000_0001)

    let shown = try Shown(bytes, in: PixelExtent(width: 2, height: 1))

    #expect(shown.drawing == "RR")
    #expect(shown.facts.frames == 1)
  }

  @Test func `a PNG frame outside its canvas ends the animation`() throws {
    var externalActions = PNGSample.Frame(Raster("GG"))
    externalActions.x = 1
    let bytes = PNGSample.animation(
      width: 2, height: 1, [PNGSample.Frame(Raster("RR")), externalActions])

    #expect(try Played(bytes).drawings == ["RR"])
  }

  private func gif(frames: Int, hundredths: Int) -> [UInt8] {
    var frame = GIFSample.Frame(Raster("R"))
    frame.hundredths = hundredths
    return GIFSample.bytes(
      width: 1, height: 1, [GIFSample.Frame](repeating: frame, count: frames))
  }
}
