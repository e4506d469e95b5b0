import CPictures
import PictureWire

/// A PNG of any kind; row by row where it is not interlaced.
final class PNGSource: PictureSource {
  let size: Extent
  let frames: Int
  private(set) var isDamaged = false
  private let png: OpaquePointer
  private let blending: Blending
  private var facts: cp_png_facts
  /// All rows of an interlaced picture, one row of a transparent one.
  private var stored: [UInt8] = []
  private var nextRow = 0

  init(_ bytes: ByteView, on background: PictureOrder.Colour) throws(WireRefusal) {
    facts = cp_png_facts()
    frames = PNGChunks.frames(in: bytes)
    let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress
    guard let png = cp_png_open(start, bytes.count, &facts) else { throw .damaged }
    self.png = png
    size = Extent(width: Int(facts.width), height: Int(facts.height))
    blending = Blending(background: background)
  }

  deinit { cp_png_close(png) }

  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows {
    guard cp_png_start(png, &facts) else { throw .damaged }
    if facts.is_interlaced {
      stored = [UInt8](repeating: 0, count: stride * size.height)
      isDamaged = !cp_png_read_all(png, &stored, stride)
    } else if facts.channels == 4 {
      stored = [UInt8](repeating: 0, count: stride)
    }
    return DecodedRows(size: size, window: window)
  }

  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool {
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
      // Memory for that many rows was set aside, so there is a first byte.
      let pixels = stored.baseAddress! + first
      if facts.channels == 4 {
        blending.blend(pixels, to: row, count: size.width)
      } else {
        _ = row.update(from: UnsafeBufferPointer(start: pixels, count: stride))
      }
    }
    return true
  }

  private var stride: Int { size.width * Int(facts.channels) }
}
