import Doubles
import FeedDomain
import Testing
import UseCases

/// What is not on the screen yet: gaps, what is older, and both ends.
extension StreamInteractorTests {
  @Test func `too much that is new leaves a gap`() async throws {
    let setting = Setting(service: Post.samples(30, downTo: 1))
    try await setting.hold(Post.samples(1, downTo: 1))
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.ids.contains("…") && spy.activity == .none })
    #expect(spy.ids.prefix(5) == ["30", "29", "28", "…", "10"])
  }

  @Test func `a gap is filled from below`() async throws {
    let setting = Setting(service: Post.samples(30, downTo: 1))
    try await setting.hold(Post.samples(1, downTo: 1))
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    #expect(await eventually { spy.ids.contains("…") && spy.activity == .none })
    let gap = try #require(spy.gap)

    await interactor.handle(.fill(gap.id, from: .below))

    #expect(spy.activity == .filling(gap.id))
    #expect(await eventually { spy.activity == .none })
    #expect(spy.ids.prefix(8) == ["30", "29", "28", "…", "13", "12", "11", "10"])
  }

  @Test func `a gap is filled from above, and closes`() async throws {
    let setting = Setting(service: Post.samples(16, downTo: 1))
    try await setting.hold(Post.samples(1, downTo: 1))
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    #expect(await eventually { spy.ids.contains("…") && spy.activity == .none })

    for _ in 0..<2 {
      guard let gap = spy.gap else { break }
      await interactor.handle(.fill(gap.id, from: .above))
      #expect(await eventually { spy.activity == .none })
    }

    #expect(spy.ids == (1...16).reversed().map(String.init))
  }

  @Test(arguments: [StreamScene.RowEdge.above, .below])
  func `a gap that one page fills to its last post is closed`(edge: StreamScene.RowEdge)
    async throws
  {
    // Ten of them come next to what is held, three at the top; three are missing.
    let setting = Setting(service: Post.samples(16, downTo: 1))
    try await setting.hold(Post.samples(1, downTo: 1))
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    #expect(await eventually { spy.ids.contains("…") && spy.activity == .none })
    let gap = try #require(spy.gap)
    #expect(spy.ids.prefix(5) == ["16", "15", "14", "…", "10"])

    await interactor.handle(.fill(gap.id, from: edge))

    #expect(await eventually { spy.activity == .none })
    #expect(spy.ids == (1...16).reversed().map(String.init))
  }

  @Test(arguments: [StreamScene.RowEdge.above, .below])
  func `a gap that two pages fill is closed with them`(edge: StreamScene.RowEdge) async throws {
    let setting = Setting(service: Post.samples(18, downTo: 1))
    try await setting.hold(Post.samples(1, downTo: 1))
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    #expect(await eventually { spy.ids.contains("…") && spy.activity == .none })
    let gap = try #require(spy.gap)
    #expect(spy.ids.prefix(5) == ["18", "17", "16", "…", "10"])

    await interactor.handle(.fill(gap.id, from: edge))

    #expect(await eventually { spy.activity == .none })
    #expect(spy.ids == (1...18).reversed().map(String.init))
  }

  @Test(arguments: [StreamScene.RowEdge.above, .below])
  func `a gap is filled although what comes after it cannot be seen`(
    edge: StreamScene.RowEdge
  ) async throws {
    let setting = Setting(service: Post.samples(16, downTo: 1))
    try await setting.hold(Post.samples(1, downTo: 1))
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    #expect(await eventually { spy.ids.contains("…") && spy.activity == .none })
    let gap = try #require(spy.gap)
    await setting.service.hold()

    await interactor.handle(.fill(gap.id, from: edge))
    #expect(await eventually { await setting.service.waiting == 1 })
    await setting.service.fail(.unreachable)
    await setting.service.release()

    #expect(await eventually { spy.activity == .none })
    #expect(spy.ids.contains("13") && spy.ids.contains("11") && spy.ids.contains("…"))
    #expect(spy.values.allSatisfy { $0.problem == nil })
  }

  @Test func `older posts come from the store first, then from the service`() async throws {
    let setting = Setting(service: Post.samples(9, downTo: 1))
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    #expect(await eventually { spy.ids.count == 3 && spy.activity == .none })

    await interactor.handle(.more(.below))
    await interactor.handle(.more(.below))
    #expect(spy.activity == .loadingOlder)

    #expect(await eventually { spy.ids.count == 6 && spy.activity == .none })
    #expect(await setting.service.asked == [.latest, .older(Cursor("6"))])
  }

  @Test func `a failure below is not repeated at every step`() async throws {
    let setting = Setting(service: Post.samples(9, downTo: 1))
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    #expect(await eventually { spy.ids.count == 3 && spy.activity == .none })
    await setting.service.fail(.unreachable)
    await interactor.handle(.more(.below))
    #expect(await eventually { spy.had(.failed(.unreachable, retryAt: nil)) })

    await interactor.handle(.more(.below))

    #expect(spy.activity == .none)
    setting.world.pass(.seconds(5))
    await interactor.handle(.more(.below))
    #expect(spy.activity == .loadingOlder)
  }

  @Test func `jumping goes to the top and to the bottom`() async throws {
    let setting = Setting()
    try await setting.hold(Post.samples(5, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))

    await interactor.handle(.jump(.bottom))
    #expect(spy.selected?.entry == FeedEntry.ID("1"))
    await interactor.handle(.jump(.top))

    #expect(spy.selected?.entry == FeedEntry.ID("5"))
  }

  @Test func `many rows are held only around the reader`() async throws {
    let setting = Setting()
    try await setting.hold(Post.samples(1000, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))

    for _ in 0..<3 { await interactor.handle(.more(.below)) }

    #expect((1...400).contains(spy.rows.count))
    #expect(spy.last?.hasMoreAbove == true)
  }
}
