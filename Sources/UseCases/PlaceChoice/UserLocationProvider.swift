package import FeedDomain

/// A provider of the user's location, which takes it from the settings, else from the last place
/// searched, else from the system. It never guesses the location from an IP address.
@MainActor
package final class UserLocationProvider {
  /// A choice that the user makes in the place scene, to see photos near a place or trending
  /// photos.
  package enum PlaceOrTrendingChoice: Equatable, Sendable {
    case place(Place)
    case trending
  }

  private let session: AccountSession
  private let placeSetting: String
  private let system: (any LocationSource)?
  private var listeners = EventListeners<PlaceOrTrendingChoice>()
  /// The user's location; nil until it is known.
  package private(set) var place: Place?

  /// Creates a provider of the user's location. `placeSetting` is the location in the settings: a
  /// name, coordinates, or empty.
  package init(
    _ session: AccountSession, placeSetting: String = "", system: (any LocationSource)? = nil
  ) {
    (self.session, self.placeSetting, self.system) = (session, placeSetting, system)
  }

  package func findPlaceFromAnySource() async -> Place? {
    if let place { return place }
    var found = await placeFromSettings()
    if found == nil { found = await lastSearchedPlace() }
    if found == nil { found = await roundedSystemLocation() }
    // The user may have chosen a place during the search, which is kept.
    if place == nil { place = found }
    return place
  }

  package func userLocationFromSystem() async -> Place? { await roundedSystemLocation() }

  package func fetchPlaceName(of place: Place) async -> String? {
    guard let places = session.connection.places else { return nil }
    let spot = place.rounded
    // Errors are ignored: the coordinates are the title until the name is known.
    let named = try? await places.place(latitude: spot.latitude, longitude: spot.longitude)
    guard let name = named?.name, !name.isEmpty else { return nil }
    if self.place?.square == place.square { self.place = place.replacingName(name) }
    return name
  }

  package func choosePlaceOrTrending(_ choice: PlaceOrTrendingChoice) {
    if case .place(let place) = choice { self.place = place }
    listeners.callListeners(choice)
  }

  /// Adds a listener, held weakly, for the user's choices in the place scene.
  package func addPlaceChoiceListener<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, PlaceOrTrendingChoice) -> Void
  ) {
    listeners.addListener(listener, hear)
  }
}

extension UserLocationProvider {
  private func placeFromSettings() async -> Place? {
    if let place = Place(coordinates: placeSetting) { return place }
    guard !placeSetting.isEmpty, let places = session.connection.places else { return nil }
    do throws(FeedError) {
      let found = try await places.places(named: placeSetting)
      return found.first { $0.name == placeSetting } ?? found.first
    } catch {
      session.log.writeLogLine(.network, .error, "could not look up the place in the settings")
      return nil
    }
  }

  private func lastSearchedPlace() async -> Place? {
    do throws(StoreError) {
      return try await session.stores.feeds.recentPhotoSearchPlaces(
        account: session.account.id, limit: 1
      )
      .first
    } catch {
      session.logStoreError(error, doing: "read the last place")
      return nil
    }
  }

  private func roundedSystemLocation() async -> Place? {
    guard let place = await system?.userLocation() else { return nil }
    // The location is rounded to its grid square, so that neither services nor files get the exact
    // one.
    return place.rounded
  }
}
