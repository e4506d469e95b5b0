/// A writer of sixels (characters of six pixels) for parts of pictures.
enum SixelWriter {
  /// Appends a part of an image as sixels to the output, with the definitions of its colours.
  static func appendSixels(of rect: PixelRect, of image: IndexedImage, to output: inout [UInt8]) {
    output += "\u{1b}P0;1q\"1;1;\(rect.width);\(rect.height)".utf8
    appendColourDefinitions(usedColours(rect, image), image.palette, to: &output)
    var band = SixelBand(width: rect.width)
    image.indices.withUnsafeBufferPointer { indices in
      for top in stride(from: rect.y, to: rect.y + rect.height, by: 6) {
        if top > rect.y { output.append(UInt8(ascii: "-")) }
        let rows = min(6, rect.y + rect.height - top)
        for x in rect.x..<(rect.x + rect.width) {
          for row in 0..<rows {
            let pixel = (top + row) * image.size.width + x
            band.setPixel(indices[pixel], x: x - rect.x, row: row)
          }
        }
        band.appendEncodedSixelBand(to: &output)
      }
    }
    output += "\u{1b}\\".utf8
  }

  private static func usedColours(_ rect: PixelRect, _ image: IndexedImage) -> [Int] {
    var isUsed = [Bool](repeating: false, count: 256)
    for y in rect.y..<(rect.y + rect.height) {
      let start = y * image.size.width + rect.x
      for index in image.indices[start..<(start + rect.width)] { isUsed[Int(index)] = true }
    }
    return isUsed.indices.filter { isUsed[$0] }
  }

  private static func appendColourDefinitions(
    _ colours: [Int], _ palette: [SIMD3<UInt8>], to output: inout [UInt8]
  ) {
    for number in colours {
      output.append(UInt8(ascii: "#"))
      output.appendDecimal(number)
      output += ";2".utf8
      for part in 0..<3 {
        output.append(UInt8(ascii: ";"))
        output.appendDecimal((Int(palette[number][part]) * 100 + 127) / 255)
      }
    }
  }
}

/// A band of six pixel rows, grouped by colour. Since a key waits while a frame is written, the
/// sixels of each colour are linked in memory that is allocated once.
private struct SixelBand: ~Copyable {
  private struct LinkedSixel {
    let x: Int32
    var bits: UInt8
    /// The index of the next sixel of the same colour in the band; 0 at the end.
    var next: Int32
  }

  private let sixels: UnsafeMutableBufferPointer<LinkedSixel>
  private var count: Int32 = 1
  /// The index of each colour's first sixel in the band; 0 for unused colours.
  private let first: UnsafeMutableBufferPointer<Int32>
  private let last: UnsafeMutableBufferPointer<Int32>
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

  /// Sets a pixel in the band of sixels; the pixels of a row must be set from left to right.
  mutating func setPixel(_ colour: UInt8, x: Int, row: Int) {
    let (colour, bit) = (Int(colour), UInt8(1) << row)
    let before = Int(last[colour])
    if before != 0, sixels[before].x == x {
      sixels[before].bits |= bit
      return
    }
    sixels.initializeElement(at: Int(count), to: LinkedSixel(x: Int32(x), bits: bit, next: 0))
    if before == 0 {
      used.append(colour)
      first[colour] = count
    } else {
      sixels[before].next = count
    }
    last[colour] = count
    count += 1
  }

  mutating func appendEncodedSixelBand(to output: inout [UInt8]) {
    for (place, colour) in used.enumerated() {
      if place > 0 { output.append(UInt8(ascii: "$")) }
      output.append(UInt8(ascii: "#"))
      output.appendDecimal(colour)
      var run = SixelRun()
      var end: Int32 = 0
      var number = first[colour]
      while number != 0 {
        let sixel = sixels[Int(number)]
        if sixel.x > end { run.addSixels(0, count: Int(sixel.x - end), to: &output) }
        run.addSixels(sixel.bits, count: 1, to: &output)
        (end, number) = (sixel.x + 1, sixel.next)
      }
      run.endSixelRun(to: &output)
      (first[colour], last[colour]) = (0, 0)
    }
    used.removeAll(keepingCapacity: true)
    count = 1
  }
}

/// A run of equal sixels, which is written as a count and one sixel.
private struct SixelRun {
  private var bits: UInt8 = 0
  private var count = 0

  mutating func addSixels(_ bits: UInt8, count: Int, to output: inout [UInt8]) {
    if bits != self.bits { endSixelRun(to: &output) }
    self.bits = bits
    self.count += count
  }

  mutating func endSixelRun(to output: inout [UInt8]) {
    if count > 3 {
      output.append(UInt8(ascii: "!"))
      output.appendDecimal(count)
      output.append(0x3f + bits)
    } else {
      for _ in 0..<count { output.append(0x3f + bits) }
    }
    count = 0
  }
}

/// An encoder of pictures as sixels, which are characters of six pixels, one above the other.
struct SixelFormat: PixelOverlayFormat {
  /// The size of a terminal cell in pixels, by which pictures are scaled before they become sixels.
  let cell: PixelSize

  /// Maximum number of pixels on a side of a sixel picture; xterm draws nothing larger by default.
  private static let maximumPixels = 1000

  var largest: CellSize {
    CellSize(
      rows: max(1, Self.maximumPixels / cell.height),
      columns: max(1, Self.maximumPixels / cell.width))
  }

  /// The approximate number of pixels in a strip of sixels. Smaller strips would be mostly
  /// definitions of colours, and larger ones rarely fit the bytes that may be sent at once.
  private static let stripPixels = 24_000

  func encodedPicture(of picture: Picture) -> IndexedPictureWithSixelStrips {
    let cells = picture.cells
    let size = PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
    let image = IndexedImage(picture.image.scaled(to: size))
    guard cells.columns <= largest.columns else {
      return IndexedPictureWithSixelStrips(image: image, strips: [:])
    }
    let length = min(largest.rows, max(1, Self.stripPixels / max(1, size.width * cell.height)))
    var strips: [Int: PreencodedStrip] = [:]
    for first in stride(from: 0, to: cells.rows, by: length) {
      let rows = first..<min(cells.rows, first + length)
      var bytes: [UInt8] = []
      SixelWriter.appendSixels(
        of: PixelRect(
          x: 0, y: first * cell.height, width: size.width, height: rows.count * cell.height),
        of: image, to: &bytes)
      strips[first] = PreencodedStrip(rows: rows, bytes: bytes)
    }
    return IndexedPictureWithSixelStrips(image: image, strips: strips)
  }

  func preencodedStrip(of prepared: IndexedPictureWithSixelStrips, startingAtRow row: Int)
    -> PreencodedStrip?
  {
    prepared.strips[row]
  }

  func appendEncodedPixels(
    _ part: CellRect, of prepared: IndexedPictureWithSixelStrips, _ picture: Picture,
    endsScreen: Bool,
    to output: inout [UInt8]
  ) {
    let height = part.size.rows * cell.height
    let top = part.origin.row * cell.height
    let rect = PixelRect(
      x: part.origin.column * cell.width, y: top, width: part.size.columns * cell.width,
      // The last band would count as six pixels even if it is not filled.
      height: endsScreen ? min(max(6, height / 6 * 6), prepared.image.size.height - top) : height)
    SixelWriter.appendSixels(of: rect, of: prepared.image, to: &output)
  }
}

/// A picture with a palette, and its strips that were encoded beforehand as sixels.
struct IndexedPictureWithSixelStrips: Sendable {
  let image: IndexedImage
  /// The strips of the picture encoded as sixels, keyed by their first row.
  let strips: [Int: PreencodedStrip]
}

/// An image with a palette of at most 255 colours.
struct IndexedImage: Sendable {
  let size: PixelSize
  let palette: [SIMD3<UInt8>]
  let indices: [UInt8]

  /// Creates an image with a palette by reducing another image's colours. Dithering follows a fixed
  /// pattern, so that a part looks the same however the image is cut.
  init(_ image: PixelImage) {
    size = image.size
    var bins = [UInt16](repeating: 0, count: size.width * size.height)
    var counts = [Int](repeating: 0, count: MedianCutPalette.binCount)
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<image.size.height {
        for x in 0..<image.size.width {
          let pixel = y * image.size.width + x
          let offset = Self.ditherOffsets[(y & 3) << 2 | (x & 3)]
          let bin = MedianCutPalette.colourBinIndex(
            Self.ditheredLevel(pixels[3 * pixel], offset),
            Self.ditheredLevel(pixels[3 * pixel + 1], offset),
            Self.ditheredLevel(pixels[3 * pixel + 2], offset))
          bins[pixel] = UInt16(bin)
          counts[bin] += 1
        }
      }
    }
    let cut = MedianCutPalette(counts: counts, colours: 255)
    palette = cut.palette
    indices = bins.map { cut.colourNumber(ofBin: Int($0)) }
  }

  /// The offsets for dithering an image: a Bayer matrix of four by four, with values below the
  /// width of a colour bin.
  private static let ditherOffsets: [Int] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    .map { ($0 - 7) / 2 }

  private static func ditheredLevel(_ value: UInt8, _ offset: Int) -> Int {
    min(255, max(0, Int(value) + offset))
  }
}

/// A palette selected by median cut: the box of all colours is divided at its median, then again
/// and again the box with most pixels and the widest spread.
struct MedianCutPalette {
  /// The number of colour bins in a median cut: five bits each of red, green and blue.
  static let binCount = 1 << 15

  private(set) var palette: [SIMD3<UInt8>] = []
  private var colours = [UInt8](repeating: 0, count: MedianCutPalette.binCount)

  static func colourBinIndex(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
  }

  /// Creates a palette by dividing colours into at most `wanted` boxes; `counts` is the number of
  /// pixels in each bin.
  init(counts: [Int], colours wanted: Int) {
    var boxes = [ColourBox(bins: counts.indices.filter { counts[$0] > 0 }, counts)]
    while boxes.count < wanted,
      let index = boxes.indices.max(by: { boxes[$0].importance < boxes[$1].importance }),
      let halves = boxes[index].medianHalves(counts)
    {
      boxes[index] = halves.0
      boxes.append(halves.1)
    }
    for (number, box) in boxes.enumerated() {
      palette.append(box.meanColour(counts))
      for bin in box.bins { colours[bin] = UInt8(truncatingIfNeeded: number) }
    }
  }

  func colourNumber(ofBin bin: Int) -> UInt8 { colours[bin] }
}

/// A box of neighbouring colours in a median cut.
private struct ColourBox {
  let bins: [Int]
  /// The number of pixels in the box of colours times their spread; 0 if the box cannot be divided.
  let importance: Int
  private let shift: Int

  init(bins: [Int], _ counts: [Int]) {
    self.bins = bins
    let spreads = [10, 5, 0].map { shift in
      let values = bins.lazy.map { $0 >> shift & 31 }
      return (shift: shift, spread: (values.max() ?? 0) - (values.min() ?? 0))
    }
    let widest = spreads.max { $0.spread < $1.spread } ?? (shift: 0, spread: 0)
    shift = widest.shift
    importance = widest.spread * bins.reduce(0) { $0 + counts[$1] }
  }

  /// Returns the two parts of the box, divided at the median of its colours; nil for a single
  /// colour.
  func medianHalves(_ counts: [Int]) -> (ColourBox, ColourBox)? {
    guard importance > 0 else { return nil }
    let sorted = bins.sorted { ($0 >> shift & 31, $0) < ($1 >> shift & 31, $1) }
    let half = bins.reduce(0) { $0 + counts[$1] } / 2
    var sum = 0
    var cut = 0
    while cut < sorted.count - 1, cut == 0 || sum + counts[sorted[cut]] <= half {
      sum += counts[sorted[cut]]
      cut += 1
    }
    return (
      ColourBox(bins: Array(sorted[..<cut]), counts), ColourBox(bins: Array(sorted[cut...]), counts)
    )
  }

  func meanColour(_ counts: [Int]) -> SIMD3<UInt8> {
    var sum = SIMD3<Int>(0, 0, 0)
    var count = 0
    for bin in bins {
      sum &+= SIMD3(bin >> 10 & 31, bin >> 5 & 31, bin & 31) &* counts[bin]
      count += counts[bin]
    }
    guard count > 0 else { return SIMD3(0, 0, 0) }
    return SIMD3(truncatingIfNeeded: (sum &* 255 &+ 15 &* count) / (31 &* count))
  }
}
