import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor struct NoticeRoundsTests {
  private func rounds(_ setting: Setting) -> NotificationPoller {
    NotificationPoller(setting.session, AccountNotifications(setting.session), every: .seconds(90))
  }

  @Test func `notifications are fetched at every interval until polling stops`() async {
    let setting = Setting(hasNotices: true)
    let rounds = rounds(setting)

    rounds.startPolling()
    rounds.startPolling()
    for round in 1...3 {
      #expect(await eventually { setting.world.sleeping == 1 })
      setting.world.pass(.seconds(90))
      #expect(await eventually { await setting.notifications.asked == round })
    }
    rounds.stopPolling()

    #expect(await eventually { setting.world.sleeping == 0 })
  }

  @Test func `a poll is skipped if a stream fetched notifications a moment ago`() async {
    let setting = Setting(hasNotices: true)
    let rounds = rounds(setting)
    rounds.startPolling()
    #expect(await eventually { setting.world.sleeping == 1 })
    let next = setting.world.now.timeAdvanced(by: .seconds(90))

    setting.world.pass(.seconds(85))
    let isAskedByStream = setting.session.requestTimes.beginNotificationRequestIfDue(
      at: setting.world.now)
    #expect(isAskedByStream)
    setting.world.pass(.seconds(5))

    #expect(
      await eventually { setting.world.nextWaking == next.timeAdvanced(by: .seconds(90)) })
    #expect(await setting.notifications.asked == 0)
    rounds.stopPolling()
  }

  @Test func `notifications are polled no more often than the service asks for`() async {
    let setting = Setting(hasNotices: true, refreshInterval: .seconds(900))
    let rounds = rounds(setting)
    let next = setting.world.now.timeAdvanced(by: .seconds(900))

    rounds.startPolling()

    #expect(await eventually { setting.world.nextWaking == next })
    rounds.stopPolling()
  }
}
