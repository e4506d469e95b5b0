/// A parser of PNG files as Tweetie writes them, which checks every checksum.
public struct PNGReader {
  /// The width of the PNG picture in pixels.
  public private(set) var width = 0
  /// The height of the PNG picture in pixels.
  public private(set) var height = 0
  /// The pixels of the PNG picture: red, green and blue, one byte each.
  public private(set) var pixels: [UInt8] = []

  /// Parses a PNG file of eight-bit colours without compression; nil for any other file.
  public init?(_ file: [UInt8]) {
    guard file.prefix(8).elementsEqual([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]) else { return nil }
    var rest = file[8...]
    var packed: [UInt8] = []
    var isEnded = false
    while let chunk = Self.chunk(&rest) {
      switch chunk.name {
      case "IHDR":
        (width, height) = (
          Self.number(chunk.data.prefix(4)), Self.number(chunk.data.dropFirst(4).prefix(4))
        )
        guard chunk.data.dropFirst(8).elementsEqual([8, 2, 0, 0, 0]) else { return nil }
      case "IDAT": packed += chunk.data
      case "IEND": isEnded = true
      default: return nil
      }
    }
    guard isEnded, rest.isEmpty, let rows = Self.unpack(packed),
      rows.count == height * (1 + 3 * width)
    else { return nil }
    for row in 0..<height {
      let start = row * (1 + 3 * width)
      guard rows[start] == 0 else { return nil }
      pixels += rows[(start + 1)..<(start + 1 + 3 * width)]
    }
  }

  private static func chunk(
    _ rest: inout ArraySlice<UInt8>
  ) -> (name: String, data: ArraySlice<UInt8>)? {
    let count = number(rest.prefix(4))
    guard rest.count >= 12 + count else { return nil }
    let body = rest.dropFirst(4).prefix(4 + count)
    guard number(rest.dropFirst(8 + count).prefix(4)) == cyclicSum(of: body) else { return nil }
    rest = rest.dropFirst(12 + count)
    return (String(decoding: body.prefix(4), as: UTF8.self), body.dropFirst(4))
  }

  private static func unpack(_ packed: [UInt8]) -> [UInt8]? {
    guard packed.count >= 6, packed[0] == 0x78, (Int(packed[0]) << 8 | Int(packed[1])) % 31 == 0
    else { return nil }
    var unpacked: [UInt8] = []
    var rest = packed.dropFirst(2).dropLast(4)
    var isLast = false
    while !isLast {
      guard let head = rest.popFirst(), head < 2, rest.count >= 4 else { return nil }
      isLast = head == 1
      let bytes = rest.prefix(4).map { Int($0) }
      let count = bytes[0] | bytes[1] << 8
      guard count ^ 0xffff == bytes[2] | bytes[3] << 8, rest.count >= 4 + count else { return nil }
      unpacked += rest.dropFirst(4).prefix(count)
      rest = rest.dropFirst(4 + count)
    }
    var sums = (low: 1, high: 0)
    for byte in unpacked {
      sums.low = (sums.low + Int(byte)) % 65521
      sums.high = (sums.high + sums.low) % 65521
    }
    return number(packed.suffix(4)) == sums.high << 16 | sums.low ? unpacked : nil
  }

  private static func cyclicSum(of bytes: ArraySlice<UInt8>) -> Int {
    var sum: UInt32 = ~0
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : 0xedb8_8320 ^ sum >> 1 }
    }
    return Int(~sum)
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
