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
  /// Keeps an account in place of what was kept of it, and leaves the current one as it is; the
  /// first account there is becomes the current one.
  func add(_ account: SignedInAccount) throws(StoreError)
  /// Keeps a new token of an account that is kept, in its place; one that is not stays away, since
  /// it was signed out meanwhile. Where a command gives its secret, it is kept for this run alone.
  ///
  /// The old token is worthless by then: where the new one cannot be kept, this fails, but the new
  /// one is good for this run, and is kept as soon as that can be.
  func renew(_ account: SignedInAccount) throws(StoreError)
  /// Keeps what was learnt about an account that is kept, in its place: with its token or, where a
  /// command gives its secret, with the stand-in; the secret itself stays where it was.
  func learn(_ account: SignedInAccount) throws(StoreError)
  /// Forgets an account.
  func remove(_ account: Account.ID) throws(StoreError)
  /// Whether an account that was kept is no longer: it was signed out, perhaps by another process.
  /// Where that cannot be told, it was not.
  func isGone(_ account: Account.ID) -> Bool
  /// The accounts whose new token could not be kept yet.
  var unkept: [Account] { get }
  /// Tries once more to keep those tokens.
  func keepAgain() throws(StoreError)
  /// Has somebody told, from any thread, of each new token that could not be kept.
  func whenUnkept(_ tell: @escaping @Sendable (Account, StoreError) -> Void)
}

extension [SignedInAccount] {
  /// The accounts with that one among them: as the current one at the front, or else where it was,
  /// a new one at the end.
  package func placing(_ account: SignedInAccount, isCurrent: Bool) -> [SignedInAccount] {
    let others = filter { $0.account.id != account.account.id }
    if isCurrent { return [account] + others }
    guard others.count < count else { return self + [account] }
    return map { $0.account.id == account.account.id ? account : $0 }
  }
}

extension CredentialStore {
  /// Where nothing outlives the program, all of it is kept alike, and nothing fails to be.
  public func learn(_ account: SignedInAccount) throws(StoreError) { try renew(account) }
  /// Nobody else signs an account out, where nobody else sees it.
  public func isGone(_ account: Account.ID) -> Bool { false }
  /// None, where nothing fails to be kept.
  public var unkept: [Account] { [] }
  /// Nothing, where nothing fails to be kept.
  public func keepAgain() throws(StoreError) {}
  /// Nobody is told, where nothing fails to be kept.
  public func whenUnkept(_ tell: @escaping @Sendable (Account, StoreError) -> Void) {}
}
