package import FeedDomain

/// Where tokens are kept that a service trades for new ones, and what keeps two processes from
/// trading the same.
package struct AccountKeeping: Sendable {
  let store: (any CredentialStore)?
  let lock: FileRenewalLock?

  /// Tokens in a store; processes wait for each other at a file of that name, where one is given.
  package init(store: any CredentialStore, lockFile: String?, world: any World) {
    self.store = store
    lock = lockFile.map { FileRenewalLock(path: $0, world: world) }
  }

  private init() {
    store = nil
    lock = nil
  }

  /// Nothing is kept: new tokens last as long as the connection.
  package static let none = AccountKeeping()

  /// The token as it is stored now; nil where none is, or where it cannot be read, or holds but a
  /// stand-in.
  func token(of account: Account.ID) -> Secret? {
    // An account that cannot be read is shown as such where accounts are shown.
    let kept = (try? store?.accounts())?.first { $0.account.id == account }
    return kept?.isLocked == true ? nil : kept?.token
  }

  /// The token of an account at that service that is called so; nil where there is none.
  func token(at service: Service, of handle: String) -> Secret? {
    // As above: where nothing can be read, nothing is known.
    (try? store?.accounts())?.first {
      $0.account.service == service && $0.account.handle == handle
    }?.token
  }

  /// Whether there is an account at the server of that address.
  func knowsAnybody(at server: String) -> Bool {
    (try? store?.accounts())?.contains { $0.account.server == server } == true  // As above.
  }

  /// How the account gets a new token. What comes of a command's secret is known to one process
  /// alone, so that there is nobody to wait for.
  func renewal(
    of account: SignedInAccount,
    isSame: @escaping @Sendable (Secret, Secret) -> Bool = { $0 == $1 },
    _ renew: @escaping @Sendable (Secret) async throws(FeedError) -> Secret
  ) -> TokenRenewal {
    TokenRenewal(
      lock: account.source == nil ? lock : nil,
      stored: { token(of: account.account.id) },
      keep: { token in
        // The old one is worthless: where the store cannot keep this one, it tells so itself, and has
        // it for as long as the program runs.
        try? store?.renew(account.holding(token))
      }, renew: renew, isSame: isSame)
  }
}
