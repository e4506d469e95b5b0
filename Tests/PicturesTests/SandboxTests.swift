import CSamples
import Glibc
import PictureSamples
import Pictures
import Terminal
import Testing

/// What a decoder can do that was taken over.
@Suite struct SandboxTests {
  private static let box = PixelSize(width: 1, height: 1)
  private static let picture = PNGSample.bytes(Raster("R"))

  @Test(arguments: 0..<sample_escape_count())
  func `each attempt to escape the sandbox ends the decoder`(number: CInt) async throws {
    let program = try ProgramUnderTest(misbehaving: "\(number)")
    let decoder = PictureDecoder(program: program.path, rules: .patient)

    await #expect(throws: PictureRefusal.confined, "\(String(cString: sample_escape_name(number)))")
    {
      try await decoder.decodePicture([], for: Self.box, .whole)
    }
  }

  @Test(arguments: ["lacks-landlock", "lacks-filters"])
  func `without kernel support pictures are decoded outside a sandbox`(name: String) async throws {
    let program = try ProgramUnderTest(misbehaving: name)
    let decoder = PictureDecoder(program: program.path, rules: .patient)

    let picture = try await decoder.decodePicture(Self.picture, for: Self.box, .whole)

    #expect(picture.image.pixels == [255, 0, 0])
    #expect(!picture.isConfined)
  }

  @Test(arguments: ["lacks-landlock", "lacks-filters"])
  func `without kernel support decoding is refused if a sandbox is required`(name: String)
    async throws
  {
    let program = try ProgramUnderTest(misbehaving: name)
    var rules = PictureDecoder.DecoderConfiguration.patient
    rules.requiresSandbox = true
    let decoder = PictureDecoder(program: program.path, rules: rules)

    await #expect(throws: PictureRefusal.noSandbox) {
      try await decoder.decodePicture(Self.picture, for: Self.box, .whole)
    }
  }
}
