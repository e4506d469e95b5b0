import CPictures
import Glibc
import PictureWire

/// A decoder of a JPEG file, which decodes at half, a quarter or an eighth of the size if the
/// result needs no more.
final class JPEGFileDecoder: PictureFileDecoder {
  let size: PixelExtent
  private let jpeg: OpaquePointer
  private var facts: cp_jpeg_facts
  private var cmykRow: [UInt8] = []

  init(_ bytes: ByteView) throws(DecoderRefusal) {
    facts = cp_jpeg_facts()
    let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress
    guard let jpeg = cp_jpeg_open(start, bytes.count, &facts) else { throw .damaged }
    self.jpeg = jpeg
    size = PixelExtent(width: Int(facts.width), height: Int(facts.height))
  }

  deinit { cp_jpeg_close(jpeg) }

  var isDamaged: Bool { cp_jpeg_is_damaged(jpeg) }

  func startDecoding(_ window: PictureRegion, output: PixelExtent) throws(DecoderRefusal)
    -> DecodedRowsGeometry
  {
    let reduction = [8, 4, 2].first { denominator in
      window.width / Double(denominator) >= Double(output.width)
        && window.height / Double(denominator) >= Double(output.height)
    }
    guard cp_jpeg_start(jpeg, UInt32(reduction ?? 1), &facts) else { throw .damaged }
    let rows = PixelExtent(width: Int(facts.width), height: Int(facts.height))
    if facts.channels == 4 { cmykRow = [UInt8](repeating: 0, count: rows.width * 4) }
    return DecodedRowsGeometry(size: rows, window: window.scaledRegion(from: size, to: rows))
  }

  func readRowUnlessTruncated(into row: UnsafeMutableBufferPointer<UInt8>) throws(DecoderRefusal)
    -> Bool
  {
    guard facts.channels == 4 else { return cp_jpeg_read_row(jpeg, row.baseAddress) }
    guard cp_jpeg_read_row(jpeg, &cmykRow) else { return false }
    convertRowFromCMYK(on: row)
    return true
  }

  private func convertRowFromCMYK(on row: UnsafeMutableBufferPointer<UInt8>) {
    let paper: UInt8 = facts.is_inverted ? 0 : 255
    for pixel in 0..<Int(facts.width) {
      let black = UInt32(cmykRow[pixel * 4 + 3] ^ paper)
      for channel in 0..<3 {
        let light = UInt32(cmykRow[pixel * 4 + channel] ^ paper)
        row[pixel * 3 + channel] = UInt8((light * black + 127) / 255)
      }
    }
  }
}

/// A JPEG without metadata, encoded for upload within a service's limits.
struct EncodedUploadJPEG {
  let bytes: [UInt8]
  let size: PixelExtent

  /// Creates a JPEG of at most `mostBytes` bytes from pixels, by reducing the quality, then the
  /// size; throws if the picture would become tiny.
  init(_ pixels: [UInt8], _ size: PixelExtent, mostBytes: Int) throws(DecoderRefusal) {
    var pixels = pixels
    var size = size
    while true {
      for quality: CInt in [90, 80, 70] {
        guard let bytes = Self.encodedJPEG(pixels, size, quality) else { throw .damaged }
        guard bytes.count > mostBytes else {
          (self.bytes, self.size) = (bytes, size)
          return
        }
      }
      guard max(size.width, size.height) > 64 else { throw .doesNotFit }
      (pixels, size) = Self.shrunkPixels(pixels, size)
    }
  }

  private static func encodedJPEG(_ pixels: [UInt8], _ size: PixelExtent, _ quality: CInt)
    -> [UInt8]?
  {
    var count: UInt = 0
    let bytes = cp_jpeg_encode(pixels, UInt32(size.width), UInt32(size.height), quality, &count)
    guard let bytes else { return nil }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  private static func shrunkPixels(_ pixels: [UInt8], _ size: PixelExtent) -> ([UInt8], PixelExtent)
  {
    var pixels = pixels
    let side = max(size.width, size.height) * 3 / 4
    let output = size.fittedExtent(into: PixelExtent(width: side, height: side))
    let scaler = RowScaler(
      DecodedRowsGeometry(size: size, window: PictureRegion(all: size)), to: output, on: .black)
    pixels.withUnsafeMutableBufferPointer { pixels in
      let count = size.width * 3
      for row in 0..<scaler.rowsNeeded {
        scaler.addSourceRow(
          UnsafeMutableBufferPointer(rebasing: pixels[row * count..<(row + 1) * count]))
      }
    }
    return (scaler.result, output)
  }
}
