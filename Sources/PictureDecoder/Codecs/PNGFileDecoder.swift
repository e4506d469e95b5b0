import CPictures
import PictureWire

/// A decoder of a PNG file, which is read row by row unless it is interlaced.
final class PNGFileDecoder: PictureFileDecoder {
  let size: PixelExtent
  let frames: Int
  private(set) var isDamaged = false
  private let png: OpaquePointer
  private let blending: BackgroundBlending
  private var facts: cp_png_facts
  private var stored: [UInt8] = []
  private var nextRow = 0

  init(_ bytes: ByteView, on background: PictureDecodingRequest.BackgroundColour)
    throws(DecoderRefusal)
  {
    facts = cp_png_facts()
    frames = PNGChunks.frameCount(in: bytes)
    let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress
    guard let png = cp_png_open(start, bytes.count, &facts) else { throw .damaged }
    self.png = png
    size = PixelExtent(width: Int(facts.width), height: Int(facts.height))
    blending = BackgroundBlending(background: background)
  }

  deinit { cp_png_close(png) }

  func startDecoding(_ window: PictureRegion, output: PixelExtent) throws(DecoderRefusal)
    -> DecodedRowsGeometry
  {
    guard cp_png_start(png, &facts) else { throw .damaged }
    if facts.is_interlaced {
      stored = [UInt8](repeating: 0, count: stride * size.height)
      isDamaged = !cp_png_read_all(png, &stored, stride)
    } else if facts.channels == 4 {
      stored = [UInt8](repeating: 0, count: stride)
    }
    return DecodedRowsGeometry(size: size, window: window)
  }

  func readRowUnlessTruncated(into row: UnsafeMutableBufferPointer<UInt8>) throws(DecoderRefusal)
    -> Bool
  {
    defer { nextRow += 1 }
    if !facts.is_interlaced {
      let isRead =
        facts.channels == 3
        ? cp_png_read_row(png, row.baseAddress) : cp_png_read_row(png, &stored)
      guard isRead else {
        isDamaged = true
        return false
      }
      guard facts.channels == 4 else { return true }
    }
    let first = facts.is_interlaced ? nextRow * stride : 0
    stored.withUnsafeBufferPointer { stored in
      // Memory for all rows read was allocated, so it has a first byte.
      let pixels = stored.baseAddress! + first
      if facts.channels == 4 {
        blending.blendPixelsOverBackground(pixels, to: row, count: size.width)
      } else {
        _ = row.update(from: UnsafeBufferPointer(start: pixels, count: stride))
      }
    }
    return true
  }

  private var stride: Int { size.width * Int(facts.channels) }
}

/// A sequence of the chunks of a PNG file, found without decompressing.
struct PNGChunks: Sequence, IteratorProtocol {
  struct PNGChunk {
    let name: ByteView
    let content: ByteView

    func isChunkNamed(_ text: StaticString) -> Bool { name.hasText(text, at: 0) }
  }

  /// The number of bytes of the signature of PNG files.
  static let signatureLength = 8

  private let bytes: ByteView
  private var offset = signatureLength

  init(_ bytes: ByteView) { self.bytes = bytes }

  mutating func next() -> PNGChunk? {
    guard let length = bytes.bigEndianNumber(at: offset, bytes: 4),
      length <= bytes.count - offset - 12
    else {
      return nil
    }
    defer { offset += 12 + length }
    return PNGChunk(
      name: bytes.subview(from: offset + 4, count: 4),
      content: bytes.subview(from: offset + 8, count: length))
  }

  /// Returns the number of frames of a PNG file, which is stored before the first pixels; 1 for a
  /// still picture.
  static func frameCount(in bytes: ByteView) -> Int {
    for chunk in PNGChunks(bytes) {
      if chunk.isChunkNamed("acTL"), let count = chunk.content.bigEndianNumber(at: 0, bytes: 4),
        count > 1
      {
        // As in browsers, a number that the format forbids makes the picture a still one.
        return count <= Int32.max ? count : 1
      }
      if chunk.isChunkNamed("IDAT") { break }
    }
    return 1
  }
}

/// A frame of an animated PNG: its position, composition and stored pixels.
struct PNGFrame {
  enum PNGFrameDisposal: UInt8 {
    case none, clear, restore
  }

  let size: PixelExtent
  let x: Int
  let y: Int
  let milliseconds: Int
  let disposal: PNGFrameDisposal
  /// True if the transparent pixels of the animated PNG's frame let the canvas show through.
  let isBlended: Bool
  var parts: [ByteView] = []

  /// Creates a frame of an animated PNG from its control chunk; nil if the chunk is invalid, or the
  /// frame is outside of the canvas.
  init?(_ control: ByteView, on canvas: PixelExtent) {
    let numbers = (1...4).compactMap { control.bigEndianNumber(at: $0 * 4, bytes: 4) }
    guard numbers.count == 4, let numerator = control.bigEndianNumber(at: 20, bytes: 2),
      let denominator = control.bigEndianNumber(at: 22, bytes: 2),
      let disposal = control[24].flatMap(PNGFrameDisposal.init), let blending = control[25]
    else { return nil }
    (size, x, y) = (PixelExtent(width: numbers[0], height: numbers[1]), numbers[2], numbers[3])
    guard size.width > 0, size.height > 0, x + size.width <= canvas.width,
      y + size.height <= canvas.height
    else { return nil }
    milliseconds = numerator * 1000 / (denominator == 0 ? 100 : denominator)
    self.disposal = disposal
    isBlended = blending == 1
  }

  /// Returns the decoded RGBA pixels of the animated PNG's frame; nil if they are broken.
  func decodedFramePixels(header: ByteView, tables: [PNGChunks.PNGChunk]) -> [UInt8]? {
    let file = standalonePNGFile(header, tables)
    return file.withUnsafeBufferPointer { file in
      var facts = cp_png_facts()
      guard let png = cp_png_open(file.baseAddress, file.count, &facts) else { return nil }
      defer { cp_png_close(png) }
      guard Int(facts.width) == size.width, Int(facts.height) == size.height,
        cp_png_start(png, &facts)
      else { return nil }
      let stride = size.width * Int(facts.channels)
      var rows = [UInt8](repeating: 0, count: stride * size.height)
      guard cp_png_read_all(png, &rows, stride) else { return nil }
      return facts.channels == 4 ? rows : Self.addingOpaqueAlpha(from: rows)
    }
  }

  private func standalonePNGFile(_ header: ByteView, _ tables: [PNGChunks.PNGChunk]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let sides = [size.width, size.height].flatMap {
      PNGChecksumsAndNumbers.bigEndianBytes(UInt32($0))
    }
    Self.appendPNGChunk("IHDR", sides + Array(header.bytes.dropFirst(8)), to: &file)
    for table in tables {
      Self.appendPNGChunk(
        String(decoding: table.name.bytes, as: UTF8.self), table.content.bytes, to: &file)
    }
    for part in parts { Self.appendPNGChunk("IDAT", part.bytes, to: &file) }
    Self.appendPNGChunk("IEND", [], to: &file)
    return file
  }

  private static func appendPNGChunk(
    _ name: String, _ content: some Collection<UInt8>, to file: inout [UInt8]
  ) {
    file += PNGChecksumsAndNumbers.bigEndianBytes(UInt32(content.count))
    let start = file.count
    file += name.utf8
    file += content
    file += PNGChecksumsAndNumbers.bigEndianBytes(PNGChecksumsAndNumbers.checksum(file[start...]))
  }

  private static func addingOpaqueAlpha(from rows: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rows.count / 3 * 4) { pixels, count in
      for pixel in 0..<rows.count / 3 {
        for channel in 0..<3 { pixels[pixel * 4 + channel] = rows[pixel * 3 + channel] }
        pixels[pixel * 4 + 3] = 255
      }
      count = rows.count / 3 * 4
    }
  }
}

/// A namespace for encoding checksums (CRC) and numbers in PNG files.
enum PNGChecksumsAndNumbers {
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      ~bytes.reduce(UInt32.max) { sum, byte in
        table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
      }
    }
  }

  static func bigEndianBytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
  }
}
