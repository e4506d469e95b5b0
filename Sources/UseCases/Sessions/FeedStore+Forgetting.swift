package import FeedDomain

extension FeedStore {
  /// Erases data of another person who used the account's name, as before a server was reset.
  /// Drafts and unsent changes stay.
  package func forget(
    othersThan account: Account, known credentials: any CredentialStore
  ) async throws(StoreError) {
    guard let held = try credentials.accounts().first(where: { $0.account.id == account.id }),
      held.account.person != account.person
    else { return }
    try await erase(account: account.id)
  }
}
