/// A colour in linear light: red, green, blue, and how much it covers.
///
/// Its operators are spelt out: with the library's, which are for every kind of vector, the
/// compiler takes many times as long.
struct Ink: Equatable {
  /// All four, for work on all of them at once.
  private(set) var lanes: SIMD4<Float>

  init(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float) {
    lanes = SIMD4(red, green, blue, alpha)
  }

  init(repeating light: Float) { lanes = SIMD4(repeating: light) }

  private init(_ lanes: SIMD4<Float>) { self.lanes = lanes }

  var x: Float { lanes.x }
  var y: Float { lanes.y }
  var z: Float { lanes.z }
  var w: Float { lanes.w }

  static func + (one: Ink, other: Ink) -> Ink { Ink(one.lanes + other.lanes) }
  static func - (one: Ink, other: Ink) -> Ink { Ink(one.lanes - other.lanes) }
  static func * (one: Ink, other: Ink) -> Ink { Ink(one.lanes * other.lanes) }
  static func * (ink: Ink, factor: Float) -> Ink { Ink(ink.lanes * factor) }
  static func / (ink: Ink, divisor: Float) -> Ink { Ink(ink.lanes / divisor) }
  static func += (one: inout Ink, other: Ink) { one.lanes += other.lanes }
}

/// The colour at each point.
typealias Shade = (Point) -> Ink

/// The colour written 0xRRGGBB, as seen on a screen.
@inline(never)
func ink(_ colour: UInt32, _ alpha: Float = 1) -> Ink {
  Ink(
    linear(colour >> 16 & 0xFF), linear(colour >> 8 & 0xFF), linear(colour & 0xFF), alpha)
}

/// The light of a channel's byte.
private func linear(_ byte: UInt32) -> Float {
  let value = Float(byte) / 255
  return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
}

extension Ink {
  /// The same colour, covering that much.
  func alpha(_ alpha: Float) -> Ink { Ink(x, y, z, alpha) }

  /// The same colour, that many times as bright.
  func lit(_ light: Float) -> Ink { Ink(x * light, y * light, z * light, w) }
}

/// From one colour to another.
func mix(_ from: Ink, _ to: Ink, _ part: Float) -> Ink { from + (to - from) * part }

/// From one number to another.
func mix(_ from: Float, _ to: Float, _ part: Float) -> Float { from + (to - from) * part }

/// The number, kept from 0 to 1.
func unit(_ value: Float) -> Float { max(0, min(1, value)) }

/// 0 before the first edge, 1 after the second, and a soft slope between them.
func ramp(_ from: Float, _ to: Float, _ value: Float) -> Float {
  let part = unit((value - from) / (to - from))
  return part * part * (3 - 2 * part)
}
