/// Numbers that look random, and are the same for the same seed.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  init(_ name: String) {
    self.init(name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  /// Any number.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from one to the other.
  mutating func callAsFunction(_ from: Float, _ to: Float) -> Float {
    from + (to - from) * Float(next() >> 40) / Float(1 << 24)
  }

  mutating func callAsFunction() -> Float { self(0, 1) }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
