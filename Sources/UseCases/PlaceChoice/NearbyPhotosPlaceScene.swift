package import FeedDomain

/// A namespace for the requests and the state of the place scene, in which the place of a nearby
/// photo stream is chosen.
package enum NearbyPhotosPlaceScene {
  package enum SceneRequest: Equatable, Sendable {
    /// A request of the place scene: open with recently searched places.
    case open
    /// A request of the place scene: find places whose name begins with the typed text.
    case type(String)
    case choose(Place)
    /// A request of the place scene: choose a place by its name or coordinates.
    case take(String)
    case locate, trending, close
  }

  package struct SceneState: Equatable, Sendable {
    package var recent: [Place]
    package var foundPlaces: [Place]
    package var search: PlaceSearchProgress

    package init(
      recent: [Place] = [], foundPlaces: [Place] = [], _ search: PlaceSearchProgress = .idle
    ) {
      (self.recent, self.foundPlaces, self.search) = (recent, foundPlaces, search)
    }
  }

  /// A progress of a search for places, or the reason why nothing was found.
  package enum PlaceSearchProgress: Equatable, Sendable {
    case idle, searching, locating
    case failed(FeedError)
    case unknown(String)
    /// A progress of a place search: the service finds no names, only coordinates.
    case namesUnknown
    case notLocated
  }
}

/// An interactor of the place scene: finds places while a name is typed, and chooses one.
@MainActor
package final class NearbyPhotosPlaceInteractor: Interacting {
  /// The pause in typing before places are requested from the service.
  package static let pause = Duration.milliseconds(250)

  private let session: AccountSession
  private let locationProvider: UserLocationProvider
  private let presenter: any Presenting<NearbyPhotosPlaceScene.SceneState>
  private var state = NearbyPhotosPlaceScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var searchTask: Task<Void, Never>?

  package init(
    _ session: AccountSession, locationProvider: UserLocationProvider,
    presenter: any Presenting<NearbyPhotosPlaceScene.SceneState>
  ) {
    (self.session, self.locationProvider, self.presenter) = (session, locationProvider, presenter)
  }

  package func handle(_ request: NearbyPhotosPlaceScene.SceneRequest) async {
    switch request {
    case .open:
      presenter.present(state)
      await showRecentPlaces()
    case .type(let beginning): offerPlaceCompletions(beginning)
    case .choose(let place): choosePlaceOrTrending(.place(place))
    case .take(let text): choosePlaceByText(text)
    case .locate: locateUser()
    case .trending: choosePlaceOrTrending(.trending)
    case .close: stopPlaceSearch()
    }
  }
}

extension NearbyPhotosPlaceInteractor {
  private static let mostRecent = 8

  private func showRecentPlaces() async {
    do throws(StoreError) {
      state.recent = try await session.stores.feeds.recentPhotoSearchPlaces(
        account: session.account.id, limit: Self.mostRecent)
    } catch {
      // Without recent places, a place can still be typed.
      session.logStoreError(error, doing: "read the last places")
    }
  }

  private func choosePlaceOrTrending(_ choice: UserLocationProvider.PlaceOrTrendingChoice) {
    stopPlaceSearch()
    locationProvider.choosePlaceOrTrending(choice)
    presenter.perform(.leave(nil))
  }

  private func offerPlaceCompletions(_ text: String) {
    stopPlaceSearch()
    let beginning = text.trimmed
    guard !beginning.isEmpty, Place(coordinates: beginning) == nil,
      let places = session.connection.places
    else { return showFoundPlaces([]) }
    startPlaceSearch { [session] in
      // The pause ends early only by cancellation, because the user typed more, for which another
      // task runs.
      guard (try? await session.world.sleep(for: Self.pause)) != nil else { return nil }
      return await Self.runPlaceSearch { () async throws(FeedError) in
        try await places.places(beginning: beginning)
      }
    }
  }

  private func choosePlaceByText(_ text: String) {
    stopPlaceSearch()
    let name = text.trimmed
    if let place = Place(coordinates: name) { return choosePlaceOrTrending(.place(place)) }
    if name.isEmpty { return }
    guard let places = session.connection.places else { return state.search = .namesUnknown }
    state.search = .searching
    startPlaceSearch {
      let answer = await Self.runPlaceSearch { () async throws(FeedError) in
        try await places.places(named: name)
      }
      if case .found(let places) = answer, places.isEmpty { return .missing(.unknown(name)) }
      return answer
    } then: { [weak self] in
      if let place = $0.first { self?.choosePlaceOrTrending(.place(place)) }
    }
  }

  private func locateUser() {
    stopPlaceSearch()
    state.search = .locating
    startPlaceSearch { [locationProvider] in
      await locationProvider.userLocationFromSystem().map { .found([$0]) } ?? .missing(.notLocated)
    } then: { [weak self] in
      if let place = $0.first { self?.choosePlaceOrTrending(.place(place)) }
    }
  }

  private enum PlaceSearchResult {
    case found([Place])
    case missing(NearbyPhotosPlaceScene.PlaceSearchProgress)
  }

  private static func runPlaceSearch(_ ask: () async throws(FeedError) -> [Place]) async
    -> PlaceSearchResult
  {
    do throws(FeedError) { return .found(try await ask()) } catch {
      return .missing(.failed(error))
    }
  }

  private func showFoundPlaces(_ places: [Place]) {
    (state.foundPlaces, state.search) = (places, .idle)
  }

  /// Starts a place search in place of the current one, by the closure `find`. The found places are
  /// passed to `use`; without `use` they are shown.
  private func startPlaceSearch(
    _ find: @escaping @MainActor () async -> PlaceSearchResult?,
    then use: (@MainActor ([Place]) -> Void)? = nil
  ) {
    searchTask = Task {
      guard let answer = await find(), !Task.isCancelled else { return }
      clearPlaceSearchProgress()
      switch answer {
      case .found(let places): if let use { use(places) } else { showFoundPlaces(places) }
      case .missing(let reason): state.search = reason
      }
    }
  }

  private func stopPlaceSearch() {
    guard let searchTask else { return }
    searchTask.cancel()
    clearPlaceSearchProgress()
  }

  private func clearPlaceSearchProgress() {
    searchTask = nil
    if [.searching, .locating].contains(state.search) { state.search = .idle }
  }
}

extension String {
  fileprivate var trimmed: String {
    let rest = drop { $0.isWhitespace }
    return String(rest.reversed().drop { $0.isWhitespace }.reversed())
  }
}
