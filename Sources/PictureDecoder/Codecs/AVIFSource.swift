import CPictures
import PictureWire

/// An AVIF, or the first image of one that moves.
final class AVIFSource: PictureSource {
  /// How many rows are made of what is stored at a time: all of them would take too much memory.
  private static let band = 256

  let size: Extent
  let orientation: Orientation?
  private let avif: OpaquePointer
  private let blending: Blending
  private var rows: [UInt8] = []
  private var nextRow = 0

  init(
    _ bytes: ByteView, _ caps: Caps, on background: PictureOrder.Colour
  ) throws(WireRefusal) {
    guard cp_avif_load() else { throw .noAVIFLibrary }
    var facts = cp_avif_facts()
    let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress
    guard
      let avif = cp_avif_open(
        start, bytes.count, UInt32(caps.side), UInt32(caps.pixels), &facts)
    else { throw facts.is_too_large ? .tooLarge : .damaged }
    self.avif = avif
    size = Extent(width: Int(facts.width), height: Int(facts.height))
    orientation = Orientation(quarterTurns: Int(facts.quarter_turns), mirror: Int(facts.mirror))
    blending = Blending(background: background)
  }

  deinit { cp_avif_close(avif) }

  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows {
    guard cp_avif_decode(avif) else { throw .damaged }
    rows = [UInt8](repeating: 0, count: min(size.height, Self.band) * size.width * 4)
    return DecodedRows(size: size, window: window)
  }

  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool {
    let place = nextRow % Self.band
    if place == 0 {
      let count = min(Self.band, size.height - nextRow)
      guard cp_avif_read(avif, UInt32(nextRow), UInt32(count), &rows) else { throw .damaged }
    }
    rows.withUnsafeBufferPointer { rows in
      // Memory for a band was set aside, so there is a first byte.
      blending.blend(rows.baseAddress! + place * size.width * 4, to: row, count: size.width)
    }
    nextRow += 1
    return true
  }
}

extension Orientation {
  /// Turned so often by 90° against the clock, and then mirrored: 1 exchanges top and bottom, 2 left
  /// and right.
  fileprivate init(quarterTurns: Int, mirror: Int) {
    let all: [[Orientation]] = [
      [.upright, .mirroredUpsideDown, .mirrored], [.onRight, .mirroredOnLeft, .mirroredOnRight],
      [.upsideDown, .mirrored, .mirroredUpsideDown], [.onLeft, .mirroredOnRight, .mirroredOnLeft],
    ]
    self = all[quarterTurns & 3][min(max(0, mirror), 2)]
  }
}
