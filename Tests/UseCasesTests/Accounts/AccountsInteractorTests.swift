import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct AccountsInteractorTests {
  private let setting = Setting()
  private let spy = Spy<AccountsScene.SceneState>()
  private let other = SignedInAccount(
    Account(
      service: .mastodon, person: Person.ID("sol"), handle: "sol",
      server: "https://social.example"), token: Secret("other"))
  private let work: RunningAccounts

  init() throws {
    work = RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: ConnectingDirectory(service: setting.service, gateway: setting.signIn),
        stores: setting.session.stores, world: setting.world, log: NoLog(), undoWindow: .zero))
    try setting.credentials.saveAccountAndMakeActive(.sample)
    try setting.credentials.saveAccountAndMakeActive(other)
  }

  private func interactor(of runningAccount: RunningAccounts.RunningAccount) -> AccountsInteractor {
    AccountsInteractor(
      runningAccount.session, runningAccounts: work, directory: setting.directory(), presenter: spy)
  }

  @Test func `the active account comes first, with the number of pending changes of each`()
    async throws
  {
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    try await setting.outbox.enqueueItem(
      setting.item("1", .like("p"), .queued(notBefore: nil, after: nil)))

    await interactor(of: runningAccount).handle(.open)

    #expect(
      spy.values == [
        AccountsScene.SceneState([
          AccountsScene.AccountEntry(SignedInAccount.sample.account, isCurrent: true, waiting: 1),
          AccountsScene.AccountEntry(other.account, isCurrent: false, waiting: 0),
        ])
      ])
  }

  @Test func `an account that is switched to becomes the one to open at the next start`()
    async throws
  {
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: other))
    let interactor = interactor(of: runningAccount)

    await interactor.handle(.use(SignedInAccount.sample.account.id))

    #expect(spy.effects == [.signedIn(.sample)])
    #expect(setting.credentials.storedAccounts() == [.sample, other])
  }

  @Test func `a rejected token of a background account is reported once, and other accounts go on`()
    async throws
  {
    var told: [Account] = []
    work.onTokenRejection = { told.append($0) }
    let front = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    let behind = try #require(work.runningAccountStartedIfNeeded(of: other))
    work.startDelivery(for: [])
    let interactor = await interactor(of: front).after(.open)
    await setting.service.answer(.failure(.signedOut))

    behind.actions.performChange(.like("p"))
    #expect(await eventually { told == [other.account] })
    behind.actions.performChange(.like("q"))
    front.actions.performChange(.like("r"))

    #expect(await eventually { await setting.service.sent.contains(.like("r")) })
    #expect(
      await eventually { spy.last?.entries.map(\.isRefused) == [false, true] })
    #expect(told == [other.account])
    await interactor.handle(.use(other.account.id))
    #expect(spy.effects == [.askToSignIn(other.account)])
    #expect(work.replaceToken(of: SignedInAccount(other.account, token: Secret("new"))))
    #expect(work.rejectedTokenAccounts.isEmpty)
    #expect(await eventually { await setting.service.sent.contains(.like("q")) })
    await front.actions.stopDelivery()
    await behind.actions.stopDelivery()
  }

  @Test func `signing out of one account leaves the others signed in`() async throws {
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    let interactor = await interactor(of: runningAccount).after(.open)

    await interactor.handle(.signOut(other.account.id), .reallySignOut)

    #expect(
      spy.values.dropFirst().map(\.signOut) == [
        .asking(other.account, SignOutLosses()), .underWay, nil, nil,
      ])
    #expect(spy.effects == [.say(.signedOut(nil))])
    #expect(
      spy.last
        == AccountsScene.SceneState([
          AccountsScene.AccountEntry(SignedInAccount.sample.account, isCurrent: true, waiting: 0)
        ]))
    #expect(setting.credentials.storedAccounts() == [.sample])
    #expect(await setting.signIn.signedOut == [other.account.id])
    #expect(!runningAccount.session.isOver)
    #expect(await setting.signIn.forgotten == 0)
    await interactor.handle(.signOut(SignedInAccount.sample.account.id), .reallySignOut)
    #expect(await setting.signIn.forgotten == 1)
  }

  @Test func `an account that was signed out is started again only after signing in again`()
    async throws
  {
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    _ = work.runningAccountStartedIfNeeded(of: other)
    let interactor = interactor(of: runningAccount)
    // The columns of the account give way to those of the accounts that are left.
    var left: [Account.ID] = []
    work.onSignOut = { [work] _ in left = work.allUnlockedAccounts.map(\.session.account.id) }

    await interactor.handle(.signOut(other.account.id), .reallySignOut)

    #expect(left == [SignedInAccount.sample.account.id])
    #expect(work.startedAccounts.map(\.session.account) == [SignedInAccount.sample.account])
    #expect(await work.stopAccountsSignedOutElsewhere().isEmpty)
    #expect(work.allUnlockedAccounts.count == 1)
    // Another window signs in.
    try setting.credentials.saveAccountAndMakeActive(other)
    #expect(work.allUnlockedAccounts.count == 2)
  }

  @Test func `an account that could not be signed out starts when it is used`() async throws {
    let account = try #require(work.runningAccountStartedIfNeeded(of: other)).session.account.id
    await work.stopSignedOutAccount(account)
    #expect(!work.allUnlockedAccounts.contains { $0.session.account.id == account })

    let again = try #require(work.runningAccountStartedIfNeeded(of: other))

    #expect(!again.session.isOver)
    #expect(work.allUnlockedAccounts.contains { $0.session.account.id == account })
  }

  @Test func `cancelling the confirmation keeps the account signed in`() async throws {
    let interactor = interactor(of: try #require(work.runningAccountStartedIfNeeded(of: .sample)))
    let id = SignedInAccount.sample.account.id

    await interactor.handle(.signOut(id), .stay, .reallySignOut)

    #expect(
      spy.values == [
        AccountsScene.SceneState(signOut: .asking(SignedInAccount.sample.account, SignOutLosses())),
        AccountsScene.SceneState(),
      ])
    #expect(setting.credentials.storedAccounts().contains(.sample))
  }

  @Test func `an account signed out in another window is stopped here, once`() async throws {
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    #expect(await work.stopAccountsSignedOutElsewhere().isEmpty)

    try setting.credentials.removeAccount(SignedInAccount.sample.account.id)

    #expect(await work.stopAccountsSignedOutElsewhere() == [SignedInAccount.sample.account])
    #expect(runningAccount.session.isOver)
    #expect(await work.stopAccountsSignedOutElsewhere().isEmpty)
  }

  @Test func `signing out ends the session of the account and stops its work`() async throws {
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    let interactor = interactor(of: runningAccount)

    await interactor.handle(.signOut(SignedInAccount.sample.account.id), .reallySignOut)

    #expect(runningAccount.session.isOver)
    #expect(spy.effects == [.signedOut(nil)])
    #expect(work.startedAccounts.isEmpty)
  }

  @Test func `pending changes are sent for every account, also for those in the background`()
    async throws
  {
    _ = try #require(work.runningAccountStartedIfNeeded(of: other))
    try await setting.outbox.enqueueItem(
      setting.item("1", .like("p"), .queued(notBefore: nil, after: nil)))

    work.startDelivery(for: setting.credentials.storedAccounts())

    #expect(await eventually { await setting.service.sent == [.like("p")] })
  }

  @Test func `a renewed token resumes delivery that stopped at a rejected one`() async throws {
    let runningAccount = try #require(work.runningAccountStartedIfNeeded(of: .sample))
    await setting.service.answer(.failure(.signedOut))
    try await setting.outbox.enqueueItem(
      setting.item("1", .like("p"), .queued(notBefore: nil, after: nil)))
    work.startDelivery(for: [])
    #expect(await eventually { await setting.service.sent.count == 1 })
    let renewed = SignedInAccount(SignedInAccount.sample.account, token: Secret("new"))

    #expect(work.runningAccountStartedIfNeeded(of: renewed)?.session === runningAccount.session)

    #expect(runningAccount.session.signedIn == renewed)
    #expect(await eventually { await setting.service.sent.count == 2 })
  }
}
