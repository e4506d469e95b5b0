import Doubles
import FeedDomain
import Testing
import UseCases

/// Alerts for a person's posts that end by themselves.
@MainActor @Suite struct PersonAlertEndTimeTests {
  private let setting = Setting()
  private let ada = Person.sample("ada")

  private var personAlerts: TimedPersonAlerts { setting.actions.personAlerts }

  private func alerts(_ isOn: Bool) -> PendingChange {
    .serviceAction(ServiceAction(.tellOfPosts, "ada", detail: "ada", isDone: isOn))
  }

  @Test func `alerts for a day are turned off at the service a day later`() async throws {
    await setting.actions.startDelivery()

    #expect(await personAlerts.turnOnPostAlerts(for: ada, during: .seconds(86_400)) == nil)
    #expect(await eventually { await setting.service.sent == [alerts(true)] })
    #expect(await eventually { setting.world.sleeping > 0 })
    setting.world.pass(.seconds(86_400))

    #expect(await eventually { await setting.service.sent == [alerts(true), alerts(false)] })
    #expect(await eventually { await setting.personAlertEndTimes.times.isEmpty })
    await setting.actions.stopDelivery()
  }

  @Test func `undo after the end of alerts undoes the user's last action instead`() async throws {
    await setting.actions.startDelivery()
    #expect(await personAlerts.turnOnPostAlerts(for: ada, during: .seconds(60)) == nil)
    #expect(await eventually { await setting.service.sent == [alerts(true)] })
    setting.actions.performChange(.like("1"))
    #expect(await eventually { await setting.service.sent.count == 2 })
    #expect(await eventually { setting.world.sleeping > 0 })
    setting.world.pass(.seconds(60))
    #expect(await eventually { await setting.service.sent.last == alerts(false) })

    setting.actions.undoLastAction()

    #expect(await eventually { await setting.service.sent.last == .like("1", false) })
    await setting.actions.stopDelivery()
  }

  @Test func `alerts that ended while the program was off are turned off at the start`()
    async throws
  {
    try await setting.personAlertEndTimes.setPersonAlertEndTime(
      PersonAlertEndTime(
        person: ada.id, handle: "ada", endsAt: setting.world.now.timeAdvanced(by: .seconds(-1))),
      account: setting.account)

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.service.sent == [alerts(false)] })
    await setting.actions.stopDelivery()
  }

  @Test
  func `alerts without an end need no stored end, and are not turned on if the end is not stored`()
    async throws
  {
    #expect(await personAlerts.turnOnPostAlerts(for: ada, during: nil) == nil)
    #expect(await setting.personAlertEndTimes.times.isEmpty)
    await setting.personAlertEndTimes.fail(.full)
    #expect(await personAlerts.turnOnPostAlerts(for: .sample("bo"), during: .seconds(9)) == .full)

    await setting.actions.waitUntilChangesWritten()
    #expect(await setting.outbox.held.map(\.change) == [alerts(true)])
  }
}
