/// A tiny picture, drawn with a letter for each pixel: K(black) R G B Y C M W, and a dot for nothing.
public struct Raster: Equatable, Sendable {
  /// Red, green, blue and alpha.
  public typealias Pixel = SIMD4<UInt8>

  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// The pixels, row by row.
  public let pixels: [Pixel]

  /// The picture in this drawing.
  public init(_ drawing: String) {
    let rows = drawing.split(separator: "\n")
    width = rows[0].count
    height = rows.count
    pixels = rows.joined().map { letter in
      let place = Self.letters.firstIndex(of: letter)
      return place.map(Self.pixel) ?? Pixel(0, 0, 0, 0)
    }
  }

  /// A picture whose pixels are computed.
  public init(width: Int, height: Int, _ pixel: (Int, Int) -> Pixel) {
    self.width = width
    self.height = height
    pixels = (0..<height).flatMap { y in (0..<width).map { x in pixel(x, y) } }
  }

  /// Each pixel as a square of that side.
  public func enlarged(_ side: Int) -> Raster {
    Raster(width: width * side, height: height * side) { self[$0 / side, $1 / side] }
  }

  /// The pixel in that place.
  public subscript(x: Int, y: Int) -> Pixel { pixels[y * width + x] }

  /// All bytes, four for each pixel.
  public var rgba: [UInt8] { pixels.flatMap { [$0.x, $0.y, $0.z, $0.w] } }

  /// All bytes, three for each pixel.
  public var rgb: [UInt8] { pixels.flatMap { [$0.x, $0.y, $0.z] } }

  /// One byte for each pixel: its red.
  public var grey: [UInt8] { pixels.map(\.x) }

  /// The drawing of pixels of three bytes each: the letter that each is closest to.
  public static func drawing(of pixels: [UInt8], width: Int) -> String {
    let rows = stride(from: 0, to: pixels.count, by: width * 3).map { row in
      String(
        stride(from: row, to: row + width * 3, by: 3).map { place in
          letters[(0..<3).reduce(0) { $0 | (pixels[place + $1] >= 128 ? 1 << $1 : 0) }]
        })
    }
    return rows.joined(separator: "\n")
  }

  /// The number of a pixel's letter; nothing is the last.
  static func number(of pixel: Pixel) -> Int {
    guard pixel.w > 0 else { return letters.count }
    return (0..<3).reduce(0) { $0 | (pixel[$1] >= 128 ? 1 << $1 : 0) }
  }

  /// In the order of their bits: 1 is red, 2 green, 4 blue.
  static let letters = Array("KRGYBMCW")

  /// The pixel of the letter with that number, one of eight.
  public static func pixel(_ number: Int) -> Pixel {
    Pixel(number & 1 == 0 ? 0 : 255, number & 2 == 0 ? 0 : 255, number & 4 == 0 ? 0 : 255, 255)
  }
}
