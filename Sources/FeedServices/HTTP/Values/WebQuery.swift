/// Names and values as addresses and forms carry them: percent-encoded, in order.
struct WebQuery: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// "a=1&b=2"; empty where there is nothing.
  let text: String

  init(_ items: [(String, String)]) {
    text = items.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
  }

  /// A nil value leaves the name out.
  init(dictionaryLiteral elements: (String, String?)...) {
    self.init(elements.compactMap { name, value in value.map { (name, $0) } })
  }

  /// One part of a path or a query, with everything but letters, digits and "-._~" encoded.
  static func encoded(_ part: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.utf8.count)
    for byte in part.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: bytes.append(byte)
      default: bytes += [0x25, hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A part as it was before it was encoded; what is no encoding stays as it is.
  static func decoded(_ part: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(\.hexDigitValue)
      if byte == 0x25, digits.count == 2 {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == 0x2b ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x37) }
}
