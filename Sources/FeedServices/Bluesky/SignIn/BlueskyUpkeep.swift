internal import FeedDomain

/// Looks again at which feeds and lists the reader has pinned.
struct BlueskyUpkeep: UpkeepGateway {
  let account: Account.ID
  let home: BlueskyHome
  /// Asks in the account's name.
  let client: ServiceClient
  let world: any World
  let accounts: AccountKeeping

  func lookAgain() async throws(FeedError) {
    let now = world.now
    guard home.seenAt?.isStale(at: now) ?? true,
      let feeds = try await PinnedFeeds(client: client).names(knowing: home.feeds)
    else { return }
    try await client.keep(about: account, in: accounts) { kept in
      var kept = BlueskySession(kept)
      kept?.home.feeds = feeds
      kept?.home.seenAt = now
      return kept?.secret
    }
  }
}
