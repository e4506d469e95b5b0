import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct PlaceChoiceInteractorTests {
  private let spy = Spy<PlaceChoiceScene.SceneState>()
  private let places = StubPlaces(StubPlaces.lisbon, StubPlaces.london)
  private let setting: Setting
  private let listener = LocationProviderSpy()

  init() { setting = Setting(places: places) }

  private func choosing(system: StubLocation? = nil) -> PlaceChoiceInteractor {
    let locationProvider = LocationProvider(setting.session, system: system)
    locationProvider.addLocationChoiceListener(listener) { $0.hear($1) }
    return PlaceChoiceInteractor(
      setting.session, locationProvider: locationProvider, presenter: spy)
  }

  @Test func `at first there is where one looked before`() async throws {
    _ = try await setting.store.mergeFetchedPage(
      FeedPage([], older: nil), into: .nearby(StubPlaces.lisbon),
      account: setting.session.account.id,
      at: .top, now: setting.world.now)

    await choosing().handle(.open)

    #expect(
      spy.values == [
        PlaceChoiceScene.SceneState(), PlaceChoiceScene.SceneState(recent: [StubPlaces.lisbon]),
      ])
  }

  @Test func `a name is completed once one has stopped typing for a moment`() async {
    let interactor = choosing()

    for text in ["l", "li", " lis "] { await interactor.handle(.type(text)) }
    #expect(await eventually { setting.world.sleeping == 1 })
    #expect(await places.asked == [])
    setting.world.pass(PlaceChoiceInteractor.pause)

    #expect(await eventually { spy.last?.found == [StubPlaces.lisbon] })
    #expect(await places.typed == ["lis"])
  }

  @Test func `a whole name is asked as one, and not as what is being typed`() async {
    let interactor = choosing()

    await interactor.handle(.take("London"))

    #expect(await eventually { listener.choices == [.place(StubPlaces.london)] })
    #expect(await places.asked == ["London"])
    #expect(await places.typed == [])
  }

  @Test(arguments: ["", "  ", "51.5, -0.12"])
  func `nothing, or coordinates, need no completion`(text: String) async {
    let interactor = choosing()

    await interactor.handle(.type(text))

    #expect(setting.world.sleeping == 0)
    #expect(await places.asked == [])
  }

  @Test func `where nobody knows names it says so, and takes coordinates`() async {
    let setting = Setting()
    let locationProvider = LocationProvider(setting.session)
    locationProvider.addLocationChoiceListener(listener) { $0.hear($1) }
    let interactor = PlaceChoiceInteractor(
      setting.session, locationProvider: locationProvider, presenter: spy)

    await interactor.handle(.take("London"))
    #expect(spy.values == [PlaceChoiceScene.SceneState(.namesUnknown)])

    await interactor.handle(.take("1.5, 2"))
    #expect(listener.choices == [.place(Place(name: "", latitude: 1.5, longitude: 2))])
  }

  @Test func `a failure is told and typing goes on`() async {
    await places.fail(.unreachable)
    let interactor = choosing()
    await interactor.handle(.type("lon"))
    #expect(await eventually { setting.world.sleeping == 1 })

    setting.world.pass(PlaceChoiceInteractor.pause)

    #expect(await eventually { spy.last?.search == .failed(.unreachable) })
  }

  @Test func `a place that is chosen is decided on`() async {
    let interactor = choosing()

    await interactor.handle(.choose(StubPlaces.london))

    #expect(listener.choices == [.place(StubPlaces.london)])
    #expect(spy.effects == [.leave(nil)])
  }

  @Test func `what is typed is taken: coordinates as they are, a name as it is known`() async {
    let interactor = await choosing().after(.take(" 1.5, 2 "))
    #expect(listener.choices == [.place(Place(name: "", latitude: 1.5, longitude: 2))])

    await interactor.handle(.take("Lond"))

    #expect(await eventually { listener.choices.last == .place(StubPlaces.london) })
    #expect(spy.effects.last == .leave(nil))
  }

  @Test func `a name that nobody knows is said to be unknown`() async {
    let interactor = choosing()

    await interactor.handle(.take("Atlantis"))

    #expect(await eventually { spy.last?.search == .unknown("Atlantis") })
    #expect(listener.choices == [])
  }

  @Test func `being located is a choice, where anybody knows`() async {
    let found = Place(name: "", latitude: 1, longitude: 2)
    await choosing(system: StubLocation(found)).handle(.locate)
    #expect(await eventually { listener.choices == [.place(found)] })

    await choosing(system: StubLocation(nil)).handle(.locate)

    #expect(await eventually { spy.last?.search == .notLocated })
  }

  @Test func `trending is a choice`() async {
    let interactor = choosing()

    await interactor.handle(.trending)

    #expect(listener.choices == [.trending])
    #expect(spy.effects == [.leave(nil)])
  }

  @Test func `closing calls off what is looked up`() async {
    let interactor = await choosing().after(.type("lon"))
    #expect(await eventually { setting.world.sleeping == 1 })

    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
    #expect(await places.asked == [])
  }
}

@MainActor final class LocationProviderSpy {
  private(set) var choices: [LocationProvider.LocationChoice] = []
  func hear(_ choice: LocationProvider.LocationChoice) { choices.append(choice) }
}
