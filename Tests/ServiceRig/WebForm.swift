/// A parser of forms such as "a=1&b=%20".
enum WebForm {
  static func decoded(_ text: String) -> [String: String] {
    Dictionary(pairs(text)) { $1 }
  }

  /// Returns all fields in order; names may repeat.
  static func pairs(_ text: String) -> [(String, String)] {
    text.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (unescaped(parts[0]), parts.count > 1 ? unescaped(parts[1]) : "")
    }
  }

  static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
