internal import FeedDomain

/// Nominatim, for whole names and for what is at a place.
struct Nominatim: Sendable {
  private static let settlements = ["city", "town", "village", "municipality", "hamlet", "county"]

  let desk: PlaceDesk
  let language: String

  func places(named name: String) async throws(FeedError) -> [Place] {
    let query: WebQuery = [
      "q": name.withSingleBlanks, "format": "jsonv2", "limit": "8", "addressdetails": "1",
    ]
    return try await desk.places("/search?\(query.text)", language: language) {
      json throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return PlaceLabel.places(json.array.compactMap(Self.label))
    }
  }

  /// The town or village at a place; nil where there is none.
  func name(of spot: Place) async throws(FeedError) -> Place? {
    let query: WebQuery = [
      "lat": String(spot.latitude), "lon": String(spot.longitude), "format": "jsonv2", "zoom": "10",
    ]
    return try await desk.places("/reverse?\(query.text)", language: language) {
      json throws(FeedError) in
      guard json.isObject else { throw .badReply }
      // Nothing but sea is told as an error, with a good status.
      return Self.name(json).map { [spot.named($0)] } ?? []
    }.first
  }

  private static func name(_ json: JSON) -> String? {
    settlements.lazy.compactMap { json["address"][$0].words }.first ?? json["name"].words
  }

  private static func label(_ json: JSON) -> PlaceLabel? {
    let whole = json["display_name"].words?.split(separator: ",").first.map(String.init)
    guard let name = json["name"].words ?? name(json) ?? whole else { return nil }
    let address = json["address"]
    return PlaceLabel(
      name: name, region: address["state"].words ?? address["county"].words,
      country: address["country"].words, latitude: json["lat"].double,
      longitude: json["lon"].double)
  }
}
