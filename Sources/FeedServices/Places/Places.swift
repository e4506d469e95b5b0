internal import FeedDomain

/// A gateway for searching places in OpenStreetMap's data by two servers: Photon completes typed
/// names; Nominatim finds complete names and coordinates, which Photon does if no Nominatim is set.
/// Each server is asked at most once a second by all accounts together.
struct OpenStreetMapPlaces: PlaceGateway {
  private let nominatim: NominatimPlaceSearch?
  private let photon: PhotonPlaceSearch?

  /// Creates the gateway for searching places; nil if the settings name no server.
  init?(_ settings: PlaceSearchSettings, network: NetworkContext) {
    guard settings.nominatim != nil || settings.photon != nil else { return nil }
    nominatim = settings.nominatim.map { server in
      NominatimPlaceSearch(
        client: ThrottledCachingPlaceClient(
          server: server, network: network, cache: settings.placeCache(of: .nominatim)),
        language: settings.language)
    }
    photon = settings.photon.map { server in
      PhotonPlaceSearch(
        client: ThrottledCachingPlaceClient(
          server: server, network: network, cache: settings.placeCache(of: .photon)),
        language: settings.language)
    }
  }

  var credit: String? { "© OpenStreetMap contributors" }

  func places(named name: String) async throws(FeedError) -> [Place] {
    if let nominatim { return try await nominatim.places(named: name) }
    return try await photon?.places(named: name) ?? []
  }

  func eraseCachedPlaces() async {
    await nominatim?.client.eraseCachedPlaces()
    await photon?.client.eraseCachedPlaces()
  }

  func places(beginning: String) async throws(FeedError) -> [Place] {
    try await photon?.places(named: beginning) ?? []
  }

  func place(latitude: Double, longitude: Double) async throws(FeedError) -> Place? {
    // A town's name needs no finer location than a kilometre.
    let location = Place(name: "", latitude: latitude, longitude: longitude).rounded
    if let nominatim { return try await nominatim.fetchNamedPlace(at: location) }
    return try await photon?.fetchNamedPlace(at: location)
  }
}

/// A set of settings for place searches: addresses of place servers, language, and cache folder.
package struct PlaceSearchSettings: Equatable, Sendable {
  package static let off = PlaceSearchSettings()

  package let nominatim: String?
  package let photon: String?
  /// The language of the names of places, such as "de" or "pt-BR".
  package let language: String
  /// The path of the folder for cached answers of place servers; nil to keep them in memory.
  package let folder: String?

  /// Creates the settings of place searches; an invalid address of a server counts as missing.
  package init(
    nominatim: String? = nil, photon: String? = nil, language: String = "en",
    folder: String? = nil
  ) {
    self.folder = folder
    self.nominatim = nominatim.flatMap(ConfiguredServerBaseAddress.init)?.text
    self.photon = photon.flatMap(ConfiguredServerBaseAddress.init)?.text
    self.language = language
  }

  enum PlaceServerKind: String, CaseIterable, Sendable {
    case nominatim, photon
  }

  func placeCache(of source: PlaceServerKind) -> PlaceCache {
    PlaceCache(path: folder.map { "\($0)/places-\(source.rawValue)" })
  }

  func erasePlaceCaches() {
    for source in PlaceServerKind.allCases {
      var cache = placeCache(of: source)
      cache.eraseCachedPlaces()
    }
  }
}

/// A place that a search found, with the names of its region and country, by which places with
/// equal names are told apart.
struct FoundPlace: Equatable, Sendable {
  private let name: String
  private let region: String?
  private let country: String?
  private let latitude: Double
  private let longitude: Double

  /// Creates a place that a search found; nil if a coordinate is missing or invalid.
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

  /// Returns the found places without duplicates. Each is named with its country, and also with its
  /// region if several places have equal names.
  static func distinctPlaces(from labels: [FoundPlace]) -> [Place] {
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

  private var short: String { Self.joinedNameParts([name, country]) }
  private var long: String { Self.joinedNameParts([name, region, country]) }

  private static func joinedNameParts(_ parts: [String?]) -> String {
    var text: [String] = []
    for part in parts.compactMap(\.self) where !text.contains(part) { text.append(part) }
    return text.joined(separator: ", ")
  }
}
