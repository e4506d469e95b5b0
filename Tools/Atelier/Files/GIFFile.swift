/// A GIF file being written: its frames have their colours in common, and all but the first say only
/// what is different from the one before.
struct GIFFile {
  private static let transparent = UInt8(ColourTable.most)

  private let width: Int
  private let height: Int
  private let table: ColourTable
  private let hundredths: Int
  private var last: [UInt8] = []
  private var bytes: [UInt8] = []

  /// A file for pictures like that one, each of which is seen for so long.
  init(like picture: PaintedPixels, hundredths: Int) {
    (width, height) = (picture.width, picture.height)
    table = ColourTable(of: picture)
    self.hundredths = hundredths
    bytes = Array("GIF89a".utf8) + Self.number(width) + Self.number(height) + [0xF7, 0, 0]
    for number in 0..<256 {
      let colour = number < table.colours.count ? table.colours[number] : .zero
      bytes += [colour.x, colour.y, colour.z]
    }
    // Over and over.
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
  }

  mutating func add(_ picture: PaintedPixels) {
    let numbers = table.numbers(of: picture)
    let changes =
      last.isEmpty
      ? numbers : zip(numbers, last).map { $0 == $1 ? Self.transparent : $0 }
    last = numbers
    let keeping: UInt8 = 1 << 2 | 1
    bytes += [0x21, 0xF9, 4, keeping] + Self.number(hundredths) + [Self.transparent, 0]
    bytes += [0x2C, 0, 0, 0, 0] + Self.number(width) + Self.number(height) + [0, 8]
    var codes = PackedCodes()
    codes.pack(changes)
    for start in stride(from: 0, to: codes.bytes.count, by: 255) {
      let part = codes.bytes[start..<min(codes.bytes.count, start + 255)]
      bytes.append(UInt8(part.count))
      bytes += part
    }
    bytes.append(0)
  }

  consuming func finished() -> [UInt8] { bytes + [0x3B] }

  private static func number(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}

/// Bytes packed as a GIF has them: what came before is named by a number.
private struct PackedCodes {
  private static let (clear, end, first) = (256, 257, 258)
  private static let most = 4096

  private(set) var bytes: [UInt8] = []
  private var bits: UInt32 = 0
  private var bitCount = 0

  mutating func pack(_ values: [UInt8]) {
    guard var prefix = values.first.map(Int.init) else { return }
    // What follows a number, by the number and the byte; 0 for nothing yet.
    var following = [UInt16](repeating: 0, count: Self.most << 8)
    var (next, width) = (Self.first, 9)
    write(Self.clear, width)
    for value in values.dropFirst() {
      let place = prefix << 8 | Int(value)
      if following[place] != 0 {
        prefix = Int(following[place])
        continue
      }
      write(prefix, width)
      prefix = Int(value)
      if next < Self.most {
        following[place] = UInt16(next)
        if next == 1 << width { width += 1 }
        next += 1
      } else {
        write(Self.clear, width)
        following.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        (next, width) = (Self.first, 9)
      }
    }
    write(prefix, width)
    write(Self.end, width)
    if bitCount > 0 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
  }

  private mutating func write(_ code: Int, _ width: Int) {
    bits |= UInt32(code) << bitCount
    bitCount += width
    while bitCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }
}
