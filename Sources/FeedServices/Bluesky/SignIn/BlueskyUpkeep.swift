internal import FeedDomain

/// Looks again at which feeds and lists the reader has pinned.
struct BlueskyUpkeep: UpkeepGateway {
  let account: Account.ID
  let home: BlueskyHome
  /// Asks in the account's name.
  let client: ServiceClient
  let world: any World
  let accounts: AccountKeeping

  let mayWait = true

  func lookAgain() async throws(FeedError) {
    let now = world.now
    guard home.seenAt?.isStale(at: now) ?? true,
      let feeds = try await PinnedFeeds(client: client).names(knowing: home.feeds)
    else { return }
    try await client.keep(about: account, in: accounts) { kept in
      guard var home = BlueskyHome(token: kept) else { return nil }
      home.feeds = feeds
      home.seenAt = now
      guard var session = BlueskySession(kept) else {
        // It was not opened yet, or holds a stand-in.
        return BlueskyEntry(kept).map { BlueskyEntry(password: $0.password, home: home).secret }
      }
      session.home = home
      return session.secret
    }
  }
}
