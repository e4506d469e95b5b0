extension StringProtocol {
  /// Without the blanks and line ends at both ends.
  var trimmingBlanks: String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
    let utf8 = self.utf8.drop(while: isBlank)
    return String(decoding: utf8.reversed().drop(while: isBlank).reversed(), as: UTF8.self)
  }
}

extension String {
  /// The words with one blank between them, and none around them.
  var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
