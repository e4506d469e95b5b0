import CPictures
import PictureWire

/// A picture whose header has been read; its rows come from the top, three bytes a pixel.
protocol PictureSource: AnyObject {
  /// Its size as it is stored.
  var size: Extent { get }
  /// How many frames it has.
  var frames: Int { get }
  /// How long the frame is shown; 0 where the picture does not say.
  var milliseconds: Int { get }
  /// Whether something was wrong that could be ignored.
  var isDamaged: Bool { get }
  /// How it is to be turned, where its format says so itself.
  var orientation: Orientation? { get }

  /// Begins to decode. The rows may be scaled down or cut already, as long as the window still has
  /// at least as many pixels as come out.
  func start(_ window: Window, output: Extent) throws(WireRefusal) -> DecodedRows

  /// Reads the next row; false where the rest is missing.
  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(WireRefusal) -> Bool
}

extension PictureSource {
  var frames: Int { 1 }
  var milliseconds: Int { 0 }
  var isDamaged: Bool { false }
  var orientation: Orientation? { nil }
}

/// A picture that moves: its frames come one after the other, each laid over those before it.
protocol MovingSource: PictureSource {
  /// Begins before the first frame.
  func begin() throws(WireRefusal)
  /// Goes on to the next frame, the rows of which can be read then, from the top; false where there
  /// is no more, or nothing of it can be read.
  func advance() -> Bool
  /// How many pixels the last frame took to be unpacked and laid over the others.
  var work: Int { get }
}

/// The libraries that read pictures, one a line, as in "libpng 1.6.39".
enum CodecVersions {
  static var text: String {
    let webP = WebPGetDecoderVersion()
    let parts = [
      ("libjpeg", String(cString: cp_jpeg_version())),
      ("libpng", String(cString: cp_png_version())),
      ("libwebp", "\(webP >> 16).\(webP >> 8 & 0xff).\(webP & 0xff)"),
      ("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"),
    ]
    let others = [("libavif", cp_avif_version()), ("libheif", cp_heif_version())]
      .compactMap { name, version in version.map { (name, String(cString: $0)) } }
    return (parts + others).map { "\($0.0) \($0.1)\n" }.joined()
  }
}

/// Lays transparent pixels over a colour.
struct Blending {
  let background: PictureOrder.Colour

  /// Turns red, green, blue and alpha into red, green and blue.
  func blend(
    _ source: UnsafePointer<UInt8>, to row: UnsafeMutableBufferPointer<UInt8>, count: Int
  ) {
    let red = UInt32(background.red)
    let green = UInt32(background.green)
    let blue = UInt32(background.blue)
    for pixel in 0..<count {
      let place = source + pixel * 4
      let alpha = UInt32(place[3])
      row[pixel * 3] = Self.mix(UInt32(place[0]), red, alpha)
      row[pixel * 3 + 1] = Self.mix(UInt32(place[1]), green, alpha)
      row[pixel * 3 + 2] = Self.mix(UInt32(place[2]), blue, alpha)
    }
  }

  @inline(__always)
  private static func mix(_ above: UInt32, _ below: UInt32, _ alpha: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (above &* alpha &+ below &* (255 &- alpha) &+ 127) / 255)
  }
}
