import FeedDomain
import Synchronization

/// Accounts kept in memory.
final class FakeCredentials: CredentialStore {
  private let kept = Mutex<[SignedInAccount]>([])
  private let removed = Mutex<Set<Account.ID>>([])
  private let failure: StoreError?

  init(failure: StoreError? = nil) { self.failure = failure }

  func accounts() -> [SignedInAccount] { kept.withLock(\.self) }

  func save(_ account: SignedInAccount) throws(StoreError) {
    if let failure { throw failure }
    kept.withLock { $0 = [account] + $0.filter { $0.account.id != account.account.id } }
  }

  func replace(_ account: SignedInAccount) throws(StoreError) { try save(account) }

  func renew(_ account: SignedInAccount) throws(StoreError) {
    if let failure { throw failure }
    kept.withLock { $0 = $0.map { $0.account.id == account.account.id ? account : $0 } }
  }

  func remove(_ account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    kept.withLock { $0.removeAll { $0.account.id == account } }
    _ = removed.withLock { $0.insert(account) }
  }

  func isGone(_ account: Account.ID) -> Bool {
    removed.withLock { $0.contains(account) }
      && !accounts().contains { $0.account.id == account }
  }
}
