/// A zlib stream of a few bytes out of which come many.
public enum ZerosSample {
  /// Unpacks to so many times 258 zeros, and one.
  public static func bytes(_ count: Int) -> [UInt8] {
    // One block with fixed codes: a zero, then copies of 258 bytes from one byte back, each of which
    // takes 13 bits.
    var bits = Bits()
    bits.add([1, 1, 0])
    bits.add([0, 0, 1, 1, 0, 0, 0, 0])
    for _ in 0..<count { bits.add([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]) }
    bits.add([0, 0, 0, 0, 0, 0, 0])
    let sum = (258 * count + 1) % 65_521
    return [0x78, 0x01] + bits.bytes + PictureSamples.bytes(sum << 16 | 1, 4)
  }

  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var used = 8

    mutating func add(_ bits: [UInt8]) {
      for bit in bits {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        bytes[bytes.count - 1] |= bit << UInt8(used)
        used += 1
      }
    }
  }
}
