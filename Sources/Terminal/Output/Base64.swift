/// Bytes as letters, digits, `+`, `/` and `=`.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.underestimatedCount + 2) / 3 * 4)
    append(bytes, to: &encoded)
    return encoded
  }

  /// Appends the bytes so encoded; pictures are millions of them.
  static func append(_ bytes: some Sequence<UInt8>, to encoded: inout [UInt8]) {
    var bits = 0
    var count = 0
    alphabet.withUnsafeBufferPointer { letters in
      for byte in bytes {
        bits = bits << 8 | Int(byte)
        count += 1
        guard count == 3 else { continue }
        encoded.append(letters[bits >> 18])
        encoded.append(letters[bits >> 12 & 63])
        encoded.append(letters[bits >> 6 & 63])
        encoded.append(letters[bits & 63])
        bits = 0
        count = 0
      }
      guard count > 0 else { return }
      bits <<= 8 * (3 - count)
      for place in 0..<4 {
        encoded.append(place > count ? 0x3d : letters[bits >> (18 - 6 * place) & 63])
      }
    }
  }
}
