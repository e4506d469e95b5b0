import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct AccountFactsRefresherTests {
  private let setting = Setting()

  private func work(_ upkeep: any AccountRefreshGateway) -> RunningAccounts {
    RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: UpkeepDirectory(connection: setting.service.offering(upkeep: upkeep)),
        stores: setting.session.stores, world: setting.world, log: NoLog(), undoWindow: .zero))
  }

  @Test func `an account is refreshed once delivery has started, not before`() async throws {
    let upkeep = StubUpkeep()
    let work = work(upkeep)

    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    #expect(await upkeep.looks == 0)
    work.startDelivery(for: [])

    #expect(await eventually { await upkeep.looks == 1 })
    await runningAccount.actions.stopDelivery()
  }

  @Test func `an account refresh that may wait runs after the start is over`() async throws {
    let upkeep = StubUpkeep(mayWait: true)
    let work = work(upkeep)
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    work.startDelivery(for: [])
    #expect(await eventually { setting.world.sleeping == 1 })
    #expect(await upkeep.looks == 0)

    setting.world.pass(.seconds(10))

    #expect(await eventually { await upkeep.looks == 1 })
    await runningAccount.actions.stopDelivery()
    work.stopBackgroundWork()
  }

  @Test func `the user's own profile is fetched once, for its picture`() async throws {
    let work = work(StubUpkeep())
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    let (me, account) = (runningAccount.session.account.person, setting.account)

    work.startDelivery(for: [])

    #expect(
      await eventually { await setting.store.storedPerson(me, account: account) != nil })
    // A profile that is stored is not asked for again.
    let known = Person(id: me, handle: "me", name: "As stored")
    try await setting.store.storePeople([known], account: account)
    #expect(work.replaceToken(of: .sample))
    await runningAccount.actions.stopDelivery()
    work.stopBackgroundWork()
    #expect(await setting.store.storedPerson(me, account: account) == known)
  }

  @Test func `a failed account refresh does not stop the delivery of changes`() async throws {
    let upkeep = StubUpkeep(failures: [.serverFailed(500)])
    let work = work(upkeep)
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    work.startDelivery(for: [])
    #expect(await eventually { await upkeep.looks == 1 })

    runningAccount.actions.performChange(.like("p"))

    #expect(await eventually { await setting.service.sent == [.like("p")] })
    await runningAccount.actions.stopDelivery()
  }

  @Test func `a failed account refresh is repeated, after a longer wait each time`() async throws {
    let upkeep = StubUpkeep(failures: [.serverFailed(500), .unreachable, .badReply])
    let work = work(upkeep)
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    var waits: [Duration] = []

    work.startDelivery(for: [])
    for look in 1...3 {
      #expect(await eventually { await upkeep.looks == look && setting.world.sleeping == 1 })
      let next = try #require(setting.world.nextWaking)
      waits.append(next.elapsedTime(since: setting.world.now))
      setting.world.pass(next.elapsedTime(since: setting.world.now))
    }

    #expect(await eventually { await upkeep.looks == 4 })
    #expect(waits == waits.sorted() && Set(waits).count == 3)
    #expect(waits[0] >= .seconds(45))
    await runningAccount.actions.stopDelivery()
    work.stopBackgroundWork()
  }

  @Test func `an account is refreshed once a day, and a failed refresh is repeated soon`()
    async throws
  {
    let upkeep = StubUpkeep(failures: [.unreachable])
    let work = work(upkeep)
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    work.startDelivery(for: [])
    #expect(await eventually { await upkeep.looks == 1 && setting.world.sleeping == 1 })
    let retry = try #require(setting.world.nextWaking)
    setting.world.pass(retry.elapsedTime(since: setting.world.now))

    for day in 0..<3 {
      #expect(await eventually { await upkeep.looks == day + 2 && setting.world.sleeping == 1 })
      let next = try #require(setting.world.nextWaking)
      #expect(next.elapsedTime(since: setting.world.now) == .seconds(86_400))
      setting.world.pass(.seconds(86_400))
    }
    // What fails on another day is tried again soon.
    #expect(await eventually { await upkeep.looks == 5 && setting.world.sleeping == 1 })
    await upkeep.fail(with: [.unreachable])
    setting.world.pass(.seconds(86_400))
    #expect(await eventually { await upkeep.looks == 6 && setting.world.sleeping == 1 })
    let soon = try #require(setting.world.nextWaking)
    #expect(soon.elapsedTime(since: setting.world.now) < .seconds(120))

    await runningAccount.actions.stopDelivery()
    work.stopBackgroundWork()
    #expect(await eventually { setting.world.sleeping == 0 })
  }

  @Test func `a rate-limited account refresh is repeated when the service allows it`() async throws
  {
    let until = setting.world.now.timeAdvanced(by: .seconds(800))
    let upkeep = StubUpkeep(failures: [.rateLimited(until: until)])
    let work = work(upkeep)
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))

    work.startDelivery(for: [])

    #expect(await eventually { setting.world.nextWaking == until })
    await runningAccount.actions.stopDelivery()
    await work.stopSignedOutAccount(runningAccount.session.account.id)
  }

  @Test func `a token rejected during an account refresh is reported at once`() async throws {
    let work = work(StubUpkeep(failures: [.signedOut]))
    var refused: [Account] = []
    work.onTokenRejection = { refused.append($0) }
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))

    work.startDelivery(for: [])

    #expect(await eventually { refused == [runningAccount.session.account] })
    // A stream that is opened only now asks, however fresh it is.
    #expect(runningAccount.session.isRefused)
    #expect(work.replaceToken(of: .sample))
    #expect(!runningAccount.session.isRefused)
    await runningAccount.actions.stopDelivery()
    work.stopBackgroundWork()
  }

  @Test func `signing out cancels the next account refresh, and a rejected token schedules none`()
    async throws
  {
    let upkeep = StubUpkeep(failures: [.signedOut])
    let work = work(upkeep)
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    work.startDelivery(for: [])
    #expect(await eventually { await upkeep.looks == 1 })

    // Signing in again looks again.
    await upkeep.fail(with: [.unreachable])
    #expect(work.replaceToken(of: .sample))
    #expect(await eventually { await upkeep.looks == 2 && setting.world.sleeping == 1 })
    await work.stopSignedOutAccount(runningAccount.session.account.id)

    #expect(await eventually { setting.world.sleeping == 0 })
    setting.world.pass(.seconds(7200))
    #expect(await upkeep.looks == 2)
  }
}

private actor StubUpkeep: AccountRefreshGateway {
  private(set) var looks = 0
  private var failures: [FeedError]

  let mayWait: Bool

  init(failures: [FeedError] = [], mayWait: Bool = false) {
    (self.failures, self.mayWait) = (failures, mayWait)
  }

  func fail(with failures: [FeedError]) { self.failures = failures }

  func refreshAccountFactsIfOld() async throws(FeedError) {
    looks += 1
    if !failures.isEmpty { throw failures.removeFirst() }
  }
}

private struct UpkeepDirectory: ServiceDirectory {
  let connection: ServiceConnection

  func signInGateway(to service: Service) -> (any SignInGateway)? { nil }
  func connection(for account: SignedInAccount) -> ServiceConnection? { connection }
}
