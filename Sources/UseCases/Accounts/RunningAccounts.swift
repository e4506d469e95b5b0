package import FeedDomain

@MainActor
package final class RunningAccounts {
  package struct RunningAccount {
    package let session: AccountSession
    package let actions: UserActionPerformer
  }

  /// A group of the objects that all accounts' sessions share, such as the stores, the clock and
  /// the log.
  package struct SessionDependencies {
    let directory: any ServiceDirectory
    let stores: AccountSession.SessionStores
    let world: any World
    let log: any Log
    let undoWindow: Duration
    let mutes: MuteList?
    let attention: UserActivity?

    package init(
      directory: any ServiceDirectory, stores: AccountSession.SessionStores, world: any World,
      log: any Log,
      undoWindow: Duration, mutes: MuteList? = nil, attention: UserActivity? = nil
    ) {
      self.directory = directory
      self.stores = stores
      self.world = world
      self.log = log
      self.undoWindow = undoWindow
      self.mutes = mutes
      self.attention = attention
    }
  }

  private let surroundings: SessionDependencies
  private var runningAccounts: [Account.ID: RunningAccount] = [:]
  private var upkeep: [Account.ID: Task<Void, Never>] = [:]
  /// The tasks that compare each account's read states with those at its service.
  private var readStateTasks: [Account.ID: Task<Void, Never>] = [:]
  /// The ids of the accounts whose token was rejected; an id is removed after the next sign-in.
  package private(set) var rejectedTokenAccounts: Set<Account.ID> = []
  /// The closure that reports an account with a rejected token, once for each account.
  package var onTokenRejection: (Account) -> Void = { _ in }
  /// The closure that is called for a published post that is more open than its draft, such as
  /// visible to more people.
  package var onUnintendedExposure: (Account, Post, UnintendedPostExposure) -> Void = { _, _, _ in }
  /// The closure that is called with the id of an account after it was signed out.
  package var onSignOut: (Account.ID) -> Void = { _ in }
  /// The ids of stopped accounts that may still be stored, as they are signing out; they are not
  /// started again unless the user uses them.
  private var stopped: Set<Account.ID> = []
  /// True once `startDelivery` was called: all running accounts send their pending changes.
  private var isDeliveryStarted = false

  private let tokenSaveRetrier: TokenSaveRetrier
  /// The closure that is called once for each account whose renewed token cannot be stored.
  package var onTokenSaveFailure: (Account) -> Void {
    get { tokenSaveRetrier.tell }
    set { tokenSaveRetrier.tell = newValue }
  }

  package init(_ surroundings: SessionDependencies) {
    self.surroundings = surroundings
    tokenSaveRetrier = TokenSaveRetrier(
      credentials: surroundings.stores.credentials, world: surroundings.world,
      log: surroundings.log)
    surroundings.mutes?.onChange = { [weak self] in
      for runningAccount in self?.startedAccounts ?? [] {
        runningAccount.actions.notifyScenesOfMuteChanges()
      }
    }
  }

  /// Returns the running account of a signed-in account, with its session and the performer of its
  /// actions; starts the account if it is not running. Returns nil for an unsupported service.
  package func runningAccountStartedIfNeeded(of account: SignedInAccount) -> RunningAccount? {
    guard let runningAccount = runningAccounts[account.account.id] else {
      stopped.remove(account.account.id)
      return startAccount(account)
    }
    return runningAccount.session.signedIn == account || replaceToken(of: account)
      ? runningAccount : nil
  }

  /// Replaces the token of a running account after signing in again; returns false if the account
  /// is not running.
  package func replaceToken(of account: SignedInAccount) -> Bool {
    guard let runningAccount = runningAccounts[account.account.id],
      let connection = surroundings.directory.connection(for: account)
    else { return false }
    runningAccount.session.replaceToken(of: account, connection: connection)
    rejectedTokenAccounts.remove(account.account.id)
    runningAccount.actions.resumeDeliveryAfterSignIn()
    if isDeliveryStarted { startAccountRefreshes(at: runningAccount) }
    return true
  }

  package var startedAccounts: [RunningAccount] { Array(runningAccounts.values) }

  /// The running accounts of all signed-in accounts whose token is readable; reading the property
  /// starts accounts that are not running. If the stored accounts cannot be read, those that are
  /// running.
  package var allUnlockedAccounts: [RunningAccount] {
    do throws(StoreError) {
      let stored = try surroundings.stores.credentials.storedAccounts()
      // An account that was removed, and is stored again later, was signed in again.
      stopped.formIntersection(stored.map(\.account.id))
      return stored.filter { !$0.isLocked && !stopped.contains($0.account.id) }
        .compactMap { runningAccounts[$0.account.id] ?? startAccount($0) }
    } catch {
      return startedAccounts
    }
  }

  /// Starts the delivery of pending changes for the given accounts, and for accounts started later.
  package func startDelivery(for accounts: [SignedInAccount]) {
    isDeliveryStarted = true
    for runningAccount in runningAccounts.values { startDeliveryAndRefreshes(runningAccount) }
    for account in accounts where runningAccounts[account.account.id] == nil {
      _ = startAccount(account)
    }
  }

  /// Reloads the pending changes of all accounts after another process changed them.
  package func reloadPendingChanges() async {
    for runningAccount in runningAccounts.values {
      await runningAccount.actions.reloadOutboxAndScenes()
    }
  }

  /// Stops the accounts that another process signed out, and returns them.
  package func stopAccountsSignedOutElsewhere() async -> [Account] {
    let accounts = runningAccounts.values.map(\.session).filter { !$0.isOver }.map(\.account)
    let gone = await Self.signedOutAccounts(accounts, from: surroundings.stores.credentials)
      .filter { runningAccounts[$0.id]?.session.isOver == false }
    for account in gone { await stopSignedOutAccount(account.id) }
    return gone
  }

  /// Returns those accounts of a list that are no longer in the store of credentials, since another
  /// process signed them out; reads the store in the background.
  @concurrent
  private nonisolated static func signedOutAccounts(
    _ accounts: [Account], from credentials: any CredentialStore
  ) async -> [Account] {
    accounts.filter { credentials.wasAccountRemoved($0.id) }
  }

  package func stopBackgroundWork() {
    for task in Array(upkeep.values) + Array(readStateTasks.values) { task.cancel() }
    (upkeep, readStateTasks) = ([:], [:])
    tokenSaveRetrier.stopRetryingTokenSaves()
  }

  /// Stops an account that is signing out; no data of the account is written from then on.
  package func stopSignedOutAccount(_ account: Account.ID) async {
    stopped.insert(account)
    rejectedTokenAccounts.remove(account)
    upkeep.removeValue(forKey: account)?.cancel()
    readStateTasks.removeValue(forKey: account)?.cancel()
    guard let runningAccount = runningAccounts.removeValue(forKey: account) else { return }
    runningAccount.session.markSessionOver()
    onSignOut(account)
    await runningAccount.actions.stopDelivery()
  }
}

extension RunningAccounts {
  private func startAccount(_ account: SignedInAccount) -> RunningAccount? {
    guard let connection = surroundings.directory.connection(for: account) else { return nil }
    let session = AccountSession(
      account, connection: connection, stores: surroundings.stores, world: surroundings.world,
      log: surroundings.log, userActivity: surroundings.attention)
    let runningAccount = RunningAccount(
      session: session,
      actions: UserActionPerformer(
        session, undoWindow: surroundings.undoWindow, mutes: surroundings.mutes))
    runningAccounts[account.account.id] = runningAccount
    // An account in the background has no scene that could ask to sign in.
    runningAccount.actions.addActionReportListener(self) { [weak session] work, news in
      if news == .signedOut { work.recordTokenRejection(of: account.account) }
      if case .delivered(let change, let outcome) = news,
        let (post, exposure) = change.postWithUnintendedExposure(after: outcome)
      {
        work.onUnintendedExposure(account.account, post, exposure)
      }
      if case .delivered(.follow(let feed, false), _) = news, let session {
        work.removeFeedEpisodes(of: feed, session)
      }
    }
    if isDeliveryStarted { startDeliveryAndRefreshes(runningAccount) }
    return runningAccount
  }

  private func removeFeedEpisodes(of feed: Person.ID, _ session: AccountSession) {
    guard session.connection.podcasts != nil else { return }
    Task {
      do throws(StoreError) { _ = try await session.podcasts.removeFeedEpisodes(of: feed) } catch {
        session.logStoreError(error, doing: "remove the episodes of a feed")
      }
    }
  }

  private func recordTokenRejection(of account: Account) {
    guard runningAccounts[account.id] != nil else { return }
    if rejectedTokenAccounts.insert(account.id).inserted { onTokenRejection(account) }
  }

  private func startDeliveryAndRefreshes(_ runningAccount: RunningAccount) {
    Task.immediate {
      await runningAccount.actions.startDelivery()
      startAccountRefreshes(at: runningAccount)
    }
  }

  /// Starts the regular refreshes of an account's facts, such as limits, with its current token.
  private func startAccountRefreshes(at runningAccount: RunningAccount) {
    let id = runningAccount.session.account.id
    upkeep.removeValue(forKey: id)?.cancel()
    readStateTasks.removeValue(forKey: id)?.cancel()
    guard !runningAccount.session.isOver else { return }
    if runningAccount.session.connection.readStates != nil {
      readStateTasks[id] = Task {
        await ReadStateRefresher(session: runningAccount.session, actions: runningAccount.actions)
          .compareReadStatesRegularly()
      }
    }
    upkeep[id] = Task {
      let error = await AccountFactsRefresher(session: runningAccount.session)
        .refreshAccountFactsRegularly()
      guard error == .signedOut, !Task.isCancelled else { return }
      runningAccount.session.recordTokenRejection()
      runningAccount.actions.notifyScenesOfTokenRejection()
    }
  }
}
