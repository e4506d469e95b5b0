package import FeedDomain
internal import Threads

/// Accounts for as long as the program runs, where nothing can or should be kept.
package final class MemoryCredentialStore: CredentialStore {
  private let kept = Guarded<[SignedInAccount]>([])

  package init() {}

  package func accounts() throws(StoreError) -> [SignedInAccount] { kept.withLock { $0 } }

  package func save(_ account: SignedInAccount) throws(StoreError) {
    let before = try accounts().first { $0.account.id == account.account.id }
    try replace(account.inheriting(before?.source))
  }

  package func replace(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { $0 = $0.placing(account, isCurrent: true) }
  }

  package func add(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { $0 = $0.placing(account, isCurrent: false) }
  }

  package func renew(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { kept in
      kept = kept.map {
        $0.account.id == account.account.id ? account.inheriting($0.source) : $0
      }
    }
  }

  package func remove(_ account: Account.ID) throws(StoreError) {
    kept.withLock { kept in kept.removeAll { $0.account.id == account } }
  }
}
