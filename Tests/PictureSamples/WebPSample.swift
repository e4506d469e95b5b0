internal import CSamples
internal import Glibc

/// Writes WebPs, still and moving.
public enum WebPSample {
  /// A picture, with an Exif block where one is given.
  public static func bytes(
    _ raster: Raster, isLossless: Bool = true, exif: [UInt8]? = nil
  ) -> [UInt8] {
    let picture = encode(raster, isLossless)
    guard let exif else { return picture }
    return file(
      extended(raster.width, raster.height, flags: 0x18) + picture[12...] + chunk("EXIF", exif))
  }

  /// An animation of pictures of one size.
  public static func animation(_ frames: [Raster], milliseconds: Int) -> [UInt8] {
    let (width, height) = (frames[0].width, frames[0].height)
    let pictures = frames.flatMap { frame in
      chunk(
        "ANMF",
        [0, 0, 0, 0, 0, 0] + reversedBytes(width - 1, 3) + reversedBytes(height - 1, 3)
          + reversedBytes(milliseconds, 3) + [0] + encode(frame, true)[12...])
    }
    return file(
      extended(width, height, flags: 0x12) + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + pictures)
  }

  /// The first bytes of a picture without loss of that size.
  public static func losslessHeader(_ width: Int, _ height: Int) -> [UInt8] {
    let bits = (width - 1) | (height - 1) << 14
    return file(chunk("VP8L", [0x2F] + reversedBytes(bits, 4) + [UInt8](repeating: 0, count: 16)))
  }

  /// The first bytes of an animation on a canvas of that size.
  public static func animationHeader(_ width: Int, _ height: Int, frames: Int) -> [UInt8] {
    let dot = encode(Raster("K"), true)[12...]
    let frame = chunk("ANMF", [UInt8](repeating: 0, count: 16) + dot)
    return file(
      extended(width, height, flags: 0x12) + chunk("ANIM", [0, 0, 0, 0, 0, 0])
        + repeatElement(frame, count: frames).joined())
  }
}

extension WebPSample {
  private static func file(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + reversedBytes(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + reversedBytes(bytes.count, 4) + bytes
      + [UInt8](repeating: 0, count: bytes.count % 2)
  }

  private static func extended(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
    chunk(
      "VP8X", [flags, 0, 0, 0] + reversedBytes(width - 1, 3) + reversedBytes(height - 1, 3))
  }

  private static func encode(_ raster: Raster, _ isLossless: Bool) -> [UInt8] {
    var count = 0
    let start = sample_webp(
      raster.rgba, CInt(raster.width), CInt(raster.height), isLossless, &count)
    defer { free(start) }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}
