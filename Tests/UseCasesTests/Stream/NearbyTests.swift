import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct NearbyTests {
  private let spy = Spy<StreamScene.SceneState>()
  private let london = StubPlaces.london

  /// Reading the streams of an account that offers what is near.
  private func reading(
    _ setting: Setting, wish: String = "", system: StubLocation? = nil
  ) -> (stream: StreamInteractor, locationProvider: UserLocationProvider) {
    let locationProvider = UserLocationProvider(setting.session, placeSetting: wish, system: system)
    let stream = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: nil), locationProvider: locationProvider)
    return (stream, locationProvider)
  }

  /// The streams that were said to be read, in order; "?" where it was not known where.
  private var titles: [String] {
    let titles = spy.values.map { state in
      switch state.feed {
      case nil: "?"
      case .nearby(let place): "near " + (place.name.isEmpty ? "…" : place.name)
      case .trending: "trending"
      default: "other"
      }
    }
    return titles.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  @Test func `the place name in the settings is looked up`() async throws {
    let system = StubLocation(.sample)
    let setting = Setting(places: StubPlaces(StubPlaces.lisbon, london))
    let (stream, _) = reading(setting, wish: "London", system: system)

    await stream.handle(.openNearby)

    #expect(await eventually { titles == ["?", "near London"] })
    #expect(await system.asked == 0)
    await stream.handle(.close)
  }

  @Test func `coordinates are shown with a place name once the service has found it`() async throws
  {
    let setting = Setting(places: StubPlaces(london))
    let (stream, _) = reading(setting, wish: "51.5007, −0.1246")

    await stream.handle(.openNearby)

    #expect(await eventually { titles == ["?", "near …", "near London"] })
    // Under which it is found again.
    #expect(await setting.store.lastOpenedFeed(account: setting.account) == nil)
    await stream.handle(.close)
  }

  @Test func `the last place takes precedence over the system's location`() async throws {
    let system = StubLocation(.sample)
    let setting = try await Setting().holding([.sample("1")], in: .nearby(StubPlaces.lisbon))
    let (stream, _) = reading(setting, system: system)

    await stream.handle(.openNearby)

    #expect(await eventually { titles == ["?", "near Lisboa"] })
    #expect(await system.asked == 0)
    await stream.handle(.close)
  }

  @Test func `the system's location is requested with a progress state, and rounded to town size`()
    async throws
  {
    let system = StubLocation(Place(name: "", latitude: 51.500_7, longitude: -0.124_6))
    await system.hold()
    let setting = Setting()
    let (stream, locationProvider) = reading(setting, system: system)

    await stream.handle(.openNearby)
    #expect(spy.activity == .locating)
    #expect(await eventually { await system.waiting == 1 })
    await system.release()

    #expect(await eventually { titles == ["?", "near …"] })
    #expect(locationProvider.place == Place(name: "", latitude: 51.5, longitude: -0.12))
    await stream.handle(.close)
  }

  @Test func `without a location the stream of nearby photos is Trending, with a note`()
    async throws
  {
    let setting = Setting()
    let (stream, _) = reading(setting, system: StubLocation(nil))

    await stream.handle(.openNearby)

    #expect(await eventually { spy.last?.isUserLocationUnknown == true })
    #expect(titles == ["?", "trending"])
    await stream.handle(.close)
  }

  @Test func `choosing a place replaces Trending by the stream of that place`() async throws {
    let setting = Setting()
    let (stream, locationProvider) = reading(setting)
    await stream.handle(.openNearby)
    #expect(await eventually { spy.last?.isUserLocationUnknown == true })

    locationProvider.choosePlaceOrTrending(.place(london))

    #expect(await eventually { titles.last == "near London" })
    await stream.handle(.close)
  }

  @Test func `choosing a place opens its stream only if the open stream asked for a place`()
    async throws
  {
    let setting = Setting()
    let (stream, locationProvider) = reading(setting)
    await stream.handle(.open(.home))
    locationProvider.choosePlaceOrTrending(.place(StubPlaces.lisbon))
    for _ in 0..<100 { await Task.yield() }
    #expect(titles == ["other"])

    await stream.handle(.changePlace)
    locationProvider.choosePlaceOrTrending(.place(london))

    #expect(await eventually { titles == ["other", "near London"] })
    await stream.handle(.close)
  }

  @Test func `opening another stream cancels the search for the location`() async throws {
    let system = StubLocation(.sample)
    await system.hold()
    let setting = Setting()
    let (stream, _) = reading(setting, system: system)
    await stream.handle(.openNearby)
    #expect(await eventually { await system.waiting == 1 })

    await stream.handle(.open(.home))
    await system.release()

    for _ in 0..<100 { await Task.yield() }
    #expect(titles == ["?", "other"])
    await stream.handle(.close)
  }

  @Test func `if the place name cannot be looked up, the system's location is used`() async throws {
    let places = StubPlaces()
    await places.fail(.unreachable)
    let setting = Setting(places: places)
    let (stream, _) = reading(setting, wish: "London", system: StubLocation(.sample))

    await stream.handle(.openNearby)

    #expect(await eventually { titles == ["?", "near …"] })
    await stream.handle(.close)
  }
}

extension Place {
  fileprivate static let sample = Place(name: "", latitude: 1, longitude: 2)
}

struct CoordinatesTests {
  @Test(arguments: [
    ("51.5, -0.12", 51.5, -0.12), ("-33,18", -33, 18), (" +1.25 ,−2 ", 1.25, -2),
    ("90,180", 90, 180),
  ])
  func `coordinates are parsed from text`(text: String, latitude: Double, longitude: Double) {
    let place = Place(coordinates: text)

    #expect(place == Place(name: "", latitude: latitude, longitude: longitude))
  }

  @Test(arguments: [
    "", ",", "1", "1,2,3", "London", "London, England", "91,0", "0,181", "nan,0", "inf,0", "1,x",
    "1e999,0",
  ])
  func `text that is no coordinates is refused`(text: String) {
    #expect(Place(coordinates: text) == nil)
  }
}
