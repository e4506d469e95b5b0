/// A number that tells bytes from other bytes; nobody is kept from finding two with the same one.
struct ByteHash {
  private(set) var value: UInt64

  /// A hash of nothing yet; another seed makes an unrelated hash.
  init(seed: UInt64 = 0) { value = 0xcbf2_9ce4_8422_2325 ^ seed &* 0x9e37_79b9_7f4a_7c15 }

  /// Goes on with more bytes, eight at a time.
  mutating func add(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { add($0) }
    }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count / 8 * 8
    for offset in stride(from: 0, to: whole, by: 8) {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
    }
    var rest: UInt64 = UInt64(bytes.count) << 56
    for (shift, byte) in bytes[whole...].enumerated() {
      rest ^= UInt64(byte) << (8 * UInt64(shift))
    }
    mix(rest)
  }

  private mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0xff51_afd7_ed55_8ccd
    value ^= value >> 32
  }

  /// The number in sixteen digits.
  var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
