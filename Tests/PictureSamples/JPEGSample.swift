internal import CSamples
internal import Glibc

/// Writes JPEGs of every kind, and broken ones.
public enum JPEGSample {
  /// How pixels are stored.
  public enum Kind: CaseIterable, Sendable {
    /// Brightness.
    case grey
    /// Red, green and blue, as brightness and two differences.
    case rgb
    /// Four inks.
    case cmyk
    /// Four inks, three of them as brightness and two differences.
    case ycck
  }

  /// A picture, with an Exif block where one is given.
  public static func bytes(
    _ raster: Raster, _ kind: Kind = .rgb, isProgressive: Bool = false, exif: [UInt8]? = nil
  ) -> [UInt8] {
    let pixels: [UInt8] =
      switch kind {
      case .grey: raster.grey
      case .rgb: raster.rgb
      // Upside down, as Adobe's marker, which libjpeg writes, has it; no black.
      case .cmyk, .ycck: raster.pixels.flatMap { [$0.x, $0.y, $0.z, 255] }
      }
    var count = 0
    let start = sample_jpeg(
      pixels, UInt32(raster.width), UInt32(raster.height), kind.stored, isProgressive, &count)
    defer { free(start) }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let exif else { return bytes }
    return bytes[..<2] + marker(0xE1, Array("Exif\0\0".utf8) + exif) + bytes[2...]
  }

  /// The first bytes of a picture of that size, and no pixels.
  public static func header(_ width: Int, _ height: Int, bits: UInt8 = 8) -> [UInt8] {
    let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    return [0xFF, 0xD8]
      + marker(
        0xC0, [bits] + PictureSamples.bytes(height, 2) + PictureSamples.bytes(width, 2) + components
      )
      + marker(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
  }

  /// A marker with its length.
  public static func marker(_ code: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [0xFF, code] + PictureSamples.bytes(bytes.count + 2, 2) + bytes
  }
}

extension JPEGSample.Kind {
  fileprivate var stored: sample_kind {
    switch self {
    case .grey: sample_grey
    case .rgb: sample_rgb
    case .cmyk: sample_cmyk
    case .ycck: sample_ycck
    }
  }
}
