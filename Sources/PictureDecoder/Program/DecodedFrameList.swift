import PictureWire

/// A list of an animated picture's decoded frames, scaled for a box, within limits of memory and
/// time; frames beyond the limits are left out.
struct DecodedFrameList {
  /// The shortest duration of an animation's frame in milliseconds. A frame that would follow
  /// sooner replaces the frame before it.
  private static let shortest = 50
  private static let longest = 60_000
  /// The duration in milliseconds of an animation's frame whose file states none, as in browsers.
  private static let usual = 100
  private static let nonsense = 10
  /// The maximum numbers of pixels of an animation's canvas, and of pixels decoded for all its
  /// frames.
  private static let maximumPixels = (canvas: 16_000_000, work: 120_000_000)

  let size: PixelExtent
  private(set) var count = 0
  /// The body of the decoder's reply: each frame's duration, then its pixels.
  private(set) var body: [UInt8] = []

  private let window: PictureRegion
  private let background: PictureDecodingRequest.BackgroundColour
  private var lastStart = 0
  private var lastTime = 0

  init(
    _ source: any AnimationFileDecoder, _ cut: PictureDecodingRequest.PictureCropping,
    in box: PixelExtent,
    on background: PictureDecodingRequest.BackgroundColour
  ) throws(DecoderRefusal) {
    guard source.size.area <= Self.maximumPixels.canvas else { throw .tooLarge }
    let framing = DecodedRegionAndSize(cut, of: source.size, in: box)
    window = framing.window
    size = Self.decodedFrameSize(of: framing, frames: source.frames)
    self.background = background
    try source.beginAnimation()
    var work = 0
    while work < Self.maximumPixels.work, hasRoom, source.advanceToNextFrame() {
      work += source.decodedPixelCount
      try addFrame(of: source)
    }
    guard count > 0 else { throw .damaged }
    setLastFrameDuration(max(lastTime, Self.shortest))
  }

  private var frameBytes: Int { DecoderLimits.frameHeader + size.area * 3 }

  private var hasRoom: Bool {
    lastTime < Self.shortest && count > 0
      || count < DecoderLimits.motion.frames
        && body.count + frameBytes <= DecoderLimits.motion.bytes
  }

  /// Returns the size at which an animation's frames are decoded. It is no larger than the picture,
  /// and with many frames down to half the width and height, as the terminal scales.
  private static func decodedFrameSize(of framing: DecodedRegionAndSize, frames: Int) -> PixelExtent
  {
    let own = min(
      1, framing.window.width / Double(framing.size.width),
      framing.window.height / Double(framing.size.height))
    let bytes = Double(framing.size.area) * own * own * 3 + Double(DecoderLimits.frameHeader)
    let share = Double(
      DecoderLimits.motion.bytes / min(max(1, frames), DecoderLimits.motion.frames))
    let scale = own * min(1, max(0.5, (share / bytes).squareRoot()))
    // At least one frame must fit, whatever the box is.
    let most = (Double(DecoderLimits.motion.bytes) / 3.1 / Double(framing.size.area)).squareRoot()
    let least = min(scale, most)
    return PixelExtent(
      width: max(1, Int(Double(framing.size.width) * least)),
      height: max(1, Int(Double(framing.size.height) * least)))
  }

  private mutating func addFrame(of source: any AnimationFileDecoder) throws(DecoderRefusal) {
    let told = source.milliseconds
    let time = told <= Self.nonsense ? Self.usual : min(told, Self.longest)
    guard count == 0 || lastTime >= Self.shortest else {
      return lastTime = min(lastTime + time, Self.longest)
    }
    if count > 0 { setLastFrameDuration(lastTime) }
    lastStart = body.count
    lastTime = time
    count += 1
    body += [UInt8](repeating: 0, count: DecoderLimits.frameHeader)
    body += try currentFramePixels(of: source)
  }

  private func currentFramePixels(of source: any AnimationFileDecoder) throws(DecoderRefusal)
    -> [UInt8]
  {
    let scaler = RowScaler(
      DecodedRowsGeometry(size: source.size, window: window), to: size, on: background)
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: source.size.width * 3)
    defer { row.deallocate() }
    for _ in 0..<scaler.rowsNeeded where try source.readRowUnlessTruncated(into: row) {
      scaler.addSourceRow(row)
    }
    return scaler.result
  }

  private mutating func setLastFrameDuration(_ milliseconds: Int) {
    for byte in 0..<DecoderLimits.frameHeader {
      body[lastStart + byte] = UInt8(truncatingIfNeeded: milliseconds >> (byte * 8))
    }
  }
}
