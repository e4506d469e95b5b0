internal import FeedDomain

/// A factory that makes the connections of accounts that follow web feeds, and the sign-in gateway
/// for them.
struct LocalWebFeedGatewayFactory: Sendable {
  let intake: SubscriptionImporter
  let accounts: AccountTokenStorage
  /// The path of the program's state folder, which contains the folders of downloaded podcast
  /// episodes; nil if no episodes are stored.
  var stateFolder: String?
  /// The closure that returns those of some posts of an account that are marked as read.
  var readPosts: @Sendable (Account.ID, [Post.ID]) async -> Set<Post.ID> = { _, _ in [] }
  /// The closure that returns an account's tags of bookmarks.
  var bookmarkTags: @Sendable (Account.ID) async -> BookmarkTagIndex = { _ in BookmarkTagIndex() }

  var signIn: any SignInGateway {
    LocalWebFeedSignIn(intake: intake, accounts: accounts, episodeFiles: episodeFiles)
  }

  /// The account of web feeds on this machine as it begins, without a feed.
  var accountWithoutFeeds: SignedInAccount {
    SignedInAccount(LocalWebFeedConnection.account, token: SubscriptionList().secret)
  }

  private func episodeFiles(of account: Account.ID) -> EpisodeFileStore {
    EpisodeFileStore(
      folder: EpisodeFileStore.episodeFolderPath(of: account, in: stateFolder),
      client: intake.network.pictureClient(at: ""), log: intake.network.log)
  }

  /// Creates the connection of an account that follows web feeds; nil if its stored subscription
  /// list cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let list = SubscriptionList(account.token) else { return nil }
    let connection = LocalWebFeedConnection(
      refresher: WebFeedRefresher(
        account, list, network: intake.network, cache: intake.cache, accounts: accounts,
        rules: { intake.currentFilterRules }),
      intake: intake, readPosts: { [readPosts] in await readPosts(account.account.id, $0) }
    ) { [bookmarkTags] in await bookmarkTags(account.account.id) }
    return ServiceConnection(
      account: account.account,
      streams: (list.streams + intake.currentFilterRules.searches.map(\.stream)
        + intake.cache.savedStreams)
        .map { .feed($0) },
      feeds: LocalWebFeedStreams(connection: connection)
    ) {
      $0.people = LocalWebFeedPeople(connection: connection)
      $0.photos = LocalWebFeedPhotos(connection: connection)
      $0.publishing = LocalWebFeedChanges(connection: connection)
      $0.subscriptions = LocalWebFeedSubscriptions(connection: connection)
      $0.articles = LocalWebFeedArticles(connection: connection)
      $0.podcasts = LocalWebFeedPodcasts(
        connection: connection, files: episodeFiles(of: account.account.id))
      $0.marks = [.liked, .bookmarked]
      $0.refreshInterval = .seconds(1800)
      $0.canSearch = false
    }
  }
}

extension WebFeedFileCache {
  /// The stream of entries saved by their addresses, as an array; empty if no entry is saved.
  fileprivate var savedStreams: [Feed] {
    cachedWebFeed(Subscription.saved.id).webFeed.entries.isEmpty
      ? [] : [SavedAddressesStream.stream]
  }
}

/// A sign-in gateway for web feeds: its form asks for addresses of feeds, as no account at a
/// service is needed.
struct LocalWebFeedSignIn: SignInGateway {
  let intake: SubscriptionImporter
  let accounts: AccountTokenStorage
  let episodeFiles: @Sendable (Account.ID) -> EpisodeFileStore

  let methods = [SignInMethod(.address, fields: [.address])]

  func feedCandidates(for answers: SignInAnswers) async throws(FeedError) -> [FeedCandidate] {
    try await intake.feedCandidates(at: answers[.address])
  }

  func rejectedImportEntries(
    for answers: SignInAnswers
  ) async throws(FeedError) -> [RejectedImportEntry] {
    try intake.rejectedImportEntries(answers[.address])
  }

  /// Finds the web feeds that the user typed, and returns an account that follows them; if the
  /// account exists, its list of subscriptions is kept, and gets the new ones.
  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    let typed = answers[.address]
    guard !typed.isEmpty else { throw .notFound }
    let account = LocalWebFeedConnection.account
    var list =
      accounts.storedToken(at: .rss, of: account.handle).flatMap { SubscriptionList($0) } ?? .init()
    let read = try await intake.findTypedSubscriptions(typed, beside: list)
    // Feeds in the user's own network are listed as feeds that cannot be fetched, since a list of
    // another person must not cause requests to that network.
    list.addSubscriptions(read.added.new + read.withheld)
    list.copyLogins(of: read.list)
    if let outline = read.listWithSearches { _ = try await intake.importSavedSearches(of: outline) }
    return .signedIn(SignedInAccount(account, token: list.secret))
  }

  /// Deletes everything that is stored for an account with web feeds: feeds, saved and marked
  /// entries, articles and episodes.
  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    let list = SubscriptionList(account.token) ?? SubscriptionList()
    for subscription in list.subscriptions + list.cancelled {
      intake.cache.deleteCachedWebFeed(subscription.id)
      intake.cache.deleteEntryIDsImportedAsRead(of: subscription.id)
    }
    intake.cache.deleteCachedWebFeed(Subscription.saved.id)
    intake.cache.deleteLikesAndBookmarks()
    intake.cache.articles.deleteAllArticles()
    episodeFiles(account.account.id).deleteAllFiles()
  }
}
