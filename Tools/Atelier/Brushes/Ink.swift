/// A colour in linear light: red, green, blue and opacity. Its operators are written out, since the
/// compiler takes many times as long with the generic ones of the standard library.
struct Ink: Equatable {
  /// The four components of the colour, for operations on all of them.
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

/// A function that returns a colour for each point.
typealias Shade = (Point) -> Ink

/// Creates a colour from 0xRRGGBB in the screen's colour space.
@inline(never)
func ink(_ colour: UInt32, _ alpha: Float = 1) -> Ink {
  Ink(linear(colour >> 16 & 0xFF), linear(colour >> 8 & 0xFF), linear(colour & 0xFF), alpha)
}

/// Returns the linear light for the byte of a colour channel.
private func linear(_ byte: UInt32) -> Float {
  let value = Float(byte) / 255
  return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
}

extension Ink {
  /// Returns the colour with another opacity.
  func alpha(_ alpha: Float) -> Ink { Ink(x, y, z, alpha) }

  /// Returns the colour with its brightness multiplied by a factor.
  func lit(_ light: Float) -> Ink { Ink(x * light, y * light, z * light, w) }
}

/// Returns a mixture of two colours.
func mix(_ from: Ink, _ to: Ink, _ part: Float) -> Ink { from + (to - from) * part }

/// Returns a mixture of two numbers.
func mix(_ from: Float, _ to: Float, _ part: Float) -> Float { from + (to - from) * part }

func unit(_ value: Float) -> Float { max(0, min(1, value)) }

/// Returns 0 for values below the first edge, 1 above the second, and a smooth slope between them.
func ramp(_ from: Float, _ to: Float, _ value: Float) -> Float {
  let part = unit((value - from) / (to - from))
  return part * part * (3 - 2 * part)
}

/// A gradient of colours along a line, mixed in linear light.
struct Gradient {
  private static let steps = 512
  private let inks: [Ink]

  /// Creates a gradient of colours at positions that increase from 0 to 1.
  @inline(never)
  init(_ stops: [(Float, UInt32)]) { self.init(stops.map { ($0, ink($1)) }) }

  /// Creates a gradient of colours at equal distances.
  @inline(never)
  init(_ colours: UInt32...) {
    let last = Float(max(1, colours.count - 1))
    self.init(colours.enumerated().map { (Float($0) / last, ink($1)) })
  }

  private init(_ stops: [(Float, Ink)]) {
    inks = (0...Self.steps).map { step in
      let place = Float(step) / Float(Self.steps)
      guard let next = stops.firstIndex(where: { $0.0 >= place }) else { return stops.last!.1 }
      guard next > 0 else { return stops[0].1 }
      let (from, to) = (stops[next - 1], stops[next])
      return mix(from.1, to.1, (place - from.0) / max(to.0 - from.0, 0.0001))
    }
  }

  /// Returns the colour of the gradient at a position; before 0 and after 1, the colour of the end.
  func callAsFunction(_ place: Float) -> Ink { inks[Int(unit(place) * Float(Self.steps))] }
}
