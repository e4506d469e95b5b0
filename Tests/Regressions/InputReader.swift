/// Reads an input as decisions: what a fuzzer mutates is what happens.
struct InputReader {
  private var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  /// Whether there is anything left.
  var isAtEnd: Bool { rest.isEmpty }

  /// A byte; 0 at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from so many.
  mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  /// A place on a line: mostly near, now and then as far away as the worst arithmetic would put it.
  mutating func coordinate() -> Int {
    let byte = byte()
    guard byte >= 0xf8 else { return Int(Int8(bitPattern: byte)) }
    let far = [-1, 1].map { Int(Int32.max) * $0 }
    return far[Int(byte & 1)] - Int(byte & 6)
  }

  /// The next part, up to a zero byte, as text.
  mutating func text() -> String {
    let part = rest.prefix { $0 != 0 }
    rest = rest.dropFirst(part.count + 1)
    return String(decoding: part, as: UTF8.self)
  }

  /// All that is left.
  mutating func remainingBytes() -> ArraySlice<UInt8> {
    defer { rest = [] }
    return rest
  }

  /// All that is left, as text.
  mutating func remainingText() -> String {
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self)
  }

  /// The parts between zero bytes, as texts.
  mutating func remainingParts() -> [String] {
    defer { rest = [] }
    return rest.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
