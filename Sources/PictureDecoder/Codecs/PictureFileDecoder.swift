import CPictures
import PictureWire

/// A protocol for a decoder of one picture file whose header was read; the decoder returns pixel
/// rows from the top in RGB.
protocol PictureFileDecoder: AnyObject {
  var size: PixelExtent { get }
  var frames: Int { get }
  var milliseconds: Int { get }
  /// True if the picture file had errors that the decoder ignored.
  var isDamaged: Bool { get }
  /// The orientation stored by the file format itself, besides Exif; nil if it stores none.
  var orientation: PictureOrientation? { get }

  /// Begins to decode a part of a picture, and returns the size of the rows to read and the part
  /// within them. The decoder may scale or cut the rows already, as long as the part keeps at least
  /// as many pixels as the output.
  func startDecoding(_ window: PictureRegion, output: PixelExtent) throws(DecoderRefusal)
    -> DecodedRowsGeometry

  /// Reads the next row of the picture's pixels; returns false if the picture file ends early.
  func readRowUnlessTruncated(into row: UnsafeMutableBufferPointer<UInt8>) throws(DecoderRefusal)
    -> Bool
}

extension PictureFileDecoder {
  var frames: Int { 1 }
  var milliseconds: Int { 0 }
  var isDamaged: Bool { false }
  var orientation: PictureOrientation? { nil }
}

protocol AnimationFileDecoder: PictureFileDecoder {
  func beginAnimation() throws(DecoderRefusal)
  /// Moves to the next frame of the animation, whose rows are then read; returns false at the end.
  func advanceToNextFrame() -> Bool
  /// The number of pixels that were decoded and composed for the last frame of the animation.
  var decodedPixelCount: Int { get }
}

/// A namespace for the text with the versions of the picture libraries, one in each line, such as
/// "libpng 1.6.39".
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

/// A blender of transparent pixels over a background colour.
struct BackgroundBlending {
  let background: PictureDecodingRequest.BackgroundColour

  /// Converts RGBA pixels to RGB by blending them over the background colour.
  func blendPixelsOverBackground(
    _ source: UnsafePointer<UInt8>, to row: UnsafeMutableBufferPointer<UInt8>, count: Int
  ) {
    let red = UInt32(background.red)
    let green = UInt32(background.green)
    let blue = UInt32(background.blue)
    for pixel in 0..<count {
      let place = source + pixel * 4
      let alpha = UInt32(place[3])
      row[pixel * 3] = Self.blendedByte(UInt32(place[0]), red, alpha)
      row[pixel * 3 + 1] = Self.blendedByte(UInt32(place[1]), green, alpha)
      row[pixel * 3 + 2] = Self.blendedByte(UInt32(place[2]), blue, alpha)
    }
  }

  @inline(__always)
  private static func blendedByte(_ above: UInt32, _ below: UInt32, _ alpha: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (above &* alpha &+ below &* (255 &- alpha) &+ 127) / 255)
  }
}
