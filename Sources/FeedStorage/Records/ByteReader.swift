/// What a reader throws whose bytes mean nothing: cut short, or never ours.
struct Unreadable: Error {}

/// Reads what a `ByteWriter` wrote, and trusts none of it.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// Reads from bytes that outlive it.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws(Unreadable) -> UInt8 {
    guard position < bytes.count else { throw Unreadable() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func flag() throws(Unreadable) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw Unreadable()
    }
  }

  mutating func number() throws(Unreadable) -> Int64 {
    var sum: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { throw Unreadable() }
      sum |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return Int64(bitPattern: sum >> 1) ^ -Int64(bitPattern: sum & 1) }
    }
    throw Unreadable()
  }

  mutating func integer() throws(Unreadable) -> Int { Int(try number()) }

  mutating func fraction() throws(Unreadable) -> Double {
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { pattern |= UInt64(try byte()) << shift }
    return Double(bitPattern: pattern)
  }

  mutating func text() throws(Unreadable) -> String {
    let count = try count()
    defer { position += count }
    return String(
      decoding: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]), as: UTF8.self)
  }

  mutating func optional<Value>(
    _ read: (inout ByteReader) throws(Unreadable) -> Value
  ) throws(Unreadable) -> Value? {
    try flag() ? try read(&self) : nil
  }

  mutating func optionalText() throws(Unreadable) -> String? {
    try flag() ? try text() : nil
  }

  /// Values of one kind.
  mutating func list<Value>(
    _ read: (inout ByteReader) throws(Unreadable) -> Value
  ) throws(Unreadable) -> [Value] {
    let count = try count()
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  /// How many follow; never more than there are bytes left, as each takes at least one.
  private mutating func count() throws(Unreadable) -> Int {
    let count = try number()
    guard count >= 0, count <= bytes.count - position else { throw Unreadable() }
    return Int(count)
  }
}
