import Doubles
import FeedDomain
import Testing
import UseCases

/// Read and unread entries in a stream of web feeds.
@MainActor struct StreamReadStateTests {
  private let presenter = Spy<StreamScene.SceneState>()
  private let posts = (0..<4).map { FeedReader.entry("\($0)", hoursAgo: $0) }

  private func opened(
    _ reader: FeedReader, marksPassed: Bool = true
  ) async throws -> StreamInteractor {
    try await reader.hold(posts)
    let interactor = StreamInteractor(
      reader.session, actions: reader.actions, presenter: presenter,
      pacing: StreamOptions(interval: nil, marksPassed: marksPassed))
    await interactor.handle(.open(.home))
    return interactor
  }

  private var read: [String] {
    (presenter.values.last?.posts.visibleRows ?? []).compactMap(\.entry?.post)
      .filter { $0.userMarks.contains(.read) }.map(\.id.rawValue)
  }

  @Test func `entries that were scrolled past are marked as read`() async throws {
    let interactor = try await opened(FeedReader(posts))
    await interactor.handle(.passed([FeedEntry.ID("old/0"), FeedEntry.ID("old/1")]))
    #expect(await eventually { read == ["old/0", "old/1"] })
    #expect(read == ["old/0", "old/1"])
  }

  @Test func `a saved search for unread entries shows no read ones that were stored earlier`()
    async throws
  {
    let search = try #require(SavedSearch(name: "New", query: "is:unread"))
    let reader = FeedReader(posts, rules: SavedSearches(search))
    _ = try await reader.store.mergeFetchedPage(
      FeedPage(posts.map { FeedEntry($0) }, older: nil), into: search.stream,
      account: FeedReader.account.id, at: .top, now: reader.world.now)
    let interactor = StreamInteractor(
      reader.session, actions: reader.actions, presenter: presenter)

    await interactor.handle(.open(search.stream))

    #expect(await eventually { presenter.values.last?.showsUnreadOnly == true })
    #expect(presenter.values.last?.showsUnreadOnly == true)
  }

  @Test func `with the setting off scrolling past marks nothing, and opening an entry does`()
    async throws
  {
    let interactor = try await opened(FeedReader(posts), marksPassed: false)
    await interactor.handle(.passed([FeedEntry.ID("old/0")]))
    #expect(read == [])
    await interactor.handle(.opened(FeedEntry.ID("old/1")))
    #expect(await eventually { read == ["old/1"] })
    #expect(read == ["old/1"])
  }

  @Test func `the key marks an entry as read and unread again, and undo reverts it`() async throws {
    let reader = FeedReader(posts)
    let interactor = try await opened(reader).after(.toggleRead(FeedEntry.ID("old/2")))
    #expect(await eventually { read == ["old/2"] })
    await interactor.handle(.toggleRead(FeedEntry.ID("old/2")))
    #expect(await eventually { read == [] })
    await interactor.handle(.undo)
    #expect(await eventually { read == ["old/2"] })
    #expect(read == ["old/2"])
  }

  @Test func `the number of entries is announced before a whole stream is marked as read`()
    async throws
  {
    let reader = FeedReader(posts)
    let interactor = try await opened(reader).after(.countUnread(.stream))
    #expect(presenter.effects.contains(.say(.confirmsRead(4))))
    await interactor.handle(.markRead(.below(FeedEntry.ID("old/2"))))
    #expect(await eventually { read == ["old/2", "old/3"] })
    await interactor.handle(.markRead(.stream))
    #expect(await eventually { read.count == 4 })
    #expect(read.count == 4)
  }

  @Test func `a feed server is told once that all entries of a feed or stream are read`()
    async throws
  {
    for range in [.feed(of: FeedEntry.ID("old/0")), .stream, .below(FeedEntry.ID("old/0"))]
      as [StreamScene.EntryRange]
    {
      let reader = FeedReader(posts, server: NoReadStates())
      let interactor = try await opened(reader)
      await interactor.handle(.markRead(range))
      let feeds: Set<Person.ID> =
        switch range {
        case .stream: [Person.ID("old"), Person.ID("sea")]
        case .feed: [Person.ID("old")]
        default: []
        }
      #expect(await eventually { await reader.readStates.queued.count == 1 })
      #expect(
        await reader.readStates.queued == [.markRead(posts.map(\.id), true, ofFeeds: feeds)])
    }
  }

  @Test func `the service's stream of unread entries loses entries read elsewhere on refresh`()
    async throws
  {
    let reader = FeedReader(posts)
    try await reader.hold(posts, in: .unread)
    let interactor = StreamInteractor(
      reader.session, actions: reader.actions, presenter: presenter,
      pacing: StreamOptions(interval: nil))
    var ids: [String] {
      (presenter.values.last?.posts.visibleRows ?? []).compactMap(\.entry?.id.rawValue)
    }
    await interactor.handle(.open(.unread))
    #expect(ids.count == 4)

    await reader.actions.setReadState(true, .entries([Post.ID("old/1")]))
    #expect(ids.count == 4)
    await interactor.handle(.refresh)
    #expect(await eventually { ids == ["old/0", "old/2", "old/3"] })
    await reader.actions.setReadState(true, .entries([Post.ID("old/0")]))
    await interactor.handle(.open(.unread))

    #expect(await eventually { ids == ["old/2", "old/3"] })
  }

  @Test func `the unread count is right even if the list of feeds cannot be fetched`()
    async throws
  {
    let reader = FeedReader(posts)
    let interactor = try await opened(reader).after(.toggleUnreadOnly)
    #expect(await eventually { presenter.values.last?.status.unread == 4 })
    await reader.subscriptions.fail(.unreachable)

    await interactor.handle(.markRead(.stream))

    #expect(await eventually { presenter.values.last?.status.unread == 0 })
    #expect(presenter.values.last?.status.unread == 0)
  }

  @Test func `with unread entries only, an entry read meanwhile stays until the next refresh`()
    async throws
  {
    let interactor = try await opened(FeedReader(posts))
    await interactor.handle(.markRead(.above(FeedEntry.ID("old/1"))))
    await interactor.handle(.toggleUnreadOnly)
    var ids: [String] {
      (presenter.values.last?.posts.visibleRows ?? []).compactMap(\.entry?.id.rawValue)
    }
    #expect(await eventually { ids == ["old/2", "old/3"] })
    await interactor.handle(.toggleRead(FeedEntry.ID("old/2")))
    #expect(ids == ["old/2", "old/3"])
    await interactor.handle(.toggleUnreadOnly)
    #expect(await eventually { ids.count == 4 })
    #expect(ids.count == 4)
  }

  @Test func `the next unread entry is selected below and above, and from the other end`()
    async throws
  {
    let interactor = try await opened(FeedReader(posts), marksPassed: false)
    await interactor.handle(.markRead(.above(FeedEntry.ID("old/1"))))
    var selected: [String?] = []
    for target in [
      StreamScene.JumpTarget.firstUnread, .firstUnread, .previousUnread, .previousUnread,
    ] {
      await interactor.handle(.jump(target))
      guard let place = presenter.selected else { continue }
      selected.append(place.entry.rawValue)
      await interactor.handle(.remember(place, seen: place.entry))
    }

    #expect(selected == ["old/2", "old/3", "old/2", "old/3"])
  }

  @Test func `found entries are counted, and marked as read together`() async throws {
    let posts = ["b", "a"].map { FeedReader.entry($0) } + [FeedReader.entry("c", of: "sea")]
    let reader = FeedReader(posts)
    try await reader.hold(posts)
    let spy = Spy<SearchScene.SceneState>()
    let search = await SearchInteractor(reader.session, actions: reader.actions, presenter: spy)
      .after(.open)
    await search.handle(.type("words"))
    #expect(spy.values.last?.groupedResults?.posts.count == 3)

    await search.handle(.countUnread, .markFoundRead)

    #expect(spy.effects.contains(.say(.confirmsRead(3))))
    #expect(try await reader.readStates.unreadCountsByFeed(account: FeedReader.account.id) == [:])
  }

  @Test func `all entries of the feed whose profile is open are marked as read`() async throws {
    let posts = ["b", "a"].map { FeedReader.entry($0) } + [FeedReader.entry("c", of: "sea")]
    let reader = FeedReader(posts)
    let spy = Spy<ProfileScene.SceneState>()
    let profile = ProfileInteractor(
      reader.session, actions: reader.actions, directory: StubDirectory(gateway: StubSignIn()),
      presenter: spy)
    await profile.handle(.open(Person.ID("old")))

    await profile.handle(.countUnread, .markFeedRead)

    #expect(spy.effects.contains(.say(.confirmsRead(2))))
    let unread = try await reader.readStates.unreadCountsByFeed(account: FeedReader.account.id)
    #expect(unread == [Person.ID("sea"): 1])
  }
}

/// A service that keeps read states, and knows none yet.
private struct NoReadStates: ReadStateFetchingGateway {
  func readStates(since moment: Timestamp?) async throws(FeedError) -> [ServiceEntryReadState] {
    []
  }
}

/// Saved searches in memory.
private struct SavedSearches: FilterRuleStore {
  let rules: [FilterRuleOrSavedSearch]

  init(_ search: SavedSearch) { rules = [.search(search)] }

  func filterRules() throws(StoreError) -> [FilterRuleOrSavedSearch] { rules }
  func replaceFilterRules(_ rules: [FilterRuleOrSavedSearch]) async throws(StoreError) {}
}
