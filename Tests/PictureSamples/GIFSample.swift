/// Writes GIFs; a pixel is a byte, as long as the reader is told often enough to forget.
public enum GIFSample {
  /// One of its pictures.
  public struct Frame: Sendable {
    /// What is drawn; nothing is transparent.
    public var raster: Raster
    /// How far from the left.
    public var x = 0
    /// How far from the top.
    public var y = 0
    /// What is done with it before the next: 0 nothing, 2 removed, 3 what was there before.
    public var disposal = 0
    /// For how long it is shown, in hundredths of a second.
    public var hundredths = 0
    /// Whether every eighth row comes first.
    public var isInterlaced = false

    /// A frame that is that picture.
    public init(_ raster: Raster) { self.raster = raster }
  }

  /// An animation on a canvas of that size.
  public static func bytes(width: Int, height: Int, _ frames: [Frame]) -> [UInt8] {
    header(width, height) + frames.flatMap(frame) + [0x3B]
  }

  /// A picture.
  public static func bytes(_ raster: Raster) -> [UInt8] {
    bytes(width: raster.width, height: raster.height, [Frame(raster)])
  }

  /// The first bytes, with a table of colours unless none is wanted, and no picture.
  public static func header(_ width: Int, _ height: Int, hasColours: Bool = true) -> [UInt8] {
    let colours = (0..<16).map { Raster.pixel($0 % 8) }
    return Array("GIF89a".utf8) + reversedBytes(width, 2) + reversedBytes(height, 2)
      + [hasColours ? 0xB3 : 0x30, 0, 0]
      + (hasColours ? colours.flatMap { [$0.x, $0.y, $0.z] } : [])
  }

  /// A picture with what is said about it.
  public static func frame(_ frame: Frame) -> [UInt8] {
    let raster = frame.raster
    let control: [UInt8] =
      [0x21, 0xF9, 4, UInt8(frame.disposal << 2 | 1)] + reversedBytes(frame.hundredths, 2) + [8, 0]
    let place = [frame.x, frame.y, raster.width, raster.height].flatMap { reversedBytes($0, 2) }
    let rows = frame.isInterlaced ? interlaced(raster.height) : Array(0..<raster.height)
    let numbers = rows.flatMap { y in
      (0..<raster.width).map { UInt8(Raster.number(of: raster[$0, y])) }
    }
    return control + [0x2C] + place + [frame.isInterlaced ? 0x40 : 0, 7] + blocks(codes(numbers))
  }

  private static func interlaced(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
      Array(stride(from: first, to: height, by: step))
    }
  }

  /// Codes of eight bits; 128 forgets, before they would become longer, and 129 ends.
  private static func codes(_ numbers: [UInt8]) -> [UInt8] {
    stride(from: 0, to: numbers.count, by: 100).flatMap { start in
      [128] + numbers[start..<min(numbers.count, start + 100)]
    } + [129]
  }

  private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 255).flatMap { start in
      let part = bytes[start..<min(bytes.count, start + 255)]
      return [UInt8(part.count)] + part
    } + [0]
  }
}
