package import FeedDomain

/// A namespace for the requests and the state of the accounts scene, which lists the signed-in
/// accounts and their unsent changes, and offers sign-out.
package enum AccountsScene {
  package struct AccountEntry: Equatable, Sendable {
    package let account: Account
    package let isCurrent: Bool
    package let waiting: Int
    /// The stored person of this entry's account in the accounts scene; nil if the person is not
    /// stored.
    package let person: Person?
    /// The number of unread notifications of this entry's account, as stored.
    package let unread: Int
    /// The number of unread posts in the home stream of this entry's account.
    package var unreadPosts = 0
    package var fetchedAt: Timestamp?
    /// True if the service rejected the token of this entry's account, so that its changes are not
    /// sent.
    package let isRefused: Bool
    /// The command that supplies the account's token; nil if the token is stored.
    package let command: String?
    /// True if the command that supplies the token of this entry's account failed, so that its
    /// changes are not sent.
    package let isLocked: Bool

    package init(
      _ account: Account, isCurrent: Bool, waiting: Int, person: Person? = nil, unread: Int = 0,
      isRefused: Bool = false, command: String? = nil, isLocked: Bool = false
    ) {
      (self.person, self.unread) = (person, unread)
      self.isLocked = isLocked
      self.command = command
      self.account = account
      self.isCurrent = isCurrent
      self.waiting = waiting
      self.isRefused = isRefused
    }
  }

  package enum SceneRequest: Equatable, Sendable {
    case open
    /// A request of the accounts scene: make an account active, or sign in again if its token was
    /// rejected.
    case use(Account.ID)
    /// A request of the accounts scene: ask to confirm signing out of an account.
    case signOut(Account.ID)
    case reallySignOut
    /// A request of the accounts scene: close the confirmation without signing out.
    case stay
    case close
  }

  package struct SceneState: Equatable, Sendable {
    package var entries: [AccountEntry]
    /// The progress of signing out of an account; nil if none is signing out.
    package var signOut: SignOutProgress?

    package init(_ entries: [AccountEntry] = [], signOut: SignOutProgress? = nil) {
      (self.entries, self.signOut) = (entries, signOut)
    }
  }

  /// A progress of signing out of an account: waiting for the confirmation, or under way.
  package enum SignOutProgress: Equatable, Sendable {
    /// A progress of signing out: the confirmation is shown, with the unsent data to be lost.
    case asking(Account, SignOutLosses)
    case underWay
  }
}

@MainActor package final class AccountsInteractor: Interacting {
  private let session: AccountSession
  private let runningAccounts: RunningAccounts
  private let directory: any ServiceDirectory
  private let presenter: any Presenting<AccountsScene.SceneState>
  private var state = AccountsScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var isOpen = false
  private lazy var accountReloads = LatestValueWriter<Void> { [weak self] in
    await self?.loadAccountEntries()
  }

  package init(
    _ session: AccountSession, runningAccounts: RunningAccounts, directory: any ServiceDirectory,
    presenter: any Presenting<AccountsScene.SceneState>
  ) {
    self.session = session
    self.runningAccounts = runningAccounts
    self.directory = directory
    self.presenter = presenter
  }

  package func handle(_ request: AccountsScene.SceneRequest) async {
    switch request {
    case .open:
      isOpen = true
      await reloadAccounts()
    case .use(let id): activateAccount(id)
    case .signOut(let id): await askBeforeSigningOut(id)
    case .reallySignOut: await signOutAccount()
    case .stay: cancelSignOut()
    case .close: isOpen = false
    }
  }
}

extension AccountsInteractor {
  /// Reloads the list of the accounts scene if an action report may have changed it.
  private func handleActionReport(_ event: ActionReport) {
    guard isOpen else { return }
    switch event {
    case .waiting, .signedOut: accountReloads.submitValueToWrite(())
    default: break
    }
  }
}

extension AccountsInteractor {
  private var stores: AccountSession.SessionStores { session.stores }

  private func reloadAccounts() async {
    accountReloads.submitValueToWrite(())
    await accountReloads.waitUntilValueIsWritten()
  }

  private func loadAccountEntries() async {
    guard isOpen else { return }
    for runningAccount in runningAccounts.startedAccounts {
      runningAccount.actions.addActionReportListener(self) { $0.handleActionReport($1) }
    }
    do throws(StoreError) {
      let kept = try stores.credentials.storedAccounts()
      let waiting = try await stores.outbox.outboxItems(of: nil)
      var entries: [AccountsScene.AccountEntry] = []
      for signedIn in kept {
        let account = signedIn.account
        var entry = AccountsScene.AccountEntry(
          account, isCurrent: account.id == session.account.id,
          waiting: waiting.count { $0.account == account.id },
          person: try await stores.feeds.storedPerson(account.person, account: account.id),
          unread: try await stores.notifications?.notifications(of: account.id).unread.count ?? 0,
          isRefused: runningAccounts.rejectedTokenAccounts.contains(account.id),
          command: signedIn.source?.command, isLocked: signedIn.isLocked)
        let home = try await stores.feeds.feedStatus(of: .home, account: account.id)
        (entry.unreadPosts, entry.fetchedAt) = (home.unread, home.fetchedAt)
        entries.append(entry)
      }
      guard isOpen else { return }
      state.entries = entries.filter(\.isCurrent) + entries.filter { !$0.isCurrent }
    } catch {
      showAccountsStoreError(error)
    }
  }

  /// Tells the user about a store error, and closes the accounts scene's sign-out confirmation.
  private func showAccountsStoreError(_ error: StoreError) {
    if case .asking = state.signOut { state.signOut = nil }
    if state.entries.isEmpty { presenter.present(state) }
    presenter.perform(.say(.storeFailed(error)))
  }

  private func storedAccount(_ id: Account.ID) throws(StoreError) -> SignedInAccount? {
    try stores.credentials.storedAccounts().first { $0.account.id == id }
  }

  private func activateAccount(_ id: Account.ID) {
    do throws(StoreError) {
      guard let account = try storedAccount(id) else {
        return accountReloads.submitValueToWrite(())
      }
      guard !runningAccounts.rejectedTokenAccounts.contains(id) else {
        return presenter.perform(.askToSignIn(account.account))
      }
      // The program opens with the account that was saved last as the active one.
      try stores.credentials.saveAccountAndMakeActive(account)
      presenter.perform(.signedIn(account))
    } catch {
      showAccountsStoreError(error)
    }
  }

  private func askBeforeSigningOut(_ id: Account.ID) async {
    do throws(StoreError) {
      guard let account = try storedAccount(id) else { return await reloadAccounts() }
      let losses = try await stores.signOutLosses(of: id)
      if case .underWay = state.signOut { return }
      state.signOut = .asking(account.account, losses)
    } catch {
      showAccountsStoreError(error)
    }
  }

  private func cancelSignOut() {
    if case .asking = state.signOut { state.signOut = nil }
  }

  private func signOutAccount() async {
    guard case .asking(let asked, _) = state.signOut else { return }
    let id = asked.id
    do throws(StoreError) {
      guard let account = try storedAccount(id) else {
        cancelSignOut()
        return await reloadAccounts()
      }
      state.signOut = .underWay
      await runningAccounts.stopSignedOutAccount(id)
      let outcome = await SignOutProcess(
        directory: directory, stores: stores, world: session.world
      ).signOut(of: account)
      state.signOut = nil
      for error in outcome.failures { showAccountsStoreError(error) }
      guard id != session.account.id else {
        return presenter.perform(.signedOut(outcome.refusal))
      }
      presenter.perform(.say(.signedOut(outcome.refusal)))
      await reloadAccounts()
    } catch {
      showAccountsStoreError(error)
    }
  }
}
