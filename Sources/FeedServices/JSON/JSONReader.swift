/// Reads JSON, leniently where nothing is lost by it.
///
/// Broken UTF-8 and halves of surrogate pairs become U+FFFD, UTF-16 with a mark is understood, and
/// raw control characters in texts are kept. Depth is capped, so that the recursion is too.
struct JSONReader {
  static let deepest = 64
  /// A page of the largest posts has some tens of thousands.
  static let most = 400_000

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0
  private var count = 0
  // What is read of the objects and lists that are still open, the innermost last: each is copied
  // once, when its length is known, and never while it grows.
  private var members: [JSON.Member] = []
  private var elements: [JSON] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  static func read(_ bytes: [UInt8]) throws(JSONError) -> JSON {
    if let recoded = recodedFromUTF16(bytes) { return try read(recoded) }
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONError) in
        var reader = JSONReader(bytes)
        return try reader.document()
      }
    }
    return try result.get()
  }
}

extension JSONReader {
  private mutating func document() throws(JSONError) -> JSON {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    skipBlanks()
    guard position < bytes.count else { throw error(.nothing) }
    let value = try value()
    skipBlanks()
    guard position == bytes.count else { throw error(.somethingAfterTheEnd) }
    return value
  }

  private mutating func value() throws(JSONError) -> JSON {
    count += 1
    guard count <= Self.most else { throw error(.tooMuch) }
    switch try byte() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw error(.unexpectedByte)
    }
  }

  private mutating func object() throws(JSONError) -> JSON {
    try descend()
    let first = members.count
    while try !closes(UInt8(ascii: "}"), isFirst: members.count == first) {
      guard try byte() == UInt8(ascii: "\"") else { throw error(.unexpectedByte) }
      let name = try string()
      skipBlanks()
      guard try byte() == UInt8(ascii: ":") else { throw error(.unexpectedByte) }
      position += 1
      skipBlanks()
      let value = try value()
      members.append(JSON.Member(name: name, value: value))
    }
    depth -= 1
    defer { members.removeLast(members.count - first) }
    return .object(Array(members[first...]))
  }

  private mutating func array() throws(JSONError) -> JSON {
    try descend()
    let first = elements.count
    while try !closes(UInt8(ascii: "]"), isFirst: elements.count == first) {
      let value = try value()
      elements.append(value)
    }
    depth -= 1
    defer { elements.removeLast(elements.count - first) }
    return .array(Array(elements[first...]))
  }

  private mutating func descend() throws(JSONError) {
    depth += 1
    guard depth <= Self.deepest else { throw error(.tooDeep) }
    position += 1
  }

  /// Whether the list ends here; else goes past the comma to what comes next.
  private mutating func closes(
    _ end: UInt8, isFirst: Bool
  ) throws(JSONError) -> Bool {
    skipBlanks()
    if try byte() == end {
      position += 1
      return true
    }
    guard !isFirst else { return false }
    guard try byte() == UInt8(ascii: ",") else { throw error(.unexpectedByte) }
    position += 1
    skipBlanks()
    return false
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { throw error(.unexpectedEnd) }
    for offset in 0..<count where bytes[position + offset] != word.utf8Start[offset] {
      throw error(.unexpectedByte)
    }
    position += count
    return value
  }

  private mutating func number() throws(JSONError) -> String {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    guard skipDigits() else { throw error(.badNumber) }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() else { throw error(.badNumber) }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, [0x2b, 0x2d].contains(bytes[position]) { position += 1 }
      guard skipDigits() else { throw error(.badNumber) }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position > start
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: bytes[start..<position - 1], as: UTF8.self)
      case UInt8(ascii: "\\"):
        var text = JSONText(bytes: bytes, start: start, position: position)
        let result = try text.read()
        position = text.position
        return result
      default:
        position += 1
      }
    }
    throw error(.unexpectedEnd)
  }

  private func byte() throws(JSONError) -> UInt8 {
    guard position < bytes.count else { throw error(.unexpectedEnd) }
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

  private func error(_ problem: JSONError.Problem) -> JSONError {
    JSONError(problem: problem, offset: position)
  }

  private static func recodedFromUTF16(_ bytes: [UInt8]) -> [UInt8]? {
    let isBig = bytes.starts(with: [0xfe, 0xff])
    guard isBig || bytes.starts(with: [0xff, 0xfe]) else { return nil }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
