import FeedDomain
import Testing

@MainActor @Suite struct TabsInteractorTests {
  private let spy = TabsPresenterSpy()
  private let store = TabStoreFake()
  private let setting = Setting()
  private let home = StreamTab.feed(.home)
  private let photos = StreamTab.feed(.photos)
  private let swift = StreamTab.feed(.tag("swift"))

  private func session() -> Session {
    Session(
      .sample, connection: setting.service.connection,
      shelf: Session.Shelf(
        feeds: setting.store, outbox: setting.outbox, drafts: setting.outbox,
        credentials: setting.credentials, tabs: store), world: setting.world, log: NoLog())
  }

  @Test func `at first the tabs are what the service offers`() async {
    await TabsInteractor(session(), presenter: spy).handle(.open)

    #expect(
      spy.responses == [
        .streams([Tabs.Entry(home, isShown: true), Tabs.Entry(photos, isShown: true)])
      ])
  }

  @Test func `a hidden stream goes to the end, and can be had back`() async {
    let interactor = TabsInteractor(session(), presenter: spy)
    await interactor.handle(.open)

    await interactor.handle(.toggle(home))
    #expect(
      spy.responses.last
        == .streams([Tabs.Entry(photos, isShown: true), Tabs.Entry(home, isShown: false)]))
    await interactor.handle(.toggle(home))

    #expect(
      spy.responses.last
        == .streams([Tabs.Entry(photos, isShown: true), Tabs.Entry(home, isShown: true)]))
    #expect(await store.kept == [photos, home])
  }

  @Test func `tabs are moved, and not beyond the ends`() async {
    let interactor = TabsInteractor(session(), presenter: spy)

    await interactor.handle(.move(home, by: -1))
    #expect(await store.kept == nil)
    await interactor.handle(.move(home, by: 1))

    #expect(await store.kept == [photos, home])
  }

  @Test func `the last tab stays`() async {
    let interactor = TabsInteractor(session(), presenter: spy)
    await interactor.handle(.toggle(home))

    await interactor.handle(.toggle(photos))

    #expect(spy.responses.last == .lastOne)
    #expect(await store.kept == [photos])
  }

  @Test func `a tag that is read becomes a tab, and is one after a restart`() async throws {
    let stream = StreamPresenterSpy()
    let first = session()
    let reading = StreamInteractor(
      first, actions: PendingActions(first, undoWindow: .zero), presenter: stream)
    await reading.handle(.open(.tag("swift")))

    await reading.handle(.toggleTab)

    #expect(stream.tabs == [home, photos, swift])
    let second = session()
    let again = StreamInteractor(
      second, actions: PendingActions(second, undoWindow: .zero), presenter: stream)
    await again.handle(.open(nil))
    #expect(stream.tabs == [home, photos, swift])
    await again.handle(.open(.tag("swift")))
    await again.handle(.toggleTab)
    #expect(stream.tabs == [home, photos])
    await again.handle(.close)
    await reading.handle(.close)
  }

  @Test func `a choice that cannot be kept is told, and holds for now`() async {
    let session = session()
    let interactor = TabsInteractor(session, presenter: spy)
    await store.fail(.readOnly)

    await interactor.handle(.toggle(home))

    #expect(spy.responses.last == .storeFailed(.readOnly))
    #expect(session.tabs == [photos])
  }
}

@MainActor private final class TabsPresenterSpy: TabsPresenting {
  var responses: [Tabs.Response] = []
  func present(_ response: Tabs.Response) { responses.append(response) }
}

private actor TabStoreFake: TabStore {
  private(set) var kept: [StreamTab]?
  private var failure: StoreError?

  func fail(_ error: StoreError) { failure = error }
  func tabs(account: Account.ID) -> [StreamTab]? { kept }

  func setTabs(_ tabs: [StreamTab], account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    kept = tabs
  }
}

extension StreamPresenterSpy {
  fileprivate var tabs: [StreamTab]? {
    for case .streams(let tabs, _, _) in responses.reversed() { return tabs }
    return nil
  }
}
