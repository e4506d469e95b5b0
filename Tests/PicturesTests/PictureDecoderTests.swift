import PictureSamples
import Pictures
import Terminal
import Testing

@Suite struct PictureDecoderTests {
  private static let drawing = "KRGY\nBMCW"
  private let decoder = PictureDecoder(
    program: ProgramUnderTest.decoder, rules: .patient)

  /// Named, so that a test's arguments are words and not thousands of numbers.
  enum Format: CaseIterable, Sendable {
    case png, jpeg, webP, movingWebP, gif, avif

    func bytes(of raster: Raster) -> [UInt8] {
      switch self {
      case .png: PNGSample.bytes(raster)
      case .jpeg: JPEGSample.bytes(raster)
      case .webP: WebPSample.bytes(raster)
      case .movingWebP: WebPSample.animation([raster], milliseconds: 0)
      case .gif: GIFSample.bytes(raster)
      case .avif: AVIFSample.bytes(raster)
      }
    }
  }

  @Test(arguments: Format.allCases)
  func `every format is decoded in a sandboxed process`(format: Format) async throws {
    let bytes = format.bytes(of: Raster(Self.drawing).enlarged(16))
    var rules = PictureDecoder.DecoderConfiguration.patient
    rules.requiresSandbox = true
    let decoder = PictureDecoder(program: ProgramUnderTest.decoder, rules: rules)

    let picture = try await decoder.decodePicture(
      bytes, for: PixelSize(width: 4, height: 4), .whole)

    #expect(picture.image.size == PixelSize(width: 4, height: 2))
    #expect(picture.original == PixelSize(width: 64, height: 32))
    #expect(Raster.drawing(of: picture.image.pixels, width: 4) == Self.drawing)
  }

  @Test func `box, part and background are passed to the decoder`() async throws {
    let bytes = PNGSample.bytes(Raster("R.\nGW"), .rgba(8))
    let box = PixelSize(width: 2, height: 2)
    let right = PictureFraming.part(x: 500, y: 0, width: 500, height: 1000)

    let picture = try await decoder.decodePicture(bytes, for: box, right, on: (0, 0, 255))
    let filled = try await decoder.decodePicture(
      bytes, for: PixelSize(width: 4, height: 2), .filling, on: (0, 0, 255))

    #expect(Raster.drawing(of: picture.image.pixels, width: 1) == "B\nW")
    #expect(filled.image.size == PixelSize(width: 4, height: 2))
  }

  @Test func `an animation's frames are decoded in a sandboxed process, with their times`()
    async throws
  {
    let bytes = WebPSample.animation([Raster("R"), Raster("G")], milliseconds: 80)
    let box = PixelSize(width: 1, height: 1)

    let frames = try await decoder.decodeFrames(of: bytes, for: box, .whole)

    #expect(frames.map(\.image.pixels) == [[255, 0, 0], [0, 255, 0]])
    #expect(frames.map(\.duration) == [.milliseconds(80), .milliseconds(80)])
  }

  @Test func `a still picture has no frames`() async throws {
    let bytes = PNGSample.bytes(Raster("R"))

    await #expect(throws: PictureRefusal.noSuchFrame) {
      try await decoder.decodeFrames(of: bytes, for: PixelSize(width: 1, height: 1), .whole)
    }
  }

  @Test func `frames of an animation are decoded one by one`() async throws {
    let bytes = WebPSample.animation([Raster("R"), Raster("G")], milliseconds: 80)
    let box = PixelSize(width: 1, height: 1)

    let picture = try await decoder.decodePicture(bytes, for: box, .whole, frame: 1)

    #expect(picture.image.pixels == [0, 255, 0])
    #expect(picture.frames == 2)
    #expect(picture.duration == .milliseconds(80))
    await #expect(throws: PictureRefusal.noSuchFrame) {
      try await decoder.decodePicture(bytes, for: box, .whole, frame: 2)
    }
  }

  @Test(arguments: ["<html>", "", "GIF"])
  func `bytes that are no picture are refused`(text: String) async {
    await #expect(throws: PictureRefusal.unknownFormat) {
      try await decoder.decodePicture(Array(text.utf8), for: PixelSize(width: 4, height: 4), .whole)
    }
  }

  @Test func `a picture too large by its header or its bytes is refused`() async {
    let box = PixelSize(width: 4, height: 4)
    let wide = PNGSample.header(30_000, 30_000) + PNGSample.chunk(("IDAT", []))
    let long = [UInt8](repeating: 0, count: 12 << 20 | 1)

    await #expect(throws: PictureRefusal.tooLarge) {
      try await decoder.decodePicture(wide, for: box, .whole)
    }
    await #expect(throws: PictureRefusal.tooLarge) {
      try await decoder.decodePicture(long, for: box, .whole)
    }
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5), (8193, 1), (8192, 8192)])
  func `an invalid box size is refused`(width: Int, height: Int) async {
    await #expect(throws: PictureRefusal.badOrder) {
      try await decoder.decodePicture(
        PNGSample.bytes(Raster("R")), for: PixelSize(width: width, height: height), .whole)
    }
  }

  @Test func `a HEIC is encoded for upload in a sandboxed process, but not shown`() async throws {
    let photo = HEICSample.bytes(Raster("RG\nBW").enlarged(32))
    var rules = PictureDecoder.DecoderConfiguration.patient
    rules.requiresSandbox = true
    let decoder = PictureDecoder(program: ProgramUnderTest.decoder, rules: rules)

    let upload = try await decoder.encodeUploadJPEG(photo, longestSide: 32, mostBytes: 10_000)
    let shown = try await decoder.decodePicture(
      upload.bytes, for: PixelSize(width: 2, height: 2), .whole)

    #expect(Raster.drawing(of: shown.image.pixels, width: 2) == "RG\nBW")
    await #expect(throws: PictureRefusal.unknownFormat) {
      try await decoder.decodePicture(photo, for: PixelSize(width: 2, height: 2), .whole)
    }
  }

  @Test func `a picture is encoded for upload, upright and without Exif data`() async throws {
    let exif = ExifSample.bytes(orientation: 6)
    let photo = JPEGSample.bytes(Raster("RGB\nWKY").enlarged(16), exif: exif)

    let upload = try await decoder.encodeUploadJPEG(photo, longestSide: 24, mostBytes: 10_000)

    #expect(upload.size == PixelSize(width: 16, height: 24))
    #expect(upload.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(upload.bytes.firstRange(of: Array("Exif".utf8)) == nil)
  }

  @Test func `many concurrent requests each get their own picture`() async throws {
    let letters = Array("KRGYBMCW")

    let drawings = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<40 {
        group.addTask {
          let bytes = PNGSample.bytes(Raster(String(letters[number % 8])))
          let picture = try await decoder.decodePicture(
            bytes, for: PixelSize(width: 1, height: 1), .whole)
          return (number, Raster.drawing(of: picture.image.pixels, width: 1))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    for number in 0..<40 { #expect(drawings[number] == String(letters[number % 8])) }
  }
}
