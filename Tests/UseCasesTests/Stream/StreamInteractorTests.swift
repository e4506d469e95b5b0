import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor @Suite struct StreamInteractorTests {
  let spy = Spy<StreamScene.SceneState>()

  func reading(
    _ setting: Setting, interval: Duration? = nil, freshFor: Duration = .zero
  ) -> StreamInteractor {
    StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: interval, freshFor: freshFor))
  }

  @Test func `opening a stream shows the stored posts after one read of the store`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(15))

    await interactor.handle(.open(.home))

    #expect(await setting.store.windowsRead == 1)
    #expect(spy.values.first?.tabs == [.feed(.home), .feed(.photos)])
    #expect(spy.values.first?.feed == .home)
    #expect(spy.ids == ["3", "2", "1"])
  }

  @Test func `opening for the first time fetches the newest page`() async throws {
    let setting = Setting(service: Post.samples(9, downTo: 1))
    let interactor = reading(setting)

    await interactor.handle(.open(nil))

    #expect(spy.values.contains { $0.activity == .opening })
    #expect(await eventually { spy.ids == ["9", "8", "7"] && spy.activity == .none })
    #expect(await setting.service.asked == [.latest])
    #expect(spy.last?.hasMoreBelow == true)
  }

  @Test func `a stream that was fetched a moment ago is not fetched again`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(15))

    await interactor.handle(.open(.home))

    #expect(spy.activity == .none)
    #expect(await setting.service.asked == [])
    #expect(setting.world.sleeping == 0)
  }

  @Test func `a stream of an account with a rejected token is fetched even if it is fresh`()
    async throws
  {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    setting.session.recordTokenRejection()
    await setting.service.fail(.signedOut)
    let interactor = reading(setting, freshFor: .seconds(15))

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.had(.failed(.signedOut, retryAt: nil)) })
    #expect(spy.ids == ["3", "2", "1"])
    await interactor.handle(.close)
  }

  @Test func `posts past the service's retention limit are deleted before the stream is shown`()
    async throws
  {
    let setting = try await Setting(
      service: Post.samples(3, downTo: 1), retentionLimit: .seconds(86_400)
    )
    .holding(Post.samples(9, downTo: 7))
    setting.world.pass(.seconds(86_399))
    let interactor = reading(setting)

    await interactor.handle(.open(.home))
    #expect(spy.ids == ["9", "8", "7"])
    await interactor.handle(.close)
    setting.world.pass(.seconds(2 * 86_400))
    spy.forget()
    await setting.service.fail(.unreachable)
    await interactor.handle(.open(.home))

    #expect(spy.ids == [])
    #expect(await setting.store.forgotten == setting.world.now.timeAdvanced(by: .seconds(-86_400)))
    await interactor.handle(.close)
  }

  @Test func `the stream of photos is a wall until the user chooses another layout`() async throws {
    let setting = Setting()
    let interactor = reading(setting)

    await interactor.handle(.open(.photos), .arrange(.carousel), .open(.home), .open(.photos))

    let arranged = spy.values.compactMap(\.layout)
    let changes = zip(arranged, arranged.dropFirst()).filter { $0 != $1 }.map(\.1)
    #expect(arranged.first == .wall && changes == [.carousel, .list, .carousel])
  }

  @Test func `a layout that cannot be kept is shown all the same`() async throws {
    let setting = Setting()
    let interactor = await reading(setting).after(.open(.photos))
    await setting.store.fail(.full)

    await interactor.handle(.arrange(.list))

    #expect(spy.last?.layout == .list)
    #expect(spy.effects.last == .say(.storeFailed(.full)))
  }

  @Test func `an empty stream has an empty status`() async throws {
    let setting = Setting()
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.status?.isEmpty == true })
  }

  @Test func `switching streams during a fetch does not mix their posts`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    await setting.service.hold()
    let interactor = await reading(setting).after(.open(.home))
    #expect(await eventually { await setting.service.waiting == 1 })

    await interactor.handle(.open(.photos))
    #expect(await eventually { await setting.service.waiting == 2 })
    await setting.service.release()

    #expect(await eventually { spy.activity == .none && spy.ids.count == 3 })
    #expect(await setting.store.ids(of: .home) == [])
    #expect(await setting.store.lastOpenedFeed(account: setting.account) == .photos)
  }

  @Test func `a stream that cannot be read from the store is opened anyway, with the error`()
    async throws
  {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = await reading(setting, freshFor: .seconds(15)).after(.open(.home))
    await setting.store.failToRead(.damaged)
    spy.forget()

    await interactor.handle(.open(.photos))

    #expect(spy.effects.contains(.say(.storeFailed(.damaged))))
    #expect(spy.values.contains { $0.feed == .photos && $0.openings == 2 })
    await interactor.handle(.close)
  }

  @Test func `closing the stream cancels its next refresh`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    let interactor = await reading(setting, interval: .seconds(60)).after(.open(.home))
    #expect(await eventually { setting.world.sleeping == 1 })

    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
  }

  @Test func `the reading position is stored and restored`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))
    let place = ReadingPosition(entry: FeedEntry.ID("1"), row: 4)

    await interactor.handle(
      .remember(ReadingPosition(entry: FeedEntry.ID("3"), row: 0), seen: FeedEntry.ID("3")))
    await interactor.handle(
      .remember(ReadingPosition(entry: FeedEntry.ID("2"), row: 2), seen: FeedEntry.ID("3")))
    await interactor.handle(.remember(place, seen: FeedEntry.ID("3")), .close, .open(.home))

    #expect(spy.selected == place)
    #expect(await setting.store.placesKept.last == place)
  }

  @Test func `the program ends once the last reading position is stored`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))
    await setting.store.holdPositions()
    await interactor.handle(
      .remember(ReadingPosition(entry: FeedEntry.ID("3"), row: 0), seen: FeedEntry.ID("3")))
    #expect(await eventually { await setting.store.heldPositions == 1 })
    let place = ReadingPosition(entry: FeedEntry.ID("1"), row: 4)
    await interactor.handle(.remember(place, seen: FeedEntry.ID("3")))

    let hasEnded = Flag()
    Task.immediate { await interactor.handle(.close) }
    Task.immediate {
      await setting.actions.stopDelivery()
      hasEnded.raise()
    }
    for _ in 0..<1000 { await Task.yield() }
    #expect(!hasEnded.isUp)
    await setting.store.releasePositions()

    #expect(await eventually { hasEnded.isUp })
    #expect(await setting.store.placesKept.last == place)
  }

  @Test func `entries above the newest entry seen are unread`() async throws {
    let setting = Setting(service: Post.samples(5, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))
    await interactor.handle(
      .remember(ReadingPosition(entry: FeedEntry.ID("3"), row: 0), seen: FeedEntry.ID("3")))
    #expect(await eventually { await setting.store.placesKept.count == 1 })

    await interactor.handle(.refresh)
    #expect(await eventually { spy.status?.unread == 2 })
    await interactor.handle(.jump(.firstUnread))

    #expect(spy.selected == ReadingPosition(entry: FeedEntry.ID("4"), row: 0))
  }

  @Test func `the user's own posts do not count as unread`() async throws {
    let own = [Post.sample("6", by: "me"), .sample("5"), .sample("4", by: "me")]
    let setting = Setting(service: own + Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))
    await interactor.handle(
      .remember(ReadingPosition(entry: FeedEntry.ID("3"), row: 0), seen: FeedEntry.ID("3")))
    #expect(await eventually { await setting.store.placesKept.count == 1 })

    await interactor.handle(.refresh)
    #expect(await eventually { spy.ids.first == "6" && spy.status?.unread == 1 })
    await interactor.handle(.jump(.firstUnread))

    #expect(spy.selected == ReadingPosition(entry: FeedEntry.ID("5"), row: 0))
  }

  @Test func `a full disk is reported, and the shown posts stay`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(2, downTo: 1))
    await setting.store.fail(.full)
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.effects.contains(.say(.storeFailed(.full))) })
    #expect(spy.ids == ["2", "1"])
    await interactor.handle(.close)
  }
}
