internal import PictureWire
internal import Terminal

extension DecoderReply.Content {
  /// The frames in a body that has several, each after the milliseconds for which it is shown; nil
  /// where these are none.
  var frames: [MovingFrame]? {
    let size = PixelSize(width: facts.size.width, height: facts.size.height)
    let count = WireLimits.frameHeader + facts.size.area * 3
    guard body.count == count * facts.frames else { return nil }
    var frames: [MovingFrame] = []
    for start in stride(from: 0, to: body.count, by: count) {
      let milliseconds = (0..<WireLimits.frameHeader).reduce(0) {
        $0 | Int(body[start + $1]) << ($1 * 8)
      }
      let pixels = Array(body[start + WireLimits.frameHeader..<start + count])
      guard milliseconds > 0, let image = PixelImage(size: size, pixels: pixels) else {
        return nil
      }
      frames.append(MovingFrame(image: image, duration: .milliseconds(milliseconds)))
    }
    return frames
  }
}
