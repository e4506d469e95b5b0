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

  /// Keeps what was learnt about an account with its token, whoever may have renewed that
  /// meanwhile, and with what stands in for that where a command gives the secret; nothing where the
  /// account is gone or locked.
  func note(
    about account: Account.ID, _ learnt: @Sendable (Secret) -> Secret?
  ) async throws(FeedError) {
    try await lock.whileHeld { () throws(FeedError) in
      do throws(StoreError) {
        guard let store, let kept = try store.accounts().first(where: { $0.account.id == account }),
          !kept.isLocked, let token = learnt(kept.token)
        else { return }
        let source = kept.source.map {
          SecretSource(command: $0.command, record: learnt($0.record) ?? $0.record)
        }
        try store.learn(SignedInAccount(kept.account, token: token, source: source))
      } catch {
        throw .unreachable
      }
    }
  }
}

extension ServiceClient {
  /// Keeps what was learnt, on the client's own thread: files take their time.
  func keep(
    about account: Account.ID, in accounts: AccountKeeping,
    _ learnt: @Sendable (Secret) -> Secret?
  ) async throws(FeedError) {
    try await accounts.note(about: account, learnt)
  }
}

extension Timestamp {
  /// Whether what was looked at then is to be looked at again: after a day, or where the clock was
  /// wrong.
  func isStale(at now: Timestamp) -> Bool {
    now < self || now >= advanced(by: .seconds(86_400))
  }
}

extension JSON {
  /// A moment as it is kept; null for none.
  init(moment: Timestamp?) { self = moment.map { .number(String($0.milliseconds)) } ?? .null }

  /// A moment that was kept.
  var moment: Timestamp? { int.map { Timestamp(milliseconds: Int64($0)) } }
}

/// What is kept of an account besides what opens it, and with that.
protocol KeptSecret: Sendable {
  /// Reads what was kept; nil where it is none of these.
  init?(_ secret: Secret)
  var secret: Secret { get }
}

/// Keeps what is learnt of an account.
struct AccountNotes<Kept: KeptSecret>: Sendable {
  let account: Account.ID
  /// On whose thread it is kept.
  let client: ServiceClient
  let accounts: AccountKeeping

  /// Nothing where the account is gone, or holds something else.
  func keep(_ learn: @Sendable (inout Kept) -> Void) async throws(FeedError) {
    try await client.keep(about: account, in: accounts) { secret in
      guard var kept = Kept(secret) else { return nil }
      learn(&kept)
      return kept.secret
    }
  }
}

/// How an account gets a new token when the one it has runs out.
struct TokenRenewal: Sendable {
  /// Lets one process at a time renew the token: one that can be used once must not be used by two.
  /// Nil where there is nobody else.
  let lock: FileRenewalLock?
  /// The token as it is stored now.
  let stored: @Sendable () async throws(FeedError) -> Secret?
  /// Keeps a new token, durably where that can be: the old one is worthless by then, so that this
  /// one is used whatever becomes of it.
  let keep: @Sendable (Secret) async -> Void
  /// Asks the service for a new token; `signedOut` where it wants the person to sign in again.
  let renew: @Sendable (Secret) async throws(FeedError) -> Secret
  /// Whether two records hold the same token, whatever else may be kept with it.
  var isSame: @Sendable (Secret, Secret) -> Bool = { $0 == $1 }

  /// A token that takes the place of a spent one.
  struct Successor: Sendable {
    let token: Secret
    /// Whether the service has just given it; else it may have run out since another process left it.
    let isNew: Bool
  }

  /// A token that is not the spent one, and is stored before it is used.
  func token(insteadOf spent: Secret) async throws(FeedError) -> Successor {
    try await lock.whileHeld { () throws(FeedError) in try await successor(of: spent) }
  }

  private func successor(of spent: Secret) async throws(FeedError) -> Successor {
    let held = try await stored()
    if let held, !isSame(held, spent) { return Successor(token: held, isNew: false) }
    do throws(FeedError) {
      let fresh = try await renew(held ?? spent)
      await keep(fresh)
      return Successor(token: fresh, isNew: true)
    } catch {
      // Somebody without our lock may have been quicker, an older version for one.
      guard error == .signedOut, let other = try await stored(), !isSame(other, spent) else {
        throw error
      }
      return Successor(token: other, isNew: false)
    }
  }
}
