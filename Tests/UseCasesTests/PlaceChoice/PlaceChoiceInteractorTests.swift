import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct PlaceChoiceInteractorTests {
  private let spy = Spy<NearbyPhotosPlaceScene.SceneState>()
  private let places = StubPlaces(StubPlaces.lisbon, StubPlaces.london)
  private let setting: Setting
  private let listener = LocationProviderSpy()

  init() { setting = Setting(places: places) }

  private func choosing(system: StubLocation? = nil) -> NearbyPhotosPlaceInteractor {
    let locationProvider = UserLocationProvider(setting.session, system: system)
    locationProvider.addPlaceChoiceListener(listener) { $0.hear($1) }
    return NearbyPhotosPlaceInteractor(
      setting.session, locationProvider: locationProvider, presenter: spy)
  }

  @Test func `recently read places are offered first`() async throws {
    _ = try await setting.store.mergeFetchedPage(
      FeedPage([], older: nil), into: .nearby(StubPlaces.lisbon),
      account: setting.session.account.id,
      at: .top, now: setting.world.now)

    await choosing().handle(.open)

    #expect(
      spy.values == [
        NearbyPhotosPlaceScene.SceneState(),
        NearbyPhotosPlaceScene.SceneState(recent: [StubPlaces.lisbon]),
      ])
  }

  @Test func `a place name is completed after a pause in typing`() async {
    let interactor = choosing()

    for text in ["l", "li", " lis "] { await interactor.handle(.type(text)) }
    #expect(await eventually { setting.world.sleeping == 1 })
    #expect(await places.asked == [])
    setting.world.pass(NearbyPhotosPlaceInteractor.pause)

    #expect(await eventually { spy.last?.foundPlaces == [StubPlaces.lisbon] })
    #expect(await places.typed == ["lis"])
  }

  @Test func `a place name taken with Enter is looked up as a whole, without completion`() async {
    let interactor = choosing()

    await interactor.handle(.take("London"))

    #expect(await eventually { listener.choices == [.place(StubPlaces.london)] })
    #expect(await places.asked == ["London"])
    #expect(await places.typed == [])
  }

  @Test(arguments: ["", "  ", "51.5, -0.12"])
  func `empty text and coordinates are not completed`(text: String) async {
    let interactor = choosing()

    await interactor.handle(.type(text))

    #expect(setting.world.sleeping == 0)
    #expect(await places.asked == [])
  }

  @Test func `a service without place names says so, and accepts coordinates`() async {
    let setting = Setting()
    let locationProvider = UserLocationProvider(setting.session)
    locationProvider.addPlaceChoiceListener(listener) { $0.hear($1) }
    let interactor = NearbyPhotosPlaceInteractor(
      setting.session, locationProvider: locationProvider, presenter: spy)

    await interactor.handle(.take("London"))
    #expect(spy.values == [NearbyPhotosPlaceScene.SceneState(.namesUnknown)])

    await interactor.handle(.take("1.5, 2"))
    #expect(listener.choices == [.place(Place(name: "", latitude: 1.5, longitude: 2))])
  }

  @Test func `a failed completion is reported in the form`() async {
    await places.fail(.unreachable)
    let interactor = choosing()
    await interactor.handle(.type("lon"))
    #expect(await eventually { setting.world.sleeping == 1 })

    setting.world.pass(NearbyPhotosPlaceInteractor.pause)

    #expect(await eventually { spy.last?.search == .failed(.unreachable) })
  }

  @Test func `a chosen place is announced and closes the form`() async {
    let interactor = choosing()

    await interactor.handle(.choose(StubPlaces.london))

    #expect(listener.choices == [.place(StubPlaces.london)])
    #expect(spy.effects == [.leave(nil)])
  }

  @Test func `typed coordinates are taken as they are, and a typed name as the known place`() async
  {
    let interactor = await choosing().after(.take(" 1.5, 2 "))
    #expect(listener.choices == [.place(Place(name: "", latitude: 1.5, longitude: 2))])

    await interactor.handle(.take("Lond"))

    #expect(await eventually { listener.choices.last == .place(StubPlaces.london) })
    #expect(spy.effects.last == .leave(nil))
  }

  @Test func `an unknown place name is reported`() async {
    let interactor = choosing()

    await interactor.handle(.take("Atlantis"))

    #expect(await eventually { spy.last?.search == .unknown("Atlantis") })
    #expect(listener.choices == [])
  }

  @Test func `the user's location is chosen if it can be found, and its absence is reported`() async
  {
    let found = Place(name: "", latitude: 1, longitude: 2)
    await choosing(system: StubLocation(found)).handle(.locate)
    #expect(await eventually { listener.choices == [.place(found)] })

    await choosing(system: StubLocation(nil)).handle(.locate)

    #expect(await eventually { spy.last?.search == .notLocated })
  }

  @Test func `trending photos can be chosen instead of a place`() async {
    let interactor = choosing()

    await interactor.handle(.trending)

    #expect(listener.choices == [.trending])
    #expect(spy.effects == [.leave(nil)])
  }

  @Test func `closing the place form cancels the lookup`() async {
    let interactor = await choosing().after(.type("lon"))
    #expect(await eventually { setting.world.sleeping == 1 })

    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
    #expect(await places.asked == [])
  }
}

@MainActor final class LocationProviderSpy {
  private(set) var choices: [UserLocationProvider.PlaceOrTrendingChoice] = []
  func hear(_ choice: UserLocationProvider.PlaceOrTrendingChoice) { choices.append(choice) }
}
