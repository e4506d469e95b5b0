package import FeedDomain

/// Unlocks accounts whose secret comes from a command.
package struct AccountUnlocker: Sendable {
  private let directory: any ServiceDirectory
  private let credentials: any CredentialStore
  private let commands: any SecretPrompting

  package init(
    directory: any ServiceDirectory, credentials: any CredentialStore, commands: any SecretPrompting
  ) {
    (self.directory, self.credentials, self.commands) = (directory, credentials, commands)
  }

  /// Returns the account with the secret from its command; unchanged if it is unlocked.
  package func open(_ account: SignedInAccount) throws(SecretFailure) -> SignedInAccount {
    guard account.isLocked, let source = account.source else { return account }
    let secret = try commands.secret(from: source.command)
    let gateway = directory.signIn(to: account.account.service)
    // What was kept by another version may have no place for a secret: it stays locked.
    guard let token = gateway?.token(of: account, holding: secret) else { return account }
    let opened = account.holding(token)
    // In memory alone. Where that fails the account is opened all the same, and asked for again.
    try? credentials.renew(opened)
    return opened
  }

  /// Unlocks accounts, and returns the failures.
  package func openAll(_ accounts: [SignedInAccount]) -> [SecretFailure] {
    var failures: [SecretFailure] = []
    for account in accounts where account.isLocked {
      do throws(SecretFailure) {
        _ = try open(account)
      } catch {
        // Several accounts may ask the same command.
        if !failures.contains(error) { failures.append(error) }
      }
    }
    return failures
  }
}
