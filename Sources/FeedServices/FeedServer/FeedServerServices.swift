internal import FeedDomain

/// The service of feed servers, which keep a reader's feeds and read states for all devices:
/// FreshRSS, Miniflux, and other servers of the Google Reader API.
struct FeedServerServices: Sendable {
  let network: NetworkContext
  let accounts: AccountStorage
  /// The folder for the caches of entries; nil to keep them in memory.
  let cacheFolder: String?
  let outlines: any OutlineFiles
  /// The folder with the folder of podcasts; nil if nothing is stored.
  var stateFolder: String?
  /// Returns the articles stored in a folder; in memory for nil.
  let articles: @Sendable (_ folder: String?) -> any EntryArticles

  var signIn: any SignInGateway {
    FeedServerSignIn(
      network: network, cacheFolder: cacheFolder, stateFolder: stateFolder, articles: articles)
  }

  /// Returns the gateways of an account; nil if the stored secret cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let token = FeedServerToken(account.token) else { return nil }
    let own = network.context(for: account)
    let client = own.serviceClient(
      at: token.base, token: account.token, dialect: FeedServerConnection.apiDialect(of: token.api),
      renewal: token.api == .googleReader ? tokenRenewal(of: account) : nil)
    let now: @Sendable () -> Timestamp = { [network] in network.world.now }
    let cache = EntryCache(folder: cacheFolder, account: account.account.id, now: now)
    let calls = FeedServerConnection.makeCalls(of: token, client: client, cache: cache, now: now)
    let facts = StoredAccountFacts<FeedServerToken>(
      account: account.account.id, client: client, accounts: accounts)
    let connection = FeedServerConnection(
      account: account.account, calls: calls, cache: cache,
      files: network.pictureClient(at: token.base),
      lists: ServerFeedLists(token, calls: calls, facts: facts, network: network),
      world: network.world, log: network.log)
    return ServiceConnection(
      account: account.account, streams: token.list.streams.map { .feed($0) },
      feeds: FeedServerFeeds(connection: connection)
    ) {
      $0.people = FeedServerPeople(connection: connection)
      $0.photos = FeedServerPhotos(connection: connection)
      $0.publishing = FeedServerPublishing(connection: connection)
      $0.subscriptions = FeedServerSubscriptions(connection: connection, outlines: outlines)
      $0.articles = FeedServerArticles(
        connection: connection,
        articles: articles(EntryCache.articleFolder(of: account.account.id, in: cacheFolder)))
      $0.podcasts = FeedServerPodcasts(
        connection: connection, base: token.base,
        files: EpisodeFiles(
          folder: EpisodeFiles.folder(of: account.account.id, in: stateFolder),
          client: network.pictureClient(at: token.base), log: network.log))
      $0.readStates = FeedServerReadStates(connection: connection)
      $0.marks = .bookmarked
      $0.likeRefusal = .bookmarkInstead
      // Servers ask for no more often.
      $0.refreshInterval = .seconds(900)
      $0.canSearch = calls.canSearch
      $0.searchSubjects = .words
    }
  }

  /// Returns the renewal of a token that has expired, as those of BazQux do after two weeks: with
  /// the stored password.
  private func tokenRenewal(of account: SignedInAccount) -> TokenRenewal {
    accounts.tokenRenewal(of: account, isSame: FeedServerToken.haveSameToken) {
      [network] secret throws(FeedError) in
      guard var token = FeedServerToken(secret), !token.password.isEmpty else { throw .signedOut }
      token.auth = try await GoogleReaderLogin(network: network, base: token.base).authToken(
        token.user, token.password)
      return token.secret
    }
  }
}
