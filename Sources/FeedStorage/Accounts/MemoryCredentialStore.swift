public import FeedDomain
internal import Threads

/// Accounts for as long as the program runs, where nothing can or should be kept.
public final class MemoryCredentialStore: CredentialStore {
  private let kept = Guarded<[SignedInAccount]>([])

  /// A store without accounts.
  public init() {}

  /// The accounts, the current one first.
  public func accounts() throws(StoreError) -> [SignedInAccount] { kept.withLock { $0 } }

  /// Keeps an account and makes it the current one.
  public func save(_ account: SignedInAccount) throws(StoreError) {
    let before = try accounts().first { $0.account.id == account.account.id }
    try replace(account.inheriting(before?.source))
  }

  /// Keeps an account in place of what was kept of it, and makes it the current one.
  public func replace(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { kept in
      kept.removeAll { $0.account.id == account.account.id }
      kept.insert(account, at: 0)
    }
  }

  /// Keeps a new token of an account that is kept, in its place.
  public func renew(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { kept in
      kept = kept.map {
        $0.account.id == account.account.id ? account.inheriting($0.source) : $0
      }
    }
  }

  /// Forgets an account.
  public func remove(_ account: Account.ID) throws(StoreError) {
    kept.withLock { kept in kept.removeAll { $0.account.id == account } }
  }
}
