import Doubles
import FeedDomain
import Testing
import UseCases

/// How far somebody has read, in all of their programs.
@MainActor @Suite struct ReadingMarkTests {
  private let spy = Spy<StreamScene.SceneState>()

  /// Three posts on the screen, of which none was read, and the question how far was read is over.
  private func reading(_ setting: Setting) async -> StreamInteractor {
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: nil, freshFor: .zero))
    await interactor.handle(.open(.home))
    #expect(await eventually { spy.ids == ["3", "2", "1"] && spy.activity == .none })
    #expect(await eventually { await setting.notifications.compared == 1 })
    return interactor
  }

  private func setting() -> Setting {
    Setting(service: Post.samples(3, downTo: 1), hasNotices: true)
  }

  private func read(_ id: String, by interactor: StreamInteractor) async {
    let entry = FeedEntry.ID(id)
    await interactor.handle(.remember(ReadingPosition(entry: entry, row: 0), seen: entry))
  }

  @Test func `the reading mark is sent a few seconds later, once for all entries read`() async {
    let setting = setting()
    let interactor = await reading(setting)

    await read("1", by: interactor)
    #expect(await eventually { setting.world.sleeping == 1 })
    await read("3", by: interactor)
    #expect(await eventually { spy.status?.unread == 0 })
    #expect(await setting.notifications.told == [])
    setting.world.pass(.seconds(5))

    #expect(await eventually { await setting.notifications.told == [FeedEntry.ID("3")] })
    await interactor.handle(.close)
  }

  @Test(arguments: [("1", ["3", "3"]), ("3", ["2"])])
  func `after a conflict with another program the mark is compared, and sent only if it is newer`(
    theirs: String, told: [String]
  ) async {
    let setting = setting()
    let interactor = await reading(setting)
    await setting.notifications.overtake(entry: theirs)

    await read(told[0], by: interactor)
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(5))

    #expect(await eventually { await setting.notifications.told == told.map { FeedEntry.ID($0) } })
    #expect(await eventually { await setting.notifications.compared == 3 })
    let newest = FeedEntry.ID("3")
    #expect(
      await eventually {
        await setting.store.feedStatus(of: .stream(.home, setting.account)).lastRead == newest
      })
    await interactor.handle(.close)
  }

  @Test func `a mark that waits is sent when the stream is closed`() async {
    let setting = setting()
    let interactor = await reading(setting)
    await read("2", by: interactor)
    #expect(await eventually { setting.world.sleeping == 1 })

    await interactor.handle(.close)

    #expect(await eventually { await setting.notifications.told == [FeedEntry.ID("2")] })
    #expect(setting.world.sleeping == 0)
  }

  @Test func `entries read in another program become read, and the selection stays`() async {
    let setting = setting()
    let interactor = await reading(setting)
    await read("3", by: interactor)
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(5))
    #expect(await eventually { await setting.notifications.told == [FeedEntry.ID("3")] })
    await setting.service.post(Post.samples(5, downTo: 4))
    await interactor.handle(.refresh)
    #expect(await eventually { spy.status?.unread == 2 })
    #expect(await eventually { await setting.notifications.compared == 3 })

    await setting.notifications.mark(read: "4")
    await interactor.handle(.refresh)

    #expect(await eventually { spy.status?.unread == 1 })
    #expect(spy.selected == nil)
    #expect(await setting.notifications.told == [FeedEntry.ID("3")])
    await interactor.handle(.close)
  }

  @Test func `an older mark is never sent over a newer one of another program`() async {
    let setting = setting()
    await setting.notifications.mark(read: "3")
    let interactor = await reading(setting)
    #expect(await eventually { spy.status?.unread == 0 })

    await read("1", by: interactor)
    await interactor.handle(.close)

    #expect(setting.world.sleeping == 0)
    #expect(await setting.notifications.told == [])
  }

  @Test func `a newer mark replaces the older one of another program`() async {
    let setting = setting()
    await setting.notifications.mark(read: "1")
    let interactor = await reading(setting)
    #expect(await eventually { spy.status?.unread == 2 })

    await read("3", by: interactor)
    await interactor.handle(.close)

    #expect(await eventually { await setting.notifications.told == [FeedEntry.ID("3")] })
  }

  @Test func `while the user reads, the mark is sent once a minute at most; otherwise never`() async
  {
    let setting = setting()
    let interactor = await reading(setting)

    await read("1", by: interactor)
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(5))
    #expect(await eventually { await setting.notifications.told == [FeedEntry.ID("1")] })
    await read("2", by: interactor)
    #expect(await eventually { setting.world.sleeping == 1 })
    let wait = setting.world.nextWaking?.elapsedTime(since: setting.world.now)
    await read("3", by: interactor)
    #expect(wait == .seconds(60))
    setting.world.pass(.seconds(60))
    #expect(await eventually { await setting.notifications.told.last == FeedEntry.ID("3") })
    let (told, compared) = (await setting.notifications.told, await setting.notifications.compared)
    setting.world.pass(.seconds(3_600))

    #expect(told == [FeedEntry.ID("1"), FeedEntry.ID("3")])
    #expect(setting.world.sleeping == 0)
    #expect(await setting.notifications.compared == compared)
    await interactor.handle(.close)
  }

  @Test
  func `if the service's mark is at an unknown entry, only the top of the stream replaces it`()
    async
  {
    let setting = setting()
    await setting.notifications.mark(read: "unknown")
    let interactor = await reading(setting)

    await read("2", by: interactor)
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(5))
    #expect(await eventually { await setting.notifications.compared == 2 })
    await read("3", by: interactor)
    #expect(await eventually { setting.world.sleeping == 1 })
    #expect(await setting.notifications.told == [])
    setting.world.pass(.seconds(60))

    #expect(await eventually { await setting.notifications.told == [FeedEntry.ID("3")] })
    await interactor.handle(.close)
  }

  @Test func `without an answer the local mark stays, and no error is shown`() async {
    let setting = setting()
    await setting.notifications.refuseMarks(.unreachable)
    let interactor = await reading(setting)

    await read("2", by: interactor)

    #expect(await eventually { spy.status?.unread == 1 })
    #expect(spy.values.allSatisfy { $0.problem == nil })
    await interactor.handle(.close)
  }

  @Test func `the mark is fetched once a minute, however often the stream is refreshed`() async {
    let setting = setting()
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: .seconds(20), freshFor: .zero))
    await interactor.handle(.open(.home))
    #expect(await eventually { await setting.notifications.compared == 1 })
    let asked = await setting.service.asked.count

    for round in 1...4 {
      let next = setting.world.now.timeAdvanced(by: .seconds(20))
      #expect(await eventually { setting.world.nextWaking == next })
      setting.world.pass(.seconds(20))
      #expect(await eventually { await setting.service.asked.count == asked + round })
    }

    #expect(await eventually { await setting.notifications.compared >= 2 })
    #expect(await setting.notifications.compared == 2)
    await interactor.handle(.close)
  }

  @Test func `streams without marks at the service are not compared`() async {
    let setting = setting()
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: nil, freshFor: .zero))

    await interactor.handle(.open(.photos))
    #expect(await eventually { spy.ids == ["3", "2", "1"] && spy.activity == .none })
    await read("2", by: interactor)
    #expect(await eventually { spy.status?.unread == 1 })
    await interactor.handle(.close)

    #expect(setting.world.sleeping == 0)
    #expect(await setting.notifications.compared == 0)
  }
}
