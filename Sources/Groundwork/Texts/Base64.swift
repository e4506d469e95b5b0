package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let padding = UInt8(ascii: "=")

  /// Returns bytes as standard Base64 text with "+", "/" and padding.
  package static func standardBase64(_ bytes: [UInt8]) -> String {
    var encoded: [UInt8] = []
    appendBase64(bytes, to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Returns bytes as URL-safe Base64 text with "-" and "_", without padding.
  package static func urlSafeBase64(_ bytes: [UInt8]) -> String {
    String(
      standardBase64(bytes).unicodeScalars.compactMap { sign -> Character? in
        switch sign {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: Character(sign)
        }
      })
  }

  /// Decodes standard or URL-safe Base64 text; nil for other text.
  package static func decodedBytes(from text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for sign in text.utf8.reversed().drop(while: { $0 == padding }).reversed() {
      guard let value = digitValue(of: sign) else { return nil }
      (bits, count) = ((bits << 6 | value) & 0xffff, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    // The remaining bits are no whole byte.
    return count < 6 ? bytes : nil
  }

  private static func digitValue(of sign: UInt8) -> Int? {
    switch sign {
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: alphabet.firstIndex(of: sign)
    }
  }

  /// Appends bytes encoded as standard Base64 to other bytes; fast enough for pictures.
  package static func appendBase64(_ bytes: some Collection<UInt8>, to encoded: inout [UInt8]) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { appendBase64($0, to: &encoded) }
    if done == nil { Array(bytes).withUnsafeBufferPointer { appendBase64($0, to: &encoded) } }
  }

  private static func appendBase64(_ bytes: UnsafeBufferPointer<UInt8>, to encoded: inout [UInt8]) {
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
