/// Which pixels of a line go into each pixel of a shorter or longer one, and how much of them.
///
/// Making smaller takes the mean of what a pixel covers, which loses nothing; making larger
/// interpolates with Catmull and Rom's spline, which keeps edges.
struct ResamplingKernel {
  /// What the weights of each resulting pixel add up to.
  static let one = 1 << 14

  struct Taps {
    /// The first pixel that goes in.
    var first: Int
    /// How many do.
    var count: Int
    /// Where their weights begin.
    var offset: Int

    var last: Int { first + count - 1 }
  }

  private(set) var taps: [Taps] = []
  private(set) var weights: [Int32] = []

  /// Takes so many pixels from a stretch of a line.
  init(from start: Double, length: Double, of line: Int, to count: Int) {
    let ratio = length / Double(count)
    taps.reserveCapacity(count)
    for index in 0..<count {
      if ratio >= 1 {
        cover(start + Double(index) * ratio, ratio, line)
      } else {
        interpolate(start + (Double(index) + 0.5) * ratio - 0.5, line)
      }
    }
  }

  private mutating func cover(_ start: Double, _ length: Double, _ line: Int) {
    // A stretch that ends where a pixel begins does not touch it, whatever rounding makes of it.
    let first = min(max(0, Int((start + 1e-6).rounded(.down))), line - 1)
    let last = min(max(first, Int((start + length - 1e-6).rounded(.up)) - 1), line - 1)
    let shares = (first...last).map { pixel in
      min(Double(pixel + 1), start + length) - max(Double(pixel), start)
    }
    append(shares, from: first)
  }

  private mutating func interpolate(_ centre: Double, _ line: Int) {
    let base = centre.rounded(.down)
    let way = centre - base
    let first = min(max(0, Int(base) - 1), line - 1)
    let last = min(max(0, Int(base) + 2), line - 1)
    var shares = [Double](repeating: 0, count: last - first + 1)
    for offset in -1...2 {
      // Beyond the edge, the last pixel is repeated.
      let pixel = min(max(0, Int(base) + offset), line - 1)
      shares[pixel - first] += Self.spline(abs(Double(offset) - way))
    }
    append(shares, from: first)
  }

  private static func spline(_ x: Double) -> Double {
    x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  }

  /// Rounds the shares so that nothing is lost: what is left over goes to the largest.
  private mutating func append(_ shares: [Double], from first: Int) {
    let scale = Double(Self.one) / shares.reduce(0, +)
    var rounded = shares.map { Int32($0 * scale) }
    // There is always at least one pixel.
    let largest = shares.indices.max { shares[$0] < shares[$1] }!
    rounded[largest] += Int32(Self.one) - rounded.reduce(0, +)
    taps.append(Taps(first: first, count: shares.count, offset: weights.count))
    weights += rounded
  }
}
