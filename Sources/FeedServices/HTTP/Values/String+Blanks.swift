extension StringProtocol {
  /// Without the blanks and line ends at both ends.
  var trimmingBlanks: String {
    // Bytes of an array rather than a chain of lazy views, whose types are put together while the
    // program starts.
    var bytes = Array(utf8)[...]
    while bytes.last?.isBlank == true { bytes.removeLast() }
    while bytes.first?.isBlank == true { bytes.removeFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The words with one blank between them, and none around them.
  var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
