/// Accounts and their tokens at rest.
public protocol CredentialStore: Sendable {
  /// The accounts, the current one first.
  func accounts() throws(StoreError) -> [SignedInAccount]
  /// Keeps an account and makes it the current one. Where a command gives its secret that stays so:
  /// a secret that was typed instead is good for this run, and not kept.
  func save(_ account: SignedInAccount) throws(StoreError)
  /// Keeps an account in place of what was kept of it, and makes it the current one: only so does it
  /// change where its secret is.
  func replace(_ account: SignedInAccount) throws(StoreError)
  /// Keeps a new token of an account that is kept, in its place; one that is not stays away, since
  /// it was signed out meanwhile. Where a command gives its secret, it is kept for this run alone.
  func renew(_ account: SignedInAccount) throws(StoreError)
  /// Forgets an account.
  func remove(_ account: Account.ID) throws(StoreError)
}
