/// A strict parser of sixels, whose result is pixels or nil.
public struct SixelReader {
  /// The width of the picture as stated, in pixels.
  public private(set) var width = 0
  /// The height of the picture as stated, in pixels.
  public private(set) var height = 0
  /// The pixels, row by row, as hundredths of red, green and blue; nil where none was drawn.
  public private(set) var pixels: [[Int]?] = []

  private var palette: [Int: [Int]] = [:]
  private var colour: [Int]?
  private var x = 0
  private var band = 0

  /// Parses the data between `q` and the end; nil if it is invalid, or draws outside of the
  /// picture.
  public init?(_ data: some Sequence<UInt8>) {
    var rest = Array(data)[...]
    while let mark = rest.popFirst() {
      switch mark {
      case UInt8(ascii: "\""):
        let size = Self.numbers(&rest)
        guard size.count == 4, size[0] == 1, size[1] == 1, width == 0 else { return nil }
        (width, height) = (size[2], size[3])
        pixels = Array(repeating: nil, count: width * height)
      case UInt8(ascii: "#"):
        let numbers = Self.numbers(&rest)
        guard let name = numbers.first else { return nil }
        if numbers.count == 5, numbers[1] == 2 { palette[name] = Array(numbers[2...]) }
        guard let known = palette[name] else { return nil }
        colour = known
      case UInt8(ascii: "!"):
        guard let count = Self.numbers(&rest).first, let sixel = rest.popFirst(),
          draw(sixel, count: count)
        else { return nil }
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"):
        x = 0
        band += 6
      default:
        guard draw(mark, count: 1) else { return nil }
      }
    }
  }

  private mutating func draw(_ sixel: UInt8, count: Int) -> Bool {
    guard (0x3f...0x7e).contains(sixel) else { return false }
    for column in x..<(x + count) {
      for row in 0..<6 where (sixel - 0x3f) >> row & 1 == 1 {
        guard column < width, band + row < height, let colour else { return false }
        pixels[(band + row) * width + column] = colour
      }
    }
    x += count
    return true
  }

  private static func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
    var text = ""
    while let byte = rest.first, byte == 0x3b || (0x30...0x39).contains(byte) {
      text.unicodeScalars.append(Unicode.Scalar(byte))
      rest = rest.dropFirst()
    }
    return text.split(separator: ";").compactMap { Int($0) }
  }
}
