package import FeedDomain

/// The storage of accounts and their renewable tokens, with a lock between processes.
package struct AccountStorage: Sendable {
  let store: (any CredentialStore)?
  let lock: FileRenewalLock?

  /// Creates the storage of accounts. At `lockFile`, processes wait for each other.
  package init(store: any CredentialStore, lockFile: String?, world: any World) {
    self.store = store
    lock = lockFile.map { FileRenewalLock(path: $0, world: world) }
  }

  private init() {
    store = nil
    lock = nil
  }

  /// No storage of accounts: new tokens last as long as the connection.
  package static let none = AccountStorage()

  /// Returns an account's stored token; nil if missing, unreadable, or a placeholder.
  func storedToken(of account: Account.ID) -> Secret? {
    // An unreadable account store is reported where accounts are listed.
    let kept = (try? store?.accounts())?.first { $0.account.id == account }
    return kept?.isLocked == true ? nil : kept?.token
  }

  /// Returns the stored token of a handle; nil without such an account.
  func storedToken(at service: Service, of handle: String) -> Secret? {
    // See above: an unreadable store counts as empty.
    (try? store?.accounts())?.first {
      $0.account.service == service && $0.account.handle == handle
    }?.token
  }

  func hasAccount(at server: String) -> Bool {
    (try? store?.accounts())?.contains { $0.account.server == server } == true  // See above.
  }

  /// Returns the renewal of an account's token. A token from a command is known to one process
  /// alone and needs no lock.
  func tokenRenewal(
    of account: SignedInAccount,
    isSame: @escaping @Sendable (Secret, Secret) -> Bool = { $0 == $1 },
    _ renew: @escaping @Sendable (Secret) async throws(FeedError) -> Secret
  ) -> TokenRenewal {
    TokenRenewal(
      lock: account.source == nil ? lock : nil,
      stored: { storedToken(of: account.account.id) },
      keep: { token in
        // The old token is worthless. If the store cannot save the new one, the store reports that
        // itself and keeps the token in memory.
        try? store?.renewToken(of: account.replacingToken(with: token))
      }, renew: renew, isSame: isSame)
  }

  /// Stores facts about an account, such as its server's version, with its current token, or with
  /// the placeholder of a command's secret. Does nothing if the account is gone or locked.
  func updateFacts(
    of account: Account.ID, _ change: @Sendable (Secret) -> Secret?
  ) async throws(FeedError) {
    try await lock.withLock { () throws(FeedError) in
      do throws(StoreError) {
        guard let store, let kept = try store.accounts().first(where: { $0.account.id == account }),
          !kept.isLocked, let token = change(kept.token)
        else { return }
        let source = kept.source.map {
          SecretSource(command: $0.command, record: change($0.record) ?? $0.record)
        }
        try store.updateFacts(of: SignedInAccount(kept.account, token: token, source: source))
      } catch {
        throw .unreachable
      }
    }
  }
}

extension ServiceClient {
  /// Stores facts about an account on the network client's own thread, as writing files takes time.
  func updateFacts(
    of account: Account.ID, in accounts: AccountStorage,
    _ change: @Sendable (Secret) -> Secret?
  ) async throws(FeedError) {
    try await accounts.updateFacts(of: account, change)
  }
}

extension Timestamp {
  /// Returns true if facts about an account fetched at a time are older than a day, or from the
  /// future.
  func isStale(at now: Timestamp) -> Bool {
    now < self || now >= timeAdvanced(by: .seconds(86_400))
  }
}

extension JSON {
  /// Encodes a time in milliseconds; `null` for nil.
  init(moment: Timestamp?) { self = moment.map { .number(String($0.milliseconds)) } ?? .null }

  /// The time decoded from a stored number of milliseconds.
  var moment: Timestamp? { int.map { Timestamp(milliseconds: Int64($0)) } }
}

/// A secret in which a service stores facts about the account beside the token.
protocol StoredSecret: Sendable {
  init?(_ secret: Secret)
  var secret: Secret { get }
}

/// A store for the facts that a service knows about one account.
struct StoredAccountFacts<Stored: StoredSecret>: Sendable {
  let account: Account.ID
  let client: ServiceClient
  let accounts: AccountStorage

  func updateFacts(_ change: @Sendable (inout Stored) -> Void) async throws(FeedError) {
    try await client.updateFacts(of: account, in: accounts) { secret in
      guard var kept = Stored(secret) else { return nil }
      change(&kept)
      return kept.secret
    }
  }
}

struct TokenRenewal: Sendable {
  /// A lock against other processes during a token renewal, as a refresh token may be usable only
  /// once; nil if no lock is needed.
  let lock: FileRenewalLock?
  let stored: @Sendable () async throws(FeedError) -> Secret?
  /// Stores a new token, durably where possible. The old token is worthless, so the new one is used
  /// even if storing fails.
  let keep: @Sendable (Secret) async -> Void
  /// Asks the service for a new token of an account; throws `signedOut` if the person must sign in
  /// again.
  let renew: @Sendable (Secret) async throws(FeedError) -> Secret
  /// A closure that returns true if two secrets have the same token, whatever else they store about
  /// the account.
  var isSame: @Sendable (Secret, Secret) -> Bool = { $0 == $1 }

  /// The token that replaces an expired token.
  struct ReplacementToken: Sendable {
    let token: Secret
    /// True if the service has just issued the token; a token stored by another process may have
    /// expired since.
    let isNew: Bool
  }

  /// Returns a token other than the expired one, stored before its use.
  func replacementToken(replacing expired: Secret) async throws(FeedError) -> ReplacementToken {
    try await lock.withLock { () throws(FeedError) in try await renewedToken(replacing: expired) }
  }

  private func renewedToken(replacing expired: Secret) async throws(FeedError) -> ReplacementToken {
    let held = try await stored()
    if let held, !isSame(held, expired) { return ReplacementToken(token: held, isNew: false) }
    do throws(FeedError) {
      let fresh = try await renew(held ?? expired)
      await keep(fresh)
      return ReplacementToken(token: fresh, isNew: true)
    } catch {
      // A process without this lock, such as an older version, may have renewed the token first.
      guard error == .signedOut, let other = try await stored(), !isSame(other, expired) else {
        throw error
      }
      return ReplacementToken(token: other, isNew: false)
    }
  }
}
