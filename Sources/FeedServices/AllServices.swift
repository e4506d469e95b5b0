package import FeedDomain
internal import Groundwork
internal import Threads

/// A directory of all services: the built-in demo and those over the network. The HTTP transport
/// and its thread start with the first request, so that an account can be shown from stored data
/// without loading libcurl.
package struct AllServices: ServiceDirectory {
  private let builtIn: DemoServiceDirectory
  private let mastodon: MastodonGatewayFactory
  private let bluesky: BlueskyGatewayFactory
  private let unsplash: UnsplashGatewayFactory
  private let flickr: FlickrGatewayFactory
  private let instagram: InstagramGatewayFactory
  private let syndication: LocalWebFeedGatewayFactory
  private let feedServer: FeedServerGatewayFactory
  private let publicServers: MastodonAccountlessReading
  private let places: OpenStreetMapPlaces?
  private let settings: PlaceSearchSettings
  private let world: any World
  private let log: any Log
  private let allowances: RequestQuotaStore

  /// Creates the directory of all services. The first of the `languages` is that of new Bluesky
  /// posts; request limits and fetched web feeds are stored in `stateFolder`; `home` is the folder
  /// that "~" means in a typed path, and typed paths are read only if `readsFiles` is true;
  /// `readPosts` returns those of some posts of an account that are marked as read, `bookmarkTags`
  /// an account's tags of bookmarks.
  package init(
    builtIn: DemoServiceDirectory, network: NetworkEnvironment, world: any World, log: any Log,
    accounts: AccountTokenStorage = .none, languages: [String] = [],
    instagram version: InstagramAPIVersion = .standard, places: PlaceSearchSettings = .off,
    hosts: ServiceServerAddresses = .standard, stateFolder: String? = nil, home: String? = nil,
    readsFiles: Bool = true, rules: (any FilterRuleStore)? = nil,
    newsboat: (any NewsboatDatabaseReading)? = nil,
    readPosts: @escaping @Sendable (Account.ID, [Post.ID]) async -> Set<Post.ID> = { _, _ in [] },
    bookmarkTags: @escaping @Sendable (Account.ID) async -> BookmarkTagIndex = { _ in
      BookmarkTagIndex()
    }
  ) {
    self.init(
      builtIn: builtIn, transport: CurlTransport(environment: network), world: world, log: log,
      accounts: accounts, languages: languages, instagram: version, places: places, hosts: hosts,
      stateFolder: stateFolder, home: home, readsFiles: readsFiles, rules: rules,
      newsboat: newsboat, readPosts: readPosts, bookmarkTags: bookmarkTags)
  }

  init(
    builtIn: DemoServiceDirectory, transport: any HTTPTransport, world: any World, log: any Log,
    accounts: AccountTokenStorage = .none, languages: [String] = [],
    instagram version: InstagramAPIVersion = .standard, places: PlaceSearchSettings = .off,
    hosts: ServiceServerAddresses = .standard, stateFolder: String? = nil, home: String? = nil,
    readsFiles: Bool = true, rules: (any FilterRuleStore)? = nil,
    newsboat: (any NewsboatDatabaseReading)? = nil,
    readPosts: @escaping @Sendable (Account.ID, [Post.ID]) async -> Set<Post.ID> = { _, _ in [] },
    bookmarkTags: @escaping @Sendable (Account.ID) async -> BookmarkTagIndex = { _ in
      BookmarkTagIndex()
    },
    thread: SerialThread = SerialThread(name: "services")
  ) {
    (self.builtIn, self.world, self.log) = (builtIn, world, log)
    allowances = RequestQuotaStore(folder: stateFolder)
    let network = NetworkContext(
      transport: transport, world: world, log: log, thread: thread, allowances: allowances)
    mastodon = MastodonGatewayFactory(network: network, accounts: accounts)
    bluesky = BlueskyGatewayFactory(
      network: network, accounts: accounts, languages: languages, stateFolder: stateFolder)
    unsplash = UnsplashGatewayFactory(
      network: network, host: hosts.unsplash, signInHost: hosts.unsplashSignIn, accounts: accounts)
    publicServers = MastodonAccountlessReading(network: network)
    settings = places
    self.places = OpenStreetMapPlaces(places, network: network)
    flickr = FlickrGatewayFactory(
      network: network, host: hosts.flickr, uploads: hosts.flickrUploads, places: self.places)
    instagram = InstagramGatewayFactory(network: network, host: hosts.instagram, version: version) {
      accounts.tokenRenewer(of: $0, $1)
    }
    let intake = SubscriptionImporter(
      network: network, cache: WebFeedFileCache(folder: stateFolder.map { "\($0)/syndication" }),
      home: home, readsFiles: readsFiles, rules: rules, newsboat: newsboat)
    syndication = LocalWebFeedGatewayFactory(
      intake: intake, accounts: accounts, stateFolder: stateFolder, readPosts: readPosts,
      bookmarkTags: bookmarkTags)
    feedServer = FeedServerGatewayFactory(
      network: network, accounts: accounts,
      cacheFolder: stateFolder.map { "\($0)/feed-servers" }, outlines: intake,
      stateFolder: stateFolder, rules: { intake.currentFilterRules }, bookmarkTags: bookmarkTags
    ) { FeedServerArticleStore(network: network, cache: ArticleCache(folder: $0)) }
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
      SecretMaskingSignInGateway(gateway: $0, log: log) {
        [allowances, bluesky] account in
        allowances.deleteQuotaFile(of: account)
        bluesky.deleteModerationPreferences(of: account)
      }
    }
  }

  /// Erases all cached answers of place searches, including those of servers no longer configured.
  package func eraseDataSharedByAccounts() async {
    await places?.eraseCachedPlaces()
    settings.erasePlaceCaches()
  }

  package var savedEntriesAccount: SignedInAccount? { syndication.accountWithoutFeeds }

  /// Returns the request limit of an account, as any running Tweetie last learnt it; nil if
  /// unknown.
  package func requestQuota(of account: Account.ID) -> RequestQuota? {
    allowances.storedQuota(of: account)
  }

  /// Creates the gateways of an account, and hides the account's token in the log; nil if the
  /// account's stored secret cannot be parsed.
  package func connection(for account: SignedInAccount) -> ServiceConnection? {
    log.maskSecretInLog(account.token)
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
    return connection?.changingGatewaysAndProperties {
      $0.endListsAtRepeatedPages()
      $0.feeds = SearchResultFilteringFeeds(
        gateway: $0.feeds, reader: account.account.handle, world: world,
        tagTermsLeftToService: account.account.service.tagTermsLeftToService)
      $0.publicServers = publicServers.excludingServer(account.account.ownHost)
    }
  }

  /// Creates the directory of services with a fake network that answers each request at once; for
  /// benchmarks of the work after a reply.
  package init(world: any World, readyReply: @escaping @Sendable () -> [UInt8]) {
    self.init(
      builtIn: DemoServiceDirectory(world: world), transport: FixedReplyTransport(body: readyReply),
      world: world, log: SilentLog())
  }
}

extension Service {
  /// The number of a search's terms requiring tags that only this service can check: all terms at
  /// Unsplash, whose posts have no tags, and the one term that is sent to Flickr, whose posts have
  /// the first tags alone.
  fileprivate var tagTermsLeftToService: Int {
    switch self {
    case .unsplash: .max
    case .flickr: 1
    default: 0
    }
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
  func writeLogLine(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String) {}
  func maskSecretInLog(_ secret: Secret) {}
  func eraseLog() {}
}

extension SubscriptionImporter: FeedListImportExportCoder {
  func subscriptionsInFile(at typed: String) throws(FeedError) -> [Subscription]? {
    guard let outline = try parsedOutlineFile(at: typed) else { return nil }
    var list = SubscriptionList()
    _ = list.addImportedFeeds(outline, isUsersOwnOutline: true)
    return list.subscriptions
  }

  func importSavedSearches(ofFile typed: String) async throws(FeedError)
    -> (new: [SavedSearch], kept: [String])
  {
    guard let outline = try parsedOutlineFile(at: typed) else { return ([], []) }
    return try await importSavedSearches(of: outline)
  }

  func typedAddresses(in typed: String) -> [String] {
    Self.typedAddresses(in: typed).map { typed in
      let address = AddressLoginParser.addressWithoutFeedScheme(typed)
      return address.contains("://") ? address : "https://" + address
    }
  }

  func opmlText(of subscriptions: [Subscription]) -> String {
    WebFeedOutline(subscriptions.map { WebFeedOutline.OutlineWebFeed($0) }).text
  }
}

/// A store for the articles of feed servers' entries, which are fetched and cached like those of
/// web feeds.
struct FeedServerArticleStore: EntryArticleStore {
  let network: NetworkContext
  let cache: ArticleCache

  func articleBlocks(_ html: String, at address: String?) -> [Article.ArticleBlock] {
    ArticleHTMLReader.articleBlocks(html, LinkBaseAddress(address))
  }

  func cachedPageArticle(of post: Post.ID) -> EntryPageArticle? {
    cache.cachedArticle(of: post).map(Self.entryPageArticle)
  }

  func fetchPageArticle(at link: String, of post: Post.ID) async throws(ArticleError)
    -> EntryPageArticle
  {
    Self.entryPageArticle(
      try await ArticlePageFetcher(network: network).fetchArticle(
        at: link, isOnFollowedFeedServer: false, of: post, storingIn: cache))
  }

  func postsDueForPageFetch(among posts: [Post.ID]) -> [Post.ID] {
    cache.postsDueForPageFetch(among: posts, at: network.world.now)
  }

  func webPageRetryTimes(among posts: [Post.ID]) -> [Post.ID: Timestamp] {
    cache.webPageRetryTimes(among: posts, at: network.world.now)
  }

  func storedArticlePosition(in post: Post.ID) -> ArticlePosition? {
    cache.storedArticlePosition(in: post)
  }

  func storeArticlePosition(_ position: ArticlePosition, in post: Post.ID) {
    do throws(FileOperationError) { try cache.storeArticlePosition(position, in: post) } catch {
      network.log.writeLogLine(
        .storage, .error, "a reading position is not kept: \(error.step): \(error.reason)")
    }
  }

  func deleteAllArticles() { cache.deleteAllArticles() }

  var postsWithPage: Set<Post.ID> { cache.postsWithPage }

  func storedWebPageText(of post: Post.ID) -> String? { cache.cachedArticle(of: post)?.plainText }

  private static func entryPageArticle(_ cached: CachedArticle) -> EntryPageArticle {
    EntryPageArticle(
      blocks: ArticleHTMLReader.articleBlocks(cached.html, LinkBaseAddress(cached.url)),
      title: cached.title,
      author: cached.author, createdAt: cached.createdAt)
  }
}

/// A wrapper of a service's sign-in gateway, which hides secrets in the log; when an account signs
/// out, it erases the log and calls `onSignOut`.
struct SecretMaskingSignInGateway: SignInGateway {
  let gateway: any SignInGateway
  let log: any Log
  var onSignOut: @Sendable (Account.ID) -> Void = { _ in }

  var methods: [SignInMethod] { gateway.methods }
  var visitor: SignInAnswers? { gateway.visitor }

  func signInMethod(of account: SignedInAccount) -> SignInMethod {
    gateway.signInMethod(of: account)
  }
  func storedTokenBelongsToOthers(_ account: SignedInAccount) -> Bool {
    gateway.storedTokenBelongsToOthers(account)
  }

  func feedCandidates(for answers: SignInAnswers) async throws(FeedError) -> [FeedCandidate] {
    try await gateway.feedCandidates(for: answers)
  }

  func rejectedImportEntries(
    for answers: SignInAnswers
  ) async throws(FeedError) -> [RejectedImportEntry] {
    try await gateway.rejectedImportEntries(for: answers)
  }

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    for field in SignInField.allCases where field.isSecret {
      log.maskSecretInLog(answers.secretAnswer(field))
    }
    let step = try await gateway.beginSignIn(way, answers)
    switch step {
    case .signedIn(let account): log.maskSecretInLog(account.token)
    case .approval(let approval): log.maskSecretInLog(approval.ticket)
    }
    return step
  }

  func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    log.maskSecretInLog(answer)
    let account = try await gateway.finishSignIn(approval, answer: answer)
    log.maskSecretInLog(account.token)
    return account
  }

  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    gateway.accountTokenHoldingCommandSecret(of: account, holding: secret)
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

extension Account {
  /// The host whose posts the account's own connection reads: that of its Mastodon server or of the
  /// demo service; empty for accounts of other services.
  fileprivate var ownHost: String {
    switch service {
    case .mastodon: PageAddress(server ?? "")?.host ?? ""
    case .tweetie: DemoWorld.host
    default: ""
    }
  }
}
