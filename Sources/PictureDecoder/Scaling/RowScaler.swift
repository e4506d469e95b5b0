import PictureWire

/// A scaler of a picture whose rows arrive one by one, so that only the result is in memory. It
/// scales each row in width, and adds it to the resulting rows by its share, in fixed point: 8 bits
/// between the two steps, and 14 in the weights.
final class RowScaler {
  private let output: PixelExtent
  private let across: ResamplingKernel
  private let down: ResamplingKernel
  /// The last row received of the original picture, scaled in width.
  private let line: UnsafeMutableBufferPointer<Int32>
  /// The sums of the colours in the scaled picture's unfinished rows. Each row is stored at its
  /// number modulo the maximum number of unfinished rows.
  private let sums: UnsafeMutableBufferPointer<Int32>
  private let openRows: Int
  private let background: PictureDecodingRequest.BackgroundColour
  private var pixels: [UInt8]
  private var nextRow = 0
  private var firstOpen = 0
  private var nextOpen = 0

  /// Creates a scaler for the wanted part of a picture and the size of the result; rows that never
  /// arrive get the background colour.
  init(
    _ rows: DecodedRowsGeometry, to output: PixelExtent,
    on background: PictureDecodingRequest.BackgroundColour
  ) {
    self.output = output
    let window = rows.window
    across = ResamplingKernel(
      from: window.x, length: window.width, of: rows.size.width, to: output.width)
    down = ResamplingKernel(
      from: window.y, length: window.height, of: rows.size.height, to: output.height)
    openRows = Self.maximumUnfinishedRows(down)
    line = .allocate(capacity: output.width * 3)
    sums = .allocate(capacity: openRows * output.width * 3)
    pixels = [UInt8](repeating: 0, count: output.area * 3)
    self.background = background
  }

  deinit {
    line.deallocate()
    sums.deallocate()
  }

  /// The number of the picture's decoded rows that the scaler needs; later rows have no influence.
  var rowsNeeded: Int { (down.taps.last?.last ?? -1) + 1 }

  /// The pixels of the scaled picture; missing rows have the background colour.
  var result: [UInt8] {
    for place in stride(from: firstOpen * line.count, to: pixels.count, by: 3) {
      pixels[place] = background.red
      pixels[place + 1] = background.green
      pixels[place + 2] = background.blue
    }
    return pixels
  }

  func addSourceRow(_ row: UnsafeMutableBufferPointer<UInt8>) {
    defer { nextRow += 1 }
    guard nextRow >= down.taps[0].first else { return }
    resampleRowHorizontally(row)
    while nextOpen < output.height, down.taps[nextOpen].first <= nextRow {
      outputRowColourSums(of: nextOpen).update(repeating: 0)
      nextOpen += 1
    }
    for open in firstOpen..<nextOpen { addScaledSourceRow(to: open) }
    while firstOpen < nextOpen, down.taps[firstOpen].last <= nextRow { finishFirstUnfinishedRow() }
  }

  /// Returns the maximum number of rows of the scaled picture that are unfinished at a time.
  private static func maximumUnfinishedRows(_ kernel: ResamplingKernel) -> Int {
    var most = 1
    var last = 0
    for (index, taps) in kernel.taps.enumerated() {
      while last + 1 < kernel.taps.count, kernel.taps[last + 1].first <= taps.last { last += 1 }
      most = max(most, last - index + 1)
    }
    return most
  }

  /// Returns the sums of the colours in an unfinished row of the scaled picture, three for each
  /// pixel, to which the source rows are added.
  private func outputRowColourSums(of row: Int) -> UnsafeMutableBufferPointer<Int32> {
    let start = row % openRows * line.count
    return UnsafeMutableBufferPointer(rebasing: sums[start..<start + line.count])
  }

  private func resampleRowHorizontally(_ row: UnsafeMutableBufferPointer<UInt8>) {
    across.weights.withUnsafeBufferPointer { weights in
      for (index, taps) in across.taps.enumerated() {
        var red: Int32 = 0
        var green: Int32 = 0
        var blue: Int32 = 0
        for tap in 0..<taps.count {
          let weight = weights[taps.offset + tap]
          let place = (taps.first + tap) * 3
          red &+= weight &* Int32(row[place])
          green &+= weight &* Int32(row[place + 1])
          blue &+= weight &* Int32(row[place + 2])
        }
        line[index * 3] = red >> 6
        line[index * 3 + 1] = green >> 6
        line[index * 3 + 2] = blue >> 6
      }
    }
  }

  private func addScaledSourceRow(to row: Int) {
    let taps = down.taps[row]
    let tap = nextRow - taps.first
    guard (0..<taps.count).contains(tap) else { return }
    let weight = down.weights[taps.offset + tap]
    let sum = outputRowColourSums(of: row)
    for index in 0..<line.count { sum[index] &+= weight &* line[index] }
  }

  private func finishFirstUnfinishedRow() {
    let sum = outputRowColourSums(of: firstOpen)
    let start = firstOpen * line.count
    pixels.withUnsafeMutableBufferPointer { pixels in
      for index in sum.indices {
        pixels[start + index] = UInt8(clamping: (sum[index] &+ 1 << 21) >> 22)
      }
    }
    firstOpen += 1
  }
}

/// A set of weights for scaling a line of pixels: those of the source pixels in each resulting
/// pixel. Shrinking takes the mean; enlarging uses a Catmull-Rom spline, which keeps edges.
struct ResamplingKernel {
  /// The sum of the weights for one pixel of a scaled line, in fixed point.
  static let weightSum = 1 << 14

  struct PixelWeights {
    /// The index of the first source pixel that makes up a pixel of a scaled line.
    var first: Int
    /// The number of source pixels that make up a pixel of a scaled line.
    var count: Int
    /// The position in the list of all weights at which those for a pixel of a scaled line begin.
    var offset: Int

    var last: Int { first + count - 1 }
  }

  private(set) var taps: [PixelWeights] = []
  private(set) var weights: [Int32] = []

  /// Creates the weights for scaling a part of a line of pixels to `count` resulting pixels.
  init(from start: Double, length: Double, of line: Int, to count: Int) {
    let ratio = length / Double(count)
    taps.reserveCapacity(count)
    for index in 0..<count {
      if ratio >= 1 {
        addMeanWeights(start + Double(index) * ratio, ratio, line)
      } else {
        addInterpolatedWeights(start + (Double(index) + 0.5) * ratio - 0.5, line)
      }
    }
  }

  private mutating func addMeanWeights(_ start: Double, _ length: Double, _ line: Int) {
    // A stretch that ends where a pixel begins must not touch that pixel, whatever the rounding.
    let first = min(max(0, Int((start + 1e-6).rounded(.down))), line - 1)
    let last = min(max(first, Int((start + length - 1e-6).rounded(.up)) - 1), line - 1)
    let shares = (first...last).map { pixel in
      min(Double(pixel + 1), start + length) - max(Double(pixel), start)
    }
    appendPixelWeights(shares, from: first)
  }

  private mutating func addInterpolatedWeights(_ centre: Double, _ line: Int) {
    let base = centre.rounded(.down)
    let way = centre - base
    let first = min(max(0, Int(base) - 1), line - 1)
    let last = min(max(0, Int(base) + 2), line - 1)
    var shares = [Double](repeating: 0, count: last - first + 1)
    for offset in -1...2 {
      // Beyond the edge, the last pixel is repeated.
      let pixel = min(max(0, Int(base) + offset), line - 1)
      shares[pixel - first] += Self.splineWeight(abs(Double(offset) - way))
    }
    appendPixelWeights(shares, from: first)
  }

  private static func splineWeight(_ x: Double) -> Double {
    x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  }

  /// Appends the weights of a resulting pixel, rounded to fixed point; the largest weight gets the
  /// remainder, so that the sum is exact.
  private mutating func appendPixelWeights(_ shares: [Double], from first: Int) {
    let scale = Double(Self.weightSum) / shares.reduce(0, +)
    var rounded = shares.map { Int32($0 * scale) }
    // There is always at least one pixel.
    let largest = shares.indices.max { shares[$0] < shares[$1] }!
    rounded[largest] += Int32(Self.weightSum) - rounded.reduce(0, +)
    taps.append(PixelWeights(first: first, count: shares.count, offset: weights.count))
    weights += rounded
  }
}

struct DecodedRowsGeometry {
  let size: PixelExtent
  /// The wanted part of the picture, in pixels of the decoded rows.
  let window: PictureRegion
}
