extension Painting {
  /// How to paint one photograph.
  typealias Scene = @Sendable (inout Painting) -> Void

  /// Every photograph that can be painted.
  static let scenes: [String: Scene] = [
    hanoi, kyoto, taipei, jaipur, istanbul, marrakesh, lisbon, berlin, reykjavik, nairobi, oaxaca,
    valparaiso,
  ].reduce(into: [:]) {
    $0.merge($1) { first, _ in first }
  }

  /// The names of the photographs, in order.
  package static var names: [String] { scenes.keys.sorted() }

  /// Sketches the photograph of that name in that shape; nil where there is none of the name.
  package init?(of name: String, width: Int, height: Int) {
    guard let scene = Self.scenes[name] else { return nil }
    self.init(name, width: width, height: height)
    scene(&self)
  }
}
