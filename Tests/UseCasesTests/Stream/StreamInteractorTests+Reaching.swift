import Doubles
import FeedDomain
import Testing
import UseCases

/// What is not on the screen yet: gaps, what is older, and both ends.
extension StreamInteractorTests {
  /// A stream with a gap between the newest posts and the one that is held.
  private func streamWithGap(
    amongPosts count: Int
  ) async throws -> (setting: Setting, interactor: StreamInteractor) {
    let setting = Setting(service: Post.samples(count, downTo: 1))
    try await setting.hold(Post.samples(1, downTo: 1))
    let interactor = await reading(setting).after(.open(.home))
    #expect(await eventually { spy.ids.contains("…") && spy.activity == .none })
    return (setting, interactor)
  }

  @Test func `more new posts than the fetched pages contain leave a gap`() async throws {
    _ = try await streamWithGap(amongPosts: 30)

    #expect(spy.ids.prefix(5) == ["30", "29", "28", "…", "10"])
  }

  @Test func `a gap can be filled from below`() async throws {
    let interactor = try await streamWithGap(amongPosts: 30).interactor
    let gap = try #require(spy.gap)

    await interactor.handle(.fill(gap.id, from: .below))

    #expect(spy.activity == .filling(gap.id))
    #expect(await eventually { spy.activity == .none })
    #expect(spy.ids.prefix(8) == ["30", "29", "28", "…", "13", "12", "11", "10"])
  }

  @Test func `a gap can be filled from above until it closes`() async throws {
    let interactor = try await streamWithGap(amongPosts: 16).interactor

    for _ in 0..<2 {
      guard let gap = spy.gap else { break }
      await interactor.handle(.fill(gap.id, from: .above))
      #expect(await eventually { spy.activity == .none })
    }

    #expect(spy.ids == (1...16).reversed().map(String.init))
  }

  // Ten posts come next to what is held, three at the top: three or five are missing, of which one
  // page brings three.
  @Test(arguments: [StreamScene.StreamRowsEdge.above, .below], [16, 18])
  func `a gap that one or two pages fill completely is removed`(
    edge: StreamScene.StreamRowsEdge, count: Int
  ) async throws {
    let interactor = try await streamWithGap(amongPosts: count).interactor
    let gap = try #require(spy.gap)
    #expect(spy.ids.prefix(5) == ["\(count)", "\(count - 1)", "\(count - 2)", "…", "10"])

    await interactor.handle(.fill(gap.id, from: edge))

    #expect(await eventually { spy.activity == .none })
    #expect(spy.ids == (1...count).reversed().map(String.init))
  }

  @Test(arguments: [StreamScene.StreamRowsEdge.above, .below])
  func `the posts of a fetched page are inserted in a gap even if the next request fails`(
    edge: StreamScene.StreamRowsEdge
  ) async throws {
    let (setting, interactor) = try await streamWithGap(amongPosts: 16)
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

  @Test func `older posts are loaded from the store first, then from the service`() async throws {
    let setting = Setting(service: Post.samples(9, downTo: 1))
    let interactor = await reading(setting).after(.open(.home))
    #expect(await eventually { spy.ids.count == 3 && spy.activity == .none })

    await interactor.handle(.more(.below), .more(.below))
    #expect(spy.activity == .loadingOlder)

    #expect(await eventually { spy.ids.count == 6 && spy.activity == .none })
    #expect(await setting.service.asked == [.latest, .older(Cursor("6"))])
  }

  @Test func `after a failure to load older posts the next try waits five seconds`() async throws {
    let setting = Setting(service: Post.samples(9, downTo: 1))
    let interactor = await reading(setting).after(.open(.home))
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

  @Test func `jumping selects the first or the last entry`() async throws {
    let setting = try await Setting().holding(Post.samples(5, downTo: 1))
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))

    await interactor.handle(.jump(.bottom))
    #expect(spy.selected?.entry == FeedEntry.ID("1"))
    await interactor.handle(.jump(.top))

    #expect(spy.selected?.entry == FeedEntry.ID("5"))
  }

  @Test func `only a window of rows around the selected entry is kept in memory`() async throws {
    let setting = try await Setting().holding(Post.samples(1000, downTo: 1))
    let interactor = await reading(setting, freshFor: .seconds(60)).after(.open(.home))

    for _ in 0..<3 { await interactor.handle(.more(.below)) }

    #expect((1...400).contains(spy.rows.count))
    #expect(spy.last?.hasMoreAbove == true)
  }

  @Test func `a stream that hides read posts requests no older ones, and shows all again`()
    async throws
  {
    let setting = Setting(service: Post.samples(9, downTo: 1))
    let interactor = await reading(setting).after(.open(.home))
    #expect(await eventually { spy.ids == ["9", "8", "7"] && spy.activity == .none })
    let entry = FeedEntry.ID("8")
    await interactor.handle(.remember(ReadingPosition(entry: entry, row: 0), seen: entry))

    await interactor.handle(.toggleUnreadOnly)
    #expect(await eventually { spy.ids == ["9"] })
    #expect(spy.last?.hasMoreBelow == false && spy.last?.showsUnreadOnly == true)
    await interactor.handle(.more(.below))
    #expect(spy.activity == .none)

    await interactor.handle(.toggleUnreadOnly)
    #expect(await eventually { spy.ids == ["9", "8", "7"] })
    #expect(spy.last?.hasMoreBelow == true)
    #expect(await setting.service.asked == [.latest])
  }

  @Test func `posts read since are hidden when a stream that hides read posts is opened again`()
    async throws
  {
    let setting = try await Setting().holding(Post.samples(5, downTo: 1))
    let scope = StreamOrMergedHomes.stream(.home, setting.account)
    try await setting.store.advanceLastReadEntry(FeedEntry.ID("2"), in: scope)
    try await setting.store.setShowsUnreadOnly(true, of: scope)
    try await setting.store.advanceLastReadEntry(FeedEntry.ID("4"), in: scope)

    _ = await reading(setting, freshFor: .seconds(60)).after(.open(.home))

    #expect(spy.ids == ["5"])
  }
}
