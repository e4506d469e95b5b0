import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// Streams in columns side by side.
extension StreamInteractorTests {
  private func beside(_ setting: Setting, notifications: AccountNotifications? = nil)
    -> StreamInteractor
  {
    StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: .seconds(90), freshFor: .zero), notifications: notifications,
      isBeside: true)
  }

  /// Whether so many streams wait for their next time, and none for an answer.
  private func isAtRest(_ setting: Setting, streams: Int) -> Bool {
    setting.world.sleeping == streams
      && setting.world.nextWaking == setting.world.now.timeAdvanced(by: .seconds(90))
  }

  @Test func `a hidden stream makes no requests, and fetches what is due when it is shown again`()
    async throws
  {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    let interactor = await beside(setting).after(.open(.home))
    #expect(await eventually { isAtRest(setting, streams: 1) })
    let asked = await setting.service.asked.count

    await interactor.handle(.pause)
    #expect(await eventually { setting.world.sleeping == 0 })
    setting.world.pass(.seconds(600))
    interactor.applyLiveUpdateReport(.newer(.home))
    interactor.applyLiveUpdateReport(.gap)
    #expect(setting.world.sleeping == 0)
    #expect(await setting.service.asked.count == asked)

    await interactor.handle(.resume)
    #expect(await eventually { await setting.service.asked.count > asked })
    #expect(await eventually { setting.world.sleeping == 1 })
    await interactor.handle(.close)
  }

  @Test func `a stream shown again before its next refresh keeps the time of that refresh`()
    async throws
  {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    let interactor = await beside(setting).after(.open(.home))
    let due = setting.world.now.timeAdvanced(by: .seconds(90))
    #expect(await eventually { setting.world.nextWaking == due })

    await interactor.handle(.pause)
    setting.world.pass(.seconds(30))
    await interactor.handle(.resume)

    #expect(await eventually { setting.world.nextWaking == due })
    await interactor.handle(.close)
  }

  @Test func `a stream in a column is not the one opened at the next start`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    let first = reading(setting)
    await first.handle(.open(.home))
    let interactor = beside(setting)

    await interactor.handle(.open(.photos))

    let account = setting.session.account.id
    #expect(await setting.store.lastOpenedFeed(account: account) == .home)
    await interactor.handle(.close)
  }

  @Test func `the photo scene steps through the stream that was in front last`() async {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    let first = await reading(setting).after(.open(.home))
    let interactor = await beside(setting).after(.open(.photos))
    #expect(setting.session.openFeeds == [.home, .photos])

    await first.handle(.showTabs)

    #expect(setting.session.openFeeds == [.photos, .home])
    await interactor.handle(.close)
  }

  @Test func `two columns of one account fetch notifications once`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1), hasNotices: true)
    let board = AccountNotifications(setting.session)
    let interactors = [
      beside(setting, notifications: board), beside(setting, notifications: board),
    ]

    for interactor in interactors { await interactor.handle(.open(.home)) }

    #expect(await eventually { await setting.notifications.asked == 1 })
    // In between, in turn with that, they ask how far was read elsewhere.
    for _ in 1...2 {
      #expect(await eventually { isAtRest(setting, streams: 2) })
      #expect(await setting.notifications.asked == 1)
      setting.world.pass(.seconds(90))
    }
    #expect(await eventually { isAtRest(setting, streams: 2) })
    #expect(await eventually { await setting.notifications.asked == 2 })
    for interactor in interactors { await interactor.handle(.close) }
  }
}
