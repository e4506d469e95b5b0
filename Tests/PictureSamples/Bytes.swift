extension UInt32 {
  /// The most significant first.
  var bytes: [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}

/// A number, the least significant byte first.
func reversedBytes(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

/// A number, the most significant byte first.
func bytes(_ number: Int, _ count: Int) -> [UInt8] { reversedBytes(number, count).reversed() }
