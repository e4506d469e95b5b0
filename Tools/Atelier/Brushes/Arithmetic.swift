internal import Glibc

// The names differ from those of the C library, whose functions exist in several precisions.

func power(_ base: Float, _ exponent: Float) -> Float { powf(base, exponent) }
func sine(_ angle: Float) -> Float { sinf(angle) }
func cosine(_ angle: Float) -> Float { cosf(angle) }

/// Returns the value of a bell curve: 1 at zero, and almost 0 beyond 2.
func bell(_ distance: Float) -> Float { expf(-distance * distance) }
func exponential(_ exponent: Float) -> Float { expf(exponent) }

let turn = Float.pi * 2

/// Returns the angle of a direction.
func heading(_ way: Point) -> Float { atan2f(way.y, way.x) }

/// A point of a painting, whose shorter side is 1 long.
struct Point: Equatable {
  var x: Float
  var y: Float

  init(_ x: Float, _ y: Float) { (self.x, self.y) = (x, y) }
  static func + (one: Point, other: Point) -> Point { Point(one.x + other.x, one.y + other.y) }
  static func - (one: Point, other: Point) -> Point { Point(one.x - other.x, one.y - other.y) }
  static func * (one: Point, other: Point) -> Point { Point(one.x * other.x, one.y * other.y) }
  static func * (point: Point, factor: Float) -> Point { Point(point.x * factor, point.y * factor) }
  static func / (one: Point, other: Point) -> Point { Point(one.x / other.x, one.y / other.y) }
  static func / (point: Point, divisor: Float) -> Point {
    Point(point.x / divisor, point.y / divisor)
  }

  /// The distance of the point from the origin.
  var length: Float { (x * x + y * y).squareRoot() }

  func turned(_ angle: Float) -> Point {
    let (across, down) = (cosine(angle), sine(angle))
    return Point(x * across - y * down, x * down + y * across)
  }
}

/// A generator of pseudo-random numbers, which are the same for the same seed.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  init(_ name: String) {
    self.init(name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns a random number between two numbers.
  mutating func callAsFunction(_ from: Float, _ to: Float) -> Float {
    from + (to - from) * Float(next() >> 40) / Float(1 << 24)
  }

  mutating func callAsFunction() -> Float { self(0, 1) }
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
