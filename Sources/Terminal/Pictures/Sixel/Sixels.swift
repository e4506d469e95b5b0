/// Writes parts of pictures as sixels.
enum Sixels {
  /// Appends a part of an image, with the colours it needs; the part lies within the image.
  static func append(_ rect: PixelRect, of image: IndexedImage, to output: inout [UInt8]) {
    output += "\u{1b}P0;1q\"1;1;\(rect.width);\(rect.height)".utf8
    define(coloursIn(rect, image), image.palette, to: &output)
    var band = SixelBand(width: rect.width)
    image.indices.withUnsafeBufferPointer { indices in
      for top in stride(from: rect.y, to: rect.y + rect.height, by: 6) {
        if top > rect.y { output.append(UInt8(ascii: "-")) }
        let rows = min(6, rect.y + rect.height - top)
        for x in rect.x..<(rect.x + rect.width) {
          for row in 0..<rows {
            let pixel = (top + row) * image.size.width + x
            band.set(indices[pixel], x: x - rect.x, row: row)
          }
        }
        band.write(to: &output)
      }
    }
    output += "\u{1b}\\".utf8
  }

  private static func coloursIn(_ rect: PixelRect, _ image: IndexedImage) -> [Int] {
    var isUsed = [Bool](repeating: false, count: 256)
    for y in rect.y..<(rect.y + rect.height) {
      let start = y * image.size.width + rect.x
      for index in image.indices[start..<(start + rect.width)] { isUsed[Int(index)] = true }
    }
    return isUsed.indices.filter { isUsed[$0] }
  }

  /// Sixels give colours in hundredths.
  private static func define(
    _ colours: [Int], _ palette: [SIMD3<UInt8>], to output: inout [UInt8]
  ) {
    for number in colours {
      output.append(UInt8(ascii: "#"))
      output.append(decimal: number)
      output += ";2".utf8
      for part in 0..<3 {
        output.append(UInt8(ascii: ";"))
        output.append(decimal: (Int(palette[number][part]) * 100 + 127) / 255)
      }
    }
  }
}

/// Six rows of pixels, by colour.
///
/// A frame of a moving picture has some hundred thousand pixels, and a key waits while it is written:
/// so the sixels of each colour are a chain, from left to right, through memory that is taken once.
private struct SixelBand: ~Copyable {
  private struct Sixel {
    let x: Int32
    var bits: UInt8
    /// Where the next of its colour is; 0 for nowhere, since none is at 0.
    var next: Int32
  }

  private let sixels: UnsafeMutableBufferPointer<Sixel>
  private var count: Int32 = 1
  /// Where each colour begins and ends; 0 where it does not occur.
  private let first: UnsafeMutableBufferPointer<Int32>
  private let last: UnsafeMutableBufferPointer<Int32>
  /// The colours that occur.
  private var used: [Int] = []

  init(width: Int) {
    sixels = .allocate(capacity: 6 * width + 1)
    first = .allocate(capacity: 256)
    last = .allocate(capacity: 256)
    first.initialize(repeating: 0)
    last.initialize(repeating: 0)
  }

  deinit {
    sixels.deallocate()
    first.deallocate()
    last.deallocate()
  }

  /// Sets a pixel; columns come from left to right.
  mutating func set(_ colour: UInt8, x: Int, row: Int) {
    let (colour, bit) = (Int(colour), UInt8(1) << row)
    let before = Int(last[colour])
    if before != 0, sixels[before].x == x {
      sixels[before].bits |= bit
      return
    }
    sixels.initializeElement(at: Int(count), to: Sixel(x: Int32(x), bits: bit, next: 0))
    if before == 0 {
      used.append(colour)
      first[colour] = count
    } else {
      sixels[before].next = count
    }
    last[colour] = count
    count += 1
  }

  /// Appends the band and empties it.
  mutating func write(to output: inout [UInt8]) {
    for (place, colour) in used.enumerated() {
      if place > 0 { output.append(UInt8(ascii: "$")) }
      output.append(UInt8(ascii: "#"))
      output.append(decimal: colour)
      var run = SixelRun()
      var end: Int32 = 0
      var number = first[colour]
      while number != 0 {
        let sixel = sixels[Int(number)]
        if sixel.x > end { run.add(0, count: Int(sixel.x - end), to: &output) }
        run.add(sixel.bits, count: 1, to: &output)
        (end, number) = (sixel.x + 1, sixel.next)
      }
      run.end(to: &output)
      (first[colour], last[colour]) = (0, 0)
    }
    used.removeAll(keepingCapacity: true)
    count = 1
  }
}

/// Equal sixels in a row, which are written as a number and one of them.
private struct SixelRun {
  private var bits: UInt8 = 0
  private var count = 0

  mutating func add(_ bits: UInt8, count: Int, to output: inout [UInt8]) {
    if bits != self.bits { end(to: &output) }
    self.bits = bits
    self.count += count
  }

  mutating func end(to output: inout [UInt8]) {
    if count > 3 {
      output.append(UInt8(ascii: "!"))
      output.append(decimal: count)
      output.append(0x3f + bits)
    } else {
      for _ in 0..<count { output.append(0x3f + bits) }
    }
    count = 0
  }
}
