/// A writer of an animated GIF file. All frames share the colours of the first, and later frames
/// store only changed pixels.
struct GIFFile {
  private static let transparent = UInt8(ColourTable.most)

  private let width: Int
  private let height: Int
  private let table: ColourTable
  private let hundredths: Int
  private var last: [UInt8] = []
  private var bytes: [UInt8] = []

  /// Creates a file for pictures of the given picture's size and colours, each shown for a duration
  /// in hundredths of a second.
  init(like picture: PaintedPixels, hundredths: Int) {
    (width, height) = (picture.width, picture.height)
    table = ColourTable(of: picture)
    self.hundredths = hundredths
    bytes = Array("GIF89a".utf8) + Self.number(width) + Self.number(height) + [0xF7, 0, 0]
    for number in 0..<256 {
      let colour = number < table.colours.count ? table.colours[number] : .zero
      bytes += [colour.x, colour.y, colour.z]
    }
    // The animation repeats for ever.
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

/// The compressed pixels of a GIF frame (LZW): a code stands for a sequence of pixels that occurred
/// before.
private struct PackedCodes {
  private static let (clear, end, first) = (256, 257, 258)
  private static let most = 4096

  private(set) var bytes: [UInt8] = []
  private var bits: UInt32 = 0
  private var bitCount = 0

  mutating func pack(_ values: [UInt8]) {
    guard var prefix = values.first.map(Int.init) else { return }
    // The code for each pair of a code and the following byte; 0 if the pair has not occurred.
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

/// A palette of a picture's most frequent colours.
struct ColourTable {
  /// Maximum number of colours in a palette; one number is left for transparent pixels.
  static let most = 255

  /// The colours of the palette as red, green and blue.
  let colours: [SIMD3<UInt8>]
  /// The number of the nearest colour of the palette, for each colour of five bits a channel.
  private let numbers: [UInt8]

  init(of picture: PaintedPixels) {
    var counts = [Int](repeating: 0, count: 1 << 15)
    for start in stride(from: 0, to: picture.bytes.count, by: 3) {
      counts[Self.bin(picture.bytes, start)] += 1
    }
    let bins = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] > counts[$1] }
    let colours = [SIMD3(repeating: 255)] + bins.prefix(Self.most - 1).map(Self.colour)
    self.colours = colours
    numbers = counts.indices.map { bin in
      let wanted = SIMD3<Int>(truncatingIfNeeded: Self.colour(bin))
      var best = (number: 0, distance: Int.max)
      for (number, colour) in colours.enumerated() {
        let way = SIMD3<Int>(truncatingIfNeeded: colour) &- wanted
        let distance = (way &* way).wrappedSum()
        if distance < best.distance { best = (number, distance) }
      }
      return UInt8(best.number)
    }
  }

  /// Returns the palette number of each pixel of a picture.
  func numbers(of picture: PaintedPixels) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: picture.bytes.count / 3) { result, count in
      for pixel in 0..<picture.bytes.count / 3 {
        result[pixel] = numbers[Self.bin(picture.bytes, pixel * 3)]
      }
      count = picture.bytes.count / 3
    }
  }

  private static func bin(_ bytes: [UInt8], _ start: Int) -> Int {
    Int(bytes[start] >> 3) << 10 | Int(bytes[start + 1] >> 3) << 5 | Int(bytes[start + 2] >> 3)
  }

  private static func colour(_ bin: Int) -> SIMD3<UInt8> {
    let levels = SIMD3(bin >> 10, bin >> 5 & 31, bin & 31)
    return SIMD3<UInt8>(truncatingIfNeeded: levels &* 255 / 31)
  }
}
