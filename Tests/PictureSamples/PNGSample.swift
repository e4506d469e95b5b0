/// Writes PNGs of every kind, and broken ones; nothing is compressed.
public enum PNGSample {
  /// How pixels are stored, with the bits of a channel.
  public enum Kind: Hashable, Sendable {
    /// Brightness.
    case grey(Int)
    /// Brightness and alpha.
    case greyAlpha(Int)
    /// Red, green and blue.
    case rgb(Int)
    /// Red, green, blue and alpha.
    case rgba(Int)
    /// Numbers of colours in a table.
    case palette(Int)
  }

  /// A chunk, with its name.
  public typealias Chunk = (name: String, bytes: [UInt8])

  /// A picture; other chunks go before its pixels.
  public static func bytes(
    _ raster: Raster, _ kind: Kind = .rgb(8), isInterlaced: Bool = false, chunks: [Chunk] = []
  ) -> [UInt8] {
    let parts = isInterlaced ? passes(of: raster) : [raster]
    let lines = parts.flatMap { rows(of: $0, kind) }
    return header(raster.width, raster.height, kind, isInterlaced: isInterlaced)
      + tables(kind).flatMap(chunk) + chunks.flatMap(chunk)
      + chunk(("IDAT", packed(lines))) + chunk(("IEND", []))
  }

  /// The first bytes of a picture of that size, and no pixels.
  public static func header(
    _ width: Int, _ height: Int, _ kind: Kind = .rgb(8), isInterlaced: Bool = false
  ) -> [UInt8] {
    let (type, bits) = kind.stored
    let facts: [UInt8] = [UInt8(bits), UInt8(type), 0, 0, isInterlaced ? 1 : 0]
    return [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
      + chunk(("IHDR", PictureSamples.bytes(width, 4) + PictureSamples.bytes(height, 4) + facts))
  }

  /// A chunk with its length and sum.
  public static func chunk(_ chunk: Chunk) -> [UInt8] {
    let body = Array(chunk.name.utf8) + chunk.bytes
    return PictureSamples.bytes(chunk.bytes.count, 4) + body + Checksum.crc(body).bytes
  }

  /// A zlib stream that stores its bytes as they are.
  public static func packed(_ bytes: [UInt8]) -> [UInt8] {
    let parts = stride(from: 0, to: max(1, bytes.count), by: 65_535).map { start in
      bytes[start..<min(bytes.count, start + 65_535)]
    }
    let blocks = parts.enumerated().flatMap { number, part in
      [number == parts.count - 1 ? 1 : 0] + reversedBytes(part.count, 2)
        + reversedBytes(~part.count, 2) + part
    }
    return [0x78, 0x01] + blocks + Checksum.adler(bytes).bytes
  }
}

extension PNGSample {
  /// The packed pixels of a picture that is not interlaced.
  static func pixels(of raster: Raster, _ kind: Kind) -> [UInt8] { packed(rows(of: raster, kind)) }

  /// The colours of a palette, and that its last one is nothing.
  private static func tables(_ kind: Kind) -> [Chunk] {
    guard case .palette(let bits) = kind else { return [] }
    let count = min(1 << bits, Raster.letters.count + 1)
    let colours = (0..<count).map { Raster.pixel($0 % 8) }
    let alphas = (0..<count).map { $0 == 8 ? UInt8(0) : 255 }
    return [("PLTE", colours.flatMap { [$0.x, $0.y, $0.z] }), ("tRNS", alphas)]
  }

  /// The rows of a picture, each after the number of its filter, which is none.
  private static func rows(of raster: Raster, _ kind: Kind) -> [UInt8] {
    guard raster.width > 0 else { return [] }
    return (0..<raster.height).flatMap { y in
      [0] + row((0..<raster.width).map { raster[$0, y] }, kind)
    }
  }

  private static func row(_ pixels: [Raster.Pixel], _ kind: Kind) -> [UInt8] {
    let bits = kind.stored.bits
    let samples = pixels.flatMap { kind.samples(of: $0) }
    guard bits < 8 else {
      // 16 bits repeat the eight, which is the same share of the whole.
      return samples.flatMap { [UInt8](repeating: UInt8($0), count: bits / 8) }
    }
    return stride(from: 0, to: samples.count, by: 8 / bits).map { start in
      (0..<8 / bits).reduce(0) { byte, offset in
        let place = start + offset
        let sample = place < samples.count ? samples[place] : 0
        return byte << bits | UInt8(truncatingIfNeeded: sample & (1 << bits - 1))
      }
    }
  }

  /// The seven pictures of which an interlaced one consists.
  private static func passes(of raster: Raster) -> [Raster] {
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return passes.map { x, y, across, down in
      Raster(
        width: (raster.width - x + across - 1) / across,
        height: (raster.height - y + down - 1) / down
      ) { raster[x + $0 * across, y + $1 * down] }
    }
  }
}

extension PNGSample.Kind {
  /// As the header has it.
  fileprivate var stored: (type: Int, bits: Int) {
    switch self {
    case .grey(let bits): (0, bits)
    case .rgb(let bits): (2, bits)
    case .palette(let bits): (3, bits)
    case .greyAlpha(let bits): (4, bits)
    case .rgba(let bits): (6, bits)
    }
  }

  fileprivate func samples(of pixel: Raster.Pixel) -> [Int] {
    let channels: [UInt8] =
      switch self {
      case .grey: [pixel.x]
      case .greyAlpha: [pixel.x, pixel.w]
      case .rgb: [pixel.x, pixel.y, pixel.z]
      case .rgba: [pixel.x, pixel.y, pixel.z, pixel.w]
      case .palette: [UInt8(Raster.number(of: pixel))]
      }
    return channels.map(Int.init)
  }
}
