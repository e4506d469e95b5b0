internal import CSamples
internal import Glibc

/// Writes pictures in the boxes that films come in: AVIF and HEIC.
public enum AVIFSample {
  /// A picture that is to be turned so often by 90° against the clock, and then to have top and
  /// bottom (1) or left and right (2) exchanged.
  public static func bytes(_ raster: Raster, quarterTurns: Int = 0, mirror: Int = 0) -> [UInt8] {
    var count = 0
    let start = sample_avif(
      raster.rgba, UInt32(raster.width), UInt32(raster.height), CInt(quarterTurns), CInt(mirror),
      &count)
    defer { free(start) }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The same picture with another size written into all its boxes that tell one.
  public static func claiming(_ width: Int, _ height: Int) -> [UInt8] {
    var bytes = bytes(Raster("RG\nBW").enlarged(16))
    let size = Array("ispe".utf8)
    for place in bytes.indices.dropLast(16) where Array(bytes[place..<place + 4]) == size {
      bytes.replaceSubrange(
        place + 8..<place + 16,
        with: [width, height].flatMap { number in
          [24, 16, 8, 0].map { UInt8(number >> $0 & 0xff) }
        })
    }
    return bytes
  }
}

/// Writes pictures as phones do.
public enum HEICSample {
  /// A picture, with some loss.
  public static func bytes(_ raster: Raster) -> [UInt8] {
    var count = 0
    let start = sample_heic(raster.rgb, CInt(raster.width), CInt(raster.height), &count)
    defer { free(start) }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}
