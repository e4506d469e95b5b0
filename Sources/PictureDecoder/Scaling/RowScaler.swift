import PictureWire

/// Makes a picture smaller or larger while its rows arrive, so that only the result is ever held in
/// memory.
///
/// Each row is resampled across once and then added, by its share, to the resulting rows that it is
/// part of. Numbers are fixed-point: 8 bits after the point between the two, and the
/// kernel's 14 in the weights.
final class RowScaler {
  private let output: Extent
  private let across: ResamplingKernel
  private let down: ResamplingKernel
  /// The row that came last, resampled across.
  private let line: UnsafeMutableBufferPointer<Int32>
  /// The unfinished rows, each at the remainder of its number.
  private let sums: UnsafeMutableBufferPointer<Int32>
  private let openRows: Int
  private let background: PictureOrder.Colour
  private var pixels: [UInt8]
  private var nextRow = 0
  private var firstOpen = 0
  private var nextOpen = 0

  /// A scaler for rows of that size, a part of which comes out at another size.
  init(_ rows: DecodedRows, to output: Extent, on background: PictureOrder.Colour) {
    self.output = output
    let window = rows.window
    across = ResamplingKernel(
      from: window.x, length: window.width, of: rows.size.width, to: output.width)
    down = ResamplingKernel(
      from: window.y, length: window.height, of: rows.size.height, to: output.height)
    openRows = Self.mostOpen(down)
    line = .allocate(capacity: output.width * 3)
    sums = .allocate(capacity: openRows * output.width * 3)
    pixels = [UInt8](repeating: 0, count: output.area * 3)
    self.background = background
  }

  deinit {
    line.deallocate()
    sums.deallocate()
  }

  /// How many rows are needed; those below are of no use.
  var rowsNeeded: Int { (down.taps.last?.last ?? -1) + 1 }

  /// The result; rows that never arrived are background.
  var result: [UInt8] {
    for place in stride(from: firstOpen * line.count, to: pixels.count, by: 3) {
      pixels[place] = background.red
      pixels[place + 1] = background.green
      pixels[place + 2] = background.blue
    }
    return pixels
  }

  /// Takes the next row.
  func add(_ row: UnsafeMutableBufferPointer<UInt8>) {
    defer { nextRow += 1 }
    guard nextRow >= down.taps[0].first else { return }
    resample(row)
    while nextOpen < output.height, down.taps[nextOpen].first <= nextRow {
      sum(of: nextOpen).update(repeating: 0)
      nextOpen += 1
    }
    for open in firstOpen..<nextOpen { addLine(to: open) }
    while firstOpen < nextOpen, down.taps[firstOpen].last <= nextRow { finishFirst() }
  }
}

extension RowScaler {
  /// How many resulting rows can be unfinished at the same time.
  private static func mostOpen(_ kernel: ResamplingKernel) -> Int {
    var most = 1
    var last = 0
    for (index, taps) in kernel.taps.enumerated() {
      while last + 1 < kernel.taps.count, kernel.taps[last + 1].first <= taps.last { last += 1 }
      most = max(most, last - index + 1)
    }
    return most
  }

  private func sum(of row: Int) -> UnsafeMutableBufferPointer<Int32> {
    let start = row % openRows * line.count
    return UnsafeMutableBufferPointer(rebasing: sums[start..<start + line.count])
  }

  private func resample(_ row: UnsafeMutableBufferPointer<UInt8>) {
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

  private func addLine(to row: Int) {
    let taps = down.taps[row]
    let tap = nextRow - taps.first
    guard (0..<taps.count).contains(tap) else { return }
    let weight = down.weights[taps.offset + tap]
    let sum = sum(of: row)
    for index in 0..<line.count { sum[index] &+= weight &* line[index] }
  }

  private func finishFirst() {
    let sum = sum(of: firstOpen)
    let start = firstOpen * line.count
    pixels.withUnsafeMutableBufferPointer { pixels in
      for index in sum.indices {
        pixels[start + index] = UInt8(clamping: (sum[index] &+ 1 << 21) >> 22)
      }
    }
    firstOpen += 1
  }
}
