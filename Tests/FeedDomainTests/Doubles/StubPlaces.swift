import FeedDomain

/// A few places, which a test can take away.
actor StubPlaces: PlaceGateway {
  static let lisbon = Place(name: "Lisboa", latitude: 38.72, longitude: -9.14)
  static let london = Place(name: "London", latitude: 51.5, longitude: -0.12)

  private let places: [Place]
  private var failure: FeedError?
  private(set) var asked: [String] = []
  /// Of what was asked, what was asked while it was typed.
  private(set) var typed: [String] = []

  init(_ places: Place...) { self.places = places }

  func fail(_ error: FeedError) { failure = error }

  func places(named beginning: String) throws(FeedError) -> [Place] {
    asked.append(beginning)
    if let failure { throw failure }
    return places.filter { $0.name.lowercased().hasPrefix(beginning.lowercased()) }
  }

  func places(beginning: String) throws(FeedError) -> [Place] {
    typed.append(beginning)
    return try places(named: beginning)
  }

  func name(latitude: Double, longitude: Double) throws(FeedError) -> Place? {
    asked.append("\(latitude),\(longitude)")
    if let failure { throw failure }
    let here = Place(name: "", latitude: latitude, longitude: longitude)
    return places.first { $0.square == here.square }
  }
}

/// A system that knows where it is, or does not.
actor StubLocation: Locating {
  private let place: Place?
  private(set) var asked = 0
  private var held: [CheckedContinuation<Void, Never>] = []
  private var isHolding = false
  var waiting: Int { held.count }

  init(_ place: Place?) { self.place = place }

  func hold() { isHolding = true }

  func release() {
    isHolding = false
    for continuation in held { continuation.resume() }
    held = []
  }

  func locate() async -> Place? {
    asked += 1
    if isHolding { await withCheckedContinuation { held.append($0) } }
    return place
  }
}
