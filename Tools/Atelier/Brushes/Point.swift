/// A point of a painting; the shorter side of a painting is 1 long.
struct Point: Equatable {
  var x: Float
  var y: Float

  init(_ x: Float, _ y: Float) {
    (self.x, self.y) = (x, y)
  }

  static func + (one: Point, other: Point) -> Point { Point(one.x + other.x, one.y + other.y) }
  static func - (one: Point, other: Point) -> Point { Point(one.x - other.x, one.y - other.y) }
  static func * (one: Point, other: Point) -> Point { Point(one.x * other.x, one.y * other.y) }
  static func * (point: Point, factor: Float) -> Point { Point(point.x * factor, point.y * factor) }
  static func / (one: Point, other: Point) -> Point { Point(one.x / other.x, one.y / other.y) }
  static func / (point: Point, divisor: Float) -> Point {
    Point(point.x / divisor, point.y / divisor)
  }
}

extension Point {
  /// How far it is from the origin.
  var length: Float { (x * x + y * y).squareRoot() }

  func turned(_ angle: Float) -> Point {
    let (across, down) = (cosine(angle), sine(angle))
    return Point(x * across - y * down, x * down + y * across)
  }
}
