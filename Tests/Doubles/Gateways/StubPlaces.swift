package import FeedDomain

/// A gateway for places with a few places, whose calls a test can make fail.
package actor StubPlaces: PlaceGateway {
  package static let lisbon = Place(name: "Lisboa", latitude: 38.72, longitude: -9.14)
  package static let london = Place(name: "London", latitude: 51.5, longitude: -0.12)

  private let places: [Place]
  private var failure: FeedError?
  package private(set) var asked: [String] = []
  /// The beginnings of place names for which places were requested while a name was typed.
  package private(set) var typed: [String] = []

  package init(_ places: Place...) { self.places = places }

  package func fail(_ error: FeedError) { failure = error }

  package func places(named beginning: String) throws(FeedError) -> [Place] {
    asked.append(beginning)
    if let failure { throw failure }
    return places.filter { $0.name.lowercased().hasPrefix(beginning.lowercased()) }
  }

  package func places(beginning: String) throws(FeedError) -> [Place] {
    typed.append(beginning)
    return try places(named: beginning)
  }

  package func place(latitude: Double, longitude: Double) throws(FeedError) -> Place? {
    asked.append("\(latitude),\(longitude)")
    if let failure { throw failure }
    let here = Place(name: "", latitude: latitude, longitude: longitude)
    return places.first { $0.square == here.square }
  }
}
