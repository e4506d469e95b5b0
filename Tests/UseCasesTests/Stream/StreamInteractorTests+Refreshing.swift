import Doubles
import FeedDomain
import Testing
import UseCases

/// Asking for what is newer, by itself or on request.
extension StreamInteractorTests {
  @Test func `opening a stream offline shows the stored posts and the time of the next try`()
    async throws
  {
    let setting = try await Setting().holding(Post.samples(2, downTo: 1))
    await setting.service.fail(.unreachable)
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    let retryAt = setting.world.now.timeAdvanced(by: .seconds(5))
    #expect(await eventually { spy.had(.failed(.unreachable, retryAt: retryAt)) })
    #expect(spy.ids == ["2", "1"])
  }

  @Test func `a failed refresh is repeated, after a longer wait each time`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    try await setting.hold(Post.samples(2, downTo: 1))
    await setting.service.fail(.unreachable, .unreachable, .unreachable)
    let interactor = reading(setting, interval: .seconds(90))

    await interactor.handle(.open(.home))

    for seconds in [5, 15, 60] {
      let retryAt = setting.world.now.timeAdvanced(by: .seconds(seconds))
      #expect(
        await eventually { spy.had(.failed(.unreachable, retryAt: retryAt)) })
      #expect(await eventually { setting.world.nextWaking == retryAt })
      setting.world.pass(.seconds(seconds))
    }
    #expect(await eventually { await setting.service.asked.count == 4 })
    await interactor.handle(.close)
  }

  @Test(arguments: [(nil, 90), (Duration.seconds(60), 90), (.seconds(900), 900)])
  func `a stream is refreshed no more often than the service asks for`(
    pace: Duration?, seconds: Int
  ) async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1), refreshInterval: pace)
    let interactor = reading(setting, interval: .seconds(90))

    await interactor.handle(.open(.home))

    let next = setting.world.now.timeAdvanced(by: .seconds(seconds))
    #expect(await eventually { setting.world.nextWaking == next })
    await interactor.handle(.close)
  }

  @Test func `the store is cleaned up after a refresh, but not after each one`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    let interactor = reading(setting)

    await interactor.handle(.open(.home))
    #expect(await eventually { await setting.store.tidied == [setting.account] })
    await interactor.handle(.refresh)
    #expect(await eventually { await setting.service.asked.count == 2 && spy.activity == .none })

    #expect(await setting.store.tidied.count == 1)
    setting.world.pass(.seconds(600))
    await interactor.handle(.refresh)
    #expect(await eventually { await setting.store.tidied.count == 2 })
  }

  @Test func `a rate limit is shown with its end`() async throws {
    let setting = Setting()
    let until = setting.world.now.timeAdvanced(by: .seconds(120))
    await setting.service.fail(.rateLimited(until: until))
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    #expect(
      await eventually {
        spy.had(.failed(.rateLimited(until: until), retryAt: until))
      })
    await interactor.handle(.close)
  }

  @Test
  func `a rate limit during an automatic refresh is not shown, and the refresh is repeated later`()
    async throws
  {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    let interactor = await reading(setting, interval: .seconds(90)).after(.open(.home))
    let due = setting.world.now.timeAdvanced(by: .seconds(90))
    #expect(await eventually { setting.world.nextWaking == due })
    let end = setting.world.now.timeAdvanced(by: .seconds(300))
    await setting.service.fail(.rateLimited(until: end))

    setting.world.pass(.seconds(90))
    #expect(await eventually { setting.world.nextWaking == end })
    setting.world.pass(.seconds(210))

    #expect(await eventually { await setting.service.asked.count == 3 })
    #expect(spy.values.allSatisfy { $0.problem == nil })
    await interactor.handle(.close)
  }

  @Test func `new posts are added above the stored ones without moving the selection`() async throws
  {
    let setting = Setting(service: Post.samples(8, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = reading(setting)
    await interactor.handle(.open(.home))

    #expect(await eventually { spy.ids.first == "8" && spy.activity == .none })

    #expect(spy.ids == ["8", "7", "6", "5", "4", "3", "2", "1"])
    #expect(spy.selected == nil)
    #expect(
      await setting.service.asked == [.newer(FeedEntry.ID("3")), .newer(FeedEntry.ID("6"))])
  }

  @Test func `two refreshes at once make one request`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    await setting.service.hold()
    let interactor = await reading(setting).after(.open(.home))

    await interactor.handle(.refresh, .refresh)
    await setting.service.release()

    #expect(await eventually { spy.activity == .none })
    #expect(await setting.service.asked.count == 1)
  }

  @Test func `a refresh also counts new notifications`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1), hasNotices: true)
    await setting.notifications.tell([.like("n", by: ["ada"], of: "1", minute: 5)])
    let board = AccountNotifications(setting.session)
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: nil, freshFor: .zero), notifications: board)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.status?.notifications == 1 })
    board.markAllNotificationsRead()
    #expect(spy.status?.notifications == 0)
  }

  @Test func `each refresh fetches either notifications or the read mark, in turn`()
    async throws
  {
    let setting = Setting(service: Post.samples(3, downTo: 1), hasNotices: true)
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: nil, freshFor: .zero),
      notifications: AccountNotifications(setting.session))
    var counts: [[Int]] = []

    await interactor.handle(.open(.home))
    for round in 1...4 {
      func asked() async -> [Int] {
        [await setting.notifications.asked, await setting.notifications.compared]
      }
      #expect(
        await eventually { await asked().reduce(0, +) == round && spy.activity == .none })
      counts.append(await asked())
      await interactor.handle(.refresh)
    }

    #expect(counts == [[1, 0], [1, 1], [2, 1], [2, 2]])
    await interactor.handle(.close)
  }

  @Test func `a rejected token is reported, and the request is repeated after signing in`()
    async throws
  {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    await setting.service.fail(.signedOut)
    let interactor = await reading(setting).after(.open(.home))
    #expect(await eventually { spy.had(.failed(.signedOut, retryAt: nil)) })
    #expect(setting.world.sleeping == 0)

    await interactor.repeatRequestsAfterSignIn()

    #expect(await eventually { spy.ids == ["3", "2", "1"] })
  }

  @Test func `a newest entry that was deleted at the service does not stop the refresh`()
    async throws
  {
    let setting = Setting(service: Post.samples(5, downTo: 1))
    try await setting.hold(Post.samples(4, downTo: 1))
    await setting.service.forget(Post.ID("4"))
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.ids.first == "5" && spy.activity == .none })
    #expect(!spy.ids.contains("…"))
  }

  @Test func `a successful refresh also sends changes that waited for a connection`() async throws {
    let setting = Setting(service: Post.samples(1, downTo: 1))
    try await setting.hold(Post.samples(1, downTo: 1))
    await setting.service.answer(.failure(.unreachable))
    await setting.service.fail(.unreachable)
    let interactor = await reading(setting).after(.open(.home))
    await interactor.handle(.toggle(Post.ID("1"), .liked))
    #expect(
      await eventually {
        spy.values.contains {
          // The first try failed: the post shows that its like was not sent.
          $0.posts.undelivered.waiting == 1 && $0.posts.undelivered.hasUnsentChange(Post.ID("1"))
        }
      })

    await interactor.handle(.refresh)

    #expect(await eventually { await setting.service.sent.count == 2 })
  }

  @Test func `a stream that the server is still preparing is shown, and fetched again soon`()
    async throws
  {
    let posts = Post.samples(3, downTo: 1)
    let setting = Setting(service: [posts[0], posts[2]])
    await setting.service.gather(true)
    let interactor = reading(setting, interval: .seconds(90))

    await interactor.handle(.open(.home))

    let retryAt = setting.world.now.timeAdvanced(by: .seconds(5))
    #expect(await eventually { spy.had(.gathering(retryAt: retryAt)) })
    #expect(spy.ids == ["3", "1"])
    #expect(await eventually { setting.world.nextWaking == retryAt })
    // What was gathered meanwhile stands between what came before, where the store puts it.
    await setting.service.gather(false)
    await setting.service.show(posts)
    setting.world.pass(.seconds(5))
    #expect(await eventually { Set(spy.ids) == ["3", "2", "1"] })
    #expect(await setting.service.asked == [.latest, .latest])
    #expect(spy.effects.count { $0 == .say(.stillGathering) } == 1)
    #expect(spy.last?.problem == nil)
    let next = setting.world.now.timeAdvanced(by: .seconds(90))
    #expect(await eventually { setting.world.nextWaking == next })
    await interactor.handle(.close)
  }
}
