/// Reads values that came over the message bus; nothing in them is believed.
struct BusReader {
  /// How deep values may stand in others: deeper than anybody means it.
  private static let depth = 8

  private let bytes: [UInt8]
  private let isLittle: Bool
  private(set) var place = 0

  init(_ bytes: [UInt8], isLittle: Bool) {
    (self.bytes, self.isLittle) = (bytes, isLittle)
  }

  /// Goes on at the next multiple of a size.
  mutating func align(to size: Int) throws(BusError) {
    try skip((size - place % size) % size)
  }

  mutating func skip(_ count: Int) throws(BusError) {
    guard count >= 0, count <= bytes.count - place else { throw .unreadable }
    place += count
  }

  /// The values of those codes, one after the other.
  mutating func values(_ codes: String) throws(BusError) -> [BusValue] {
    var rest = Substring(codes)
    var values: [BusValue] = []
    while !rest.isEmpty { values.append(try value(&rest)) }
    return values
  }

  /// The value of the kind that the codes begin with, which are passed over.
  private mutating func value(
    _ codes: inout Substring, depth: Int = 0
  ) throws(BusError) -> BusValue {
    guard depth < Self.depth, let code = codes.popFirst() else { throw .unreadable }
    switch code {
    case "y": return .byte(UInt8(truncatingIfNeeded: try integer(1)))
    case "b": return .flag(try integer(4) != 0)
    // A number and a file's number look alike.
    case "u", "i", "h": return .number(UInt32(truncatingIfNeeded: try integer(4)))
    case "d": return .real(Double(bitPattern: try integer(8)))
    case "s": return .text(try text(length: Int(try integer(4))))
    case "o": return .path(try text(length: Int(try integer(4))))
    case "g": return .signature(try text(length: Int(try integer(1))))
    case "v":
      var inner = Substring(try text(length: Int(try integer(1))))
      let value = try value(&inner, depth: depth + 1)
      guard inner.isEmpty else { throw .unreadable }
      return .variant(value)
    case "a": return try list(&codes, depth: depth + 1)
    case "(":
      try align(to: 8)
      var values: [BusValue] = []
      while codes.first != ")" { values.append(try value(&codes, depth: depth + 1)) }
      codes.removeFirst()
      return .fields(values)
    case "{":
      try align(to: 8)
      let key = try value(&codes, depth: depth + 1)
      let value = try value(&codes, depth: depth + 1)
      guard codes.popFirst() == "}" else { throw .unreadable }
      return .entry(key, value)
    default: throw .unreadable
    }
  }

  /// A list of what the codes begin with.
  private mutating func list(
    _ codes: inout Substring, depth: Int
  ) throws(BusError) -> BusValue {
    let length = Int(try integer(4))
    guard let first = codes.first else { throw .unreadable }
    try align(to: BusValue.alignment(of: first))
    guard length <= bytes.count - place else { throw .unreadable }
    let end = place + length
    let all = codes
    codes = try Self.afterOne(all)
    let code = String(all[..<codes.startIndex])
    var values: [BusValue] = []
    while place < end {
      var one = Substring(code)
      let before = place
      values.append(try value(&one, depth: depth))
      // Of what takes no room there would be no end.
      guard place > before else { throw .unreadable }
    }
    guard place == end else { throw .unreadable }
    return .list(values, of: code)
  }

  /// The codes after the first whole one.
  private static func afterOne(_ codes: Substring) throws(BusError) -> Substring {
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

  /// An unsigned integer of so many bytes, aligned to as many.
  mutating func integer(_ size: Int) throws(BusError) -> UInt64 {
    try align(to: size)
    let start = place
    try skip(size)
    let part = bytes[start..<place]
    return (isLittle ? part.reversed() : Array(part)).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func text(length: Int) throws(BusError) -> String {
    let start = place
    try skip(length)
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard try integer(1) == 0 else { throw .unreadable }
    return text
  }
}

/// How the message bus can fail us.
enum BusError: Error, Equatable {
  /// There is no bus, or it hung up.
  case gone
  /// It did not answer in time.
  case late
  /// What it sent cannot be read, or is longer than anything that was asked for.
  case unreadable
  /// It answered that it will not, with the name of the reason.
  case refused(String)
}
