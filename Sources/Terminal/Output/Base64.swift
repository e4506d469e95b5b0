/// Bytes as letters, digits, `+`, `/` and `=`.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = alphabet
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits = 0
      for place in 0..<3 { bits = bits << 8 | (place < count ? Int(bytes[start + place]) : 0) }
      for place in 0..<4 {
        let isPadding = place > count
        encoded.append(isPadding ? 0x3d : alphabet[bits >> (18 - 6 * place) & 63])
      }
    }
    return encoded
  }
}
