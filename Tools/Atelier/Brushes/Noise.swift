/// A function of smooth noise over the plane, with values from about -1 to 1.
struct Noise {
  private let seed: UInt32

  init(_ seed: UInt32) { self.seed = seed &* 0x9E37_79B9 }

  /// Returns the noise of one octave at a point: about one hill or hollow in each unit.
  @inline(__always)
  func callAsFunction(_ x: Float, _ y: Float) -> Float {
    let column = Self.floor(x)
    let row = Self.floor(y)
    let right = x - Float(column)
    let down = y - Float(row)
    // The four corners are computed at once: a slope for each, and the height of the point on that
    // slope.
    let columnHash = UInt32(bitPattern: column) &* 0x85EB_CA6B
    let rowHash = UInt32(bitPattern: row) &* 0xC2B2_AE35
    let columns = SIMD4<UInt32>(0, 0x85EB_CA6B, 0, 0x85EB_CA6B) &+ columnHash
    let rows = SIMD4<UInt32>(0, 0, 0xC2B2_AE35, 0xC2B2_AE35) &+ rowHash
    var hash = columns ^ rows
    hash = (hash ^ (hash &>> 15) ^ seed) &* 0x2C1B_3C6D
    hash = hash ^ (hash &>> 14)
    // Both halves are small enough for signed numbers, which the processor can convert.
    let low = unsafeBitCast(hash & 0xFFFF, to: SIMD4<Int32>.self)
    let high = unsafeBitCast(hash &>> 16, to: SIMD4<Int32>.self)
    let acrossSlope = SIMD4<Float>(low) - 32767.5
    let downSlope = SIMD4<Float>(high) - 32767.5
    let across = SIMD4<Float>(right, right - 1, right, right - 1)
    let below = SIMD4<Float>(down, down, down - 1, down - 1)
    let heights = (acrossSlope * across + downSlope * below) * (1.6 / 32767.5)
    let smoothRight = right * right * right * (right * (right * 6 - 15) + 10)
    let smoothDown = down * down * down * (down * (down * 6 - 15) + 10)
    let upper = heights[0] + (heights[1] - heights[0]) * smoothRight
    let lower = heights[2] + (heights[3] - heights[2]) * smoothRight
    return upper + (lower - upper) * smoothDown
  }

  /// Returns the sum of several octaves, each twice as fine and half as strong as the one before.
  func layered(_ x: Float, _ y: Float, _ octaves: Int = 4) -> Float {
    var (sum, weight, x, y) = (Float(0), Float(0.55), x, y)
    for _ in 0..<octaves {
      sum += weight * self(x, y)
      weight *= 0.5
      // The rotation keeps the grids of the octaves from coinciding.
      (x, y) = (1.63 * x - 1.16 * y + 17.3, 1.16 * x + 1.63 * y - 9.1)
    }
    return sum
  }

  /// Returns noise with sharp crests, as of mountains or of light in water.
  func ridged(_ x: Float, _ y: Float, _ octaves: Int = 4) -> Float {
    var (sum, weight, x, y) = (Float(0), Float(0.55), x, y)
    for _ in 0..<octaves {
      sum += weight * (1 - 2 * abs(self(x, y)))
      weight *= 0.5
      (x, y) = (1.63 * x - 1.16 * y + 17.3, 1.16 * x + 1.63 * y - 9.1)
    }
    return sum
  }

  @inline(__always)
  private static func floor(_ value: Float) -> Int32 {
    let whole = Int32(value)
    return value < Float(whole) ? whole - 1 : whole
  }
}

/// Returns a number from 0 to 1 that looks random, for a pair of whole numbers.
@inline(__always)
func scatter(_ first: Int, _ second: Int, _ third: Int = 0) -> Float {
  var hash = UInt32(truncatingIfNeeded: first) &* 0x85EB_CA6B
  hash ^= UInt32(truncatingIfNeeded: second) &* 0xC2B2_AE35
  hash &+= UInt32(truncatingIfNeeded: third) &* 0x9E37_79B9
  hash = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
  hash = (hash ^ (hash >> 12)) &* 0x297A_2D39
  return Float((hash ^ (hash >> 15)) & 0xFF_FFFF) / Float(0x100_0000)
}
