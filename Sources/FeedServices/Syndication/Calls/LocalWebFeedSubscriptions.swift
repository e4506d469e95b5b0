internal import FeedDomain
internal import Groundwork

extension Subscription {
  /// Returns this subscription with the state of its web feed's refreshes from the feed's cached
  /// state: the problem, the syntax error, the time of the last success, and a pause that the
  /// server demanded.
  func addingLastRefreshState(_ kept: CachedWebFeed, at now: Timestamp) -> Subscription {
    var subscription = self
    (subscription.problem, subscription.flaw) = (kept.problem, kept.webFeed.flaw)
    (subscription.fetchedAt, subscription.pausedUntil) = (kept.fetchedAt, kept.pause)
    subscription.isDead = kept.isDead(at: now)
    return subscription
  }
}

struct LocalWebFeedSubscriptions: SubscriptionGateway {
  let connection: LocalWebFeedConnection

  func subscriptions() async throws(FeedError) -> [Subscription] {
    let list = await connection.refresher.list
    let subscriptions = list.subscriptions.map { subscription in
      let kept = connection.cache.cachedWebFeedWithoutEntries(subscription.id)
      var subscription = subscription.addingLastRefreshState(
        kept, at: connection.refresher.network.world.now)
      subscription.nextRefresh = kept.nextRefreshTime(every: subscription.settings.interval)
      subscription.hasLogin = list.logins[subscription.id.rawValue] != nil
      return subscription
    }
    return await connection.refresher.addingPausesOfServers(to: subscriptions)
  }

  func locallyFetchedEntries(of feed: Feed, limit: Int) async -> [Post] {
    let list = await connection.refresher.list
    if case .list(let id, _) = feed, let name = SavedSearch.savedSearchName(ofID: id) {
      guard let search = await connection.refresher.savedSearch(named: name) else { return [] }
      return await connection.findNewestStoredEntries(
        of: list.subscriptions, after: nil, length: limit,
        matching: connection.refresher.queryUnlessForAllEntries(of: search)
      ).matching.map(\.post)
    }
    let subscriptions =
      if case .list(SavedAddressesStream.id, _) = feed { [Subscription.saved] } else {
        (list.subscriptions(in: feed) ?? []).shownSubscriptions(in: feed)
      }
    return await connection.findNewestStoredEntries(
      of: subscriptions, after: nil, length: limit, matching: nil
    ).matching.map(\.post)
  }

  func fetchedEntryIDsPerTimeline(
    inEach feeds: [Feed], of webFeeds: Set<Person.ID>
  ) async -> [[Post.ID]] {
    let list = await connection.refresher.list
    let subscriptions = list.subscriptions.filter { webFeeds.contains(Person.ID($0.id.rawValue)) }
    let read = await connection.readPosts(
      await connection.refresher.storedEntryIDs(of: subscriptions))
    return await connection.refresher.storedEntryIDsBySearch(
      inEachSearch: feeds, of: subscriptions, read: read, tags: await connection.bookmarkTags())
  }

  func alreadyFetchedEntry(at address: String) async -> Post? {
    await connection.refresher.storedOrSavedEntry(at: address)
  }

  func searchFetchedEntries(_ query: SearchQuery) async -> FetchedEntrySearchResult? {
    let found = await connection.findNewestStoredEntries(
      of: connection.refresher.list.subscriptions + [.saved], after: nil, length: .max,
      matching: query)
    return FetchedEntrySearchResult(
      matching: found.matching.map(\.post), nonMatching: found.nonMatching)
  }

  func failingSubscriptions(in feed: Feed) async -> [Subscription] {
    (await connection.refresher.list.subscriptions(in: feed) ?? [])
      .map {
        $0.addingLastRefreshState(
          connection.cache.cachedWebFeedWithoutEntries($0.id),
          at: connection.refresher.network.world.now)
      }.filter {
        $0.problem != nil
      }
  }

  func addSubscriptions(_ typed: String, isTrustedList: Bool) async throws(FeedError)
    -> AddSubscriptionsResult
  {
    let read = try await connection.intake.findTypedSubscriptions(
      typed, isTrustedList: isTrustedList, beside: connection.refresher.list)
    let (new, known) = (read.added.new, read.list)
    var added = read.added
    try await connection.refresher.changeSubscriptionList { list in
      list.addSubscriptions(new)
      list.copyLogins(of: known)
    }
    if let outline = read.listWithSearches {
      (added.searches, added.keptSearches) = try await connection.intake.importSavedSearches(
        of: outline)
    }
    return added
  }

  func feedCandidates(at typed: String) async throws(FeedError) -> [FeedCandidate] {
    try await connection.intake.feedCandidates(at: typed)
  }

  func rejectedImportEntries(in path: String) async throws(FeedError) -> [RejectedImportEntry] {
    try connection.intake.rejectedImportEntries(path)
  }

  func unsubscribe(from id: Subscription.ID) async throws(FeedError) {
    try await connection.refresher.changeSubscriptionList { $0.removeSubscription(id) }
    connection.cache.deleteCachedWebFeed(id)
  }

  func opmlText() async throws(FeedError) -> String {
    WebFeedOutline(
      await connection.refresher.list.subscriptions.map { WebFeedOutline.OutlineWebFeed($0) }
    ).text
  }
}
