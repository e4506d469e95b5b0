internal import Groundwork

/// A writer of uncompressed PNG files, which all programs accept, and which need no library.
enum UncompressedPNG {
  static func pngBytes(of image: PixelImage, _ rect: PixelRect) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    // Eight bits each of red, green and blue.
    appendPNGChunk(
      "IHDR", bigEndianBytes(rect.width) + bigEndianBytes(rect.height) + [8, 2, 0, 0, 0], to: &file)
    var rows: [UInt8] = []
    for row in image.pixelRows(in: rect) {
      rows.append(0)  // The filter of the row: none.
      rows += row
    }
    appendPNGChunk("IDAT", uncompressedZlibData(rows), to: &file)
    appendPNGChunk("IEND", [], to: &file)
    return file
  }

  /// Returns the bytes of a PNG file's pixel data as a zlib stream without compression.
  private static func uncompressedZlibData(_ bytes: [UInt8]) -> [UInt8] {
    var stored: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xffff)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      stored.append(rest.isEmpty ? 1 : 0)
      for number in [length, ~length] { stored += [UInt8(number & 0xff), UInt8(number >> 8)] }
      stored += block
    } while !rest.isEmpty
    return stored + Self.bigEndianBytes(Int(adlerChecksum(bytes)))
  }

  private static func appendPNGChunk(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
    let chunk = Array(name.utf8) + content
    file +=
      bigEndianBytes(content.count) + chunk
      + bigEndianBytes(Int(~chunk.reduce(~0, updatedCRC)))
  }

  private static func bigEndianBytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func adlerChecksum(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }

  private static func updatedCRC(_ sum: UInt32, _ byte: UInt8) -> UInt32 {
    table[Int((sum ^ UInt32(byte)) & 0xff)] ^ sum >> 8
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : 0xedb8_8320 ^ sum >> 1 }
  }
}

/// An encoder of pictures in the format of the terminal iTerm2: image files in base64, which the
/// terminal scales.
struct ITermImageFormat: PixelOverlayFormat {
  let largest = CellSize.largest

  func encodedPicture(of picture: Picture) -> PixelImage { picture.image }

  func appendEncodedPixels(
    _ part: CellRect, of image: PixelImage, _ picture: Picture, endsScreen: Bool,
    to output: inout [UInt8]
  ) {
    let piece = PicturePiece(picture: picture, part: part, position: part.origin)
    let file = UncompressedPNG.pngBytes(of: image, piece.source)
    output += "\u{1b}]1337;File=inline=1;size=\(file.count);width=\(part.size.columns)".utf8
    output += ";height=\(part.size.rows);preserveAspectRatio=0;doNotMoveCursor=1:".utf8
    Base64.appendBase64(file, to: &output)
    output += "\u{1b}\\".utf8
  }
}
