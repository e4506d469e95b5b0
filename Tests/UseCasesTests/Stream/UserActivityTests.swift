import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// What is due by itself is asked for the more rarely, the longer nobody uses the program.
@MainActor @Suite struct AttentionTests {
  private let spy = Spy<StreamScene.SceneState>()

  private func reading(_ setting: Setting) async -> StreamInteractor {
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: .seconds(90), freshFor: .zero))
    await interactor.handle(.open(.home))
    _ = await eventually { spy.activity == .none && setting.world.sleeping == 1 }
    return interactor
  }

  /// Lets the clock go on to the next refresh; returns how long that was.
  private func passToNext(_ setting: Setting) async -> Duration {
    let asked = await setting.service.asked.count
    #expect(await eventually { setting.world.nextWaking != nil && spy.activity == .none })
    let wait = setting.world.nextWaking?.elapsedTime(since: setting.world.now) ?? .zero
    setting.world.pass(wait)
    #expect(await eventually { await setting.service.asked.count == asked + 1 })
    #expect(await eventually { spy.activity == .none && setting.world.sleeping == 1 })
    return wait
  }

  @Test func `the refresh interval grows up to half an hour while nobody uses the program`() async {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    let interactor = await reading(setting)

    for _ in 1...4 {
      setting.session.userActivity.recordUserInput()
      #expect(await passToNext(setting) == .seconds(90))
    }
    setting.session.userActivity.recordUserInput()
    var waits: [Duration] = []
    while waits.last != .seconds(1_800), waits.count < 40 {
      waits.append(await passToNext(setting))
    }

    #expect(waits == waits.sorted())
    #expect(waits.last == .seconds(1_800))
    await interactor.handle(.close)
  }

  @Test func `a key press after a pause fetches an overdue page at once`() async {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    let interactor = await reading(setting)
    for _ in 1...30 { _ = await passToNext(setting) }
    setting.world.pass(.seconds(600))
    let asked = await setting.service.asked.count

    setting.session.userActivity.recordUserInput()

    #expect(
      await eventually { setting.world.nextWaking == setting.world.now || spy.activity != .none })
    setting.world.pass(.zero)
    #expect(await eventually { await setting.service.asked.count == asked + 1 })
    #expect(await eventually { spy.activity == .none && setting.world.sleeping == 1 })
    #expect(await passToNext(setting) == .seconds(90))
    await interactor.handle(.close)
  }

  @Test func `without the terminal's focus the refresh interval is doubled`() {
    let world = FakeWorld()
    let attention = UserActivity(world)

    attention.isFocused = false
    #expect(attention.requestIntervalLongerWhenAway(.seconds(90)) == .seconds(180))
    attention.isFocused = true

    #expect(attention.requestIntervalLongerWhenAway(.seconds(90)) == .seconds(90))
  }

  @Test func `refresh intervals vary randomly by up to ten percent`() {
    let intervals = [0.0, 0.5, 0.999].map { dice in
      UserActivity(DicedWorld(dice)).requestIntervalLongerWhenAway(.seconds(100))
    }

    #expect(intervals[0] == .seconds(90))
    #expect(intervals[1] == .seconds(100))
    #expect(intervals[2] > .seconds(109) && intervals[2] < .seconds(110))
  }

  @Test func `the interval of notification polling also depends on the user's activity`() async {
    let setting = Setting(hasNotices: true)
    let rounds = NotificationPoller(
      setting.session, AccountNotifications(setting.session), every: .seconds(90))
    setting.world.pass(.seconds(3_000))
    rounds.startPolling()
    #expect(
      await eventually {
        setting.world.nextWaking == setting.world.now.timeAdvanced(by: .seconds(1_000))
      })
    setting.world.pass(.seconds(1_000))
    #expect(
      await eventually { await setting.notifications.asked == 1 && setting.world.sleeping == 1 })
    setting.world.pass(.seconds(200))

    setting.session.userActivity.recordUserInput()

    #expect(await eventually { await setting.notifications.asked == 2 })
    #expect(
      await eventually {
        setting.world.nextWaking == setting.world.now.timeAdvanced(by: .seconds(90))
      })
    rounds.stopPolling()
  }
}

/// A world whose dice always fall so.
private struct DicedWorld: World {
  private let world = FakeWorld()
  private let dice: Double

  init(_ dice: Double) { self.dice = dice }

  var now: Timestamp { world.now }
  func randomFraction() -> Double { dice }
  func randomKey() -> String { world.randomKey() }
  func timeSortableKey() -> String { world.timeSortableKey() }
  func sleep(for duration: Duration) async throws(CancellationError) {
    try await world.sleep(for: duration)
  }
}
