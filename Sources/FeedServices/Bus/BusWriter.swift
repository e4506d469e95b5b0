/// Writes values as the message bus wants them: aligned, and the lowest byte first.
struct BusWriter {
  private(set) var bytes: [UInt8] = []

  mutating func align(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  mutating func write(_ number: UInt32) {
    align(to: 4)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  mutating func write(_ value: BusValue) {
    switch value {
    case .byte(let byte): bytes.append(byte)
    case .number(let number): write(number)
    case .flag(let flag): write(flag ? 1 : 0)
    case .real(let real):
      align(to: 8)
      withUnsafeBytes(of: real.bitPattern.littleEndian) { bytes += $0 }
    case .text(let text), .path(let text):
      write(UInt32(text.utf8.count))
      bytes += Array(text.utf8) + [0]
    case .signature(let text): bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
    case .variant(let value):
      write(.signature(value.code))
      write(value)
    case .list(let values, let code):
      write(UInt32(0))
      let length = bytes.count
      align(to: code.first.map(BusValue.alignment) ?? 1)
      let start = bytes.count
      for value in values { write(value) }
      // Known only now; what fills up before the first does not count.
      withUnsafeBytes(of: UInt32(bytes.count - start).littleEndian) {
        bytes.replaceSubrange(length - 4..<length, with: $0)
      }
    case .fields(let values):
      align(to: 8)
      for value in values { write(value) }
    case .entry(let key, let value):
      align(to: 8)
      write(key)
      write(value)
    }
  }
}
