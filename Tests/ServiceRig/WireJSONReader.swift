/// A parser of JSON as clients write it: whole numbers alone, and nothing that our clients never
/// send.
struct WireJSONReader {
  private var rest: ArraySlice<UInt8>

  /// Parses JSON; `null` for other bytes.
  static func read(_ bytes: [UInt8]) -> WireJSON {
    var reader = WireJSONReader(rest: bytes[...])
    let value = reader.value()
    reader.skipBlanks()
    return reader.rest.isEmpty ? value ?? .null : .null
  }

  private mutating func value() -> WireJSON? {
    skipBlanks()
    switch rest.first {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "-"): return number()
    case let byte? where (0x30...0x39).contains(byte): return number()
    default:
      for (word, value) in [
        ("true", WireJSON.bool(true)), ("false", .bool(false)), ("null", .null),
      ]
      where rest.starts(with: word.utf8) {
        rest = rest.dropFirst(word.utf8.count)
        return value
      }
      return nil
    }
  }

  private mutating func object() -> WireJSON? {
    rest.removeFirst()
    var members: [String: WireJSON] = [:]
    while true {
      skipBlanks()
      if take("}") { return .object(members) }
      if !members.isEmpty, !take(",") { return nil }
      skipBlanks()
      guard let name = string() else { return nil }
      skipBlanks()
      guard take(":"), let value = value() else { return nil }
      members[name] = value
    }
  }

  private mutating func array() -> WireJSON? {
    rest.removeFirst()
    var elements: [WireJSON] = []
    while true {
      skipBlanks()
      if take("]") { return .array(elements) }
      if !elements.isEmpty, !take(",") { return nil }
      guard let value = value() else { return nil }
      elements.append(value)
    }
  }

  private mutating func number() -> WireJSON? {
    let digits = rest.prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    return Int(String(decoding: digits, as: UTF8.self)).map { .number($0) }
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        switch rest.popFirst() {
        case UInt8(ascii: "n"): bytes.append(0x0a)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"):
          let digits = String(decoding: rest.prefix(4), as: UTF8.self)
          rest = rest.dropFirst(4)
          let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{fffd}"
          bytes += Array(String(scalar).utf8)
        case let other?: bytes.append(other)
        case nil: return nil
        }
      default: bytes.append(byte)
      }
    }
    return nil
  }

  private mutating func take(_ sign: StaticString) -> Bool {
    guard rest.first == sign.utf8Start.pointee else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipBlanks() {
    rest = rest.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
  }
}

extension RecordedRequest {
  /// The JSON in the request's body; `null` for another body.
  public var json: WireJSON { WireJSONReader.read(body) }
}
