import CPictures
import PictureWire

extension ByteView {
  /// The decoder for this WebP, depending on whether it moves.
  func webPSource(
    frame: Int, on background: PictureOrder.Colour
  ) throws(WireRefusal) -> any PictureSource {
    var features = WebPBitstreamFeatures()
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    guard WebPGetFeatures(start, count, &features) == VP8_STATUS_OK else { throw .damaged }
    if features.has_animation != 0 {
      return try AnimatedWebPSource(self, frame: frame, on: background)
    }
    guard frame == 0 else { throw .noSuchFrame }
    return WebPSource(self, features, on: background)
  }
}
