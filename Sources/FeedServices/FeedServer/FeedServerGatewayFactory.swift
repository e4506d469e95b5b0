internal import FeedDomain
internal import Threads

/// A factory that makes the connections of accounts at feed servers, and the sign-in gateway for
/// them. Feed servers (FreshRSS, Miniflux, and others with the Google Reader API) store a person's
/// feeds and read states for all devices.
struct FeedServerGatewayFactory: Sendable {
  let network: NetworkContext
  let accounts: AccountTokenStorage
  /// The path of the folder of feed servers' cached entries; nil to keep entries in memory.
  let cacheFolder: String?
  let outlines: any FeedListImportExportCoder
  /// The path of the program's state folder, in which downloaded podcast episodes have a folder;
  /// nil if the program stores nothing on disk.
  var stateFolder: String?
  /// The closure that returns the user's rules for new entries, and saved searches.
  var rules: @Sendable () -> [FilterRuleOrSavedSearch] = { [] }
  /// The closure that returns an account's tags of bookmarks.
  var bookmarkTags: @Sendable (Account.ID) async -> BookmarkTagIndex = { _ in BookmarkTagIndex() }
  /// The closure that returns the store of articles of feed servers' entries for the path of a
  /// folder; without a folder, the store keeps articles in memory.
  let articles: @Sendable (_ folder: String?) -> any EntryArticleStore

  var signIn: any SignInGateway {
    FeedServerSignIn(
      network: network, cacheFolder: cacheFolder, stateFolder: stateFolder, articles: articles)
  }

  /// Creates the connection of a feed server account; nil if the stored secret cannot be parsed.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let token = FeedServerAccountSecret(account.token) else { return nil }
    let own = network.networkContextRefusingUnusableAccount(for: account)
    let client = own.serviceClient(
      at: token.base, token: account.token,
      requestRules: FeedServerConnection.apiRequestRules(of: token.api),
      renewal: token.api == .googleReader ? tokenRenewer(of: account) : nil)
    let now: @Sendable () -> Timestamp = { [network] in network.world.now }
    let list = LockedValue(token.list)
    let cache = FeedServerEntryCache(
      folder: cacheFolder, account: account.account.id,
      rules: { [rules] in FilterRuleSet(filters: rules().filters, list: list.withLock { $0 }) },
      now: now)
    let calls = FeedServerConnection.makeFeedServerAPIClient(
      of: token, client: client, cache: cache, now: now)
    let facts = AccountFactsEditor<FeedServerAccountSecret>(
      account: account.account.id, client: client, accounts: accounts)
    let articles = articles(
      FeedServerEntryCache.articleFolderPath(of: account.account.id, in: cacheFolder))
    let connection = FeedServerConnection(
      account: account.account, calls: calls, cache: cache, articles: articles,
      files: network.pictureClient(at: token.base),
      lists: FeedServerFeedListHolder(
        token, list: list, calls: calls, facts: facts, network: network),
      rules: rules,
      bookmarkTags: { [bookmarkTags] in await bookmarkTags(account.account.id) },
      world: network.world, log: network.log)
    return ServiceConnection(
      account: account.account,
      streams: (token.list.streams + rules().searches.map(\.stream)).map { .feed($0) },
      feeds: FeedServerFeeds(connection: connection)
    ) {
      $0.people = FeedServerPeople(connection: connection)
      $0.photos = FeedServerPhotos(connection: connection)
      $0.publishing = FeedServerPublishing(connection: connection)
      $0.subscriptions = FeedServerSubscriptions(connection: connection, outlines: outlines)
      $0.articles = FeedServerArticles(connection: connection, articles: articles)
      $0.podcasts = FeedServerPodcasts(
        connection: connection, base: token.base,
        files: EpisodeFileStore(
          folder: EpisodeFileStore.episodeFolderPath(of: account.account.id, in: stateFolder),
          client: network.pictureClient(at: token.base), log: network.log))
      $0.readStates = FeedServerReadStates(connection: connection)
      $0.marks = .bookmarked
      $0.serviceActions = [.renameFeed, .moveFeed, .renameFolder]
      $0.likeRefusal = .bookmarkInstead
      // The operators of feed servers ask for no more frequent requests.
      $0.refreshInterval = .seconds(900)
      $0.canSearch = calls.canSearch
      $0.searchSubjects = .words
    }
  }

  /// Returns the renewer of a feed server account's token, which replaces an expired token by
  /// signing in with the stored password; tokens of BazQux expire after two weeks.
  private func tokenRenewer(of account: SignedInAccount) -> TokenRenewer {
    accounts.tokenRenewer(of: account, isSame: FeedServerAccountSecret.haveSameCredentials) {
      [network] secret throws(FeedError) in
      guard var token = FeedServerAccountSecret(secret), !token.password.isEmpty else {
        throw .signedOut
      }
      token.auth = try await GoogleReaderLoginClient(network: network, base: token.base)
        .fetchAuthToken(
          token.user, token.password)
      return token.secret
    }
  }
}
