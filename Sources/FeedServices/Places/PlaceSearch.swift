internal import FeedDomain
internal import Threads

/// A client for a place server: one request at a time, a second apart, and none twice within a
/// month.
actor PlaceClient {
  private static let pause = Duration.milliseconds(1100)

  private let client: ServiceClient
  private let world: any World
  private let thread: SerialThread
  private let server: String
  private var memory: PlaceMemory
  private var freeAt: Timestamp?

  init(server: String, network: NetworkContext, memory: PlaceMemory = PlaceMemory(path: nil)) {
    (self.server, self.memory) = (server, memory)
    client = network.client(at: server, dialect: PlaceDialect())
    world = network.world
    thread = network.thread
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func places(
    _ question: String, language: String, _ read: @Sendable (JSON) throws(FeedError) -> [Place]
  ) async throws(FeedError) -> [Place] {
    // The same place has another name in another language, and at another server.
    let whole = "\(language) \(server)\(question)"
    if let answer = memory.answer(to: whole, now: world.now) { return answer }
    try await waitForTurn()
    // Somebody may have asked the same meanwhile.
    if let answer = memory.answer(to: whole, now: world.now) { return answer }
    var request = HTTPRequest(.get, question)
    request.headers["Accept-Language"] = language
    let answer = try await client.json(request) { json, _ throws(FeedError) in try read(json) }
    memory.keep(answer, to: whole, now: world.now)
    return answer
  }

  func forget() { memory.forget() }

  private func waitForTurn() async throws(FeedError) {
    let now = world.now
    var turn = now
    // A turn further away than that was taken before the clock was set back.
    if let freeAt, freeAt > now, freeAt.since(now) < .seconds(60) { turn = freeAt }
    let end = turn.advanced(by: Self.pause)
    freeAt = end
    guard turn > now else { return }
    do throws(CancellationError) {
      try await world.sleep(for: turn.since(now))
    } catch {
      if freeAt == end { freeAt = turn }
      throw .cancelled
    }
  }
}

/// Errors and rate limits of place servers.
struct PlaceDialect: ServiceDialect {
  func failure(in reply: HTTPReply) -> FeedError? {
    guard reply.status == 400 else { return nil }
    // Both tell what is wrong, Nominatim a level deeper.
    let words = (try? JSON(reply.body))?["error"]["message"].words ?? reply.complaint
    return .refused(words.map { String($0.prefix(500)) })
  }

  func asksForPatience(_ reply: HTTPReply) -> Bool {
    reply.asksForPatience || reply.status == 403
  }
}

struct Nominatim: Sendable {
  private static let settlements = ["city", "town", "village", "municipality", "hamlet", "county"]

  let desk: PlaceClient
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

  /// Fetches the name of the town or village at a place; nil if there is none.
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

struct Photon: Sendable {
  /// Languages of the public server, which rejects others.
  private static let languages: Set<String> = ["de", "en", "fr"]

  let desk: PlaceClient
  let language: String

  func places(named name: String) async throws(FeedError) -> [Place] {
    let query: WebQuery = ["q": name.withSingleBlanks, "limit": "8", "lang": known]
    return try await desk.places("/api?\(query.text)", language: language) {
      json throws(FeedError) in
      guard json["features"].isArray else { throw .badReply }
      return PlaceLabel.places(json["features"].array.compactMap(Self.label))
    }
  }

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
