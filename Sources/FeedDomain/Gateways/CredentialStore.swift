/// Accounts and their tokens at rest.
public protocol CredentialStore: Sendable {
  /// The accounts, the current one first.
  func accounts() throws(StoreError) -> [SignedInAccount]
  /// Keeps an account and makes it the current one.
  func save(_ account: SignedInAccount) throws(StoreError)
  /// Keeps a new token of an account that is kept, in its place; one that is not stays away, since
  /// it was signed out meanwhile.
  func renew(_ account: SignedInAccount) throws(StoreError)
  /// Forgets an account.
  func remove(_ account: Account.ID) throws(StoreError)
}
