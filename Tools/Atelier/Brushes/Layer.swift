/// One stroke of the brush: what it covers, and in which colour.
struct Layer {
  /// How it meets what is below it.
  enum Blend {
    case over
    case add
    /// Lets through a part of each colour.
    case multiply
  }

  /// Its outline; nil for everything between its bounds.
  let path: Path?
  let from: Point
  let to: Point
  let blend: Blend
  /// Its colour, where that is the same everywhere.
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
