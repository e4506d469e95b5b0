/// A picture as a list of layers, which can be painted in any size. Its shorter side is 1 long, so
/// that a circle is round whatever the shape of the picture.
///
/// The functions called by scenes are marked not to be inlined: a scene is a long list of strokes
/// that are painted once, and inlining would double the code and the time to build it.
package struct Painting {
  /// The effects on the finished painting.
  struct Finish {
    /// The strength of darkening towards the corners.
    var vignette: Float = 0.16
    var grain: Float = 0.012
  }

  let width: Float
  let height: Float
  var layers: [Layer] = []
  var finish = Finish()
  var dice: Dice

  init(_ name: String, width: Int, height: Int) {
    let side = Float(min(width, height))
    self.width = Float(width) / side
    self.height = Float(height) / side
    dice = Dice(name)
  }

  /// Returns the point at fractions of the width and height.
  func at(_ across: Float, _ down: Float) -> Point { Point(across * width, down * height) }

  @inline(never)
  mutating func wash(_ shade: @escaping Shade, _ blend: Layer.Blend = .over) {
    wash(from: 0, to: height, shade, blend)
  }

  /// Paints the area between two heights.
  @inline(never)
  mutating func wash(
    from top: Float, to bottom: Float, _ shade: @escaping Shade, _ blend: Layer.Blend = .over
  ) {
    layers.append(Layer(from: Point(0, top), to: Point(width, bottom), blend: blend, shade))
  }

  @inline(never)
  mutating func fill(_ path: Path, _ ink: Ink, _ blend: Layer.Blend = .over) {
    layers.append(Layer(path, ink, blend: blend))
  }

  /// Fills an outline with one colour, written 0xRRGGBB.
  @inline(never)
  mutating func fill(_ path: Path, _ colour: UInt32, _ alpha: Float = 1) {
    fill(path, ink(colour, alpha))
  }

  /// Fills an outline with a colour for each point.
  @inline(never)
  mutating func fill(_ path: Path, _ shade: @escaping Shade) {
    layers.append(Layer(path, ink(0), shade))
  }

  /// Fills an outline with colours that change from top to bottom.
  @inline(never)
  mutating func fill(_ path: Path, down gradient: Gradient) {
    let (from, to) = path.bounds
    fill(path) { gradient(($0.y - from.y) / (to.y - from.y)) }
  }

  /// Fills an outline with colours that change from left to right.
  @inline(never)
  mutating func fill(_ path: Path, across gradient: Gradient) {
    let (from, to) = path.bounds
    fill(path) { gradient(($0.x - from.x) / (to.x - from.x)) }
  }

  @inline(never)
  mutating func line(_ points: [Point], _ width: Float, _ colour: UInt32, _ alpha: Float = 1) {
    fill(.line(points, width), ink(colour, alpha))
  }

  /// Paints light around a point, which fades over the radius.
  @inline(never)
  mutating func glow(_ centre: Point, _ radius: Float, _ ink: Ink, squeezed: Float = 1) {
    let reach = radius * 2.2
    layers.append(
      Layer(
        from: centre - Point(reach, reach * squeezed), to: centre + Point(reach, reach * squeezed),
        blend: .add
      ) { point in
        let way = point - centre
        return ink.alpha(ink.w * bell(Point(way.x, way.y / squeezed).length / radius))
      })
  }

  @inline(never)
  mutating func shadow(_ centre: Point, _ across: Float, _ down: Float, _ strength: Float) {
    let reach = Point(across, down) * 2
    let dark = ink(0x0A0A14)
    layers.append(
      Layer(from: centre - reach, to: centre + reach) { point in
        let way = (point - centre) / Point(across, down)
        return dark.alpha(strength * bell(way.length))
      })
  }
}

/// A layer of a painting: one brush stroke with its outline and colour.
struct Layer {
  /// The way of blending a layer with the layers below.
  enum Blend {
    case over
    case add
    /// Multiplies each component of the colours.
    case multiply
  }

  /// The outline of the layer; nil for the whole area between the bounds.
  let path: Path?
  let from: Point
  let to: Point
  let blend: Blend
  /// The colour of a layer with one colour.
  let ink: Ink
  let shade: Shade?

  init(_ path: Path, _ ink: Ink, _ shade: Shade? = nil, blend: Blend = .over) {
    self.path = path
    (from, to) = path.bounds
    (self.ink, self.shade, self.blend) = (ink, shade, blend)
  }

  init(from: Point, to: Point, blend: Blend = .over, _ shade: @escaping Shade) {
    path = nil
    (self.from, self.to, self.blend) = (from, to, blend)
    ink = Ink(repeating: 0)
    self.shade = shade
  }
}
