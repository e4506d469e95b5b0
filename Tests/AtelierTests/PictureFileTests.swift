@testable import Atelier
import Testing

@Suite struct PictureFileTests {
  private func painting() throws -> Painting {
    try #require(Painting(of: "kyoto-plane", width: 160, height: 240))
  }

  @Test func `a JPEG file has the size that was asked for`() throws {
    let bytes = try painting().jpeg(width: 80, height: 120)

    #expect(bytes.prefix(2) == [0xFF, 0xD8])
    #expect(bytes.suffix(2) == [0xFF, 0xD9])
    #expect(frame(of: bytes) == [80, 120])
  }

  @Test func `writing a large JPEG can be cancelled halfway`() throws {
    let painting = try painting()
    var rest = 8

    // What was written so far is freed: once, or the process ends here.
    #expect(throws: PaintingFailure.unwanted) {
      try painting.jpeg(width: 640, height: 960, quality: 95) {
        rest -= 1
        return rest > 0
      }
    }

    #expect(rest == 0)
  }

  @Test func `a JPEG of a turned camera has an orientation tag`() throws {
    let bytes = try painting().jpeg(width: 80, height: 120, turn: .quarter)

    #expect(frame(of: bytes) == [120, 80])
    #expect(contains(bytes, Array("Exif".utf8)))
    #expect(contains(bytes, [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))
  }

  @Test func `rows are rotated as the orientation tag says`() {
    let pixels = PaintedPixels(
      width: 2, height: 2, bytes: [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])

    let lying = pixels.rows(turned: .quarter).map { [$0[0], $0[3]] }
    let standing = pixels.rows(turned: .half).map { [$0[0], $0[3]] }

    // The file's first row is the right-hand side, seen from the top.
    #expect(lying == [[2, 4], [1, 3]])
    #expect(standing == [[4, 3], [2, 1]])
  }

  @Test func `a PNG file has the size that was asked for`() throws {
    let bytes = try painting().png(width: 30, height: 45)

    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(bytes[16..<24] == [0, 0, 0, 30, 0, 0, 0, 45])
  }

  @Test func `a GIF of rain has changing frames, and repeats without a jump`() throws {
    let painting = try painting()
    let still = try painting.pixels(width: 96, height: 64)
    let rain = Rainfall()

    #expect(rain.frame(0, over: still).bytes != rain.frame(1, over: still).bytes)
    #expect(rain.frame(0, over: still).bytes == rain.frame(Rainfall.frames, over: still).bytes)
    let file = try painting.raining(width: 96, height: 64)
    #expect(file.starts(with: Array("GIF89a".utf8)) && file.last == 0x3B)
    #expect(throws: PaintingFailure.unwanted) {
      try painting.raining(width: 96, height: 64, while: { false })
    }
  }

  @Test func `an image of one colour has a blurhash of that colour`() {
    let red = PaintedPixels(
      width: 4, height: 3,
      bytes: Array(repeatElement([UInt8](arrayLiteral: 255, 0, 0), count: 12).joined()))

    let hash = red.blurhash()

    #expect(red.averageColour == 0xFF0000)
    #expect(hash.count == 28)
    #expect(hash.first == "L")
    #expect(hash.dropFirst(2).prefix(4) == "TI:j")
  }

  /// Width and height, as the header of a JPEG file's frame tells.
  private func frame(of bytes: [UInt8]) -> [Int] {
    for at in bytes.indices.dropLast(9) where bytes[at] == 0xFF && bytes[at + 1] == 0xC0 {
      return [7, 5].map { Int(bytes[at + $0]) << 8 | Int(bytes[at + $0 + 1]) }
    }
    return []
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  @Test func `a cancelled JPEG file frees its memory once`() throws {
    var noise = SystemRandomNumberGenerator()
    let row = (0..<3 * 640).map { _ in UInt8.random(in: 0...255, using: &noise) }
    for _ in 0..<8 {
      let file = try JPEGFile(width: 640, height: 480, quality: 95)

      // Noise soon takes more memory than libjpeg begins with.
      let isWritten = row.withUnsafeBufferPointer { row in
        (0..<240).allSatisfy { _ in file.add(row: row.baseAddress) }
      }

      #expect(isWritten)
    }
  }
}
