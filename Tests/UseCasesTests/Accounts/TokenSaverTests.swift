import Doubles
import FeedDomain
import Synchronization
import Testing
import UseCases

@MainActor @Suite struct TokenSaverTests {
  private let setting = Setting()
  private let credentials = ReluctantCredentials()

  private func work() -> RunningAccounts {
    let shelf = setting.session.stores
    return RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: setting.directory(),
        stores: AccountSession.SessionStores(
          feeds: shelf.feeds, outbox: shelf.outbox, drafts: shelf.drafts,
          credentials: credentials), world: setting.world, log: NoLog(), undoWindow: .zero))
  }

  private func wake() {
    let next = setting.world.nextWaking ?? setting.world.now
    setting.world.pass(next.elapsedTime(since: setting.world.now))
  }

  @Test
  func `a token that cannot be saved is reported once, and saving is repeated until it works`()
    async throws
  {
    let work = work()
    var told: [Account] = []
    work.onTokenSaveFailure = { told.append($0) }
    var waits: [Duration] = []

    credentials.lose(SignedInAccount.sample.account)
    for attempt in 0..<4 {
      #expect(
        await eventually { credentials.attempts == attempt && setting.world.sleeping == 1 })
      let next = try #require(setting.world.nextWaking)
      waits.append(next.elapsedTime(since: setting.world.now))
      if attempt == 3 { credentials.recover() }
      wake()
    }

    #expect(await eventually { credentials.attempts == 4 && credentials.unsaved == [] })
    #expect(told == [SignedInAccount.sample.account])
    #expect(waits == [.seconds(5), .seconds(15), .seconds(60), .seconds(60)])
    #expect(await eventually { setting.world.sleeping == 0 })
    withExtendedLifetime(work) {}
  }

  @Test func `a second token that cannot be saved is reported again`() async {
    let work = work()
    var told: [Account] = []
    work.onTokenSaveFailure = { told.append($0) }
    credentials.lose(SignedInAccount.sample.account)
    #expect(await eventually { setting.world.sleeping == 1 })
    credentials.recover()
    wake()
    #expect(await eventually { credentials.unsaved == [] && setting.world.sleeping == 0 })
    await Task.yield()

    #expect(
      await eventually {
        credentials.lose(SignedInAccount.sample.account)
        credentials.recover()
        return told.count == 2
      })
    work.stopBackgroundWork()
  }

  @Test func `stopping background work cancels the wait to save a token`() async {
    let work = work()
    credentials.lose(SignedInAccount.sample.account)
    #expect(await eventually { setting.world.sleeping == 1 })

    work.stopBackgroundWork()

    #expect(await eventually { setting.world.sleeping == 0 })
    #expect(credentials.attempts == 0)
  }
}

/// A store that cannot keep a token until it can.
private final class ReluctantCredentials: CredentialStore {
  private struct State {
    var unsaved: [Account] = []
    var attempts = 0
    var isFull = true
    var tell: @Sendable (Account, StoreError) -> Void = { _, _ in }
  }

  private let state = Mutex(State())

  var attempts: Int { state.withLock(\.attempts) }
  var unsaved: [Account] { state.withLock(\.unsaved) }

  func lose(_ account: Account) {
    let tell = state.withLock { state in
      state.unsaved = [account]
      state.isFull = true
      return state.tell
    }
    tell(account, .full)
    tell(account, .full)
  }

  func recover() { state.withLock { $0.isFull = false } }

  func retrySavingTokens() throws(StoreError) {
    let isFull = state.withLock { state in
      state.attempts += 1
      if !state.isFull { state.unsaved = [] }
      return state.isFull
    }
    if isFull { throw .full }
  }

  func setTokenSaveFailureHandler(_ tell: @escaping @Sendable (Account, StoreError) -> Void) {
    state.withLock { $0.tell = tell }
  }

  func storedAccounts() -> [SignedInAccount] { [] }
  func saveAccountAndMakeActive(_ account: SignedInAccount) {}
  func saveAndActivateReplacingSecretSource(_ account: SignedInAccount) {}
  func addAccountWithoutActivating(_ account: SignedInAccount) {}
  func saveRenewedToken(of account: SignedInAccount) {}
  func removeAccount(_ account: Account.ID) {}
}
