internal import FeedDomain

/// Photon, for names while they are typed.
struct Photon: Sendable {
  /// The languages that the public server has; any other is an error there.
  private static let languages: Set<String> = ["de", "en", "fr"]

  let desk: PlaceDesk
  let language: String

  func places(named name: String) async throws(FeedError) -> [Place] {
    let query: WebQuery = ["q": name.withSingleBlanks, "limit": "8", "lang": known]
    return try await desk.places("/api?\(query.text)", language: language) {
      json throws(FeedError) in
      guard json["features"].isArray else { throw .badReply }
      return PlaceLabel.places(json["features"].array.compactMap(Self.label))
    }
  }

  /// The town or village at a place; nil where there is none.
  func name(of spot: Place) async throws(FeedError) -> Place? {
    let query: WebQuery = [
      "lat": String(spot.latitude), "lon": String(spot.longitude), "limit": "1", "radius": "10",
      "lang": known,
    ]
    return try await desk.places("/reverse?\(query.text)", language: language) {
      json throws(FeedError) in
      guard json["features"].isArray else { throw .badReply }
      let properties = json["features"][0]["properties"]
      let name =
        properties["city"].words ?? properties["name"].words ?? properties["county"].words
      return name.map { [spot.named($0)] } ?? []
    }.first
  }

  private var known: String? { Self.languages.contains(language) ? language : nil }

  private static func label(_ json: JSON) -> PlaceLabel? {
    let properties = json["properties"]
    let city = properties["city"].words
    guard let name = properties["name"].words ?? city else { return nil }
    // A street is known by its town, a town by itself.
    let whole = city.flatMap { $0 == name ? nil : "\(name), \($0)" }
    // Longitude first.
    let spot = json["geometry"]["coordinates"]
    return PlaceLabel(
      name: whole ?? name, region: properties["state"].words,
      country: properties["country"].words, latitude: spot[1].double, longitude: spot[0].double)
  }
}
