internal import FeedDomain

/// Keeps what is learnt of an account at a server with its token.
struct MastodonNotes: Sendable {
  let account: Account.ID
  /// On whose thread it is kept.
  let client: ServiceClient
  let accounts: AccountKeeping

  /// Nothing where the account is gone, or holds something else.
  func keep(_ learn: @Sendable (inout MastodonToken) -> Void) async throws(FeedError) {
    try await client.keep(about: account, in: accounts) { kept in
      guard var token = MastodonToken(kept) else { return nil }
      learn(&token)
      return token.secret
    }
  }
}
