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

  @Test func `a refresh within five seconds of an unanswered one makes no further request`()
    async throws
  {
    let (setting, interactor) = try await stalled()

    setting.world.pass(.milliseconds(4_999))
    for _ in 1...3 { await interactor.handle(.refresh) }

    await setting.service.release()
    #expect(await eventually { spy.activity == .none })
    #expect(await setting.service.asked.count == 1)
    #expect(spy.ids == ["3", "2", "1"])
    await interactor.handle(.close)
  }

  @Test func `an unanswered request is shown as stalled, and a refresh replaces it once`()
    async throws
  {
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

  @Test func `the stalled state is also shown for the replaced request`() async throws {
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

  @Test func `a fetched page resets the stall timer, and the next page is fetched`() async throws {
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

  @Test func `a failure or late reply after a stalled request keeps the posts`()
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

  @Test func `closing the stream ends the wait for a reply`() async throws {
    let (setting, interactor) = try await stalled()

    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
    setting.world.pass(.seconds(60))
    await setting.service.release()
    #expect(spy.activity == .none)
  }
}
