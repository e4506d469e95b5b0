internal import FeedDomain

/// What is kept of an account besides what opens it, and with that.
protocol KeptSecret: Sendable {
  /// Reads what was kept; nil where it is none of these.
  init?(_ secret: Secret)
  var secret: Secret { get }
}

/// Keeps what is learnt of an account.
struct AccountNotes<Kept: KeptSecret>: Sendable {
  let account: Account.ID
  /// On whose thread it is kept.
  let client: ServiceClient
  let accounts: AccountKeeping

  /// Nothing where the account is gone, or holds something else.
  func keep(_ learn: @Sendable (inout Kept) -> Void) async throws(FeedError) {
    try await client.keep(about: account, in: accounts) { secret in
      guard var kept = Kept(secret) else { return nil }
      learn(&kept)
      return kept.secret
    }
  }
}
