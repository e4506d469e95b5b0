/// Somewhere on earth.
public struct Place: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// Degrees north of the equator.
  public let latitude: Double
  /// Degrees east of Greenwich.
  public let longitude: Double

  /// Somewhere on earth.
  public init(name: String, latitude: Double, longitude: Double) {
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
  }
}
