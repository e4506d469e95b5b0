import Doubles
import FeedDomain
import FeedStorage
import Testing
import UseCases

/// Reading the homes of two accounts as one stream, from the real store.
@MainActor struct EverythingReadingTests {
  private static let ada = Account(service: .tweetie, person: Person.ID("me"), handle: "ada")
  private static let sol = Account(
    service: .mastodon, person: Person.ID("me2"), handle: "sol", server: "https://one.example")

  /// An account with a read state for each entry.
  private static let feeds = Account(service: .rss, person: Person.ID("feeds"), handle: "feeds")

  /// Another one, at a feed server.
  private static let server = Account(
    service: .feedServer, person: Person.ID("me3"), handle: "sol", server: "https://two.example")

  private let services = [
    ada.id: StubService(), sol.id: StubService(), feeds.id: StubService(),
    server.id: StubService(),
  ]
  private let readStates = FakeReadStates()
  private let world = FakeWorld()
  private let store: SQLiteFeedStore
  private let spy = Spy<StreamScene.SceneState>()
  private let work: RunningAccounts
  private let interactor: StreamInteractor

  init() async throws { try await self.init([Self.ada, Self.sol]) }

  private init(_ accounts: [Account]) async throws {
    store = try await SQLiteFeedStore(.memory)
    let credentials = FakeCredentials(
      accounts.map { SignedInAccount($0, token: Secret($0.handle)) })
    let outbox = FakeOutbox([])
    work = RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: Services(all: services),
        stores: AccountSession.SessionStores(
          feeds: store, outbox: outbox, drafts: outbox, credentials: credentials,
          readStates: readStates), world: world,
        log: NoLog(), undoWindow: .zero))
    let front = try #require(
      work.runningAccountStartedIfNeeded(
        of: SignedInAccount(Self.ada, token: Secret(Self.ada.handle))))
    interactor = StreamInteractor(
      front.session, actions: front.actions, presenter: spy,
      group: AccountGroup(work, front: front))
  }

  private struct Services: ServiceDirectory {
    let all: [Account.ID: StubService]

    func signInGateway(to service: Service) -> (any SignInGateway)? { nil }

    func connection(for account: SignedInAccount) -> ServiceConnection? {
      guard let service = all[account.account.id] else { return nil }
      return ServiceConnection(
        account: account.account, streams: [.feed(.home)], feeds: service
      ) {
        $0.publishing = service
        $0.marks = [.liked]
      }
    }
  }

  private static func post(_ minute: Int, _ id: String? = nil) -> Post {
    Post(
      id: Post.ID(id ?? "\(minute)"), author: Samples.person(),
      createdAt: Timestamp(milliseconds: Int64(minute) * 60_000),
      content: Post.PostContent(text: RichText("Hello")), url: "https://one.example/\(minute)")
  }

  private func fill() async {
    await services[Self.ada.id]?.show([5, 3, 1].map { Self.post($0) })
    await services[Self.sol.id]?.show([Self.post(4), Self.post(3, "three")])
  }

  /// Rows as "a5" for what ada sees, gaps as "|"; as they were shown last.
  private var shown: String {
    let rows = (spy.last?.posts.visibleRows ?? []).map { row in
      guard case .entry(let entry) = row else { return "|" }
      return (entry.post.id.whose == Self.ada.id ? "a" : "s")
        + entry.post.id.withoutAccount.rawValue
    }
    return rows.joined(separator: " ")
  }

  private func open() async -> Bool {
    await fill()
    await interactor.handle(.open(.everything))
    return await eventually { shown == "a5 s4 a3 a1" && isIdle }
  }

  /// Reads to an entry of ada's.
  private func remember(_ id: String = "5") async {
    let entry = FeedEntry.ID(id).scoped(to: Self.ada.id)
    await interactor.handle(.remember(ReadingPosition(entry: entry, row: 0), seen: entry))
  }

  /// Reads to the top of what `open` shows, and waits until sol's home is read, too.
  private func readToTop() async -> Bool {
    await remember()
    return await eventually {
      (try? await store.feedStatus(of: .home, account: Self.sol.id).lastRead) == FeedEntry.ID("4")
    }
  }

  private var isIdle: Bool {
    spy.last.map { $0.activity == StreamScene.StreamFetchState.none } ?? true
  }

  private func sent(by account: Account) async -> [PendingChange] {
    await services[account.id]?.sent ?? []
  }

  private func row(_ id: Post.ID) -> FeedEntry? {
    spy.last?.posts.visibleRows.lazy.compactMap(\.entry).first { $0.post.id == id }
  }

  @Test func `opening Everything fetches the home of each account`() async {
    #expect(await open())
    #expect(await services[Self.ada.id]?.asked == [.latest])
    #expect(await services[Self.sol.id]?.asked == [.latest])
    #expect(spy.last?.members.count == 2)
  }

  @Test func `a post is liked by the account that sees it, the active account first`() async {
    #expect(await open())
    let (both, sols) = (
      Post.ID("3").scoped(to: Self.ada.id), Post.ID("4").scoped(to: Self.sol.id)
    )

    await interactor.handle(.toggle(both, .liked))
    await interactor.handle(.toggle(sols, .liked))

    #expect(await eventually { await sent(by: Self.ada) == [.mark(Post.ID("3"), .liked, true)] })
    #expect(await eventually { await sent(by: Self.sol) == [.mark(Post.ID("4"), .liked, true)] })
    #expect(await eventually { spy.last?.posts.post(sols)?.userMarks == .liked })
  }

  @Test func `undo reverts the last action with the account that performed it`() async {
    #expect(await open())
    await interactor.handle(.toggle(Post.ID("4").scoped(to: Self.sol.id), .liked))
    #expect(await eventually { await sent(by: Self.sol).count == 1 })

    await interactor.handle(.undo)

    #expect(
      await eventually { await sent(by: Self.sol).last == .mark(Post.ID("4"), .liked, false) })
    #expect(await sent(by: Self.ada) == [])
  }

  @Test func `opening an entry does not change which action undo reverts`() async throws {
    let reading = try await Self([Self.ada, Self.feeds])
    await reading.services[Self.ada.id]?.show([Self.post(5)])
    await reading.services[Self.feeds.id]?.show([Self.post(4)])
    await reading.interactor.handle(.open(.everything))
    #expect(await eventually { reading.shown == "a5 s4" && reading.isIdle })
    await reading.interactor.handle(.toggle(Post.ID("5").scoped(to: Self.ada.id), .liked))
    #expect(await eventually { await reading.sent(by: Self.ada).count == 1 })

    await reading.interactor.handle(.opened(FeedEntry.ID("4").scoped(to: Self.feeds.id)))
    await reading.interactor.handle(.undo)

    #expect(
      await eventually {
        await reading.sent(by: Self.ada).last == .mark(Post.ID("5"), .liked, false)
      })
  }

  @Test func `entries marked as read at several accounts are undone as one action`()
    async throws
  {
    let reading = try await Self([Self.ada, Self.feeds, Self.server])
    await reading.services[Self.ada.id]?.show([Self.post(6)])
    await reading.services[Self.feeds.id]?.show([Self.post(5), Self.post(4)])
    await reading.services[Self.server.id]?.show([Self.post(3)])
    let entries = [5, 4, 3].map { ReadStateEntryReference(Self.post($0)) }
    try await reading.readStates.registerReadStateEntries(entries, account: Self.feeds.id)
    func unread() async throws -> Int {
      try await reading.readStates.unreadPostIDs(
        in: .entries(entries.map(\.post)), account: Self.feeds.id, limit: 9
      ).count
    }
    await reading.interactor.handle(.open(.everything))
    #expect(await eventually { reading.shown == "a6 s5 s4 s3" && reading.isIdle })
    await reading.interactor.handle(.toggle(Post.ID("6").scoped(to: Self.ada.id), .liked))
    #expect(await eventually { await reading.sent(by: Self.ada).count == 1 })

    await reading.interactor.handle(.markRead(.stream))
    #expect(try await unread() == 0)
    let told = reading.spy.effects.compactMap { effect in
      if case .action(.markedRead(let count, true), _) = effect { count } else { nil }
    }
    #expect(told == [3])
    await reading.interactor.handle(.undo)

    #expect(await eventually { (try? await unread()) == 3 })
    #expect(await reading.sent(by: Self.ada).count == 1)
    // What was done before it is next.
    await reading.interactor.handle(.undo)
    #expect(
      await eventually {
        await reading.sent(by: Self.ada).last == .mark(Post.ID("6"), .liked, false)
      })
    #expect(try await unread() == 3)
  }

  @Test func `repeated undo reverts one action after another, whichever account performed it`()
    async
  {
    #expect(await open())
    let (adas, sols) = (
      Post.ID("5").scoped(to: Self.ada.id), Post.ID("4").scoped(to: Self.sol.id)
    )
    await interactor.handle(.toggle(adas, .liked))
    await interactor.handle(.toggle(sols, .liked))
    #expect(await eventually { await sent(by: Self.ada).count == 1 })
    #expect(await eventually { await sent(by: Self.sol).count == 1 })

    await interactor.handle(.undo)
    #expect(
      await eventually { await sent(by: Self.sol).last == .mark(Post.ID("4"), .liked, false) })
    #expect(await sent(by: Self.ada).count == 1)
    await interactor.handle(.undo)

    #expect(
      await eventually { await sent(by: Self.ada).last == .mark(Post.ID("5"), .liked, false) })
  }

  @Test func `a post seen by two accounts is liked by the other one after switching`() async {
    #expect(await open())
    await interactor.handle(.actAsNextAccount(FeedEntry.ID("3").scoped(to: Self.ada.id)))
    #expect(spy.effects.contains(.say(.actsAs(Self.sol))))
    #expect(await eventually { shown == "a5 s4 sthree a1" })

    await interactor.handle(.toggle(Post.ID("three").scoped(to: Self.sol.id), .liked))

    #expect(
      await eventually { await sent(by: Self.sol) == [.mark(Post.ID("three"), .liked, true)] })
    #expect(await sent(by: Self.ada) == [])
    await interactor.handle(.actAsNextAccount(FeedEntry.ID("5").scoped(to: Self.ada.id)))
    #expect(spy.effects.contains(.say(.actsAs(nil))))
  }

  @Test func `an account that fails is reported, and posts of the others are shown`() async {
    await fill()
    await services[Self.sol.id]?.fail(.unreachable)

    await interactor.handle(.open(.everything))

    #expect(await eventually { shown == "a5 a3 a1" })
    #expect(
      await eventually { spy.last?.failedAccounts == [FailedAccount(Self.sol, .unreachable)] })
    #expect(spy.values.allSatisfy { $0.problem == nil })

    await interactor.handle(.refresh)
    #expect(await eventually { shown == "a5 s4 a3 a1" })
    #expect(await eventually { spy.last?.failedAccounts == [] })
  }

  @Test func `new posts of any account are inserted above and counted`() async {
    #expect(await open())
    #expect(await readToTop())
    await services[Self.sol.id]?.post([Self.post(6)])

    await interactor.handle(.refresh)

    #expect(await eventually { shown == "s6 a5 s4 a3 a1" })
    #expect(await eventually { spy.last?.status.unread == 1 })
  }

  @Test func `a new post of a home that was empty before is counted as unread`() async {
    await fill()
    await services[Self.sol.id]?.fail(.unreachable)
    await interactor.handle(.open(.everything))
    #expect(await eventually { shown == "a5 a3 a1" && isIdle })
    await remember()
    await interactor.handle(.refresh)
    #expect(await eventually { shown == "a5 s4 a3 a1" && isIdle })

    // Nobody moves.
    #expect(
      await eventually {
        (try? await store.feedStatus(of: .home, account: Self.sol.id).lastRead) == FeedEntry.ID("4")
      })
    await services[Self.sol.id]?.post([Self.post(6)])
    await interactor.handle(.refresh)

    #expect(
      await eventually {
        (try? await store.feedStatus(of: .home, account: Self.sol.id).unread) == 1
      })
  }

  @Test func `only new posts above the reading position are counted as unread`()
    async
  {
    #expect(await open())
    #expect(await readToTop())
    await services[Self.sol.id]?.post([Self.post(7), Self.post(6), Self.post(4, "late")])

    await interactor.handle(.refresh)
    #expect(
      await eventually { shown == "s7 s6 a5 slate s4 a3 a1" || shown == "s7 s6 a5 s4 slate a3 a1" })
    await remember()

    #expect(await eventually { spy.last?.status.unread == 2 })
  }

  @Test func `if all accounts fail the error is that of a stream`() async {
    await services[Self.ada.id]?.fail(.unreachable)
    await services[Self.sol.id]?.fail(.unreachable)

    await interactor.handle(.open(.everything))

    #expect(
      await eventually {
        spy.last?.problem?.error == .unreachable
      })
  }

  @Test func `a home still loading is refreshed again while another account is rate limited`() async
  {
    await fill()
    let limit = FeedError.rateLimited(until: world.now.timeAdvanced(by: .seconds(600)))
    await services[Self.ada.id]?.fail(limit)
    await interactor.handle(.open(.everything))
    #expect(await eventually { shown == "s4 sthree" && isIdle })
    await services[Self.sol.id]?.gather(true)

    for count in 2...3 {
      let next = world.now.timeAdvanced(by: StreamOptions.usualInterval)
      #expect(await eventually { world.nextWaking == next })
      world.pass(StreamOptions.usualInterval)
      #expect(await eventually { await services[Self.sol.id]?.asked.count == count })
    }
    #expect(await services[Self.ada.id]?.asked.count == 1)
  }

  @Test func `near the end of a home its older posts are fetched`() async {
    // Pages are of three: of six, three are left.
    await services[Self.ada.id]?.show([9, 8, 7, 3, 2, 1].map { Self.post($0) })
    await services[Self.sol.id]?.show([Self.post(6), Self.post(5)])
    await interactor.handle(.open(.everything))
    #expect(await eventually { shown == "a9 a8 a7 | s6 s5" })

    await remember("9")

    #expect(await eventually { shown == "a9 a8 a7 s6 s5 a3 a2 a1" })
  }

  @Test func `a rejected token of another account does not ask the active account to sign in`()
    async
  {
    await services[Self.ada.id]?.show([9, 8].map { Self.post($0) })
    await services[Self.sol.id]?.show([7, 6, 5, 3].map { Self.post($0) })
    await interactor.handle(.open(.everything))
    #expect(await eventually { shown == "a9 a8 s7 s6 s5" && isIdle })
    await services[Self.sol.id]?.fail(.signedOut)

    await interactor.handle(.more(.below))

    let failed = [FailedAccount(Self.sol, .signedOut)]
    #expect(await eventually { spy.last?.failedAccounts == failed })
    #expect(!spy.effects.contains(.askToSignIn(Self.ada)))
  }

  @Test
  func
    `a catch-up with another account's rejected token does not ask the active account to sign in`()
    async throws
  {
    #expect(await open())
    #expect(await readToTop())
    await services[Self.sol.id]?.post((0..<13).map { Self.post(30 - $0) })
    await interactor.handle(.refresh)
    #expect(await eventually { shown.hasPrefix("s30 s29 s28 | s26") && isIdle })
    await services[Self.sol.id]?.fail(.signedOut)
    let front = try #require(
      work.runningAccountStartedIfNeeded(
        of: SignedInAccount(Self.ada, token: Secret(Self.ada.handle))))
    let missed = Spy<CatchUpScene.SceneState>()
    let catchUp = CatchUpInteractor(
      front.session, feed: .everything, actions: front.actions,
      accountGroup: AccountGroup(work, front: front), presenter: missed)

    await catchUp.handle(.open)

    #expect(await eventually { missed.last?.fetch == .failed(.signedOut) })
    #expect(!missed.effects.contains(.askToSignIn(Self.ada)))
  }

  @Test func `with a single account Everything does not open, with a message`() async throws {
    let alone = try await EverythingReadingTests([Self.ada])
    await alone.fill()

    await alone.interactor.handle(.open(.everything))

    #expect(alone.spy.effects.contains(.say(.needsSecondAccount)))
    #expect(alone.spy.last?.feed == .home)
  }
}

// MARK: - From photo to photo

extension EverythingReadingTests {
  private static func photo(_ minute: Int) -> Post {
    let photo = Photo(
      id: Photo.ID("\(minute)"),
      renditions: [
        Photo.PhotoRendition(
          url: "https://one.example/\(minute).jpg", size: PhotoSize(width: 3, height: 2))
      ], size: PhotoSize(width: 3, height: 2), altText: "")
    return Post(
      id: Post.ID("\(minute)"), author: Samples.person(),
      createdAt: Timestamp(milliseconds: Int64(minute) * 60_000),
      content: Post.PostContent(text: RichText("Hello"), photos: [photo]),
      url: "https://one.example/\(minute)")
  }

  /// Looks at photos as an account does.
  private func looking(
    as account: Account
  ) throws -> (PhotoInteractor, Spy<PhotoScene.SceneState>) {
    let runningAccount = try #require(
      work.runningAccountStartedIfNeeded(
        of: SignedInAccount(account, token: Secret(account.handle))))
    let spy = Spy<PhotoScene.SceneState>()
    let photos = PhotoInteractor(
      runningAccount.session, actions: runningAccount.actions, album: nil, presenter: spy,
      accountGroup: AccountGroup(work, front: runningAccount))
    return (photos, spy)
  }

  @Test
  func `stepping through photos of Everything changes to the account that sees the next photo`()
    async throws
  {
    await services[Self.ada.id]?.show([Self.photo(9), Self.photo(8), Self.photo(3)])
    await services[Self.sol.id]?.show([Self.post(7), Self.photo(6)])
    await interactor.handle(.open(.everything))
    #expect(await eventually { shown == "a9 a8 s7 s6 a3" && isIdle })

    let (adas, seen) = try looking(as: Self.ada)
    await adas.handle(.open(Post.ID("9"), index: 0))
    await adas.handle(.step(.next))
    #expect(
      await eventually {
        seen.last?.post?.id.rawValue == "8"
      })
    await adas.handle(.step(.next))
    let sols = Post.ID("6").scoped(to: Self.sol.id)
    #expect(await eventually { seen.effects.contains(.replacePhoto(sols, index: 0)) })

    let (others, told) = try looking(as: Self.sol)
    await others.handle(.open(sols.withoutAccount, index: 0))
    await others.handle(.step(.next))
    #expect(
      await eventually {
        told.effects.contains(.replacePhoto(Post.ID("3").scoped(to: Self.ada.id), index: 0))
      })
    await others.handle(.step(.previous))
    #expect(
      await eventually {
        told.effects.contains(.replacePhoto(Post.ID("8").scoped(to: Self.ada.id), index: 0))
      })
  }

  @Test func `outside Everything stepping through photos stays in the stream`()
    async throws
  {
    await services[Self.ada.id]?.show([Self.photo(9), Self.photo(3)])
    await services[Self.sol.id]?.show([Self.photo(6)])
    await interactor.handle(.open(.home))
    #expect(
      await eventually {
        isIdle && spy.last?.posts.visibleRows.count == 2
      })

    let (adas, seen) = try looking(as: Self.ada)
    await adas.handle(.open(Post.ID("9"), index: 0))
    await adas.handle(.step(.next))

    #expect(
      await eventually {
        seen.last?.post?.id.rawValue == "3"
      })
  }
}
