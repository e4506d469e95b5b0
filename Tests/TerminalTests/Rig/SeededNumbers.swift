/// Random numbers that are the same in every run, and hostile text made of them.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Text in which what joins, hides, controls and counts double is far more frequent than in life.
  mutating func hostileText(length: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) { scalars.append(hostileScalar()) }
    return String(scalars)
  }

  private mutating func hostileScalar() -> Unicode.Scalar {
    let joints: [UInt32] = [
      0x0d, 0x0a, 0x09, 0x1b, 0x9b, 0x20, 0xa0, 0x31, 0x23, 0x41, 0x300, 0x20e3, 0x200d, 0xfe0f,
      0xfe0e, 0x1f1e6, 0x1f1ff, 0x1f3fb, 0x1f469, 0x2640, 0x2764, 0x1f3f4, 0xe0067, 0xe0062,
      0xe007f, 0x1100, 0x1161, 0x11a8, 0xac00, 0x0915, 0x094d, 0x093e, 0x0d4e, 0xff9e, 0x0e33,
      0x4e2d, 0x202e, 0x2028, 0x1f44d, 0x25cc,
    ]
    if Int.random(in: 0..<4, using: &self) > 0 {
      return joints.randomElement(using: &self).flatMap(Unicode.Scalar.init) ?? " "
    }
    return Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &self)) ?? "\u{fffd}"
  }
}
