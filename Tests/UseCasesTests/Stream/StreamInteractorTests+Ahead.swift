import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// A stream that is fetched to be read without a network.
extension StreamInteractorTests {
  private var fetched: OfflineCopyResult? {
    for case .say(.offlineCopyEnded(let copy)) in spy.effects { return copy }
    return nil
  }

  private func opened(_ setting: Setting) async throws -> StreamInteractor {
    try await setting.hold(Post.samples(7, downTo: 7), older: Cursor("6"))
    let interactor = await reading(setting, freshFor: .seconds(15)).after(.open(.home))
    return interactor
  }

  /// Lets the clock go on to the next question.
  private func pass(_ setting: Setting) async {
    #expect(await eventually { setting.world.sleeping > 0 })
    setting.world.pass(.milliseconds(250))
  }

  @Test func `an offline copy of a stream is made in the background, and its result is announced`()
    async throws
  {
    let setting = Setting(service: Post.samples(7, downTo: 1))
    let interactor = try await opened(setting)

    await interactor.handle(.fetchAhead(screen: nil))
    await pass(setting)
    await pass(setting)

    #expect(await eventually { fetched != nil })
    #expect(spy.effects.first == .say(.offlineCopyStarted))
    #expect(spy.values.first { $0.offlineCopy != nil }?.offlineCopy == OfflineCopyResult())
    #expect(fetched?.posts == 7 && fetched?.missingPart == nil)
    #expect(spy.last?.offlineCopy == nil)
    #expect(await eventually { spy.ids.count == 7 })
  }

  @Test func `a second request for the offline copy cancels it`() async throws {
    let setting = Setting(service: Post.samples(7, downTo: 1))
    let interactor = try await opened(setting).after(.fetchAhead(screen: nil))
    #expect(await eventually { setting.world.sleeping > 0 })

    await interactor.handle(.fetchAhead(screen: nil))

    #expect(await eventually { fetched != nil })
    #expect(fetched?.missingPart == .calledOff)
  }

  @Test
  func `an offline copy goes on when another stream is opened, and ends when the scene closes`()
    async throws
  {
    let setting = Setting(service: Post.samples(7, downTo: 1))
    let interactor = try await opened(setting).after(.fetchAhead(screen: nil))
    #expect(await eventually { setting.world.sleeping > 0 })

    await interactor.handle(.open(.photos))
    #expect(interactor.tasks.offlineCopyTask.isRunning)
    await interactor.handle(.close)

    #expect(await eventually { !interactor.tasks.offlineCopyTask.isRunning })
    #expect(spy.last?.offlineCopy != nil && fetched == nil)
  }
}
