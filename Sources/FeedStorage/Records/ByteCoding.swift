internal import FeedDomain

/// An error of decoding stored bytes, which are cut short or in another format.
struct RecordDecodingError: Error {}

/// A decoder of values from bytes of a `RecordEncoder`; each value is checked, as the bytes may be
/// damaged.
struct RecordDecoder {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// Creates a decoder of stored records from bytes, which must outlive the decoder.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func readByte() throws(RecordDecodingError) -> UInt8 {
    guard position < bytes.count else { throw RecordDecodingError() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func readFlag() throws(RecordDecodingError) -> Bool {
    switch try readByte() {
    case 0: false
    case 1: true
    default: throw RecordDecodingError()
    }
  }

  mutating func readNumber() throws(RecordDecodingError) -> Int64 {
    var sum: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try readByte()
      guard shift < 63 || byte <= 1 else { throw RecordDecodingError() }
      sum |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return Int64(bitPattern: sum >> 1) ^ -Int64(bitPattern: sum & 1) }
    }
    throw RecordDecodingError()
  }

  mutating func readInteger() throws(RecordDecodingError) -> Int { Int(try readNumber()) }

  mutating func readDouble() throws(RecordDecodingError) -> Double {
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      pattern |= UInt64(try readByte()) << shift
    }
    return Double(bitPattern: pattern)
  }

  mutating func readText() throws(RecordDecodingError) -> String {
    let count = try readCount()
    defer { position += count }
    return String(
      decoding: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]), as: UTF8.self)
  }

  mutating func readOptional<Value>(
    _ read: (inout RecordDecoder) throws(RecordDecodingError) -> Value
  ) throws(RecordDecodingError) -> Value? {
    try readFlag() ? try read(&self) : nil
  }

  mutating func readOptionalText() throws(RecordDecodingError) -> String? {
    try readFlag() ? try readText() : nil
  }

  mutating func readList<Value>(
    _ read: (inout RecordDecoder) throws(RecordDecodingError) -> Value
  ) throws(RecordDecodingError) -> [Value] {
    let count = try readCount()
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  /// Decodes a count of elements or bytes; throws if it exceeds the number of bytes left.
  private mutating func readCount() throws(RecordDecodingError) -> Int {
    let count = try readNumber()
    guard count >= 0, count <= bytes.count - position else { throw RecordDecodingError() }
    return Int(count)
  }
}

/// A compact encoder of values for the cache database; equal values give equal bytes.
struct RecordEncoder {
  private(set) var bytes: [UInt8] = []

  /// Creates an encoder of records; `length` is the expected number of encoded bytes.
  init(expecting length: Int = 0) { bytes.reserveCapacity(length) }

  mutating func writeByte(_ byte: UInt8) { bytes.append(byte) }

  mutating func writeFlag(_ flag: Bool) { writeByte(flag ? 1 : 0) }

  /// Encodes an integer, with fewer bytes for small values.
  mutating func writeNumber(_ number: Int64) {
    var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
    while rest >= 0x80 {
      writeByte(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    writeByte(UInt8(truncatingIfNeeded: rest))
  }

  mutating func writeNumber(_ number: Int) { self.writeNumber(Int64(number)) }

  mutating func writeDouble(_ fraction: Double) {
    for shift in stride(from: 0, to: 64, by: 8) {
      writeByte(UInt8(truncatingIfNeeded: fraction.bitPattern >> UInt64(shift)))
    }
  }

  mutating func writeText(_ text: String) {
    writeNumber(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func writeOptional<Value>(_ value: Value?, _ write: (inout RecordEncoder, Value) -> Void)
  {
    writeFlag(value != nil)
    if let value { write(&self, value) }
  }

  mutating func writeText(orNil text: String?) { writeOptional(text) { $0.writeText($1) } }

  mutating func writeList<Value>(_ values: [Value], _ write: (inout RecordEncoder, Value) -> Void) {
    writeNumber(values.count)
    for value in values { write(&self, value) }
  }
}

/// A table of the codes of an enum's cases in stored records: the code of a case is its index,
/// which must never change.
struct EnumCodeTable<Value: Equatable & Sendable>: Sendable {
  fileprivate let values: [Value]

  init(_ values: [Value]) { self.values = values }
}

extension EnumCodeTable<Relationship> {
  static let relationships = EnumCodeTable([
    .oneself, .followed, .stranger, .muted, .blocked, .requested, .mutedFollowed,
  ])
}

extension EnumCodeTable<Notification.NotificationKind> {
  static let notificationKinds = EnumCodeTable([
    .like, .boost, .follow, .mention, .poll, .quote, .reaction, .request, .other, .published, .edit,
    .quoteEdit, .severed, .warning, .report, .newcomer, .likeOfBoosted, .boostOfBoosted, .verified,
    .unverified, .joined, .contact, .collected, .collectionEdit,
  ])
}

extension EnumCodeTable<Visibility> {
  static let visibilities = EnumCodeTable([.everybody, .unlisted, .followers, .mentioned, .oneself])
}

extension EnumCodeTable<Photo.PhotoKind> {
  static let photoKinds = EnumCodeTable([.still, .animation, .video, .audio])
}

extension EnumCodeTable<Quote.QuoteUnavailableReason> {
  static let unavailableReasons = EnumCodeTable([
    .gone, .blocked, .detached, .unknown, .awaitingApproval,
  ])
}

extension RecordEncoder {
  mutating func writeCode<Value>(of value: Value, in table: EnumCodeTable<Value>) {
    guard let code = table.values.firstIndex(of: value) else {
      preconditionFailure("A case has no code yet: add it at the end of its table.")
    }
    writeByte(UInt8(code))
  }
}

extension RecordDecoder {
  mutating func readCode<Value>(in table: EnumCodeTable<Value>) throws(RecordDecodingError) -> Value
  {
    let code = Int(try readByte())
    guard table.values.indices.contains(code) else { throw RecordDecodingError() }
    return table.values[code]
  }
}
