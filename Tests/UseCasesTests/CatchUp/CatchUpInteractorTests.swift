import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor @Suite struct CatchUpInteractorTests {
  private let spy = Spy<CatchUpScene.SceneState>()

  /// Catching up with posts of which the oldest was read.
  private func catchingUp(
    _ setting: Setting, holding posts: [Post] = Post.samples(3, downTo: 1)
  ) async throws -> CatchUpInteractor {
    try await setting.hold(posts)
    if let oldest = posts.last {
      try await setting.store.advanceLastReadEntry(
        FeedEntry.ID(oldest.id.rawValue), in: .stream(.home, setting.account))
    }
    return makeInteractor(setting)
  }

  private func makeInteractor(_ setting: Setting) -> CatchUpInteractor {
    CatchUpInteractor(
      setting.session, feed: .home, actions: setting.actions, presenter: spy)
  }

  /// The posts of the groups that were shown last, folded ones left out.
  private var ids: [String] { posts.map(\.id.rawValue) }

  private var posts: [Post] {
    (spy.last?.digest?.groups ?? []).flatMap(\.items).compactMap {
      if case .post(let piece) = $0 { piece.post } else { nil }
    }
  }

  private var order: CatchUpOrder? { spy.last?.order }
  private var span: MissedPostsSpan? { spy.last?.span }
  private var left: Int? { spy.last?.unreadCount }
  private var isCut: Bool { spy.last?.isCut == true }

  private func hasFetched(_ count: Int) -> Bool { spy.values.contains { $0.fetchedCount == count } }

  private func lastRead(_ setting: Setting) async -> String? {
    await setting.store.feedStatus(of: .stream(.home, setting.account)).lastRead?.rawValue
  }

  @Test func `missed posts are read from the store without a request`() async throws {
    let setting = Setting()
    let interactor = try await catchingUp(setting)

    await interactor.handle(.open)

    #expect(ids == ["2", "3"] && left == 2)
    #expect(await setting.service.asked == [])
    await interactor.handle(.close)
  }

  @Test func `posts that were seen count as read, and are not shown again`() async throws {
    let setting = Setting()
    let interactor = try await catchingUp(setting, holding: Post.samples(4, downTo: 1)).after(.open)

    await interactor.handle(.seen([FeedEntry.ID("2"), FeedEntry.ID("4")]), .close)

    #expect(left == 1)
    #expect(await lastRead(setting) == "2")
    let again = await makeInteractor(setting).after(.open)
    #expect(ids == ["3"])
    await again.handle(.close)
  }

  @Test func `with all posts read the last day can be shown again, and no more than that`()
    async throws
  {
    let setting = Setting()
    let now = setting.world.now
    let posts = [3, 2, 1].map { days in
      Post(
        id: Post.ID("\(days)"), author: .sample("ada"),
        createdAt: now.timeAdvanced(by: .seconds(-86_000 * (days - 1))),
        content: Post.PostContent(text: RichText("Hello")))
    }
    let interactor = try await catchingUp(setting, holding: posts.reversed())
    try await setting.store.advanceLastReadEntry(
      FeedEntry.ID("1"), in: .stream(.home, setting.account))
    await interactor.handle(.open)
    #expect(ids == [] && span == .unread)

    await interactor.handle(.lookBack)

    #expect(Set(ids) == ["1", "2"] && left == 0)
    #expect(span == .since(now.timeAdvanced(by: .seconds(-86_400))))
    #expect(await setting.service.asked == [])
    await interactor.handle(.close)
    #expect(await lastRead(setting) == "1")
    await interactor.handle(.open)
    #expect(span == .unread)
    await interactor.handle(.close)
  }

  @Test func `the last chosen order is used the next time`() async throws {
    let setting = Setting()
    let interactor = try await catchingUp(setting).after(.open)
    #expect(order == .people)
    await interactor.handle(.arrange(.likes), .arrange(.time), .close)

    let again = await makeInteractor(setting).after(.open)

    #expect(order == .time)
    await again.handle(.close)
  }

  @Test func `a change of order or time span is shown even if the posts stay the same`()
    async throws
  {
    let setting = Setting()
    let interactor = try await catchingUp(setting).after(.open)
    await interactor.handle(.arrange(.threads))
    let digest = spy.last?.digest

    await interactor.handle(.arrange(.time))
    #expect(order == .time && spy.last?.digest == digest)
    await interactor.handle(.close)

    let other = Setting()
    let empty = try await catchingUp(other, holding: []).after(.open)
    #expect(span == .unread && ids == [])
    await empty.handle(.lookBack)

    #expect(span != .unread && ids == [])
    await empty.handle(.close)
  }

  @Test func `all missed posts can be marked as read at once`() async throws {
    let setting = Setting()
    let interactor = try await catchingUp(setting).after(.open)

    await interactor.handle(.markAllSinceLastVisit, .close)

    #expect(left == 0)
    #expect(await lastRead(setting) == "3")
  }

  @Test
  func `marking all as read is confirmed after it is stored, and a failure to store is reported`()
    async throws
  {
    let setting = Setting()
    let interactor = try await catchingUp(setting).after(.open)
    await setting.store.fail(.readOnly)

    await interactor.handle(.markAllSinceLastVisit)

    #expect(await eventually { spy.effects.contains(.say(.storeFailed(.readOnly))) })
    #expect(await eventually { left == 2 })
    #expect(!spy.effects.contains(.say(.allMissedRead)))
    await setting.store.fail(nil)
    await interactor.handle(.markAllSinceLastVisit)
    #expect(await eventually { spy.effects.last == .say(.allMissedRead) })
    #expect(left == 0)
    await interactor.handle(.close)
    #expect(await lastRead(setting) == "3")
  }

  @Test func `the service is told the last post that was read`() async throws {
    let setting = Setting(hasNotices: true)
    let interactor = try await catchingUp(setting).after(.open)

    await interactor.handle(.seen([FeedEntry.ID("2"), FeedEntry.ID("3")]))
    #expect(await eventually { setting.world.sleeping == 1 })
    await interactor.handle(.close)

    #expect(await eventually { await setting.notifications.told == [FeedEntry.ID("3")] })
  }

  @Test func `missing posts are fetched first, at most two requests a second`() async throws {
    let setting = Setting(service: Post.samples(12, downTo: 1))
    let interactor = try await catchingUp(setting, holding: Post.samples(2, downTo: 1))
    try await setting.hold(Post.samples(12, downTo: 10), older: Cursor("9"))

    await interactor.handle(.open)

    #expect(await eventually { hasFetched(3) && setting.world.sleeping == 2 })
    #expect(
      setting.world.nextWaking == setting.world.now.timeAdvanced(by: .milliseconds(500)))
    #expect(ids == [])
    for count in [6, 9] {
      setting.world.pass(.milliseconds(500))
      #expect(await eventually { hasFetched(count) })
      #expect(await eventually { setting.world.sleeping == 2 || !ids.isEmpty })
    }
    #expect(await eventually { ids.count == 11 })
    await interactor.handle(.close)
  }

  @Test func `the user can begin to read before all missed posts are fetched`() async throws {
    let setting = Setting(service: Post.samples(12, downTo: 1))
    let interactor = try await catchingUp(setting, holding: Post.samples(2, downTo: 1))
    try await setting.hold(Post.samples(12, downTo: 10), older: Cursor("9"))
    await setting.service.hold()
    await interactor.handle(.open)

    await interactor.handle(.begin)

    #expect(ids == ["2", "10", "11", "12"])
    #expect(isCut)
    await setting.service.release()
    await interactor.handle(.close)
  }

  @Test
  func `without a connection the stored posts are shown, with the reason why some are missing`()
    async throws
  {
    let setting = Setting(service: Post.samples(12, downTo: 1))
    let interactor = try await catchingUp(setting, holding: Post.samples(2, downTo: 1))
    try await setting.hold(Post.samples(12, downTo: 10), older: Cursor("9"))
    await setting.service.fail(.unreachable)

    await interactor.handle(.open)

    #expect(await eventually { spy.last?.fetch == .failed(.unreachable) })
    #expect(ids == ["2", "10", "11", "12"] && isCut)
    await interactor.handle(.close)
  }

  @Test func `a like in the catch-up is shown at once`() async throws {
    let setting = Setting()
    let interactor = try await catchingUp(setting).after(.open)

    await interactor.handle(.toggle(Post.ID("2"), .liked))

    #expect(posts.filter { $0.userMarks.contains(.liked) }.map(\.id.rawValue) == ["2"])
    #expect(spy.effects.first == .flash(Post.ID("2")))
    await interactor.handle(.close)
    await setting.actions.stopDelivery()
  }

  @Test func `a liked post keeps its place, even in the order by likes`() async throws {
    let setting = Setting()
    let interactor = try await catchingUp(setting).after(.open)
    await interactor.handle(.arrange(.likes))
    #expect(ids == ["2", "3"])

    await interactor.handle(.toggle(Post.ID("3"), .liked))

    #expect(ids == ["2", "3"] && posts.last?.userMarks == .liked)
    await interactor.handle(.close)
    await setting.actions.stopDelivery()
  }

  @Test func `an unfolded thread stays unfolded in another order`() async throws {
    let thread = (2...6).reversed().map { number in
      Post(
        id: Post.ID("\(number)"), author: .sample("ada"), createdAt: Timestamp(milliseconds: 0),
        content: Post.PostContent(text: RichText("Hello")),
        reply: Post.ReplyTarget(to: Post.ID("\(number - 1)"), handle: "ada"))
    }
    let setting = Setting()
    let interactor = try await catchingUp(setting, holding: thread + [.sample("1")]).after(.open)
    #expect(ids == ["2", "6"])

    await interactor.handle(.unfold(Post.ID("2")))
    #expect(ids == ["2", "3", "4", "5", "6"])

    await interactor.handle(.arrange(.likes))
    #expect(ids == ["2", "3", "4", "5", "6"])
    await interactor.handle(.close)
  }
}

/// A stream whose reader was away, or caught up elsewhere.
@MainActor @Suite struct AbsenceTests {
  private let spy = Spy<StreamScene.SceneState>()

  private func reading(_ setting: Setting, unread: Int) async throws -> StreamInteractor {
    try await setting.hold(Post.samples(4, downTo: 1))
    try await setting.store.setReadingPosition(
      ReadingPosition(entry: FeedEntry.ID("1"), row: 0), lastRead: FeedEntry.ID("1"),
      in: .stream(.home, setting.account))
    return StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(
        interval: nil, freshFor: .seconds(15), absence: .seconds(3_600), unread: unread))
  }

  private var status: StreamScene.StreamUnreadStatus? { spy.last?.status }

  @Test(arguments: [(3, true), (4, false)])
  func `after a long absence with many unread posts the stream says since when`(
    unread: Int, isTold: Bool
  ) async throws {
    let setting = Setting()
    let interactor = try await reading(setting, unread: unread)

    await interactor.handle(.open(.home))

    #expect(status?.unread == 3)
    #expect((status?.awaySince != nil) == isTold)
    await interactor.handle(.close)
  }

  @Test func `returning from the catch-up selects the first post that is still unread`()
    async throws
  {
    let setting = Setting()
    let interactor = try await reading(setting, unread: 40).after(.open(.home))
    try await setting.store.markEntriesSeen(
      ["2", "3"].map { FeedEntry.ID($0) }, in: .stream(.home, setting.account))

    await interactor.handle(.resumeAfterCatchUp)

    #expect(spy.selected?.entry == FeedEntry.ID("4"))
    await interactor.handle(.close)
  }

  @Test func `returning from the catch-up without reading there changes nothing`() async throws {
    let setting = Setting()
    let interactor = try await reading(setting, unread: 40).after(.open(.home))
    let before = spy.values.count

    await interactor.handle(.resumeAfterCatchUp)

    #expect(spy.values.count == before)
    await interactor.handle(.close)
  }
}
