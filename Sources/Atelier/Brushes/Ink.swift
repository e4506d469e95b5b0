/// A colour in linear light: red, green, blue, and how much it covers.
typealias Ink = SIMD4<Float>

/// A point of a painting; the shorter side of a painting is 1 long.
typealias Point = SIMD2<Float>

/// The colour at each point.
typealias Shade = (Point) -> Ink

/// The colour written 0xRRGGBB, as seen on a screen.
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
  /// The same colour, covering so much.
  func alpha(_ alpha: Float) -> Ink { Ink(x, y, z, alpha) }

  /// The same colour, so many times as bright.
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
