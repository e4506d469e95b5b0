import CPictures
import PictureWire

/// A decoder of an AVIF file, or of the first image of an animated one.
final class AVIFFileDecoder: PictureFileDecoder {
  /// The number of pixel rows of an AVIF picture that are converted at a time, to save memory.
  private static let band = 256

  let size: PixelExtent
  let orientation: PictureOrientation?
  private let avif: OpaquePointer
  private let blending: BackgroundBlending
  private var rows: [UInt8] = []
  private var nextRow = 0

  init(
    _ bytes: ByteView, _ caps: PictureSizeLimits,
    on background: PictureDecodingRequest.BackgroundColour
  ) throws(DecoderRefusal) {
    guard cp_avif_load() else { throw .noAVIFLibrary }
    var facts = cp_avif_facts()
    let start = bytes.bytes.bindMemory(to: UInt8.self).baseAddress
    guard
      let avif = cp_avif_open(
        start, bytes.count, UInt32(caps.maximumSide), UInt32(caps.pixels), &facts)
    else { throw facts.is_too_large ? .tooLarge : .damaged }
    self.avif = avif
    size = PixelExtent(width: Int(facts.width), height: Int(facts.height))
    orientation = PictureOrientation(
      quarterTurns: Int(facts.quarter_turns), mirror: Int(facts.mirror))
    blending = BackgroundBlending(background: background)
  }

  deinit { cp_avif_close(avif) }

  func startDecoding(_ window: PictureRegion, output: PixelExtent) throws(DecoderRefusal)
    -> DecodedRowsGeometry
  {
    guard cp_avif_decode(avif) else { throw .damaged }
    rows = [UInt8](repeating: 0, count: min(size.height, Self.band) * size.width * 4)
    return DecodedRowsGeometry(size: size, window: window)
  }

  func readRowUnlessTruncated(into row: UnsafeMutableBufferPointer<UInt8>) throws(DecoderRefusal)
    -> Bool
  {
    let place = nextRow % Self.band
    if place == 0 {
      let count = min(Self.band, size.height - nextRow)
      guard cp_avif_read(avif, UInt32(nextRow), UInt32(count), &rows) else { throw .damaged }
    }
    rows.withUnsafeBufferPointer { rows in
      // Memory for a band was allocated, so it has a first byte.
      blending.blendPixelsOverBackground(
        rows.baseAddress! + place * size.width * 4, to: row, count: size.width)
    }
    nextRow += 1
    return true
  }
}

extension PictureOrientation {
  /// Creates a picture's orientation from the properties of an AVIF file: the number of turns by
  /// 90° counter-clockwise, and the mirroring that follows them: 0 none, 1 top to bottom, 2 left to
  /// right.
  fileprivate init(quarterTurns: Int, mirror: Int) {
    let all: [[PictureOrientation]] = [
      [.upright, .mirroredUpsideDown, .mirrored], [.onRight, .mirroredOnLeft, .mirroredOnRight],
      [.upsideDown, .mirrored, .mirroredUpsideDown], [.onLeft, .mirroredOnRight, .mirroredOnLeft],
    ]
    self = all[quarterTurns & 3][min(max(0, mirror), 2)]
  }
}
