import Doubles
import FeedDomain
import Testing
import Threads
import UseCases

/// The comparison of stored read states with those of a service.
@MainActor @Suite struct ReadStateRefresherTests {
  private static let a = Post.ID("a")
  private static let b = Post.ID("b")

  private let setting = Setting(refreshInterval: .seconds(900))
  private let states = FakeReadStates([
    ReadStateEntryReference(Self.a), ReadStateEntryReference(Self.b),
  ])
  private let gateway = StubReadStates()

  private var work: RunningAccounts {
    let shelf = setting.session.stores
    return RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: ReadStateDirectory(
          connection: setting.session.connection.changingGatewaysAndProperties {
            [gateway] in $0.readStates = gateway
          }),
        stores: AccountSession.SessionStores(
          feeds: shelf.feeds, outbox: shelf.outbox, drafts: shelf.drafts,
          credentials: shelf.credentials, readStates: states),
        world: setting.world, log: NoLog(), undoWindow: .zero))
  }

  private func read() async throws -> Set<Post.ID> {
    try await states.postIDsMarkedRead(among: [Self.a, Self.b], account: setting.account)
  }

  @Test func `entries read elsewhere are marked as read at the start and after the interval`()
    async throws
  {
    let work = work
    gateway.answer([ServiceEntryReadState(ReadStateEntryReference(Self.a, isRead: true))])
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))

    work.startDelivery(for: [])

    #expect(await eventually { (try? await read()) == [Self.a] })
    #expect(gateway.asked == [nil])
    let start = setting.world.now
    gateway.answer([ServiceEntryReadState(ReadStateEntryReference(Self.b, isRead: true))])
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(900))
    #expect(await eventually { (try? await read()) == [Self.a, Self.b] })
    #expect(gateway.asked == [nil, start])
    await runningAccount.actions.stopDelivery()
    work.stopBackgroundWork()
  }

  @Test func `read states with a pending change are not overwritten by the server's`() async throws
  {
    let work = work
    try await setting.outbox.enqueueItem(
      setting.item(
        "1", .markRead([Self.a], true),
        .queued(notBefore: Timestamp(milliseconds: .max), after: nil)))
    _ = try await states.setEntriesRead(
      true, .entries([Self.a]), account: setting.account, now: setting.world.now, outboxKeys: nil)
    gateway.answer([
      ServiceEntryReadState(ReadStateEntryReference(Self.a, isRead: false)),
      ServiceEntryReadState(ReadStateEntryReference(Self.b, isRead: true)),
    ])
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))

    work.startDelivery(for: [])

    #expect(await eventually { (try? await read()) == [Self.a, Self.b] })
    await runningAccount.actions.stopDelivery()
    work.stopBackgroundWork()
  }

  /// Opens Home, which is fetched as at the start of the program.
  private func openedHome(of account: RunningAccounts.RunningAccount) async -> StreamInteractor {
    let stream = StreamInteractor(
      account.session, actions: account.actions, presenter: Spy<StreamScene.SceneState>(),
      pacing: StreamOptions(interval: nil, freshFor: .zero))
    await stream.handle(.open(.home))
    return stream
  }

  @Test func `a user's refresh soon after a comparison of read states postpones the next one`()
    async throws
  {
    let work = work
    let account = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    let start = setting.world.now
    work.startDelivery(for: [])
    #expect(await eventually { gateway.asked.count == 1 && setting.world.sleeping == 1 })
    let stream = await openedHome(of: account)
    #expect(await eventually { setting.world.nextWaking == start.timeAdvanced(by: .seconds(900)) })
    setting.world.pass(.seconds(10))

    for _ in 0..<3 { await stream.handle(.refresh) }

    #expect(await eventually { setting.world.nextWaking == start.timeAdvanced(by: .seconds(30)) })
    #expect(gateway.asked == [nil])
    setting.world.pass(.seconds(20))
    #expect(await eventually { gateway.asked == [nil, start] && setting.world.sleeping == 1 })
    // After this, the next one is made at the service's interval again.
    #expect(setting.world.nextWaking == start.timeAdvanced(by: .seconds(930)))
    await stream.handle(.close)
    await account.actions.stopDelivery()
    work.stopBackgroundWork()
  }

  @Test func `a user's refresh a minute later compares read states at once, and only once`()
    async throws
  {
    let work = work
    let account = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    let start = setting.world.now
    work.startDelivery(for: [])
    #expect(await eventually { gateway.asked.count == 1 && setting.world.sleeping == 1 })
    let stream = await openedHome(of: account)
    setting.world.pass(.seconds(60))

    await stream.handle(.refresh)

    #expect(
      await eventually {
        gateway.asked == [nil, start]
          && setting.world.nextWaking == start.timeAdvanced(by: .seconds(960))
      })
    await stream.handle(.close)
    #expect(gateway.asked.count == 2)
    await account.actions.stopDelivery()
    work.stopBackgroundWork()
  }

  @Test func `a failed comparison of read states is repeated, one with a rejected token is not`()
    async throws
  {
    let work = work
    gateway.fail(.unreachable)
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    work.startDelivery(for: [])
    #expect(await eventually { gateway.asked.count == 1 && setting.world.sleeping == 1 })

    gateway.fail(.signedOut)
    let next = try #require(setting.world.nextWaking)
    setting.world.pass(next.elapsedTime(since: setting.world.now))

    #expect(await eventually { gateway.asked.count == 2 })
    #expect(await eventually { setting.world.sleeping == 0 })
    #expect(gateway.asked == [nil, nil])
    await runningAccount.actions.stopDelivery()
    work.stopBackgroundWork()
  }
}

extension ReadStateEntryReference {
  fileprivate init(_ post: Post.ID, isRead: Bool = false) {
    self.init(
      post, of: Person.ID("feed"), writtenAt: Timestamp(milliseconds: 1_700_000_000_000),
      isRead: isRead)
  }
}

private struct ReadStateDirectory: ServiceDirectory {
  let connection: ServiceConnection

  func signInGateway(to service: Service) -> (any SignInGateway)? { nil }
  func connection(for account: SignedInAccount) -> ServiceConnection? { connection }
}

/// A service that answers as told, and remembers since when it was asked.
private final class StubReadStates: ReadStateFetchingGateway {
  private struct State {
    var asked: [Timestamp?] = []
    var answer: Result<[ServiceEntryReadState], FeedError> = .success([])
  }

  private let state = LockedValue(State())

  var asked: [Timestamp?] { state.withLock { $0.asked } }

  func answer(_ states: [ServiceEntryReadState]) { state.withLock { $0.answer = .success(states) } }
  func fail(_ error: FeedError) { state.withLock { $0.answer = .failure(error) } }

  func readStates(since moment: Timestamp?) async throws(FeedError) -> [ServiceEntryReadState] {
    try state.withLock { state in
      state.asked.append(moment)
      return state.answer
    }.get()
  }
}
