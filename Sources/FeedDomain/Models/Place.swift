/// Somewhere on earth.
public struct Place: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// Degrees north of the equator.
  public let latitude: Double
  /// Degrees east of Greenwich.
  public let longitude: Double

  package init(name: String, latitude: Double, longitude: Double) {
    (self.name, self.latitude, self.longitude) = (name.bounded(.name), latitude, longitude)
  }
}

extension Place {
  /// The square of a hundredth of a degree, about a kilometre, that a place lies in.
  ///
  /// Whoever is located twice is never located in quite the same spot, and no service is told more.
  public struct Square: Hashable, Sendable {
    /// Hundredths of a degree north of the equator.
    public let north: Int
    /// Hundredths of a degree east of Greenwich.
    public let east: Int
  }

  /// The square it lies in; on the equator or at Greenwich where its coordinates are no numbers.
  public var square: Square {
    Square(north: Self.hundredths(latitude, most: 90), east: Self.hundredths(longitude, most: 180))
  }

  /// The same place under another name.
  public func named(_ name: String) -> Place {
    Place(name: name, latitude: latitude, longitude: longitude)
  }

  /// The place with coordinates no finer than its square.
  public var rounded: Place {
    let square = square
    return Place(
      name: name, latitude: Double(square.north) / 100, longitude: Double(square.east) / 100)
  }

  private static func hundredths(_ degrees: Double, most: Double) -> Int {
    guard degrees.isFinite else { return 0 }
    return Int((max(-most, min(most, degrees)) * 100).rounded())
  }
}
