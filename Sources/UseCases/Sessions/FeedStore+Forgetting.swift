package import FeedDomain

extension FeedStore {
  /// Forgets what was fetched for somebody else who went by the account's name, as before a server
  /// began anew: it must not stand among what is fetched for whoever signs in now. What was written
  /// stays.
  package func forget(
    othersThan account: Account, known credentials: any CredentialStore
  ) async throws(StoreError) {
    guard let held = try credentials.accounts().first(where: { $0.account.id == account.id }),
      held.account.person != account.person
    else { return }
    try await erase(account: account.id)
  }
}
