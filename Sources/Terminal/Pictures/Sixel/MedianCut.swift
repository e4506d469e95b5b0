/// Chooses colours for a picture: the box of all its colours is cut in two at the median, then the
/// largest and fullest box is cut again, until there are as many as wanted.
struct MedianCut {
  /// How many colours are told apart: five bits each of red, green and blue.
  static let binCount = 1 << 15

  private(set) var palette: [SIMD3<UInt8>] = []
  private var colours = [UInt8](repeating: 0, count: MedianCut.binCount)

  static func bin(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
  }

  /// Cuts the colours of a picture, given how often each bin occurs, into at most that many.
  init(counts: [Int], colours wanted: Int) {
    var boxes = [Box(bins: counts.indices.filter { counts[$0] > 0 }, counts)]
    while boxes.count < wanted,
      let index = boxes.indices.max(by: { boxes[$0].importance < boxes[$1].importance }),
      let halves = boxes[index].halves(counts)
    {
      boxes[index] = halves.0
      boxes.append(halves.1)
    }
    for (number, box) in boxes.enumerated() {
      palette.append(box.mean(counts))
      for bin in box.bins { colours[bin] = UInt8(truncatingIfNeeded: number) }
    }
  }

  /// The number in the palette of the colours in a bin.
  func colour(ofBin bin: Int) -> UInt8 { colours[bin] }
}

/// Some of the colours, and how far apart they are.
private struct Box {
  let bins: [Int]
  /// The number of pixels that have them, times how different they are; 0 where nothing can be cut.
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

  /// The boxes on both sides of the median; nil where there is only one colour.
  func halves(_ counts: [Int]) -> (Box, Box)? {
    guard importance > 0 else { return nil }
    let sorted = bins.sorted { ($0 >> shift & 31, $0) < ($1 >> shift & 31, $1) }
    let half = bins.reduce(0) { $0 + counts[$1] } / 2
    var sum = 0
    var cut = 0
    while cut < sorted.count - 1, cut == 0 || sum + counts[sorted[cut]] <= half {
      sum += counts[sorted[cut]]
      cut += 1
    }
    return (Box(bins: Array(sorted[..<cut]), counts), Box(bins: Array(sorted[cut...]), counts))
  }

  func mean(_ counts: [Int]) -> SIMD3<UInt8> {
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
