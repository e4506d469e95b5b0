/// Reads values that came over the message bus; nothing in them is believed.
struct BusReader {
  /// The kinds that can be read.
  static let codes: Set<Character> = ["y", "b", "u", "i", "h", "d", "s", "o", "g", "v"]

  private let bytes: [UInt8]
  private let isLittle: Bool
  private(set) var place = 0

  init(_ bytes: [UInt8], isLittle: Bool) {
    self.bytes = bytes
    self.isLittle = isLittle
  }

  /// Whether everything was read.
  var isAtEnd: Bool { place >= bytes.count }

  /// Goes on at the next multiple of a size.
  mutating func align(to size: Int) throws(BusError) {
    try skip((size - place % size) % size)
  }

  /// Passes over so many bytes.
  mutating func skip(_ count: Int) throws(BusError) {
    guard count >= 0, count <= bytes.count - place else { throw .unreadable }
    place += count
  }

  /// The value of the kind with that code, which may stand in so many others.
  mutating func value(_ code: Character, depth: Int = 0) throws(BusError) -> BusValue {
    switch code {
    case "y": return .byte(UInt8(truncatingIfNeeded: try integer(1)))
    // A flag, a number and a file's number look alike.
    case "b", "u", "i", "h": return .number(UInt32(truncatingIfNeeded: try integer(4)))
    case "d": return .real(Double(bitPattern: try integer(8)))
    case "s": return .text(try text(length: Int(try integer(4))))
    case "o": return .path(try text(length: Int(try integer(4))))
    case "g": return .signature(try text(length: Int(try integer(1))))
    case "v":
      // Deeper than anybody means it.
      guard depth < 4, case .signature(let inner) = try value("g"), inner.count == 1,
        let code = inner.first
      else { throw .unreadable }
      return .variant(try value(code, depth: depth + 1))
    default: throw .unreadable
    }
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
