import CPictures
import Glibc
import PictureWire

/// A JPEG without metadata, within a service's limits.
struct Upload {
  let bytes: [UInt8]
  let size: Extent

  /// Lowers the quality, then the size; throws at the size of a stamp.
  init(_ pixels: [UInt8], _ size: Extent, mostBytes: Int) throws(WireRefusal) {
    var pixels = pixels
    var size = size
    while true {
      for quality: CInt in [90, 80, 70] {
        guard let bytes = Self.encode(pixels, size, quality) else { throw .damaged }
        guard bytes.count > mostBytes else {
          (self.bytes, self.size) = (bytes, size)
          return
        }
      }
      guard max(size.width, size.height) > 64 else { throw .doesNotFit }
      (pixels, size) = Self.smaller(pixels, size)
    }
  }

  private static func encode(_ pixels: [UInt8], _ size: Extent, _ quality: CInt) -> [UInt8]? {
    var count: UInt = 0
    let bytes = cp_jpeg_encode(pixels, UInt32(size.width), UInt32(size.height), quality, &count)
    guard let bytes else { return nil }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  private static func smaller(_ pixels: [UInt8], _ size: Extent) -> ([UInt8], Extent) {
    var pixels = pixels
    let side = max(size.width, size.height) * 3 / 4
    let output = size.fitted(into: Extent(width: side, height: side))
    let scaler = RowScaler(
      DecodedRows(size: size, window: Window(all: size)), to: output, on: .black)
    pixels.withUnsafeMutableBufferPointer { pixels in
      let count = size.width * 3
      for row in 0..<scaler.rowsNeeded {
        scaler.add(UnsafeMutableBufferPointer(rebasing: pixels[row * count..<(row + 1) * count]))
      }
    }
    return (scaler.result, output)
  }
}
