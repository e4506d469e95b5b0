import CPictures
import PictureWire

/// A HEIC, which libheif turns the right way up.
final class HEICSource: PictureSource {
  let size: Extent
  let orientation: Orientation? = .upright
  private let heif: OpaquePointer
  private var nextRow: UInt32 = 0

  init(_ bytes: ByteView, _ caps: Caps) throws(WireRefusal) {
    guard cp_heif_load() else { throw .noHEIFLibrary }
    let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress
    let side = Double(caps.pixels).squareRoot()
    var (width, height): (UInt32, UInt32) = (0, 0)
    guard let heif = cp_heif_open(start, bytes.count, CInt(side), &width, &height) else {
      throw .damaged
    }
    self.heif = heif
    size = Extent(width: Int(width), height: Int(height))
  }

  deinit { cp_heif_close(heif) }

  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows {
    guard cp_heif_decode(heif) else { throw .damaged }
    return DecodedRows(size: size, window: window)
  }

  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool {
    guard let pixels = cp_heif_row(heif, nextRow) else { return false }
    _ = row.update(from: UnsafeBufferPointer(start: pixels, count: size.width * 3))
    nextRow += 1
    return true
  }
}
