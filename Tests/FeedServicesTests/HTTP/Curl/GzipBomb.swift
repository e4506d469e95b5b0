/// A gzip file that unpacks to a thousand times as much.
enum GzipBomb {
  static let twentyMegabytesOfZeros: [UInt8] = {
    // One block with fixed codes: a zero, then copies of 258 bytes from one byte back, each of
    // which takes 13 bits.
    var bits = BitWriter()
    bits.add(0b1, count: 1)
    bits.add(0b01, count: 2)
    bits.addCode(0b0011_0000, count: 8)
    for _ in 0..<80_000 {
      bits.addCode(0b1100_0101, count: 8)
      bits.addCode(0, count: 5)
    }
    bits.addCode(0, count: 7)
    let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
    // The sum and the length in the trailer are never read: the limit comes first.
    return header + bits.bytes + [0, 0, 0, 0, 0, 0, 0, 0]
  }()

  /// How it begins, up to where the same thirteen bytes follow each other.
  static let beginning = Array(twentyMegabytesOfZeros.prefix(12))
  /// What may follow the beginning, again and again: each time it unpacks to two million zeros.
  static let zeros = Array(twentyMegabytesOfZeros[12..<12 + 13 * 1000])
}

/// Packs bits as deflate does: numbers from the lowest bit, codes from the highest.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  mutating func add(_ value: Int, count: Int) {
    for place in 0..<count { add(value >> place & 1) }
  }

  mutating func addCode(_ code: Int, count: Int) {
    for place in (0..<count).reversed() { add(code >> place & 1) }
  }

  private mutating func add(_ bit: Int) {
    if used == 8 {
      bytes.append(0)
      used = 0
    }
    bytes[bytes.count - 1] |= UInt8(bit) << UInt8(used)
    used += 1
  }
}
