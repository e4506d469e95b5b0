internal import FeedDomain

/// Keeps what is learnt of an account at Unsplash with what opens it.
struct UnsplashNotes: Sendable {
  let account: Account.ID
  /// On whose thread it is kept.
  let client: ServiceClient
  let accounts: AccountKeeping

  /// Nothing where the account is gone, or holds something else.
  func keep(_ learn: @Sendable (inout UnsplashKey) -> Void) async throws(FeedError) {
    try await client.keep(about: account, in: accounts) { kept in
      guard var key = UnsplashKey(kept) else { return nil }
      learn(&key)
      return key.secret
    }
  }
}
