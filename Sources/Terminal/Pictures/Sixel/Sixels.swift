/// Writes parts of pictures as sixels.
enum Sixels {
  /// Appends a part of an image, with the colours it needs; the part lies within the image.
  static func append(_ rect: PixelRect, of image: IndexedImage, to output: inout [UInt8]) {
    output += "\u{1b}P0;1q\"1;1;\(rect.width);\(rect.height)".utf8
    define(coloursIn(rect, image), image.palette, to: &output)
    var band = SixelBand(width: rect.width)
    for top in stride(from: rect.y, to: rect.y + rect.height, by: 6) {
      if top > rect.y { output.append(UInt8(ascii: "-")) }
      let rows = min(6, rect.y + rect.height - top)
      image.indices.withUnsafeBufferPointer { indices in
        for x in 0..<rect.width {
          for row in 0..<rows {
            let pixel = (top + row) * image.size.width + rect.x + x
            band.set(indices[pixel], x: x, row: row)
          }
        }
      }
      band.write(to: &output)
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
private struct SixelBand {
  /// For each colour, the columns in which it occurs and in which of the six rows.
  private var columns = [[(x: Int, bits: UInt8)]](repeating: [], count: 256)
  private var used: [Int] = []
  private let width: Int

  init(width: Int) { self.width = width }

  mutating func set(_ colour: UInt8, x: Int, row: Int) {
    let colour = Int(colour)
    if columns[colour].isEmpty { used.append(colour) }
    if columns[colour].last?.x == x {
      columns[colour][columns[colour].count - 1].bits |= 1 << row
    } else {
      columns[colour].append((x, 1 << row))
    }
  }

  /// Appends the band and empties it.
  mutating func write(to output: inout [UInt8]) {
    for (place, colour) in used.enumerated() {
      if place > 0 { output.append(UInt8(ascii: "$")) }
      output.append(UInt8(ascii: "#"))
      output.append(decimal: colour)
      var run = SixelRun()
      var next = 0
      for (x, bits) in columns[colour] {
        if x > next { run.add(0, count: x - next, to: &output) }
        run.add(bits, count: 1, to: &output)
        next = x + 1
      }
      run.end(to: &output)
      columns[colour].removeAll(keepingCapacity: true)
    }
    used.removeAll(keepingCapacity: true)
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
