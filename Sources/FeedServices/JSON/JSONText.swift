/// A text with escapes in it, from its first byte; the reader has found the first escape.
struct JSONText {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where reading has come to; after the closing quote in the end.
  private(set) var position: Int
  private var text: [UInt8]

  init(bytes: UnsafeBufferPointer<UInt8>, start: Int, position: Int) {
    (self.bytes, self.position) = (bytes, position)
    text = Array(bytes[start..<position])
  }

  mutating func read() throws(JSONError) -> String {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        try readEscape()
      default: readPlain()
      }
    }
    throw JSONError(problem: .unexpectedEnd, offset: position)
  }
}

extension JSONText {
  /// Takes what comes up to the next escape or the end at once.
  private mutating func readPlain() {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""),
      bytes[position] != UInt8(ascii: "\\")
    {
      position += 1
    }
    text += bytes[start..<position]
  }

  private mutating func readEscape() throws(JSONError) {
    guard position < bytes.count else {
      throw JSONError(problem: .unexpectedEnd, offset: position)
    }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): append(try scalar())
    default: throw JSONError(problem: .badEscape, offset: position - 1)
    }
  }

  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    guard let unit = hexUnit(at: position) else {
      throw JSONError(problem: .badEscape, offset: position)
    }
    position += 4
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // The first half of a pair; whatever follows but the second half is left for the next turn.
    guard unit < 0xdc00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u"), let second = hexUnit(at: position + 2),
      (0xdc00...0xdfff).contains(second)
    else { return "\u{fffd}" }
    position += 6
    let number = 0x1_0000 + (UInt32(unit) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
    return Unicode.Scalar(number) ?? "\u{fffd}"
  }

  private func hexUnit(at start: Int) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = byte.hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { return text.append(UInt8(scalar.value)) }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}

extension UInt8 {
  /// What it is worth as a hexadecimal digit.
  var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}
