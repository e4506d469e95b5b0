import Doubles
import FeedDomain
import Testing
import UseCases

/// What a service tells by itself, and what follows from it.
@MainActor @Suite struct NewsWireTests {
  private let spy = Spy<StreamScene.SceneState>()
  private let live = StubLive()

  private func setting(_ posts: [Post] = []) -> Setting {
    Setting(service: posts, hasNotices: true, live: live)
  }

  /// A stream that is read, and the liveUpdates that tells it what is new.
  private func reading(
    _ setting: Setting, board: AccountNotifications? = nil
  ) async -> (StreamInteractor, LiveUpdateListener) {
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: .seconds(90), freshFor: .zero), notifications: board)
    let liveUpdates = LiveUpdateListener(
      setting.session, actions: setting.actions, notifications: board)
    interactor.listenToLiveUpdates(to: liveUpdates)
    await interactor.handle(.open(.home))
    _ = await eventually { spy.activity == .none && setting.world.sleeping > 0 }
    liveUpdates.startListening()
    _ = await eventually { await live.isHeard }
    return (interactor, liveUpdates)
  }

  @Test
  func
    `a live update is fetched two seconds later, once for several, without moving the selection`()
    async throws
  {
    let setting = setting(Post.samples(3, downTo: 1))
    let (interactor, liveUpdates) = await reading(setting)
    await interactor.handle(
      .remember(ReadingPosition(entry: FeedEntry.ID("2"), row: 4), seen: FeedEntry.ID("3")))
    await setting.service.post(Post.samples(5, downTo: 4))
    let asked = await setting.service.asked.count

    await live.tell(.newEntries(.home), .newEntries(.home), .newEntries(.local), .newEntries(.home))
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(2) })
    #expect(await setting.service.asked.count == asked)
    setting.world.pass(.seconds(2))

    #expect(await eventually { spy.ids == ["5", "4", "3", "2", "1"] })
    #expect(await setting.service.asked.count == asked + 1)
    #expect(spy.selected == nil)
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }

  @Test func `a live update during a fetch is fetched after it`() async throws {
    let setting = setting(Post.samples(3, downTo: 1))
    let (interactor, liveUpdates) = await reading(setting)
    await setting.service.hold()
    await interactor.handle(.refresh)
    #expect(await eventually { await setting.service.waiting == 1 })

    await live.tell(.newEntries(.home))
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(2) })
    await setting.service.post(Post.samples(4, downTo: 4))
    await setting.service.release()
    #expect(await eventually { spy.activity == .none })
    setting.world.pass(.seconds(2))

    #expect(await eventually { spy.ids == ["4", "3", "2", "1"] })
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }

  @Test func `a stream with live updates is refreshed hourly, and soon after they end`()
    async throws
  {
    let setting = setting(Post.samples(3, downTo: 1))
    let (interactor, liveUpdates) = await reading(setting)

    await live.tell(.listening([.home]), .removed(Post.ID("1")))
    #expect(await eventually { spy.ids == ["3", "2"] })
    setting.world.pass(.seconds(90))
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(3_600) })
    await live.end(.notFound)
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(2) })
    setting.world.pass(.seconds(2))

    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(90) })
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }

  @Test func `a stream that was hidden without live updates is fetched when it is shown again`()
    async throws
  {
    let setting = setting(Post.samples(3, downTo: 1))
    let (interactor, liveUpdates) = await reading(setting)
    await live.tell(.listening([.home]), .removed(Post.ID("1")))
    #expect(await eventually { spy.ids == ["3", "2"] })
    setting.world.pass(.seconds(90))
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(3_600) })

    await interactor.handle(.pause)
    liveUpdates.stopListening()
    #expect(await eventually { await !live.isHeard })
    await setting.service.post(Post.samples(4, downTo: 4))
    setting.world.pass(.seconds(300))
    await interactor.handle(.resume)
    liveUpdates.startListening()
    #expect(await eventually { await live.isHeard })
    await live.tell(.listening([.home]))

    #expect(await eventually { spy.ids.first == "4" })
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }

  @Test func `live updates of another stream cause no fetch`() async throws {
    let setting = setting(Post.samples(3, downTo: 1))
    let (interactor, liveUpdates) = await reading(setting)
    let waking = setting.world.nextWaking

    await live.tell(.newEntries(.local))
    await live.end(.notFound)
    #expect(await eventually { await !live.isHeard })

    #expect(setting.world.nextWaking == waking)
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }

  @Test func `a live update about notifications fetches those only, and counts them`() async throws
  {
    let setting = setting(Post.samples(3, downTo: 1))
    let board = AccountNotifications(setting.session)
    let (interactor, liveUpdates) = await reading(setting, board: board)
    #expect(await eventually { await setting.notifications.asked == 1 })
    let asked = await setting.service.asked.count
    await setting.notifications.tell([.like("n", by: ["ada"], of: "1", minute: 2)])

    await live.tell(.notice, .notice, .notice)
    #expect(await eventually { setting.world.nextWaking == setting.world.now + .seconds(2) })
    setting.world.pass(.seconds(2))

    #expect(await eventually { board.unread == 1 })
    #expect(await eventually { spy.status?.notifications == 1 })
    #expect(await setting.notifications.asked == 2)
    #expect(await setting.service.asked.count == asked)
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }

  @Test func `posts changed or deleted by live updates are updated on the screen`() async throws {
    let setting = setting(Post.samples(3, downTo: 1))
    let (interactor, liveUpdates) = await reading(setting)
    let changed = Post.sample("2").settingMark(.boosted, isSet: true)

    await live.tell(.changed(changed), .removed(Post.ID("1")), .changed(.sample("9")))

    #expect(await eventually { spy.ids == ["3", "2"] })
    #expect(await eventually { spy.post("2")?.counts.boosts == 1 })
    #expect(await setting.store.storedPost(Post.ID("9"), account: setting.account) == nil)
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }

  @Test func `live updates that break off are restarted after a wait, again and again`()
    async throws
  {
    let setting = setting(Post.samples(3, downTo: 1))
    let (interactor, liveUpdates) = await reading(setting)
    await setting.service.post(Post.samples(5, downTo: 4))
    await live.end(next: Array(repeating: .unreachable, count: 1_000))
    await live.end()
    // One sleeps until the next refresh, the other until it listens again.
    #expect(await eventually { setting.world.sleeping == 2 })

    var steps = 0
    while await live.listened < 1_002 {
      let before = await live.listened
      let awake = before == 1_001 ? 1 : 2
      setting.world.pass(.seconds(400))
      steps += 1
      _ = await eventually {
        await live.listened > before && setting.world.sleeping == awake && spy.activity == .none
      }
      #expect(await live.listened == before + 1, "one try for each wait")
    }

    #expect(steps == 1_001)
    // What was missed meanwhile was asked for, and came once.
    #expect(await eventually { spy.ids == ["5", "4", "3", "2", "1"] })
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }

  @Test(arguments: [FeedError.refused(nil), .notFound, .signedOut])
  func `refused live updates are tried again after a quarter of an hour, or with a new token`(
    error: FeedError
  ) async throws {
    let setting = setting(Post.samples(3, downTo: 1))
    let (interactor, liveUpdates) = await reading(setting)
    let sleeping = setting.world.sleeping

    await live.end(error)
    #expect(await eventually { setting.world.sleeping == sleeping + 1 })
    setting.world.pass(.seconds(899))
    #expect(
      await eventually { spy.activity == .none && setting.world.sleeping == sleeping + 1 })
    #expect(await live.listened == 1)
    // Somebody uses the program.
    setting.session.userActivity.recordUserInput()
    setting.world.pass(.seconds(181))
    #expect(await eventually { await live.listened == 2 })
    // Nobody is asked to sign in again because of it: the stream is refreshed at its own pace.
    #expect(
      await eventually {
        spy.activity == .none && setting.world.nextWaking == setting.world.now + .seconds(90)
      })
    await live.end(error)
    #expect(await eventually { await !live.isHeard })
    liveUpdates.restartListening()

    #expect(await eventually { await live.listened == 3 })
    liveUpdates.stopListening()
    await interactor.handle(.close)
  }
}

extension Timestamp {
  fileprivate static func + (moment: Timestamp, duration: Duration) -> Timestamp {
    moment.timeAdvanced(by: duration)
  }
}
