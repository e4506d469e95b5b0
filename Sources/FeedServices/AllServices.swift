package import FeedDomain
internal import Groundwork
internal import Threads

/// A directory of all services: the built-in demo and those over the network. The HTTP transport
/// and its thread start with the first request, so that an account can be shown from stored data
/// without loading libcurl.
package struct AllServices: ServiceDirectory {
  private let builtIn: BuiltInServices
  private let mastodon: MastodonServices
  private let bluesky: BlueskyServices
  private let unsplash: UnsplashServices
  private let flickr: FlickrServices
  private let instagram: InstagramServices
  private let syndication: SyndicationServices
  private let feedServer: FeedServerServices
  private let publicServers: MastodonAccountlessReading
  private let places: OpenStreetMapPlaces?
  private let settings: PlaceSearchSettings
  private let world: any World
  private let log: any Log
  private let allowances: RequestQuotaStore

  /// Creates the directory of all services. The first of the `languages` is that of new Bluesky
  /// posts; request limits and fetched web feeds are stored in `stateFolder`; `home` is the folder
  /// that "~" means in a typed path, and typed paths are read only if `readsFiles` is true.
  package init(
    builtIn: BuiltInServices, network: NetworkEnvironment, world: any World, log: any Log,
    accounts: AccountStorage = .none, languages: [String] = [],
    instagram version: InstagramAPIVersion = .standard, places: PlaceSearchSettings = .off,
    hosts: ServiceBaseAddresses = .standard, stateFolder: String? = nil, home: String? = nil,
    readsFiles: Bool = true, rules: (any ReadingRuleStore)? = nil
  ) {
    self.init(
      builtIn: builtIn, transport: CurlTransport(environment: network), world: world, log: log,
      accounts: accounts, languages: languages, instagram: version, places: places, hosts: hosts,
      stateFolder: stateFolder, home: home, readsFiles: readsFiles, rules: rules)
  }

  init(
    builtIn: BuiltInServices, transport: any HTTPTransport, world: any World, log: any Log,
    accounts: AccountStorage = .none, languages: [String] = [],
    instagram version: InstagramAPIVersion = .standard, places: PlaceSearchSettings = .off,
    hosts: ServiceBaseAddresses = .standard, stateFolder: String? = nil, home: String? = nil,
    readsFiles: Bool = true, rules: (any ReadingRuleStore)? = nil,
    thread: SerialThread = SerialThread(name: "services")
  ) {
    (self.builtIn, self.world, self.log) = (builtIn, world, log)
    allowances = RequestQuotaStore(folder: stateFolder)
    let network = NetworkContext(
      transport: transport, world: world, log: log, thread: thread, allowances: allowances)
    mastodon = MastodonServices(network: network, accounts: accounts)
    bluesky = BlueskyServices(
      network: network, accounts: accounts, languages: languages, stateFolder: stateFolder)
    unsplash = UnsplashServices(
      network: network, host: hosts.unsplash, signInHost: hosts.unsplashSignIn, accounts: accounts)
    publicServers = MastodonAccountlessReading(network: network)
    settings = places
    self.places = OpenStreetMapPlaces(places, network: network)
    flickr = FlickrServices(
      network: network, host: hosts.flickr, uploads: hosts.flickrUploads, places: self.places)
    instagram = InstagramServices(network: network, host: hosts.instagram, version: version) {
      accounts.tokenRenewal(of: $0, $1)
    }
    let intake = SubscriptionImporter(
      network: network, cache: FeedFileCache(folder: stateFolder.map { "\($0)/syndication" }),
      home: home, readsFiles: readsFiles, rules: rules)
    syndication = SyndicationServices(
      intake: intake, accounts: accounts, stateFolder: stateFolder)
    feedServer = FeedServerServices(
      network: network, accounts: accounts,
      cacheFolder: stateFolder.map { "\($0)/feed-servers" }, outlines: intake,
      stateFolder: stateFolder
    ) { FeedServerArticlePages(network: network, cache: ArticleCache(folder: $0)) }
  }

  /// Returns the sign-in gateway of a service, wrapped so that secrets stay out of the log; nil if
  /// the service has none.
  package func signInGateway(to service: Service) -> (any SignInGateway)? {
    let gateway: (any SignInGateway)? =
      switch service {
      case .tweetie: builtIn.signInGateway(to: service)
      case .mastodon: mastodon.signIn
      case .bluesky: bluesky.signIn
      case .unsplash: unsplash.signIn
      case .flickr: flickr.signIn
      case .instagram: instagram.signIn
      case .rss: syndication.signIn
      case .feedServer: feedServer.signIn
      }
    return gateway.map {
      SecretHidingSignIn(gateway: $0, log: log) {
        [allowances, bluesky] account in
        allowances.deleteQuotaFile(of: account)
        bluesky.deleteModerationPreferences(of: account)
      }
    }
  }

  /// Erases all cached answers of place searches, including those of servers no longer configured.
  package func eraseSharedData() async {
    await places?.eraseAnswers()
    settings.eraseAnswerCaches()
  }

  /// Returns the request limit of an account, as any running Tweetie last learnt it; nil if
  /// unknown.
  package func requestQuota(of account: Account.ID) -> RequestQuota? {
    allowances.storedQuota(of: account)
  }

  /// Creates the gateways of an account, and hides the account's token in the log; nil if the
  /// account's stored secret cannot be parsed.
  package func connection(for account: SignedInAccount) -> ServiceConnection? {
    log.maskSecret(account.token)
    if account.account.service != .tweetie { allowances.createQuotaFile(for: account.account.id) }
    let connection =
      switch account.account.service {
      case .tweetie: builtIn.connection(for: account)
      case .mastodon: mastodon.connection(for: account)
      case .bluesky: bluesky.connection(for: account)
      case .unsplash: unsplash.connection(for: account)
      case .flickr: flickr.connection(for: account)
      case .instagram: instagram.connection(for: account)
      case .rss: syndication.connection(for: account)
      case .feedServer: feedServer.connection(for: account)
      }
    return connection?.withLoopEndingLists().replacingFeatures {
      $0.feeds = SearchFilteringFeeds(
        gateway: $0.feeds, reader: account.account.handle, world: world)
      $0.publicServers = publicServers.excludingOwnServer(of: account.account)
    }
  }

  /// Creates the directory of services with a fake network that answers each request at once; for
  /// benchmarks of the work after a reply.
  package init(world: any World, readyReply: @escaping @Sendable () -> [UInt8]) {
    self.init(
      builtIn: BuiltInServices(world: world), transport: FixedReplyTransport(body: readyReply),
      world: world, log: SilentLog())
  }
}

/// An HTTP transport that answers every request with the same body, for benchmarks.
private struct FixedReplyTransport: HTTPTransport {
  let body: @Sendable () -> [UInt8]

  func sendRequest(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    HTTPReply(status: 200, body: body(), url: request.url)
  }

  func streamReply(to request: HTTPRequest) -> HTTPReplyPieces {
    HTTPReplyPieces(AsyncStream { $0.finish() })
  }
}

private struct SilentLog: Log {
  func writeLine(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String) {}
  func maskSecret(_ secret: Secret) {}
  func eraseLog() {}
}

extension SubscriptionImporter: FeedListFileCoder {
  func subscriptionsInFile(at typed: String) throws(FeedError) -> [Subscription]? {
    guard let outline = try importedOutline(at: typed) else { return nil }
    var list = SubscriptionList()
    _ = list.addImportedFeeds(outline, isOwn: true)
    return list.subscriptions
  }

  func typedAddresses(in typed: String) -> [String] { Self.typedAddresses(in: typed) }

  func opmlText(of subscriptions: [Subscription]) -> String {
    WebFeedOutline(subscriptions.map { WebFeedOutline.OutlineEntry($0) }).text
  }
}

/// A gateway for articles of a feed server's entries, fetched and cached like those of web feeds.
struct FeedServerArticlePages: EntryArticleStore {
  let network: NetworkContext
  let cache: ArticleCache

  func articleBlocks(_ html: String, at address: String?) -> [Article.ArticleBlock] {
    ArticleHTMLReader.articleBlocks(html, LinkBase(address))
  }

  func cachedArticlePage(of post: Post.ID) -> ArticlePage? {
    cache.cachedArticle(of: post).map(Self.articlePage)
  }

  func fetchArticlePage(at link: String, of post: Post.ID) async throws(ArticleError) -> ArticlePage
  {
    Self.articlePage(
      try await ArticlePageFetcher(network: network).fetchArticle(
        at: link, isOwn: false, of: post, storingIn: cache))
  }

  func postsWithoutPage(among posts: [Post.ID]) -> [Post.ID] {
    cache.postsWithoutPage(among: posts, at: network.world.now)
  }

  func readingPosition(in post: Post.ID) -> ArticlePosition? { cache.readingPosition(in: post) }

  func storeReadingPosition(_ position: ArticlePosition, in post: Post.ID) {
    do throws(FileOperationError) { try cache.storePosition(position, in: post) } catch {
      network.log.writeLine(
        .storage, .error, "a reading position is not kept: \(error.step): \(error.reason)")
    }
  }

  func deleteAllArticles() { cache.deleteAllArticles() }

  private static func articlePage(_ cached: CachedArticle) -> ArticlePage {
    ArticlePage(
      blocks: ArticleHTMLReader.articleBlocks(cached.html, LinkBase(cached.url)),
      title: cached.title,
      author: cached.author, createdAt: cached.createdAt)
  }
}

/// A wrapper of a service's sign-in gateway, which hides secrets in the log; when an account signs
/// out, it erases the log and calls `onSignOut`.
struct SecretHidingSignIn: SignInGateway {
  let gateway: any SignInGateway
  let log: any Log
  var onSignOut: @Sendable (Account.ID) -> Void = { _ in }

  var ways: [SignInWay] { gateway.ways }
  var visitor: SignInAnswers? { gateway.visitor }

  func signInWay(of account: SignedInAccount) -> SignInWay { gateway.signInWay(of: account) }
  func belongsToOtherAccount(_ account: SignedInAccount) -> Bool {
    gateway.belongsToOtherAccount(account)
  }

  func feedCandidates(for answers: SignInAnswers) async throws(FeedError) -> [FeedCandidate] {
    try await gateway.feedCandidates(for: answers)
  }

  func rejectedEntries(
    for answers: SignInAnswers
  ) async throws(FeedError) -> [RejectedImportEntry] {
    try await gateway.rejectedEntries(for: answers)
  }

  func beginSignIn(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep
  {
    for field in SignInField.allCases where field.isSecret {
      log.maskSecret(answers.secretAnswer(field))
    }
    let step = try await gateway.beginSignIn(way, answers)
    switch step {
    case .signedIn(let account): log.maskSecret(account.token)
    case .approval(let approval): log.maskSecret(approval.ticket)
    }
    return step
  }

  func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    log.maskSecret(answer)
    let account = try await gateway.finishSignIn(approval, answer: answer)
    log.maskSecret(account.token)
    return account
  }

  func accountToken(of account: SignedInAccount, holding secret: Secret) -> Secret? {
    gateway.accountToken(of: account, holding: secret)
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    // Log lines of other accounts are erased as well, since addresses cannot be attributed.
    defer {
      log.eraseLog()
      onSignOut(account.account.id)
    }
    try await gateway.signOut(account)
  }
}
