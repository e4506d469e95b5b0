import CPictures
import PictureWire

/// A decoder of a HEIC file, whose picture libheif turns upright.
final class HEICFileDecoder: PictureFileDecoder {
  let size: PixelExtent
  let orientation: PictureOrientation? = .upright
  private let heif: OpaquePointer
  private var nextRow: UInt32 = 0

  init(_ bytes: ByteView, _ caps: PictureSizeLimits) throws(DecoderRefusal) {
    guard cp_heif_load() else { throw .noHEIFLibrary }
    let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress
    let side = Double(caps.pixels).squareRoot()
    var (width, height): (UInt32, UInt32) = (0, 0)
    guard let heif = cp_heif_open(start, bytes.count, CInt(side), &width, &height) else {
      throw .damaged
    }
    self.heif = heif
    size = PixelExtent(width: Int(width), height: Int(height))
  }

  deinit { cp_heif_close(heif) }

  func startDecoding(_ window: PictureRegion, output: PixelExtent) throws(DecoderRefusal)
    -> DecodedRowsGeometry
  {
    guard cp_heif_decode(heif) else { throw .damaged }
    return DecodedRowsGeometry(size: size, window: window)
  }

  func readRowUnlessTruncated(into row: UnsafeMutableBufferPointer<UInt8>) throws(DecoderRefusal)
    -> Bool
  {
    guard let pixels = cp_heif_row(heif, nextRow) else { return false }
    _ = row.update(from: UnsafeBufferPointer(start: pixels, count: size.width * 3))
    nextRow += 1
    return true
  }
}
