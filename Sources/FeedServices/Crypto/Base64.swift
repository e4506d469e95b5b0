/// Bytes as letters, digits and two signs.
enum Base64 {
  /// With "+", "/" and "=" at the end.
  static func standard(_ bytes: [UInt8]) -> String {
    let text = encoded(bytes, "+", "/")
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// For addresses: with "-" and "_", and nothing at the end.
  static func url(_ bytes: [UInt8]) -> String { encoded(bytes, "-", "_") }

  private static func encoded(_ bytes: [UInt8], _ sign62: String, _ sign63: String) -> String {
    let alphabet = Array(
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + sign62 + sign63).utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0...part.count { text.append(alphabet[bits >> (18 - 6 * place) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
