import CPictures
import PictureWire

/// A frame of a PNG that moves: where it lies, how it is laid over the others, and its pixels as they
/// are stored.
struct PNGFrame {
  /// What is done with it before the next one comes.
  enum Disposal: UInt8 {
    case none, clear, restore
  }

  let size: Extent
  let x: Int
  let y: Int
  let milliseconds: Int
  let disposal: Disposal
  /// Whether what is transparent in it lets the others through.
  let isBlended: Bool
  var parts: [ByteView] = []

  /// The frame that such a chunk announces; nil where it does not lie on the canvas.
  init?(_ control: ByteView, on canvas: Extent) {
    let numbers = (1...4).compactMap { control.number(at: $0 * 4, bytes: 4) }
    guard numbers.count == 4, let numerator = control.number(at: 20, bytes: 2),
      let denominator = control.number(at: 22, bytes: 2),
      let disposal = control[24].flatMap(Disposal.init), let blending = control[25]
    else { return nil }
    (size, x, y) = (Extent(width: numbers[0], height: numbers[1]), numbers[2], numbers[3])
    guard size.width > 0, size.height > 0, x + size.width <= canvas.width,
      y + size.height <= canvas.height
    else { return nil }
    milliseconds = numerator * 1000 / (denominator == 0 ? 100 : denominator)
    self.disposal = disposal
    isBlended = blending == 1
  }

  /// Its pixels, four bytes each, of a picture that begins with these chunks; nil where they cannot
  /// be read.
  func pixels(header: ByteView, tables: [PNGChunks.Chunk]) -> [UInt8]? {
    let file = file(header, tables)
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
      return facts.channels == 4 ? rows : Self.opaque(rows)
    }
  }

  /// A file of its own for the frame.
  private func file(_ header: ByteView, _ tables: [PNGChunks.Chunk]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let sides = [size.width, size.height].flatMap { PNGSum.bytes(UInt32($0)) }
    Self.append("IHDR", sides + Array(header.bytes.dropFirst(8)), to: &file)
    for table in tables {
      Self.append(String(decoding: table.name.bytes, as: UTF8.self), table.content.bytes, to: &file)
    }
    for part in parts { Self.append("IDAT", part.bytes, to: &file) }
    Self.append("IEND", [], to: &file)
    return file
  }

  private static func append(
    _ name: String, _ content: some Collection<UInt8>, to file: inout [UInt8]
  ) {
    file += PNGSum.bytes(UInt32(content.count))
    let start = file.count
    file += name.utf8
    file += content
    file += PNGSum.bytes(PNGSum.of(file[start...]))
  }

  private static func opaque(_ rows: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rows.count / 3 * 4) { pixels, count in
      for pixel in 0..<rows.count / 3 {
        for channel in 0..<3 { pixels[pixel * 4 + channel] = rows[pixel * 3 + channel] }
        pixels[pixel * 4 + 3] = 255
      }
      count = rows.count / 3 * 4
    }
  }
}
