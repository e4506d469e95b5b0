/// A lenient JSON parser: broken UTF-8 and lone surrogates become U+FFFD, UTF-16 with a byte order
/// mark is understood, control characters in texts are kept, and numbers may begin with zeros. A
/// maximum depth limits the recursion.
struct JSONReader {
  static let deepest = 64
  /// Maximum number of values in a JSON document, unless a request allows more; large pages of
  /// posts have some tens of thousands.
  static let defaultMaximumValues = 400_000

  private let bytes: UnsafeBufferPointer<UInt8>
  private let maximumValues: Int
  private var position = 0
  private var depth = 0
  private var count = 0
  // The values of open objects and arrays, the innermost last: each value is copied once, when the
  // count is known.
  private var members: [JSON.JSONMember] = []
  private var elements: [JSON] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>, maximumValues: Int) {
    (self.bytes, self.maximumValues) = (bytes, maximumValues)
  }

  static func parsedJSON(_ bytes: [UInt8], maximumValues: Int = defaultMaximumValues)
    throws(JSONError) -> JSON
  {
    if let recoded = utf8BytesFromUTF16WithByteOrderMark(bytes) {
      return try parsedJSON(recoded, maximumValues: maximumValues)
    }
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONError) in
        var reader = JSONReader(bytes, maximumValues: maximumValues)
        return try reader.readDocument()
      }
    }
    return try result.get()
  }

  /// Parses JSON that is a part of a larger text, without copying that part.
  static func parsedJSON(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSON {
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONError) in
        var reader = JSONReader(bytes, maximumValues: defaultMaximumValues)
        return try reader.readDocument()
      }
    }
    return try result.get()
  }

  private mutating func readDocument() throws(JSONError) -> JSON {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    skipBlanks()
    guard position < bytes.count else { throw syntaxError(.nothing) }
    let value = try readValue()
    skipBlanks()
    guard position == bytes.count else { throw syntaxError(.somethingAfterTheEnd) }
    return value
  }

  private mutating func readValue() throws(JSONError) -> JSON {
    count += 1
    guard count <= maximumValues else { throw syntaxError(.tooMuch) }
    switch try currentByte() {
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readLiteral("true", .bool(true))
    case UInt8(ascii: "f"): return try readLiteral("false", .bool(false))
    case UInt8(ascii: "n"): return try readLiteral("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
    default: throw syntaxError(.unexpectedByte)
    }
  }

  private mutating func readObject() throws(JSONError) -> JSON {
    try enterNestedValue()
    let first = members.count
    while try !readEndInsteadOfComma(UInt8(ascii: "}"), isFirst: members.count == first) {
      guard try currentByte() == UInt8(ascii: "\"") else { throw syntaxError(.unexpectedByte) }
      let name = try readString()
      skipBlanks()
      guard try currentByte() == UInt8(ascii: ":") else { throw syntaxError(.unexpectedByte) }
      position += 1
      skipBlanks()
      let value = try readValue()
      members.append(JSON.JSONMember(name: name, value: value))
    }
    depth -= 1
    defer { members.removeLast(members.count - first) }
    return .object(Array(members[first...]))
  }

  private mutating func readArray() throws(JSONError) -> JSON {
    try enterNestedValue()
    let first = elements.count
    while try !readEndInsteadOfComma(UInt8(ascii: "]"), isFirst: elements.count == first) {
      let value = try readValue()
      elements.append(value)
    }
    depth -= 1
    defer { elements.removeLast(elements.count - first) }
    return .array(Array(elements[first...]))
  }

  private mutating func enterNestedValue() throws(JSONError) {
    depth += 1
    guard depth <= Self.deepest else { throw syntaxError(.tooDeep) }
    position += 1
  }

  /// Parses the closing bracket of a JSON object or array, or the comma before its next element;
  /// returns true for the bracket.
  private mutating func readEndInsteadOfComma(_ end: UInt8, isFirst: Bool) throws(JSONError) -> Bool
  {
    skipBlanks()
    if try currentByte() == end {
      position += 1
      return true
    }
    guard !isFirst else { return false }
    guard try currentByte() == UInt8(ascii: ",") else { throw syntaxError(.unexpectedByte) }
    position += 1
    skipBlanks()
    return false
  }

  private mutating func readLiteral(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { throw syntaxError(.unexpectedEnd) }
    for offset in 0..<count where bytes[position + offset] != word.utf8Start[offset] {
      throw syntaxError(.unexpectedByte)
    }
    position += count
    return value
  }

  private mutating func readNumber() throws(JSONError) -> String {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    guard skipDigits() else { throw syntaxError(.badNumber) }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() else { throw syntaxError(.badNumber) }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, [0x2b, 0x2d].contains(bytes[position]) { position += 1 }
      guard skipDigits() else { throw syntaxError(.badNumber) }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position > start
  }

  private mutating func readString() throws(JSONError) -> String {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: bytes[start..<position - 1], as: UTF8.self)
      case UInt8(ascii: "\\"):
        var text = JSONStringReader(bytes: bytes, start: start, position: position)
        let result = try text.readText()
        position = text.position
        return result
      default:
        position += 1
      }
    }
    throw syntaxError(.unexpectedEnd)
  }

  private func currentByte() throws(JSONError) -> UInt8 {
    guard position < bytes.count else { throw syntaxError(.unexpectedEnd) }
    return bytes[position]
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0a, 0x0d: position += 1
      default: return
      }
    }
  }

  private func syntaxError(_ problem: JSONError.JSONSyntaxProblem) -> JSONError {
    JSONError(problem: problem, offset: position)
  }

  /// Returns the UTF-8 bytes of UTF-16 text that begins with a byte order mark; nil for other
  /// bytes.
  private static func utf8BytesFromUTF16WithByteOrderMark(_ bytes: [UInt8]) -> [UInt8]? {
    let isBig = bytes.starts(with: [0xfe, 0xff])
    guard isBig || bytes.starts(with: [0xff, 0xfe]) else { return nil }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

struct JSONError: Error, Equatable, Sendable {
  enum JSONSyntaxProblem: Equatable, Sendable {
    case nothing
    case unexpectedEnd
    case unexpectedByte
    case badNumber
    case badEscape
    /// A syntax problem of a JSON document: values nested deeper than 64 levels, whose parsing
    /// could overflow a small stack.
    case tooDeep
    /// A syntax problem of a JSON document: more values than allowed, since each takes much memory.
    case tooMuch
    case somethingAfterTheEnd
  }

  let problem: JSONSyntaxProblem
  let offset: Int
}

/// A parser of those JSON strings that have escapes; it begins at the first escape.
struct JSONStringReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  private var text: [UInt8]

  init(bytes: UnsafeBufferPointer<UInt8>, start: Int, position: Int) {
    (self.bytes, self.position) = (bytes, position)
    text = Array(bytes[start..<position])
  }

  mutating func readText() throws(JSONError) -> String {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        try readEscape()
      default: readUnescapedBytes()
      }
    }
    throw JSONError(problem: .unexpectedEnd, offset: position)
  }

  /// Appends the bytes of a JSON string up to the next escape or closing quote to the parsed text.
  private mutating func readUnescapedBytes() {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""),
      bytes[position] != UInt8(ascii: "\\")
    {
      position += 1
    }
    text += bytes[start..<position]
  }

  private mutating func readEscape() throws(JSONError) {
    guard position < bytes.count else { throw JSONError(problem: .unexpectedEnd, offset: position) }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): appendScalar(try readUnicodeEscape())
    default: throw JSONError(problem: .badEscape, offset: position - 1)
    }
  }

  private mutating func readUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
    guard let unit = hexCodeUnit(at: position) else {
      throw JSONError(problem: .badEscape, offset: position)
    }
    position += 4
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // Only the second half of a surrogate pair is consumed here.
    guard unit < 0xdc00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u"), let second = hexCodeUnit(at: position + 2),
      (0xdc00...0xdfff).contains(second)
    else { return "\u{fffd}" }
    position += 6
    let number = 0x1_0000 + (UInt32(unit) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
    return Unicode.Scalar(number) ?? "\u{fffd}"
  }

  private func hexCodeUnit(at start: Int) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = byte.hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private mutating func appendScalar(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { return text.append(UInt8(scalar.value)) }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}

extension UInt8 {
  var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}
