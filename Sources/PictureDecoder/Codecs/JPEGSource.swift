import CPictures
import PictureWire

/// A JPEG, decoded at a half, a quarter or an eighth where that is enough.
final class JPEGSource: PictureSource {
  let size: Extent
  private let jpeg: OpaquePointer
  private var facts: cp_jpeg_facts
  private var inks: [UInt8] = []

  init(_ bytes: ByteView) throws(WireRefusal) {
    facts = cp_jpeg_facts()
    let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress
    guard let jpeg = cp_jpeg_open(start, bytes.count, &facts) else { throw .damaged }
    self.jpeg = jpeg
    size = Extent(width: Int(facts.width), height: Int(facts.height))
  }

  deinit { cp_jpeg_close(jpeg) }

  var isDamaged: Bool { cp_jpeg_is_damaged(jpeg) }

  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows {
    let reduction = [8, 4, 2].first { denominator in
      window.width / Double(denominator) >= Double(output.width)
        && window.height / Double(denominator) >= Double(output.height)
    }
    guard cp_jpeg_start(jpeg, UInt32(reduction ?? 1), &facts) else { throw .damaged }
    let rows = Extent(width: Int(facts.width), height: Int(facts.height))
    if facts.channels == 4 { inks = [UInt8](repeating: 0, count: rows.width * 4) }
    return DecodedRows(size: rows, window: window.scaled(from: size, to: rows))
  }

  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool {
    guard facts.channels == 4 else { return cp_jpeg_read_row(jpeg, row.baseAddress) }
    guard cp_jpeg_read_row(jpeg, &inks) else { return false }
    print(on: row)
    return true
  }

  /// Converts CMYK to RGB.
  private func print(on row: UnsafeMutableBufferPointer<UInt8>) {
    let paper: UInt8 = facts.is_inverted ? 0 : 255
    for pixel in 0..<Int(facts.width) {
      let black = UInt32(inks[pixel * 4 + 3] ^ paper)
      for channel in 0..<3 {
        let light = UInt32(inks[pixel * 4 + channel] ^ paper)
        row[pixel * 3 + channel] = UInt8((light * black + 127) / 255)
      }
    }
  }
}
