package import FeedDomain

/// A worker that unlocks accounts whose token or password is not stored, by running the command
/// that prints it.
package struct AccountUnlocker: Sendable {
  private let directory: any ServiceDirectory
  private let credentials: any CredentialStore
  private let commands: any SecretSourceReading

  package init(
    directory: any ServiceDirectory, credentials: any CredentialStore,
    commands: any SecretSourceReading
  ) {
    (self.directory, self.credentials, self.commands) = (directory, credentials, commands)
  }

  /// Returns an account with the token or password that the account's command prints; the account
  /// unchanged if it is not locked. Throws if the command fails.
  package func unlockAccount(_ account: SignedInAccount) throws(SecretFailure) -> SignedInAccount {
    guard account.isLocked, let source = account.source else { return account }
    let secret = try commands.secret(from: source.command)
    let gateway = directory.signInGateway(to: account.account.service)
    // A token stored by another version may have no room for a secret: the account then stays
    // locked.
    guard let token = gateway?.accountTokenHoldingCommandSecret(of: account, holding: secret) else {
      return account
    }
    let opened = account.replacingToken(with: token)
    // The secret is kept in memory only. If that fails, the account is still unlocked, and the
    // command runs again next time.
    try? credentials.saveRenewedToken(of: opened)
    return opened
  }

  package func unlockAllAccounts(_ accounts: [SignedInAccount]) -> [SecretFailure] {
    var failures: [SecretFailure] = []
    for account in accounts where account.isLocked {
      do throws(SecretFailure) {
        _ = try unlockAccount(account)
      } catch {
        // Several accounts may use the same command.
        if !failures.contains(error) { failures.append(error) }
      }
    }
    return failures
  }
}

/// A worker that repeats the storing of renewed account tokens after a failure, and reports each
/// account concerned once.
@MainActor
final class TokenSaveRetrier {
  private let credentials: any CredentialStore
  private let world: any World
  private let log: any Log
  private var reportedAccounts: Set<Account.ID> = []
  private var trying: Task<Void, Never>?
  /// The closure that reports an account whose renewed token is not stored, and would be lost at
  /// the program's end.
  var tell: (Account) -> Void = { _ in }

  init(credentials: any CredentialStore, world: any World, log: any Log) {
    (self.credentials, self.world, self.log) = (credentials, world, log)
    credentials.setTokenSaveFailureHandler { [weak self] account, error in
      Task { @MainActor in self?.reportAndRetryUnsavedToken(account, error) }
    }
  }

  func stopRetryingTokenSaves() { trying?.cancel() }

  private func reportAndRetryUnsavedToken(_ account: Account, _ error: StoreError) {
    log.writeLogLine(.storage, .error, "a new token could not be stored: \(error)")
    if reportedAccounts.insert(account.id).inserted { tell(account) }
    guard trying == nil else { return }
    trying = Task { [weak self, credentials, world] in
      var failures = 0
      while !Task.isCancelled, !credentials.unsaved.isEmpty {
        failures += 1
        let pause = Backoff.keeping.retryDelay(
          afterFailures: failures, random: world.randomFraction())
        do { try await world.sleep(for: pause) } catch { break }
        await Self.retrySavingTokens(credentials)
      }
      self?.resetAfterTokenSaveRetries()
    }
  }

  /// Ends a series of attempts to store renewed tokens; a later failure is reported again, and
  /// starts a new series.
  private func resetAfterTokenSaveRetries() {
    trying = nil
    reportedAccounts = []
  }

  /// Tries again to write all renewed account tokens that are not stored yet, off the main actor.
  @concurrent
  private nonisolated static func retrySavingTokens(_ credentials: any CredentialStore)
    async
  {
    // Failures are ignored here, since each token that is still not stored is reported by itself.
    try? credentials.retrySavingTokens()
  }
}
