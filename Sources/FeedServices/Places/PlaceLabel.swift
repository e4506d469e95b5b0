internal import FeedDomain

/// A place that was found, and what tells it from others of the same name.
struct PlaceLabel: Equatable, Sendable {
  private let name: String
  private let region: String?
  private let country: String?
  private let latitude: Double
  private let longitude: Double

  /// Nil where it is nowhere on earth.
  init?(name: String, region: String?, country: String?, latitude: Double?, longitude: Double?) {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else {
      return nil
    }
    self.name = name
    self.region = region
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The places, each under a name of its own where their names allow it, and none twice.
  static func places(_ labels: [PlaceLabel]) -> [Place] {
    let counts = Dictionary(labels.map { ($0.short, 1) }, uniquingKeysWith: +)
    var known: Set<Place> = []
    return labels.compactMap { label in
      let isAlone = counts[label.short] == 1
      let place = Place(
        name: isAlone ? label.short : label.long, latitude: label.latitude,
        longitude: label.longitude)
      return known.insert(place.rounded).inserted ? place : nil
    }
  }

  private var short: String { Self.joined([name, country]) }
  private var long: String { Self.joined([name, region, country]) }

  private static func joined(_ parts: [String?]) -> String {
    var text: [String] = []
    for part in parts.compactMap(\.self) where !text.contains(part) { text.append(part) }
    return text.joined(separator: ", ")
  }
}
