/// Colours along a line, mixed in light.
struct Gradient {
  private static let steps = 512
  private let inks: [Ink]

  /// Colours at these places, which go up from 0 to 1.
  @inline(never)
  init(_ stops: [(Float, UInt32)]) { self.init(stops.map { ($0, ink($1)) }) }

  /// Colours at even distances.
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

  /// The colour there; before the beginning and after the end it stays the same.
  func callAsFunction(_ place: Float) -> Ink {
    inks[Int(unit(place) * Float(Self.steps))]
  }
}
