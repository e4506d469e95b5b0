import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// A stream that is fetched to be read without a network.
extension StreamInteractorTests {
  private var told: [(OfflineCopy, isOver: Bool)] {
    spy.values.compactMap {
      if case .ahead(let offlineCopy, let isOver) = $0 { (offlineCopy, isOver) } else { nil }
    }
  }

  private func opened(_ setting: Setting) async throws -> StreamInteractor {
    try await setting.hold(Post.samples(7, downTo: 7), older: Cursor("6"))
    let interactor = reading(setting, freshFor: .seconds(15))
    await interactor.handle(.open(.home))
    return interactor
  }

  /// Lets the clock go on to the next question.
  private func pass(_ setting: Setting) async {
    #expect(await eventually { setting.world.sleeping > 0 })
    setting.world.pass(.milliseconds(250))
  }

  @Test func `a stream comes here while it is read, and at the end that is told`() async throws {
    let setting = Setting(service: Post.samples(7, downTo: 1))
    let interactor = try await opened(setting)

    await interactor.handle(.fetchAhead(screen: nil))
    await pass(setting)
    await pass(setting)

    #expect(await eventually { told.last?.isOver == true })
    #expect(told.first?.0 == OfflineCopy())
    #expect(told.last?.0.posts == 7 && told.last?.0.missingPart == nil)
    #expect(await eventually { spy.ids.count == 7 })
  }

  @Test func `asked for once more, it stops`() async throws {
    let setting = Setting(service: Post.samples(7, downTo: 1))
    let interactor = try await opened(setting)
    await interactor.handle(.fetchAhead(screen: nil))
    #expect(await eventually { setting.world.sleeping > 0 })

    await interactor.handle(.fetchAhead(screen: nil))

    #expect(await eventually { told.last?.isOver == true })
    #expect(told.last?.0.missingPart == .calledOff)
  }

  @Test func `it goes on whichever stream is read, and ends with the scene`() async throws {
    let setting = Setting(service: Post.samples(7, downTo: 1))
    let interactor = try await opened(setting)
    await interactor.handle(.fetchAhead(screen: nil))
    #expect(await eventually { setting.world.sleeping > 0 })

    await interactor.handle(.open(.photos))
    #expect(interactor.errands.ahead.isRunning)
    await interactor.handle(.close)

    #expect(await eventually { !interactor.errands.ahead.isRunning })
    #expect(told.last?.isOver == false)
  }
}
