/// Reads a date's digits and signs, byte by byte.
struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: some StringProtocol) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  var next: UInt8? { rest.first }

  /// A number of exactly so many digits; nil, and nothing read, where they are not there.
  mutating func number(digits: Int) -> Int? {
    let part = rest.prefix(digits)
    guard part.count == digits, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(digits)
    return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Goes past one of these bytes.
  mutating func skip(_ bytes: String) -> Bool {
    guard let byte = rest.first, bytes.utf8.contains(byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The milliseconds in the digits after a decimal point, of which any number may follow.
  mutating func milliseconds() -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    var value = 0
    for place in 0..<3 { value = value * 10 + Int((digits.dropFirst(place).first ?? 0x30) - 0x30) }
    return value
  }
}
