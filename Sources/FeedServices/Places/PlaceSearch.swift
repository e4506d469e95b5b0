internal import FeedDomain
internal import Threads

/// A client of a place server, which begins its requests more than a second apart, and sends none
/// whose answer is cached.
actor ThrottledCachingPlaceClient {
  private static let pause = Duration.milliseconds(1100)

  private let client: ServiceClient
  private let world: any World
  private let thread: SerialThread
  private let server: String
  private var cache: PlaceCache
  private var nextRequestAt: Timestamp?

  init(server: String, network: NetworkContext, cache: PlaceCache = PlaceCache(path: nil)) {
    (self.server, self.cache) = (server, cache)
    client = network.serviceClient(at: server, requestRules: PlaceServerRequestRules())
    world = network.world
    thread = network.thread
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func searchPlaces(
    _ question: String, language: String, _ read: @Sendable (JSON) throws(FeedError) -> [Place]
  ) async throws(FeedError) -> [Place] {
    // Names depend on the language and the server.
    let whole = "\(language) \(server)\(question)"
    if let answer = cache.cachedPlaces(to: whole, now: world.now) { return answer }
    try await waitForRequestSlot()
    // Another caller may have fetched the same answer meanwhile.
    if let answer = cache.cachedPlaces(to: whole, now: world.now) { return answer }
    var request = HTTPRequest(.get, question)
    request.headers["Accept-Language"] = language
    let answer = try await client.requestJSON(request) { json, _ throws(FeedError) in try read(json)
    }
    cache.storePlaces(answer, to: whole, now: world.now)
    return answer
  }

  func eraseCachedPlaces() { cache.eraseCachedPlaces() }

  private func waitForRequestSlot() async throws(FeedError) {
    let now = world.now
    var turn = now
    // A time further in the future was reserved before the clock was set back.
    if let nextRequestAt, nextRequestAt > now, nextRequestAt.elapsedTime(since: now) < .seconds(60)
    {
      turn = nextRequestAt
    }
    let end = turn.timeAdvanced(by: Self.pause)
    nextRequestAt = end
    guard turn > now else { return }
    do throws(CancellationError) {
      try await world.sleep(for: turn.elapsedTime(since: now))
    } catch {
      if nextRequestAt == end { nextRequestAt = turn }
      throw .cancelled
    }
  }
}

/// A set of rules for requests to place servers: how their replies report errors and rate limits.
struct PlaceServerRequestRules: ServiceRequestRules {
  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    guard reply.status == 400 else { return nil }
    // Nominatim nests its error message a level deeper.
    let words = (try? JSON(reply.body))?["error"]["message"].nonBlankText ?? reply.serviceMessage
    return .refused(words.map { String($0.prefix(500)) })
  }

  func reportsRateLimit(_ reply: HTTPReply) -> Bool {
    reply.isRateLimit || reply.status == 403
  }
}

struct NominatimPlaceSearch: Sendable {
  private static let settlements = ["city", "town", "village", "municipality", "hamlet", "county"]

  let client: ThrottledCachingPlaceClient
  let language: String

  func places(named name: String) async throws(FeedError) -> [Place] {
    let query: WebAddressQuery = [
      "q": name.withSingleBlanks, "format": "jsonv2", "limit": "8", "addressdetails": "1",
    ]
    return try await client.searchPlaces("/search?\(query.text)", language: language) {
      json throws(FeedError) in
      FoundPlace.distinctPlaces(from: try json.requiredArray().compactMap(Self.parsedFoundPlace))
    }
  }

  /// Fetches the name of the town or village at a location; returns the location with the name, nil
  /// if there is none.
  func fetchNamedPlace(at location: Place) async throws(FeedError) -> Place? {
    let query: WebAddressQuery = [
      "lat": String(location.latitude), "lon": String(location.longitude), "format": "jsonv2",
      "zoom": "10",
    ]
    return try await client.searchPlaces("/reverse?\(query.text)", language: language) {
      json throws(FeedError) in
      guard json.isObject else { throw .badReply }
      // A place in the sea yields an error with a good status.
      return Self.parsedPlaceName(json).map { [location.replacingName($0)] } ?? []
    }.first
  }

  private static func parsedPlaceName(_ json: JSON) -> String? {
    settlements.lazy.compactMap { json["address"][$0].nonBlankText }.first
      ?? json["name"].nonBlankText
  }

  private static func parsedFoundPlace(_ json: JSON) -> FoundPlace? {
    let whole = json["display_name"].nonBlankText?.split(separator: ",").first.map(String.init)
    guard let name = json["name"].nonBlankText ?? parsedPlaceName(json) ?? whole else { return nil }
    let address = json["address"]
    return FoundPlace(
      name: name, region: address["state"].nonBlankText ?? address["county"].nonBlankText,
      country: address["country"].nonBlankText, latitude: json["lat"].double,
      longitude: json["lon"].double)
  }
}

struct PhotonPlaceSearch: Sendable {
  /// The languages of place names at the public Photon server, which refuses requests for others.
  private static let languages: Set<String> = ["de", "en", "fr"]

  let client: ThrottledCachingPlaceClient
  let language: String

  func places(named name: String) async throws(FeedError) -> [Place] {
    let query: WebAddressQuery = [
      "q": name.withSingleBlanks, "limit": "8", "lang": supportedLanguage,
    ]
    return try await client.searchPlaces("/api?\(query.text)", language: language) {
      json throws(FeedError) in
      FoundPlace.distinctPlaces(
        from: try json["features"].requiredArray().compactMap(Self.parsedFoundPlace))
    }
  }

  func fetchNamedPlace(at location: Place) async throws(FeedError) -> Place? {
    let query: WebAddressQuery = [
      "lat": String(location.latitude), "lon": String(location.longitude), "limit": "1",
      "radius": "10",
      "lang": supportedLanguage,
    ]
    return try await client.searchPlaces("/reverse?\(query.text)", language: language) {
      json throws(FeedError) in
      guard json["features"].isArray else { throw .badReply }
      let properties = json["features"][0]["properties"]
      let name =
        properties["city"].nonBlankText ?? properties["name"].nonBlankText
        ?? properties["county"].nonBlankText
      return name.map { [location.replacingName($0)] } ?? []
    }.first
  }

  private var supportedLanguage: String? { Self.languages.contains(language) ? language : nil }

  private static func parsedFoundPlace(_ json: JSON) -> FoundPlace? {
    let properties = json["properties"]
    let city = properties["city"].nonBlankText
    guard let name = properties["name"].nonBlankText ?? city else { return nil }
    // A street is shown with its town.
    let whole = city.flatMap { $0 == name ? nil : "\(name), \($0)" }
    // Longitude comes first.
    let location = json["geometry"]["coordinates"]
    return FoundPlace(
      name: whole ?? name, region: properties["state"].nonBlankText,
      country: properties["country"].nonBlankText, latitude: location[1].double,
      longitude: location[0].double)
  }
}
