/// Writes values compactly, one after the other; the same values always make the same bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  /// - Parameter length: How much it will be, about.
  init(expecting length: Int = 0) { bytes.reserveCapacity(length) }

  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  mutating func flag(_ flag: Bool) { byte(flag ? 1 : 0) }

  /// A whole number, in fewer bytes the closer to 0 it is.
  mutating func number(_ number: Int64) {
    var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
    while rest >= 0x80 {
      byte(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    byte(UInt8(truncatingIfNeeded: rest))
  }

  mutating func number(_ number: Int) { self.number(Int64(number)) }

  /// A fraction, with every bit of it.
  mutating func fraction(_ fraction: Double) {
    for shift in stride(from: 0, to: 64, by: 8) {
      byte(UInt8(truncatingIfNeeded: fraction.bitPattern >> UInt64(shift)))
    }
  }

  mutating func text(_ text: String) {
    number(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func optional<Value>(_ value: Value?, _ write: (inout ByteWriter, Value) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  mutating func text(orNil text: String?) { optional(text) { $0.text($1) } }

  /// Values of one kind.
  mutating func list<Value>(_ values: [Value], _ write: (inout ByteWriter, Value) -> Void) {
    number(values.count)
    for value in values { write(&self, value) }
  }
}
