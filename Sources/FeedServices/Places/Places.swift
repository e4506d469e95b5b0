internal import FeedDomain

/// Where places are, as OpenStreetMap's data say: names while they are typed from Photon, whole
/// names and what is at a place from Nominatim, or from whichever of them may be asked.
///
/// Each is asked once a second at most, however many accounts there are, and never the same twice
/// within a month, where there is a place to keep answers.
struct Places: PlaceGateway {
  private let nominatim: Nominatim?
  private let photon: Photon?

  /// Nil where nobody may be asked.
  init?(_ settings: PlaceSettings, stage: ServiceStage) {
    guard settings.nominatim != nil || settings.photon != nil else { return nil }
    nominatim = settings.nominatim.map { server in
      Nominatim(
        desk: PlaceDesk(server: server, stage: stage, memory: settings.memory(of: .nominatim)),
        language: settings.language)
    }
    photon = settings.photon.map { server in
      Photon(
        desk: PlaceDesk(server: server, stage: stage, memory: settings.memory(of: .photon)),
        language: settings.language)
    }
  }

  var credit: String? { "© OpenStreetMap contributors" }

  func places(named name: String) async throws(FeedError) -> [Place] {
    if let nominatim { return try await nominatim.places(named: name) }
    return try await photon?.places(named: name) ?? []
  }

  func forget() async {
    await nominatim?.desk.forget()
    await photon?.desk.forget()
  }

  /// Nominatim must not be asked while somebody types.
  func places(beginning: String) async throws(FeedError) -> [Place] {
    try await photon?.places(named: beginning) ?? []
  }

  func name(latitude: Double, longitude: Double) async throws(FeedError) -> Place? {
    // No finer than a kilometre: nobody needs to know more for a town's name.
    let spot = Place(name: "", latitude: latitude, longitude: longitude).rounded
    if let nominatim { return try await nominatim.name(of: spot) }
    return try await photon?.name(of: spot)
  }
}
