package import FeedDomain

/// A storage of accounts with their tokens, for services that renew tokens or store facts about an
/// account; a lock keeps other processes from renewing a token at the same time.
package struct AccountTokenStorage: Sendable {
  let store: (any CredentialStore)?
  let lock: TokenRenewalLock?

  /// Creates the storage of accounts. Processes that use the same `lockFile` renew tokens one after
  /// another; nil for no lock.
  package init(store: any CredentialStore, lockFile: String?, world: any World) {
    self.store = store
    lock = lockFile.map { TokenRenewalLock(path: $0, world: world) }
  }

  private init() {
    store = nil
    lock = nil
  }

  /// The account storage that stores no accounts; renewed tokens are lost at the program's end.
  package static let none = AccountTokenStorage()

  /// Returns the stored token of an account; nil if it is missing, unreadable, or a placeholder for
  /// a secret that a command prints.
  func storedToken(of account: Account.ID) -> Secret? {
    // An unreadable account store is reported where accounts are listed.
    let kept = (try? store?.storedAccounts())?.first { $0.account.id == account }
    return kept?.isLocked == true ? nil : kept?.token
  }

  /// Returns the stored token of the account with a handle at a service; nil without such an
  /// account.
  func storedToken(at service: Service, of handle: String) -> Secret? {
    // An unreadable account store counts as empty.
    (try? store?.storedAccounts())?.first {
      $0.account.service == service && $0.account.handle == handle
    }?.token
  }

  func hasAccount(at server: String) -> Bool {
    // An unreadable account store counts as empty.
    (try? store?.storedAccounts())?.contains { $0.account.server == server } == true
  }

  /// Returns the procedure by which a client renews an account's token, and stores the new token. A
  /// token that a command printed is known to this process alone, and is renewed without a lock.
  func tokenRenewer(
    of account: SignedInAccount,
    isSame: @escaping @Sendable (Secret, Secret) -> Bool = { $0 == $1 },
    _ renew: @escaping @Sendable (Secret) async throws(FeedError) -> Secret
  ) -> TokenRenewer {
    TokenRenewer(
      lock: account.source == nil ? lock : nil,
      stored: { storedToken(of: account.account.id) },
      storeToken: { token in
        // The old token is worthless. If the store cannot save the new one, the store reports that
        // itself and keeps the token in memory.
        try? store?.saveRenewedToken(of: account.replacingToken(with: token))
      }, renew: renew, isSame: isSame)
  }

  /// Replaces an account's stored secret by the result of a closure, which adds facts such as the
  /// server's version; if a command prints the secret, also the placeholder. Does nothing if the
  /// account is gone or locked.
  func updateAccountFacts(
    of account: Account.ID, _ change: @Sendable (Secret) -> Secret?
  ) async throws(FeedError) {
    try await lock.withRenewalLock { () throws(FeedError) in
      do throws(StoreError) {
        guard let store,
          let kept = try store.storedAccounts().first(where: { $0.account.id == account }),
          !kept.isLocked, let token = change(kept.token)
        else { return }
        let source = kept.source.map {
          SecretSource(command: $0.command, record: change($0.record) ?? $0.record)
        }
        try store.saveChangedAccount(
          of: SignedInAccount(kept.account, token: token, source: source))
      } catch {
        throw .storeFailed(error)
      }
    }
  }
}

extension ServiceClient {
  /// Replaces an account's stored secret by the result of a closure, which adds facts such as the
  /// server's version, on the client's own thread, as writing files takes time.
  func updateAccountFacts(
    of account: Account.ID, in accounts: AccountTokenStorage,
    _ change: @Sendable (Secret) -> Secret?
  ) async throws(FeedError) {
    try await accounts.updateAccountFacts(of: account, change)
  }
}

extension Timestamp {
  /// Returns true if facts about an account that were fetched at this time are out of date: a day
  /// or more old, or dated in the future.
  func isStaleAfterDay(at now: Timestamp) -> Bool {
    now < self || now >= timeAdvanced(by: .seconds(86_400))
  }
}

extension JSON {
  /// Creates a JSON value from a time, as milliseconds since 1970; `null` for nil.
  init(moment: Timestamp?) { self = moment.map { .number(String($0.milliseconds)) } ?? .null }

  /// The JSON value as a time, from milliseconds since 1970; nil for other values.
  var moment: Timestamp? { int.map { Timestamp(milliseconds: Int64($0)) } }

  /// The JSON value as a time, from a date and time in ISO 8601; nil for other values, and for the
  /// first day of the year 1, which several servers write for a missing date.
  var isoDate: Timestamp? {
    string.flatMap(ISODate.parsedTimestamp).flatMap {
      Self.firstDay.contains($0.milliseconds) ? nil : $0
    }
  }

  /// The range of times that are on the first day of the year 1 in some time zone, in milliseconds
  /// since 1970.
  private static let firstDay: ClosedRange<Int64> = -62_135_683_200_000 ... -62_135_510_400_000
}

/// A protocol for stored secrets of accounts that contain facts about the account, such as its
/// server's version, besides the token.
protocol SecretWithAccountFacts: Sendable {
  init?(_ secret: Secret)
  var secret: Secret { get }
}

/// A handle for changing one account's stored facts, such as its server's version.
struct AccountFactsEditor<Stored: SecretWithAccountFacts>: Sendable {
  let account: Account.ID
  let client: ServiceClient
  let accounts: AccountTokenStorage

  func updateAccountFacts(_ change: @Sendable (inout Stored) -> Void) async throws(FeedError) {
    try await client.updateAccountFacts(of: account, in: accounts) { secret in
      guard var kept = Stored(secret) else { return nil }
      change(&kept)
      return kept.secret
    }
  }
}

struct TokenRenewer: Sendable {
  /// The lock that keeps other processes from renewing the account's token at the same time, as a
  /// refresh token may be valid only once; nil if no lock is needed.
  let lock: TokenRenewalLock?
  let stored: @Sendable () async throws(FeedError) -> Secret?
  /// The closure that stores an account's new token, durably where possible. The new token is used
  /// even if storing fails, as the old one is worthless.
  let storeToken: @Sendable (Secret) async -> Void
  /// The closure that requests an account's new token from the service; throws `signedOut` if the
  /// user must sign in again.
  let renew: @Sendable (Secret) async throws(FeedError) -> Secret
  /// The closure that compares two secrets of an account, and returns true if they have the same
  /// token, whatever other facts they contain.
  var isSame: @Sendable (Secret, Secret) -> Bool = { $0 == $1 }

  struct StoredOrRenewedToken: Sendable {
    let token: Secret
    /// True if the service issued this replacement of an expired token just now; false if the token
    /// was renewed earlier, perhaps by another process, so that it may have expired as well.
    let isNew: Bool
  }

  /// Returns an account's token in place of the expired one: a token that another process stored
  /// meanwhile, or a new one, which is stored before it is used.
  func replacementToken(for expired: Secret) async throws(FeedError) -> StoredOrRenewedToken {
    try await lock.withRenewalLock { () throws(FeedError) in
      try await storedOrRenewedToken(replacing: expired)
    }
  }

  private func storedOrRenewedToken(replacing expired: Secret) async throws(FeedError)
    -> StoredOrRenewedToken
  {
    let held = try await stored()
    if let held, !isSame(held, expired) { return StoredOrRenewedToken(token: held, isNew: false) }
    do throws(FeedError) {
      let fresh = try await renew(held ?? expired)
      await storeToken(fresh)
      return StoredOrRenewedToken(token: fresh, isNew: true)
    } catch {
      // A process without this lock, such as an older version, may have renewed the token first.
      guard error == .signedOut, let other = try await stored(), !isSame(other, expired) else {
        throw error
      }
      return StoredOrRenewedToken(token: other, isNew: false)
    }
  }
}
