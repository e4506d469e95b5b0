struct DBusMessage: Equatable, Sendable {
  enum DBusMessageKind: UInt8, Sendable {
    case call = 1
    case reply = 2
    case failure = 3
    case signal = 4
  }

  /// A field in the header of a D-Bus message, by its number in the protocol.
  private enum DBusHeaderField: UInt8 {
    case path = 1
    case interface, member, errorName, replySerial, destination, sender, signature
  }

  static let longest = 65_536
  /// The length in bytes of the fixed beginning of a D-Bus message, which states the other lengths.
  static let preludeLength = 16

  var kind: DBusMessageKind
  var serial: UInt32 = 0
  var path: String?
  var interface: String?
  var member: String?
  var errorName: String?
  var replySerial: UInt32?
  var destination: String?
  var sender: String?
  var mayStart = true
  var body: [DBusValue] = []

  var bytes: [UInt8] {
    var content = DBusWriter()
    for value in body { content.writeValue(value) }
    var head = DBusWriter()
    head.writeValue(.byte(UInt8(ascii: "l")))
    head.writeValue(.byte(kind.rawValue))
    // Flag 1 means that no reply is expected, flag 2 that the service must not be started.
    head.writeValue(.byte(mayStart ? 0 : 2))
    head.writeValue(.byte(1))
    head.writeNumber(UInt32(content.bytes.count))
    head.writeNumber(serial)
    let fields = fields
    // Fields are aligned to 8 bytes, which the header's 16 bytes do not change.
    head.writeNumber(UInt32(fields.count))
    var bytes = head.bytes + fields
    while bytes.count % 8 != 0 { bytes.append(0) }
    return bytes + content.bytes
  }

  private var fields: [UInt8] {
    var fields = DBusWriter()
    func writeHeaderField(_ field: DBusHeaderField, _ value: DBusValue?) {
      guard let value else { return }
      fields.writePadding(to: 8)
      fields.writeValue(.byte(field.rawValue))
      fields.writeValue(.variant(value))
    }
    writeHeaderField(.path, path.map { .path($0) })
    writeHeaderField(.interface, interface.map { .text($0) })
    writeHeaderField(.member, member.map { .text($0) })
    writeHeaderField(.errorName, errorName.map { .text($0) })
    writeHeaderField(.replySerial, replySerial.map { .number($0) })
    writeHeaderField(.destination, destination.map { .text($0) })
    writeHeaderField(.sender, sender.map { .text($0) })
    let codes = body.map(\.code).joined()
    if !codes.isEmpty { writeHeaderField(.signature, .signature(codes)) }
    return fields.bytes
  }
}

extension DBusMessage {
  /// Returns the length in bytes of the rest of a D-Bus message (header fields, padding and body),
  /// as stated in the fixed beginning of the message.
  static func remainingMessageLength(after prelude: [UInt8]) throws(DBusError) -> Int {
    let isLittleEndian = try isLittleEndian(prelude)
    var reader = DBusReader(prelude, isLittleEndian: isLittleEndian)
    try reader.skipBytes(4)
    let body = Int(try reader.readUnsignedInteger(4))
    try reader.skipBytes(4)
    let fields = Int(try reader.readUnsignedInteger(4))
    guard body <= longest, fields <= longest else { throw .unreadable }
    return (fields + 7) / 8 * 8 + body
  }

  init(_ bytes: [UInt8]) throws(DBusError) {
    var reader = DBusReader(bytes, isLittleEndian: try Self.isLittleEndian(bytes))
    try reader.skipBytes(1)
    guard let kind = DBusMessageKind(rawValue: UInt8(try reader.readUnsignedInteger(1))) else {
      throw .unreadable
    }
    self.init(kind: kind)
    mayStart = try reader.readUnsignedInteger(1) & 2 == 0
    try reader.skipBytes(5)
    serial = UInt32(try reader.readUnsignedInteger(4))
    let end = Int(try reader.readUnsignedInteger(4)) + Self.preludeLength
    var signature = ""
    while reader.position < end {
      try reader.skipPadding(to: 8)
      let field = DBusHeaderField(rawValue: UInt8(try reader.readUnsignedInteger(1)))
      guard case .variant(let value)? = try reader.readValues("v").first else { throw .unreadable }
      if case .signature(let codes) = value, field == .signature { signature = codes }
      setHeaderField(value, as: field)
    }
    try reader.skipPadding(to: 8)
    do throws(DBusError) {
      body = try reader.readValues(signature)
    } catch {
      // Unrelated signals may contain unsupported types.
      guard kind == .signal else { throw error }
    }
  }

  private mutating func setHeaderField(_ value: DBusValue, as field: DBusHeaderField?) {
    switch (field, value) {
    case (.path, .path(let text)): path = text
    case (.interface, .text(let text)): interface = text
    case (.member, .text(let text)): member = text
    case (.errorName, .text(let text)): errorName = text
    case (.replySerial, .number(let number)): replySerial = number
    case (.destination, .text(let text)): destination = text
    case (.sender, .text(let text)): sender = text
    default: break
    }
  }

  private static func isLittleEndian(_ bytes: [UInt8]) throws(DBusError) -> Bool {
    switch bytes.first {
    case UInt8(ascii: "l"): return true
    case UInt8(ascii: "B"): return false
    default: throw .unreadable
    }
  }
}

/// A D-Bus value of one of the types that Tweetie uses.
enum DBusValue: Equatable, Sendable {
  case byte(UInt8)
  case number(UInt32)
  case flag(Bool)
  case real(Double)
  case text(String)
  case path(String)
  case signature(String)
  indirect case variant(DBusValue)
  /// A kind of D-Bus value: an array, with the type of its elements, since it may be empty.
  indirect case list([DBusValue], of: String)
  indirect case fields([DBusValue])
  /// A kind of D-Bus value: an entry of a dictionary, as key and value; the dictionary is an array
  /// of such entries.
  indirect case entry(DBusValue, DBusValue)

  static func dictionary(_ lines: [(String, String)]) -> DBusValue {
    .list(lines.map { .entry(.text($0), .text($1)) }, of: "{ss}")
  }

  static func byteArray(_ bytes: some Sequence<UInt8>) -> DBusValue {
    .list(bytes.map { .byte($0) }, of: "y")
  }

  /// The D-Bus type of the value, as text in the notation of D-Bus signatures, such as "s" or "ao".
  var code: String {
    switch self {
    case .byte: "y"
    case .number: "u"
    case .flag: "b"
    case .real: "d"
    case .text: "s"
    case .path: "o"
    case .signature: "g"
    case .variant: "v"
    case .list(_, let code): "a" + code
    case .fields(let values): "(\(values.map(\.code).joined()))"
    case .entry(let key, let value): "{\(key.code)\(value.code)}"
    }
  }

  /// Returns the alignment in bytes of the values of a D-Bus type in a message.
  static func byteAlignment(of code: Character) -> Int {
    switch code {
    case "y", "g", "v": 1
    case "d", "(", "{": 8
    default: 4
    }
  }
}

/// A parser of D-Bus values from untrusted bytes.
struct DBusReader {
  private static let depth = 8

  private let bytes: [UInt8]
  private let isLittleEndian: Bool
  private(set) var position = 0

  init(_ bytes: [UInt8], isLittleEndian: Bool) {
    (self.bytes, self.isLittleEndian) = (bytes, isLittleEndian)
  }

  /// Skips the padding in a D-Bus message before a value that begins at a multiple of `size` bytes.
  mutating func skipPadding(to size: Int) throws(DBusError) {
    try skipBytes((size - position % size) % size)
  }

  mutating func skipBytes(_ count: Int) throws(DBusError) {
    guard count >= 0, count <= bytes.count - position else { throw .unreadable }
    position += count
  }

  mutating func readValues(_ codes: String) throws(DBusError) -> [DBusValue] {
    var rest = Substring(codes)
    var values: [DBusValue] = []
    while !rest.isEmpty { values.append(try readValueOfFirstType(&rest)) }
    return values
  }

  /// Parses and returns a D-Bus value of the first type in the signature `codes`, and removes that
  /// type from the signature.
  private mutating func readValueOfFirstType(
    _ codes: inout Substring, depth: Int = 0
  ) throws(DBusError) -> DBusValue {
    guard depth < Self.depth, let code = codes.popFirst() else { throw .unreadable }
    switch code {
    case "y": return .byte(UInt8(truncatingIfNeeded: try readUnsignedInteger(1)))
    case "b": return .flag(try readUnsignedInteger(4) != 0)
    // Signed integers and file indices are read like unsigned ones.
    case "u", "i", "h": return .number(UInt32(truncatingIfNeeded: try readUnsignedInteger(4)))
    case "d": return .real(Double(bitPattern: try readUnsignedInteger(8)))
    case "s": return .text(try readText(length: Int(try readUnsignedInteger(4))))
    case "o": return .path(try readText(length: Int(try readUnsignedInteger(4))))
    case "g": return .signature(try readText(length: Int(try readUnsignedInteger(1))))
    case "v":
      var inner = Substring(try readText(length: Int(try readUnsignedInteger(1))))
      let value = try readValueOfFirstType(&inner, depth: depth + 1)
      guard inner.isEmpty else { throw .unreadable }
      return .variant(value)
    case "a": return try readArray(&codes, depth: depth + 1)
    case "(":
      try skipPadding(to: 8)
      var values: [DBusValue] = []
      while codes.first != ")" { values.append(try readValueOfFirstType(&codes, depth: depth + 1)) }
      codes.removeFirst()
      return .fields(values)
    case "{":
      try skipPadding(to: 8)
      let key = try readValueOfFirstType(&codes, depth: depth + 1)
      let value = try readValueOfFirstType(&codes, depth: depth + 1)
      guard codes.popFirst() == "}" else { throw .unreadable }
      return .entry(key, value)
    default: throw .unreadable
    }
  }

  private mutating func readArray(_ codes: inout Substring, depth: Int) throws(DBusError)
    -> DBusValue
  {
    let length = Int(try readUnsignedInteger(4))
    guard let first = codes.first else { throw .unreadable }
    try skipPadding(to: DBusValue.byteAlignment(of: first))
    guard length <= bytes.count - position else { throw .unreadable }
    let end = position + length
    let all = codes
    codes = try Self.signatureWithoutFirstType(all)
    let code = String(all[..<codes.startIndex])
    var values: [DBusValue] = []
    while position < end {
      var one = Substring(code)
      let before = position
      values.append(try readValueOfFirstType(&one, depth: depth))
      // An element of zero bytes would repeat without an end.
      guard position > before else { throw .unreadable }
    }
    guard position == end else { throw .unreadable }
    return .list(values, of: code)
  }

  /// Returns a D-Bus signature without its first complete type.
  private static func signatureWithoutFirstType(_ codes: Substring) throws(DBusError) -> Substring {
    var rest = codes
    while rest.first == "a" { rest.removeFirst() }
    var open = 0
    repeat {
      switch rest.popFirst() {
      case "(", "{": open += 1
      case ")", "}": open -= 1
      case nil: throw .unreadable
      default: break
      }
    } while open > 0
    return rest
  }

  /// Reads and returns an unsigned integer of a size in bytes from a D-Bus message.
  mutating func readUnsignedInteger(_ size: Int) throws(DBusError) -> UInt64 {
    try skipPadding(to: size)
    let start = position
    try skipBytes(size)
    let part = bytes[start..<position]
    return (isLittleEndian ? part.reversed() : Array(part)).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func readText(length: Int) throws(DBusError) -> String {
    let start = position
    try skipBytes(length)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard try readUnsignedInteger(1) == 0 else { throw .unreadable }
    return text
  }
}

enum DBusError: Error, Equatable {
  case disconnected
  case timedOut
  /// An error of a D-Bus call: the reply cannot be parsed, or is longer than the limit.
  case unreadable
  /// An error of a D-Bus call: the called service refused it, with the name of the service's error.
  case refused(String)
}

/// A writer of D-Bus values as bytes, aligned and little-endian.
struct DBusWriter {
  private(set) var bytes: [UInt8] = []

  mutating func writePadding(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  mutating func writeNumber(_ number: UInt32) {
    writePadding(to: 4)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  mutating func writeValue(_ value: DBusValue) {
    switch value {
    case .byte(let byte): bytes.append(byte)
    case .number(let number): writeNumber(number)
    case .flag(let flag): writeNumber(flag ? 1 : 0)
    case .real(let real):
      writePadding(to: 8)
      withUnsafeBytes(of: real.bitPattern.littleEndian) { bytes += $0 }
    case .text(let text), .path(let text):
      writeNumber(UInt32(text.utf8.count))
      bytes += Array(text.utf8) + [0]
    case .signature(let text): bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
    case .variant(let value):
      writeValue(.signature(value.code))
      writeValue(value)
    case .list(let values, let code):
      writeNumber(UInt32(0))
      let length = bytes.count
      writePadding(to: code.first.map(DBusValue.byteAlignment) ?? 1)
      let start = bytes.count
      for value in values { writeValue(value) }
      // The length excludes the padding before the first element.
      withUnsafeBytes(of: UInt32(bytes.count - start).littleEndian) {
        bytes.replaceSubrange(length - 4..<length, with: $0)
      }
    case .fields(let values):
      writePadding(to: 8)
      for value in values { writeValue(value) }
    case .entry(let key, let value):
      writePadding(to: 8)
      writeValue(key)
      writeValue(value)
    }
  }
}
