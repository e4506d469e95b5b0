import FeedDomain
import Testing

@MainActor @Suite struct StreamInteractorTests {
  private let spy = StreamPresenterSpy()

  private func reading(
    _ setting: Setting, interval: Duration? = nil, freshFor: Duration = .zero
  ) -> StreamInteractor {
    StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamPacing(interval: interval, freshFor: freshFor))
  }

  @Test func `opening shows what is held after one look at the store`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(15))

    await interactor.handle(.open(.home))

    #expect(await setting.store.windowsRead == 1)
    #expect(
      spy.responses.first
        == .streams(
          [.feed(.home), .feed(.photos)], current: .home, account: setting.session.account))
    #expect(spy.ids == ["3", "2", "1"])
  }

  @Test func `opening for the first time fetches the newest page`() async throws {
    let setting = Setting(service: Post.samples(9, downTo: 1))
    let interactor = reading(setting)

    await interactor.handle(.open(nil))

    #expect(spy.responses.contains(.activity(.opening)))
    #expect(await eventually { spy.ids == ["9", "8", "7"] && spy.activity == .none })
    #expect(await setting.service.asked == [.latest])
    #expect(spy.rows?.hasMoreBelow == true)
  }

  @Test func `a stream that was fetched a moment ago is not fetched again`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(15))

    await interactor.handle(.open(.home))

    #expect(spy.activity == .none)
    #expect(await setting.service.asked == [])
    #expect(setting.world.sleeping == 0)
  }

  @Test func `what a service lets nobody keep is gone before it is shown`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1), keepsFor: .seconds(86_400))
    try await setting.hold(Post.samples(9, downTo: 7))
    setting.world.pass(.seconds(86_399))
    let interactor = reading(setting)

    await interactor.handle(.open(.home))
    #expect(spy.ids == ["9", "8", "7"])
    await interactor.handle(.close)
    setting.world.pass(.seconds(2 * 86_400))
    spy.responses = []
    await setting.service.fail(.unreachable)
    await interactor.handle(.open(.home))

    #expect(spy.ids == [])
    #expect(await setting.store.forgotten == setting.world.now.advanced(by: .seconds(-86_400)))
    await interactor.handle(.close)
  }

  @Test func `photos are a wall until the reader wants them otherwise`() async throws {
    let setting = Setting()
    let interactor = reading(setting)

    await interactor.handle(.open(.photos))
    await interactor.handle(.arrange(.carousel))
    await interactor.handle(.open(.home))
    await interactor.handle(.open(.photos))

    let arranged = spy.responses.compactMap { response -> Arrangement? in
      if case .arranged(let arrangement) = response { arrangement } else { nil }
    }
    #expect(arranged == [.wall, .carousel, .list, .carousel])
  }

  @Test func `an arrangement that cannot be kept is shown all the same`() async throws {
    let setting = Setting()
    let interactor = reading(setting)
    await interactor.handle(.open(.photos))
    await setting.store.fail(.full)

    await interactor.handle(.arrange(.list))

    #expect(spy.responses.suffix(2) == [.arranged(.list), .storeFailed(.full)])
  }

  @Test func `an empty stream is told as empty`() async throws {
    let setting = Setting()
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.status?.isEmpty == true })
  }

  @Test func `opening while offline keeps what is held and says when it tries again`() async throws
  {
    let setting = Setting()
    try await setting.hold(Post.samples(2, downTo: 1))
    await setting.service.fail(.unreachable)
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    let retryAt = setting.world.now.advanced(by: .seconds(5))
    #expect(await eventually { spy.responses.contains(.failed(.unreachable, retryAt: retryAt)) })
    #expect(spy.ids == ["2", "1"])
  }

  @Test func `it tries again by itself, with growing patience`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    try await setting.hold(Post.samples(2, downTo: 1))
    await setting.service.fail(.unreachable, .unreachable, .unreachable)
    let interactor = reading(setting, interval: .seconds(90))

    await interactor.handle(.open(.home))

    for seconds in [5, 15, 60] {
      let retryAt = setting.world.now.advanced(by: .seconds(seconds))
      #expect(
        await eventually { spy.responses.contains(.failed(.unreachable, retryAt: retryAt)) })
      #expect(await eventually { setting.world.nextWaking == retryAt })
      setting.world.pass(.seconds(seconds))
    }
    #expect(await eventually { await setting.service.asked.count == 4 })
    await interactor.handle(.close)
  }

  @Test func `after a refresh the store is tidied, but not after each`() async throws {
    let setting = Setting(service: Post.samples(2, downTo: 1))
    let interactor = reading(setting)

    await interactor.handle(.open(.home))
    #expect(await eventually { await setting.store.tidied == [setting.account] })
    await interactor.handle(.refresh)
    #expect(await eventually { await setting.service.asked.count == 2 && spy.activity == .none })

    #expect(await setting.store.tidied.count == 1)
    setting.world.pass(.seconds(600))
    await interactor.handle(.refresh)
    #expect(await eventually { await setting.store.tidied.count == 2 })
  }

  @Test func `what another window stored is shown, and the reader stays`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(2, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(15))
    await interactor.handle(.open(.home))
    try await setting.hold(Post.samples(3, downTo: 1))

    await setting.actions.noticeOthers()

    #expect(await eventually { spy.ids == ["3", "2", "1"] })
    #expect(spy.rows?.place == nil)
    #expect(await setting.service.asked == [])
  }

  @Test func `a like in another window shows here`() async throws {
    let setting = Setting()
    try await setting.hold(Post.samples(2, downTo: 1))
    await setting.service.hold()
    let interactor = reading(setting, freshFor: .seconds(15))
    await interactor.handle(.open(.home))
    try await setting.outbox.enqueue(
      setting.item("a", .like("1"), .queued(notBefore: nil, after: nil)))

    await setting.actions.noticeOthers()

    #expect(await eventually { spy.post("1")?.own == .liked })
    await setting.service.release()
  }

  @Test func `a limit says when the service may be asked again`() async throws {
    let setting = Setting()
    let until = setting.world.now.advanced(by: .seconds(120))
    await setting.service.fail(.rateLimited(until: until))
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    #expect(
      await eventually {
        spy.responses.contains(.failed(.rateLimited(until: until), retryAt: until))
      })
    await interactor.handle(.close)
  }

  @Test func `new posts come next to what is held and do not move the reader`() async throws {
    let setting = Setting(service: Post.samples(8, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = reading(setting)
    await interactor.handle(.open(.home))

    #expect(await eventually { spy.ids.first == "8" && spy.activity == .none })

    #expect(spy.ids == ["8", "7", "6", "5", "4", "3", "2", "1"])
    #expect(spy.rows?.place == nil)
    #expect(
      await setting.service.asked == [.newer(FeedEntry.ID("3")), .newer(FeedEntry.ID("6"))])
  }

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

  @Test(arguments: [Stream.Edge.above, .below])
  func `a gap that one page fills to its last post is closed`(edge: Stream.Edge) async throws {
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

  @Test(arguments: [Stream.Edge.above, .below])
  func `a gap is filled although what comes after it cannot be seen`(
    edge: Stream.Edge
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
    #expect(!spy.responses.contains { if case .failed = $0 { true } else { false } })
  }

  @Test func `two refreshes at once are one`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    await setting.service.hold()
    let interactor = reading(setting)
    await interactor.handle(.open(.home))

    await interactor.handle(.refresh)
    await interactor.handle(.refresh)
    await setting.service.release()

    #expect(await eventually { spy.activity == .none })
    #expect(await setting.service.asked.count == 1)
  }

  @Test func `a stream switched while loading is not overwritten by the old one`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    await setting.service.hold()
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    #expect(await eventually { await setting.service.waiting == 1 })

    await interactor.handle(.open(.photos))
    #expect(await eventually { await setting.service.waiting == 2 })
    await setting.service.release()

    #expect(await eventually { spy.activity == .none && spy.ids.count == 3 })
    #expect(await setting.store.ids(of: .home) == [])
    #expect(await setting.store.lastFeed(account: setting.account) == .photos)
  }

  @Test func `closing stops everything`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    let interactor = reading(setting, interval: .seconds(60))
    await interactor.handle(.open(.home))
    #expect(await eventually { setting.world.sleeping == 1 })

    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
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
    #expect(await eventually { spy.responses.contains(.failed(.unreachable, retryAt: nil)) })

    await interactor.handle(.more(.below))

    #expect(spy.activity == .none)
    setting.world.pass(.seconds(5))
    await interactor.handle(.more(.below))
    #expect(spy.activity == .loadingOlder)
  }

  @Test func `a like shows in the same turn`() async throws {
    let setting = Setting(service: [.sample("1")])
    try await setting.hold([.sample("1")])
    await setting.service.hold()
    let interactor = reading(setting)
    await interactor.handle(.open(.home))

    let task = Task.immediate { await interactor.handle(.toggle(Post.ID("1"), .liked)) }
    let shown = spy.post("1")

    #expect(shown == Post.sample("1").marked(.liked, true))
    #expect(spy.responses.contains(.action(.acted(.like("1")))))
    await task.value
    await setting.service.release()
  }

  @Test func `a delivered like never shows the past`() async throws {
    let setting = Setting(service: [.sample("1")])
    try await setting.hold([.sample("1")])
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))

    await interactor.handle(.toggle(Post.ID("1"), .liked))

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await eventually { spy.responses.contains(.action(.waiting(0, nil))) })
    let shown = spy.responses.compactMap { response -> Bool? in
      guard case .changed(let posts) = response else { return nil }
      return posts.first?.own.contains(.liked)
    }
    #expect(shown == [true])
  }

  @Test func `a refused like shows the confirmed post again`() async throws {
    let setting = Setting(service: [.sample("1")])
    try await setting.hold([.sample("1")])
    await setting.service.answer(.failure(.refused("No.")))
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))

    await interactor.handle(.toggle(Post.ID("1"), .liked))

    #expect(
      await eventually {
        spy.responses.contains(.action(.refused(.like("1"), .refused("No."))))
      })
    #expect(spy.post("1") == .sample("1"))
  }

  @Test func `only one's own posts can be deleted, and vanish at once`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("2", by: "me"), .sample("1")])
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))

    await interactor.handle(.delete(Post.ID("1")))
    #expect(spy.ids == ["2", "1"])
    await interactor.handle(.delete(Post.ID("2")))

    #expect(spy.ids == ["1"])
    await interactor.handle(.undo)
    #expect(spy.ids == ["2", "1"])
  }

  @Test func `the place is remembered, and found again`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))
    let place = ReadingPlace(entry: FeedEntry.ID("1"), row: 4)

    await interactor.handle(
      .remember(ReadingPlace(entry: FeedEntry.ID("3"), row: 0), seen: FeedEntry.ID("3")))
    await interactor.handle(
      .remember(ReadingPlace(entry: FeedEntry.ID("2"), row: 2), seen: FeedEntry.ID("3")))
    await interactor.handle(.remember(place, seen: FeedEntry.ID("3")))
    await interactor.handle(.close)
    await interactor.handle(.open(.home))

    #expect(spy.rows?.place == place)
    #expect(await setting.store.placesKept.last == place)
  }

  @Test func `what stands above the newest entry seen is unread`() async throws {
    let setting = Setting(service: Post.samples(5, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))
    await interactor.handle(
      .remember(ReadingPlace(entry: FeedEntry.ID("3"), row: 0), seen: FeedEntry.ID("3")))
    #expect(await eventually { await setting.store.placesKept.count == 1 })

    await interactor.handle(.refresh)
    #expect(await eventually { spy.status?.unread == 2 })
    await interactor.handle(.jump(.firstUnread))

    #expect(spy.rows?.place == ReadingPlace(entry: FeedEntry.ID("4"), row: 0))
  }

  @Test func `what the reader put there themselves is not unread`() async throws {
    let own = [Post.sample("6", by: "me"), .sample("5"), .sample("4", by: "me")]
    let setting = Setting(service: own + Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(3, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))
    await interactor.handle(
      .remember(ReadingPlace(entry: FeedEntry.ID("3"), row: 0), seen: FeedEntry.ID("3")))
    #expect(await eventually { await setting.store.placesKept.count == 1 })

    await interactor.handle(.refresh)
    #expect(await eventually { spy.ids.first == "6" && spy.status?.unread == 1 })
    await interactor.handle(.jump(.firstUnread))

    #expect(spy.rows?.place == ReadingPlace(entry: FeedEntry.ID("5"), row: 0))
  }

  @Test func `a refresh counts what happened to the reader too`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1), hasNotices: true)
    await setting.notices.tell([.like("n", by: ["ada"], of: "1", minute: 5)])
    let board = NoticeBoard(setting.session)
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamPacing(interval: nil, freshFor: .zero), notices: board)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.status?.notices == 1 })
    board.markRead()
    #expect(spy.status?.notices == 0)
  }

  @Test func `jumping goes to the top and to the bottom`() async throws {
    let setting = Setting()
    try await setting.hold(Post.samples(5, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))

    await interactor.handle(.jump(.bottom))
    #expect(spy.rows?.place?.entry == FeedEntry.ID("1"))
    await interactor.handle(.jump(.top))

    #expect(spy.rows?.place?.entry == FeedEntry.ID("5"))
  }

  @Test func `many rows are held only around the reader`() async throws {
    let setting = Setting()
    try await setting.hold(Post.samples(1000, downTo: 1))
    let interactor = reading(setting, freshFor: .seconds(60))
    await interactor.handle(.open(.home))

    for _ in 0..<3 { await interactor.handle(.more(.below)) }

    #expect((1...400).contains(spy.rows?.rows.count ?? 0))
    #expect(spy.rows?.hasMoreAbove == true)
  }

  @Test func `a refused token is told, and the request repeated after signing in`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    await setting.service.fail(.signedOut)
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    #expect(await eventually { spy.responses.contains(.action(.signedOut)) })
    #expect(setting.world.sleeping == 0)

    await interactor.resume()

    #expect(await eventually { spy.ids == ["3", "2", "1"] })
  }

  @Test func `a full disk is told and what is shown stays`() async throws {
    let setting = Setting(service: Post.samples(3, downTo: 1))
    try await setting.hold(Post.samples(2, downTo: 1))
    await setting.store.fail(.full)
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.responses.contains(.storeFailed(.full)) })
    #expect(spy.ids == ["2", "1"])
    await interactor.handle(.close)
  }

  @Test func `a newest entry that is gone at the service does not stop the refresh`() async throws {
    let setting = Setting(service: Post.samples(5, downTo: 1))
    try await setting.hold(Post.samples(4, downTo: 1))
    await setting.service.forget(Post.ID("4"))
    let interactor = reading(setting)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.ids.first == "5" && spy.activity == .none })
    #expect(!spy.ids.contains("…"))
  }

  @Test func `when the line is back, what waits for it is sent`() async throws {
    let setting = Setting(service: Post.samples(1, downTo: 1))
    try await setting.hold(Post.samples(1, downTo: 1))
    await setting.service.answer(.failure(.unreachable))
    await setting.service.fail(.unreachable)
    let interactor = reading(setting)
    await interactor.handle(.open(.home))
    await interactor.handle(.toggle(Post.ID("1"), .liked))
    #expect(
      await eventually { spy.responses.contains(.action(.waiting(1, .unreachable))) })

    await interactor.handle(.refresh)

    #expect(await eventually { await setting.service.sent.count == 2 })
  }
}
