import Doubles
import FeedDomain
import Testing
import UseCases

/// A service that says nothing for a while when it is asked what is new.
extension StreamInteractorTests {
  private func stalled() async throws -> (Setting, StreamInteractor) {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(2, downTo: 1))
    await setting.service.hold()
    let interactor = await reading(setting).after(.open(.home))
    #expect(await eventually { await setting.service.waiting == 1 })
    return (setting, interactor)
  }

  private func isTold(_ setting: Setting, since moment: Timestamp) async -> Bool {
    await eventually { spy.activity == .stalled(since: moment) }
  }

  @Test func `asking again within the first moments sends nothing`() async throws {
    let (setting, interactor) = try await stalled()

    setting.world.pass(.milliseconds(4_999))
    for _ in 1...3 { await interactor.handle(.refresh) }

    await setting.service.release()
    #expect(await eventually { spy.activity == .none })
    #expect(await setting.service.asked.count == 1)
    #expect(spy.ids == ["3", "2", "1"])
    await interactor.handle(.close)
  }

  @Test func `a silence is told, and asking again then begins anew, once`() async throws {
    let (setting, interactor) = try await stalled()
    let begun = setting.world.now
    #expect(spy.activity == .refreshing)

    setting.world.pass(.seconds(5))
    #expect(await isTold(setting, since: begun))
    await interactor.handle(.refresh, .refresh)

    #expect(spy.activity == .refreshing)
    #expect(await eventually { await setting.service.waiting == 2 })
    #expect(await setting.service.asked.count == 2)
    await setting.service.release()
    #expect(await eventually { spy.activity == .none && spy.ids == ["3", "2", "1"] })
    #expect(spy.values.allSatisfy { $0.problem == nil })
    await interactor.handle(.close)
  }

  @Test func `the silence of the next try is told as well`() async throws {
    let (setting, interactor) = try await stalled()
    setting.world.pass(.seconds(5))
    await interactor.handle(.refresh)
    let again = setting.world.now

    #expect(await eventually { setting.world.nextWaking == again.timeAdvanced(by: .seconds(5)) })
    setting.world.pass(.seconds(5))

    #expect(await isTold(setting, since: again))
    await setting.service.release()
    #expect(await eventually { spy.activity == .none })
    #expect(await eventually { setting.world.sleeping == 0 })
    await interactor.handle(.close)
  }

  @Test func `a page that comes is a sign, and what is new is asked for on`() async throws {
    let setting = Setting(service: Post.samples(9, downTo: 1))
    try await setting.hold(Post.samples(2, downTo: 1))
    await setting.service.hold()
    let interactor = await reading(setting).after(.open(.home))
    #expect(await eventually { await setting.service.waiting == 1 })
    setting.world.pass(.seconds(4))

    await setting.service.release()
    await setting.service.hold()
    #expect(await eventually { await setting.service.waiting == 1 && spy.ids.first == "5" })
    setting.world.pass(.seconds(4))
    await interactor.handle(.refresh)

    #expect(spy.activity == .refreshing)
    #expect(await setting.service.asked.count == 2)
    await setting.service.release()
    #expect(await eventually { spy.activity == .none && spy.ids.first == "9" })
    await interactor.handle(.close)
  }

  @Test func `what is refused after a silence takes nothing away, nor does a late answer`()
    async throws
  {
    let (setting, interactor) = try await stalled()
    setting.world.pass(.seconds(6))
    await setting.service.fail(.rateLimited(until: nil))
    await interactor.handle(.refresh)
    #expect(await eventually { await setting.service.waiting == 2 })

    await setting.service.release()

    #expect(
      await eventually {
        spy.values.contains {
          if case .failed(.rateLimited(until: nil), _?) = $0.problem { true } else { false }
        }
      })
    #expect(spy.activity == .none)
    #expect(spy.ids == ["2", "1"])
    await interactor.handle(.close)
  }

  @Test func `nobody waits for a sign once the stream is left`() async throws {
    let (setting, interactor) = try await stalled()

    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
    setting.world.pass(.seconds(60))
    await setting.service.release()
    #expect(spy.activity == .none)
  }
}
