package import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A store of accounts in memory, for runs without a usable accounts file.
package final class MemoryCredentialStore: CredentialStore {
  private let accountList = LockedValue<[SignedInAccount]>([])

  package init() {}

  package func storedAccounts() throws(StoreError) -> [SignedInAccount] {
    accountList.withLock { $0 }
  }

  package func saveAccountAndMakeActive(_ account: SignedInAccount) throws(StoreError) {
    let before = try storedAccounts().first { $0.account.id == account.account.id }
    try saveAndActivateReplacingSecretSource(account.inheritingSecretSource(before?.source))
  }

  package func saveAndActivateReplacingSecretSource(_ account: SignedInAccount) throws(StoreError) {
    accountList.withLock { $0 = $0.addingAccount(account, isCurrent: true) }
  }

  package func addAccountWithoutActivating(_ account: SignedInAccount) throws(StoreError) {
    accountList.withLock { $0 = $0.addingAccount(account, isCurrent: false) }
  }

  package func saveRenewedToken(of account: SignedInAccount) throws(StoreError) {
    accountList.withLock { kept in
      kept = kept.map {
        $0.account.id == account.account.id ? account.inheritingSecretSource($0.source) : $0
      }
    }
  }

  package func removeAccount(_ account: Account.ID) throws(StoreError) {
    accountList.withLock { kept in kept.removeAll { $0.account.id == account } }
  }
}
