package import FeedDomain

/// Where the reader is, as far as they or their system say.
///
/// What the settings say comes first, then the place they looked around last, then what the system
/// knows. Nobody is asked who would have to guess from an address.
@MainActor package final class LocationProvider {
  /// What the reader decided.
  package enum Choice: Equatable, Sendable {
    /// To look around that place.
    case place(Place)
    /// To look at no place, but at what is talked about.
    case trending
  }

  private let session: Session
  private let wish: String
  private let system: (any LocationSource)?
  private var listeners = Listeners<Choice>()
  /// Where the reader is; nil where that was not found out yet, or nobody knows.
  package private(set) var place: Place?

  /// Where the reader of an account is: the settings' wish is a name, coordinates, or empty.
  package init(_ session: Session, wish: String = "", system: (any LocationSource)? = nil) {
    (self.session, self.wish, self.system) = (session, wish, system)
  }

  /// Finds out where the reader is; nil where nobody knows.
  package func find() async -> Place? {
    if let place { return place }
    var found = await wished()
    if found == nil { found = await last() }
    if found == nil { found = await located() }
    // The reader may have decided meanwhile.
    if place == nil { place = found }
    return place
  }

  /// Asks the system, whatever was known before.
  package func locate() async -> Place? { await located() }

  /// What is at a place; nil where nobody knows a name for it.
  package func name(of place: Place) async -> String? {
    guard let places = session.connection.places else { return nil }
    let spot = place.rounded
    // Coordinates do as a title until there is a name.
    let named = try? await places.name(latitude: spot.latitude, longitude: spot.longitude)
    guard let name = named?.name, !name.isEmpty else { return nil }
    if self.place?.square == place.square { self.place = place.named(name) }
    return name
  }

  /// Takes the reader's decision, and tells whoever waits for it.
  package func choose(_ choice: Choice) {
    if case .place(let place) = choice { self.place = place }
    listeners.tell(choice)
  }

  /// Tells a listener of every later decision, as long as it lives.
  package func tell<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, Choice) -> Void
  ) {
    listeners.add(listener, hear)
  }
}

extension LocationProvider {
  private func wished() async -> Place? {
    if let place = Place(coordinates: wish) { return place }
    guard !wish.isEmpty, let places = session.connection.places else { return nil }
    do throws(FeedError) {
      let found = try await places.places(named: wish)
      return found.first { $0.name == wish } ?? found.first
    } catch {
      session.log.note(.network, .error, "could not look up the place in the settings")
      return nil
    }
  }

  private func last() async -> Place? {
    do throws(StoreError) {
      return try await session.shelf.feeds.recentPlaces(account: session.account.id, limit: 1)
        .first
    } catch {
      session.note(error, doing: "read the last place")
      return nil
    }
  }

  private func located() async -> Place? {
    guard let place = await system?.locate() else { return nil }
    // No finer than the square: neither the services nor our files are told more.
    return place.rounded
  }
}
