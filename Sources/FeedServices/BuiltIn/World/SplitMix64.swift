/// A small generator of numbers that look random and are the same for the same seed, everywhere
/// and in every version: the standard library promises that of neither its generator nor shuffle.
struct SplitMix64 {
  private var state: UInt64

  /// The generator of one thing among many: of that post, that pair of people.
  init(_ parts: UInt64...) {
    state = parts.reduce(0) { Self.mixed($0 &+ $1 &+ 0x9E37_79B9_7F4A_7C15) }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A number from 0 up to, not including, the limit, which must be above 0.
  mutating func below(_ limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// A number from 0 up to 1.
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for last in elements.indices.dropFirst().reversed() {
      elements.swapAt(last, below(last + 1))
    }
    return elements
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
