/// Bytes as letters, digits, `+`, `/` and `=`.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let padding = UInt8(ascii: "=")

  static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var encoded: [UInt8] = []
    append(bytes, to: &encoded)
    return encoded
  }

  /// Appends the bytes so encoded; pictures are millions of them.
  static func append(_ bytes: some Collection<UInt8>, to encoded: inout [UInt8]) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { append($0, to: &encoded) }
    if done == nil { Array(bytes).withUnsafeBufferPointer { append($0, to: &encoded) } }
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to encoded: inout [UInt8]) {
    let length = (bytes.count + 2) / 3 * 4
    encoded += [UInt8](unsafeUninitializedCapacity: length) { room, count in
      alphabet.withUnsafeBufferPointer { letters in
        for start in stride(from: 0, to: bytes.count, by: 3) {
          let left = bytes.count - start
          let second = left > 1 ? Int(bytes[start + 1]) : 0
          let third = left > 2 ? Int(bytes[start + 2]) : 0
          let bits = Int(bytes[start]) << 16 | second << 8 | third
          room[count] = letters[bits >> 18]
          room[count + 1] = letters[bits >> 12 & 63]
          room[count + 2] = left > 1 ? letters[bits >> 6 & 63] : padding
          room[count + 3] = left > 2 ? letters[bits & 63] : padding
          count += 4
        }
      }
    }
  }
}
