/// An outline of one or more closed contours. Contours in the same direction add up; one in the
/// other direction cuts a hole.
struct Path {
  private(set) var contours: [[Point]]

  init(_ contours: [[Point]] = []) { self.contours = contours }

  @inline(never)
  static func polygon(_ points: [Point]) -> Path { Path([points]) }

  @inline(never)
  static func rectangle(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> Path {
    polygon([
      Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height),
    ])
  }

  @inline(never)
  static func circle(_ centre: Point, _ radius: Float) -> Path { ellipse(centre, radius, radius) }

  @inline(never)
  static func ellipse(_ centre: Point, _ across: Float, _ down: Float, turned: Float = 0) -> Path {
    let count = 14 + Int(110 * max(across, down).squareRoot())
    return polygon(
      (0..<count).map { step in
        let angle = turn * Float(step) / Float(count)
        return centre + Point(cosine(angle) * across, sine(angle) * down).turned(turned)
      })
  }

  @inline(never)
  static func roundedRectangle(
    _ x: Float, _ y: Float, _ width: Float, _ height: Float, _ radius: Float
  ) -> Path {
    var points: [Point] = []
    let corners = [
      Point(x + width - radius, y + radius), Point(x + width - radius, y + height - radius),
      Point(x + radius, y + height - radius), Point(x + radius, y + radius),
    ]
    for (index, corner) in corners.enumerated() {
      for step in 0...8 {
        let angle = turn * (Float(index) / 4 - 0.25 + Float(step) / 32)
        points.append(corner + Point(cosine(angle), sine(angle)) * radius)
      }
    }
    return polygon(points)
  }

  /// Returns a smooth closed curve through points.
  @inline(never)
  static func smooth(_ points: [Point]) -> Path {
    polygon(
      points.indices.flatMap { index in
        curve(
          points[(index + points.count - 1) % points.count], points[index],
          points[(index + 1) % points.count], points[(index + 2) % points.count])
      })
  }

  /// Returns a smooth closed curve through points, written as pairs of coordinates.
  @inline(never)
  static func smooth(_ pairs: [Float]) -> Path {
    smooth(stride(from: 0, to: pairs.count, by: 2).map { Point(pairs[$0], pairs[$0 + 1]) })
  }

  /// Returns the points of a smooth open curve through points.
  @inline(never)
  static func smoothLine(_ points: [Point]) -> [Point] {
    points.indices.dropLast().flatMap { index in
      curve(
        points[max(0, index - 1)], points[index], points[index + 1],
        points[min(points.count - 1, index + 2)])
    } + points.suffix(1)
  }

  /// Returns the outline of a line with a width, with round joints and ends.
  @inline(never)
  static func line(_ points: [Point], _ width: Float) -> Path { taper(points, width, width) }

  /// Returns the outline of a line whose width changes from its beginning to its end.
  @inline(never)
  static func taper(_ points: [Point], _ from: Float, _ to: Float) -> Path {
    var path = Path()
    let last = Float(max(1, points.count - 1))
    for (index, point) in points.enumerated() {
      let half = mix(from, to, Float(index) / last) / 2
      if index + 1 < points.count {
        let next = points[index + 1]
        let nextHalf = mix(from, to, Float(index + 1) / last) / 2
        let way = next - point
        let side = Point(-way.y, way.x) / max(way.length, 0.000_001)
        path.add([
          point - side * half, next - side * nextHalf, next + side * nextHalf, point + side * half,
        ])
      }
      let isThin = half < 0.002 && points.count > 2
      if !isThin || index == 0 { path.contours.append(round(point, half)) }
    }
    return path
  }

  static func + (left: Path, right: Path) -> Path { Path(left.contours + right.contours) }
  static func += (left: inout Path, right: Path) { left.contours += right.contours }

  /// Returns the path scaled and turned about the origin, then moved to a point.
  func placed(at point: Point, _ scale: Float = 1, turned: Float = 0, flipped: Bool = false) -> Path
  {
    let across = flipped ? -scale : scale
    return Path(
      contours.map { contour in
        let points = contour.map {
          Point($0.x * across, $0.y * scale).turned(turned) + point
        }
        // Mirroring reverses the contours, which would turn holes into areas.
        return flipped ? points.reversed() : points
      })
  }

  /// Returns the path with another path cut out.
  func without(_ hole: Path) -> Path { Path(contours + hole.contours.map { $0.reversed() }) }

  /// The lowest and highest coordinates of the path.
  var bounds: (from: Point, to: Point) {
    var from = Point(.infinity, .infinity)
    var to = Point(-.infinity, -.infinity)
    for point in contours.joined() {
      from = Point(min(from.x, point.x), min(from.y, point.y))
      to = Point(max(to.x, point.x), max(to.y, point.y))
    }
    return (from, to)
  }

  private mutating func add(_ points: [Point]) {
    var area: Float = 0
    for (index, point) in points.enumerated() {
      let next = points[(index + 1) % points.count]
      area += point.x * next.y - next.x * point.y
    }
    contours.append(area < 0 ? points.reversed() : points)
  }

  private static func round(_ centre: Point, _ radius: Float) -> [Point] {
    let count = radius < 0.004 ? 8 : 20
    return (0..<count).map { step in
      let angle = turn * Float(step) / Float(count)
      return centre + Point(cosine(angle), sine(angle)) * radius
    }
  }

  /// Returns points of the curve between the second and third of four points.
  private static func curve(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> [Point] {
    let steps = 8
    return (0..<steps).map { step in
      let part = Float(step) / Float(steps)
      let squared = part * part
      let linear = (c - a) * part
      let square = (a * 2 - b * 5 + c * 4 - d) * squared
      let cube = (b * 3 - a - c * 3 + d) * (squared * part)
      return (b * 2 + linear + square + cube) * 0.5
    }
  }
}
