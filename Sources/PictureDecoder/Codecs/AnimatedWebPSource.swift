import CPictures
import PictureWire

/// A WebP that moves: the frames up to the one asked for, laid over each other.
final class AnimatedWebPSource: PictureSource {
  let size: Extent
  let frames: Int
  private(set) var milliseconds = 0
  private let bytes: ByteView
  private let frame: Int
  private let blending: Blending
  /// Owns the canvas; made once the size is known to be acceptable.
  private var decoder: OpaquePointer?
  private var canvas: UnsafeMutablePointer<UInt8>?
  private var nextRow = 0
  /// When the next frame begins, in milliseconds.
  private var began = 0

  init(
    _ bytes: ByteView, frame: Int, on background: PictureOrder.Colour
  ) throws(WireRefusal) {
    (self.bytes, self.frame) = (bytes, frame)
    blending = Blending(background: background)
    var data = Self.data(bytes)
    guard let demux = WebPDemux(&data) else { throw .damaged }
    size = Extent(
      width: Int(WebPDemuxGetI(demux, WEBP_FF_CANVAS_WIDTH)),
      height: Int(WebPDemuxGetI(demux, WEBP_FF_CANVAS_HEIGHT)))
    frames = Int(WebPDemuxGetI(demux, WEBP_FF_FRAME_COUNT))
    WebPDemuxDelete(demux)
    guard frame < frames else { throw .noSuchFrame }
  }

  deinit { if let decoder { WebPAnimDecoderDelete(decoder) } }

  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows {
    // Each frame is laid over the whole canvas.
    try Caps.check(pixels: (frame + 1) * size.area, ofFrames: frame + 1, on: size)
    try begin()
    for _ in 0...frame { guard advance() else { throw .damaged } }
    return DecodedRows(size: size, window: window)
  }

  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool {
    guard let canvas else { return false }
    blending.blend(canvas + nextRow * size.width * 4, to: row, count: size.width)
    nextRow += 1
    return true
  }
}

extension AnimatedWebPSource: MovingSource {
  func begin() throws(WireRefusal) {
    var options = WebPAnimDecoderOptions()
    var data = Self.data(bytes)
    guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw .damaged }
    decoder = WebPAnimDecoderNew(&data, &options)
    guard decoder != nil else { throw .damaged }
  }

  func advance() -> Bool {
    var end: CInt = 0
    guard WebPAnimDecoderGetNext(decoder, &canvas, &end) != 0 else { return false }
    // Sums of a stranger's numbers may turn negative.
    milliseconds = max(0, Int(end) - began)
    began = Int(end)
    nextRow = 0
    return true
  }

  var work: Int { 2 * size.area }
}

extension AnimatedWebPSource {
  private static func data(_ bytes: ByteView) -> WebPData {
    WebPData(bytes: bytes.bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
  }
}
