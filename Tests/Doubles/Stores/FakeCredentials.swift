package import FeedDomain
import Threads

/// A store of accounts and their secrets in memory.
package final class FakeCredentials: CredentialStore {
  private let kept: LockedValue<[SignedInAccount]>
  private let removed = LockedValue<Set<Account.ID>>([])
  private let failure: StoreError?

  package init(_ accounts: [SignedInAccount] = [], failure: StoreError? = nil) {
    kept = LockedValue(accounts)
    self.failure = failure
  }

  package func storedAccounts() -> [SignedInAccount] { kept.withLock(\.self) }

  package func saveAccountAndMakeActive(_ account: SignedInAccount) throws(StoreError) {
    if let failure { throw failure }
    kept.withLock { $0 = $0.addingAccount(account, isCurrent: true) }
  }

  package func addAccountWithoutActivating(_ account: SignedInAccount) throws(StoreError) {
    if let failure { throw failure }
    kept.withLock { $0 = $0.addingAccount(account, isCurrent: false) }
  }

  package func saveAndActivateReplacingSecretSource(_ account: SignedInAccount) throws(StoreError) {
    try saveAccountAndMakeActive(account)
  }

  package func saveRenewedToken(of account: SignedInAccount) throws(StoreError) {
    if let failure { throw failure }
    kept.withLock { $0 = $0.map { $0.account.id == account.account.id ? account : $0 } }
  }

  package func removeAccount(_ account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    kept.withLock { $0.removeAll { $0.account.id == account } }
    _ = removed.withLock { $0.insert(account) }
  }

  package func wasAccountRemoved(_ account: Account.ID) -> Bool {
    removed.withLock { $0.contains(account) }
      && !storedAccounts().contains { $0.account.id == account }
  }
}
