internal import FeedDomain
internal import Groundwork
internal import Threads

/// An actor that refreshes an account's web feeds, and keeps their subscriptions, stored entries
/// and refresh times. All streams share one queue of requests, but a stream waits only for its
/// feeds.
actor WebFeedRefresher {
  private static let mostRequests = 20
  private static let mostRequestsPerHost = 2
  /// Maximum time for which the first request for a stream's newest page waits for web feeds; the
  /// page then has the entries fetched so far.
  private static let firstWait = Duration.milliseconds(200)
  /// Maximum time for which each later request for a stream's newest page waits while web feeds are
  /// still being fetched.
  private static let laterWait = Duration.milliseconds(800)
  /// The time without a request for a page of a stream after which the refresh of its web feeds is
  /// ended, as the stream is no longer shown.
  private static let abandonedStreamTimeout = Duration.seconds(20)
  /// The usual number of entries in a page of a stream of web feeds.
  static let length = 100
  /// The smallest number of entries in the newest page of a stream whose feeds are being fetched.
  private static let shortestPage = 10
  private static let longestPage = 400

  nonisolated let network: NetworkContext
  nonisolated let cache: WebFeedFileCache
  private let account: Account.ID
  private let accounts: AccountTokenStorage
  private let rules: @Sendable () -> [FilterRuleOrSavedSearch]
  /// The list of subscriptions to web feeds as this actor last changed it, for an account whose
  /// stored list cannot be read.
  private var lastChangedList: SubscriptionList
  /// The list of subscriptions as last parsed from the stored secret, and that secret, so that the
  /// list is parsed again only after a change; nil until the list is first parsed.
  private var lastParsed: (secret: Secret, list: SubscriptionList)?
  /// The ids of the web feeds whose present entries were reported to the store of read states.
  private var reported: Set<Subscription.ID> = []
  /// The entries of refreshed web feeds that are to be reported, with the next page of a stream, to
  /// the store of read states.
  private var unreported: [ReadStateEntryReference] = []
  /// The user's rules for new entries of web feeds, as they were when the last refresh began.
  private var filters: [FilterRule] = []
  /// The times until which servers of web feeds must not be asked, as they demanded, by server.
  private var pauses: [String: Timestamp] = [:]
  /// The servers whose pauses, stored by earlier runs of the program, were read.
  private var serversWithReadPauses: Set<String> = []

  /// The queue of the web feeds that are to be fetched, by server.
  private var queue: [String: [QueuedWebFeedFetch]] = [:]
  /// The number of web feeds that are being fetched, by server.
  private var requests: [String: Int] = [:]
  /// The ids of the web feeds that are in the queue or being fetched.
  private var underWay: Set<Subscription.ID> = []
  private var rounds: [Int: StreamRefreshRound] = [:]
  private var callersAwaitingRefresh:
    [Int: (round: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
  private var lastNumber = 0

  init(
    _ account: SignedInAccount, _ list: SubscriptionList, network: NetworkContext,
    cache: WebFeedFileCache, accounts: AccountTokenStorage,
    rules: @escaping @Sendable () -> [FilterRuleOrSavedSearch] = { [] }
  ) {
    self.rules = rules
    (self.account, lastChangedList) = (account.account.id, list)
    lastParsed = (account.token, list)
    (self.network, self.cache, self.accounts) = (network, cache, accounts)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    network.thread.asUnownedSerialExecutor()
  }

  var list: SubscriptionList {
    guard let secret = accounts.storedToken(of: account) else { return lastChangedList }
    if let lastParsed, lastParsed.secret == secret { return lastParsed.list }
    guard let list = SubscriptionList(secret) else { return lastChangedList }
    lastParsed = (secret, list)
    return list
  }

  func changeSubscriptionList(
    _ change: @Sendable (inout SubscriptionList) -> Void
  ) async throws(FeedError) {
    var now = list
    change(&now)
    lastChangedList = now
    try await accounts.updateAccountFacts(of: account) { kept in
      guard var list = SubscriptionList(kept) else { return nil }
      change(&list)
      return list.secret
    }
  }
}

// MARK: - Rounds

extension WebFeedRefresher {
  /// A record of a refresh of a stream's web feeds that is in progress, or has just ended.
  private struct StreamRefreshRound {
    /// The subscriptions whose entries are shown in the stream that is being refreshed.
    var shownSubscriptions: [Subscription] = [] {
      didSet { shownIDs = Set(shownSubscriptions.map(\.id)) }
    }
    private(set) var shownIDs: Set<Subscription.ID> = []
    let ids: Set<Subscription.ID>
    let total: Int
    /// The ids of those web feeds of the refreshed stream that are not fetched yet.
    var waiting: Set<Subscription.ID>
    var failures: [FeedError] = []
    /// The subscriptions that this refresh of a stream changed by a new name or address.
    var changed: [Subscription] = []
    /// The sort position of the last entry in the refreshed stream's newest page as first returned;
    /// later, fuller versions of the page end at this position as well. nil before the page is
    /// first returned.
    var edge: EntrySortPosition?
    /// The entries for the newest page of the refreshed stream, by web feed.
    var entries: [Subscription.ID: [(place: EntrySortPosition, post: Post)]] = [:]
    /// The likes and bookmarks of entries at the time when the refreshed stream's newest page was
    /// first returned.
    var marks = LikedAndBookmarkedEntries()
    /// The time of the last request for the newest page of the refreshed stream.
    var askedAt: Timestamp

    var isOver: Bool { waiting.isEmpty }

    /// The newest page of the refreshed stream, with the entries fetched so far; it ends where its
    /// first version ended.
    var page: FeedPage {
      let sorted = entries.values.flatMap { $0 }.sorted { $0.place < $1.place }
        .prefix(WebFeedRefresher.longestPage)
      return FeedPage(
        sorted.map { FeedEntry($0.post) }, older: sorted.last?.place.cursor,
        progress: isOver
          ? nil : WebFeedFetchProgress(finishedCount: total - waiting.count, total: total))
    }
  }

  /// Fetches those of the given web feeds that are due, waits for them, and returns the errors of
  /// those that failed.
  func refreshDueWebFeeds(_ subscriptions: [Subscription]) async throws(FeedError) -> [FeedError] {
    let number = beginOrJoinRefreshRound(subscriptions)
    while rounds[number]?.isOver == false, !Task.isCancelled {
      await waitForRefreshRound(number, upTo: nil)
    }
    return try await takeFinishedRefreshRound(number)?.failures ?? []
  }

  /// Refreshes the web feeds of a stream, and returns the stream's newest page. While feeds are
  /// being fetched, the page has the entries fetched so far, and the progress; its later versions
  /// reach at least as far down as its first one.
  func refreshLatestPage(
    of subscriptions: [Subscription], showing shown: [Subscription]
  ) async throws(FeedError) -> FeedPage {
    let number = beginOrJoinRefreshRound(subscriptions)
    rounds[number]?.shownSubscriptions = shown
    while let round = rounds[number], !round.isOver, !Task.isCancelled {
      await waitForRefreshRound(
        number, upTo: round.edge == nil ? Self.firstWait : Self.laterWait)
      guard !Task.isCancelled, rounds[number]?.isOver == false else { continue }
      if rounds[number]?.edge == nil { chooseEntriesOfFirstPage(ofRound: number) }
      if let round = rounds[number], round.edge != nil {
        return attachEntriesUnreportedToReadStates(to: round.page)
      }
    }
    let round = try await takeFinishedRefreshRound(number)
    try throwIfAllFeedsFailed(subscriptions, round?.failures ?? [])
    guard let round, round.edge != nil else {
      return storedEntriesPage(of: shown, after: nil, length: Self.length)
    }
    var page = round.page
    page.serverReadStates = takeEntriesUnreportedToReadStates(of: subscriptions)
    return page
  }

  /// Throws an error if no web feed of a stream could be fetched, now or when it was last due. If
  /// only some feeds fail, the stream can still be read.
  func throwIfAllFeedsFailed(
    _ subscriptions: [Subscription], _ failures: [FeedError]
  ) throws(FeedError) {
    if let first = failures.first, failures.count == subscriptions.count { throw first }
    var isOutOfReach = failures.contains(where: \.isOutOfReach)
    for subscription in subscriptions {
      guard let problem = cache.cachedWebFeedWithoutEntries(subscription.id).problem else { return }
      isOutOfReach = isOutOfReach || problem.isOutOfReach
    }
    // If every server has answered, even with errors, the refresh counts as done.
    if isOutOfReach { throw failures.first(where: \.isOutOfReach) ?? .unreachable }
  }

  private func attachEntriesUnreportedToReadStates(to page: FeedPage) -> FeedPage {
    var page = page
    (page.serverReadStates, unreported) = (unreported, [])
    return page
  }

  /// Returns those entries of web feeds that were not reported to the store of read states yet, and
  /// counts them as reported.
  func takeEntriesUnreportedToReadStates(of subscriptions: [Subscription])
    -> [ReadStateEntryReference]
  {
    var known = unreported
    unreported = []
    for subscription in subscriptions where reported.insert(subscription.id).inserted {
      known += cache.cachedWebFeed(subscription.id).webFeed.entries.map {
        ReadStateEntryReference($0, of: subscription.id)
      }
    }
    return known
  }

  /// Begins the refresh of a stream's web feeds that are due, or joins a refresh in progress;
  /// returns the number of the refresh.
  private func beginOrJoinRefreshRound(_ subscriptions: [Subscription]) -> Int {
    let now = network.world.now
    let ids = Set(subscriptions.map(\.id))
    if let (number, round) = rounds.first(where: { $0.value.ids == ids }) {
      rounds[number]?.askedAt = now
      if !round.isOver || now.elapsedTime(since: round.askedAt) < Self.abandonedStreamTimeout {
        return number
      }
      rounds[number] = nil
    }
    let idle = subscriptions.filter { !underWay.contains($0.id) }.map {
      (subscription: $0, state: cache.cachedWebFeedWithoutEntries($0.id))
    }
    for (subscription, state) in idle where state.problem == .rateLimited {
      addPauseStoredWithFeed(until: state.pause, ofServer: subscription.host)
    }
    var due = idle.filter { subscription, state in
      state.isRefreshDue(.current, at: now, every: subscription.settings.interval)
    }.map(\.subscription)
    addStoredPauses(ofServersOf: due, besides: ids)
    due.removeAll { pauseEnd(ofServer: $0.host) != nil }
    let waiting = ids.intersection(underWay).union(due.map(\.id))
    lastNumber += 1
    let number = lastNumber
    rounds[number] = StreamRefreshRound(
      ids: ids, total: waiting.count, waiting: waiting, askedAt: now)
    let logins = list.logins
    if !due.isEmpty { filters = rules().filters }
    for subscription in due {
      underWay.insert(subscription.id)
      queue[subscription.host, default: []].append(
        QueuedWebFeedFetch(
          subscription: subscription, login: logins[subscription.id.rawValue],
          isAsked: RequestPriority.current == .userRequest))
    }
    sendQueuedFeedRequests()
    return number
  }

  /// Removes the ended refresh of a stream and returns it, after storing the changed names and
  /// addresses of its web feeds; nil if another caller removed it first.
  private func takeFinishedRefreshRound(_ number: Int) async throws(FeedError)
    -> StreamRefreshRound?
  {
    if Task.isCancelled, rounds[number]?.isOver == false {
      abandonRefreshRoundUnlessAwaited(number)
      throw .cancelled
    }
    guard let round = rounds.removeValue(forKey: number) else { return nil }
    if round.failures.contains(.cancelled) { throw .cancelled }
    let changed = round.changed
    if !changed.isEmpty {
      try await changeSubscriptionList { $0.replaceSubscriptions(changed) }
    }
    return round
  }

  /// Ends the refresh of a stream early, unless a caller waits for it; fetches in the queue that no
  /// other stream's refresh needs are dropped.
  private func abandonRefreshRoundUnlessAwaited(_ number: Int) {
    guard !callersAwaitingRefresh.values.contains(where: { $0.round == number }) else { return }
    rounds[number] = nil
    let wanted = rounds.values.reduce(into: Set()) { $0.formUnion($1.waiting) }
    for (host, fetches) in queue {
      let kept = fetches.filter { wanted.contains($0.subscription.id) }
      underWay.subtract(fetches.map(\.subscription.id).filter { !wanted.contains($0) })
      queue[host] = kept.isEmpty ? nil : kept
    }
  }

  /// Ends the refreshes of those streams from which no page was requested for a while.
  private func abandonClosedStreams() {
    let now = network.world.now
    for (number, round) in rounds
    where now.elapsedTime(since: round.askedAt) >= Self.abandonedStreamTimeout {
      abandonRefreshRoundUnlessAwaited(number)
    }
  }

  /// Chooses the entries in the first version of the refreshed stream's newest page: few if few
  /// feeds were fetched, since later versions end at the same entry and must not get too long. Does
  /// nothing if no entries are stored.
  private func chooseEntriesOfFirstPage(ofRound number: Int) {
    guard let round = rounds[number] else { return }
    let stored = findNewestStoredEntries(
      of: round.shownSubscriptions, after: nil, length: Self.length)
    let done = round.ids.count - round.waiting.count
    let share = Double(max(done, stored.sources)) / Double(max(1, round.ids.count))
    let length = max(Self.shortestPage, min(Self.length, Int(share * 3 * Double(Self.length))))
    let first = stored.matching.prefix(length)
    guard let last = first.last else { return }
    rounds[number]?.edge = last.place
    rounds[number]?.marks = cache.marks
    rounds[number]?.entries = Dictionary(grouping: first) {
      Subscription.ID($0.post.author.id.rawValue)
    }
  }

  /// Waits for the end of a stream's refresh, at most for a duration; nil waits without a limit.
  private func waitForRefreshRound(_ round: Int, upTo limit: Duration?) async {
    rounds[round]?.askedAt = network.world.now
    lastNumber += 1
    let number = lastNumber
    let world = network.world
    let timer = limit.map { limit in
      Task {
        // The timer is cancelled at the end of the refresh.
        do throws(CancellationError) { try await world.sleep(for: limit) } catch { return }
        self.resumeCallerAwaitingRefresh(number)
      }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard rounds[round]?.isOver == false, !Task.isCancelled else {
          return continuation.resume()
        }
        callersAwaitingRefresh[number] = (round, continuation)
      }
    } onCancel: {
      Task { await self.resumeCallerAwaitingRefresh(number) }
    }
    timer?.cancel()
  }

  private func resumeCallerAwaitingRefresh(_ waiter: Int) {
    callersAwaitingRefresh.removeValue(forKey: waiter)?.continuation.resume()
  }
}

// MARK: - Requests

extension WebFeedRefresher {
  private struct QueuedWebFeedFetch: Sendable {
    let subscription: Subscription
    /// The user name and password for the web feed's server, joined by a colon; nil if not stored.
    let login: String?
    /// True if the user asked for the refresh of the web feed.
    let isAsked: Bool
  }

  private struct WebFeedRefreshResult: Sendable {
    /// The subscription after a refresh of its web feed that changed its name or address; nil if
    /// the refresh changed neither.
    var changed: Subscription?
    var failure: FeedError?
    /// The refreshed web feed with all its entries; nil if unchanged or not fetched.
    var webFeed: WebFeed?
  }

  /// Sends the requests for web feeds in the queue, up to the maximum numbers in all and for each
  /// server; the server with the longest queue comes first.
  private func sendQueuedFeedRequests() {
    while requests.values.reduce(0, +) < Self.mostRequests {
      var longest: (host: String, fetches: [QueuedWebFeedFetch])?
      for (host, fetches) in queue
      where fetches.count > longest?.fetches.count ?? 0
        && requests[host, default: 0] < Self.mostRequestsPerHost
      {
        longest = (host, fetches)
      }
      guard let (host, fetches) = longest, let next = fetches.first else { return }
      queue[host] = fetches.count > 1 ? Array(fetches.dropFirst()) : nil
      requests[host, default: 0] += 1
      Task {
        // Each feed gets a request budget of its own, since hundreds may be due at once.
        let look = await RequestBudget.runActionWithNewBudget { await self.refreshWebFeed(next) }
        self.finishFeedFetch(next.subscription, look)
      }
    }
  }

  private func finishFeedFetch(_ subscription: Subscription, _ look: WebFeedRefreshResult) {
    let (id, host) = (subscription.id, subscription.host)
    underWay.remove(id)
    requests[host] = requests[host].flatMap { $0 > 1 ? $0 - 1 : nil }
    if let webFeed = look.webFeed {
      reported.insert(id)
      unreported += webFeed.entries.map { ReadStateEntryReference($0, of: id) }
    }
    for number in Array(rounds.keys) {
      guard rounds[number]?.waiting.remove(id) != nil else { continue }
      if let failure = look.failure { rounds[number]?.failures.append(failure) }
      if let changed = look.changed { rounds[number]?.changed.append(changed) }
      if let edge = rounds[number]?.edge, let webFeed = look.webFeed,
        rounds[number]?.shownIDs.contains(id) == true
      {
        let posts = WebFeedEntryConverter(
          subscription, webFeed, rounds[number]?.marks ?? LikedAndBookmarkedEntries())
        rounds[number]?.entries[id] = webFeed.entries.compactMap { entry in
          let place = EntrySortPosition(id, entry)
          guard !entry.isHidden, !(edge < place) else { return nil }
          return (place: place, post: posts.entryPost(entry))
        }
      }
      guard rounds[number]?.isOver == true else { continue }
      for (waiter, entry) in callersAwaitingRefresh where entry.round == number {
        resumeCallerAwaitingRefresh(waiter)
      }
    }
    abandonClosedStreams()
    sendQueuedFeedRequests()
  }

  private func refreshWebFeed(_ fetch: QueuedWebFeedFetch) async -> WebFeedRefreshResult {
    let subscription = fetch.subscription
    let client = network.serviceClient(at: "", requestRules: WebFeedRequestRules())
    var kept = cache.cachedWebFeedWithoutEntries(subscription.id)
    do throws(FeedError) {
      // The server refused a request for another of its feeds meanwhile; this feed has not failed.
      if let end = pauseEnd(ofServer: subscription.host) {
        return WebFeedRefreshResult(failure: .rateLimited(until: end))
      }
      var answer = try await WebFeedFetcher(client: client).fetchFeedReply(
        at: subscription.address, isElsewhere: subscription.isElsewhere, known: kept,
        login: fetch.login, userAgent: subscription.settings.userAgent,
        triesSecure: kept.fetchedAt == nil)
      let now = network.world.now
      switch answer.reply.status {
      case 304:
        answer.movedTo = kept.newAddressAnnouncedTwice(answer.movedTo, of: subscription.address)
        kept.recordFeedRefreshSuccess(answer.reply, at: now)
        cache.storeFeedRefreshState(kept, subscription.id)
        return WebFeedRefreshResult(changed: subscription.updatedSubscription(answer, kept.webFeed))
      case 410:
        kept.recordFeedRefreshFailure(.gone, at: now, isAsked: fetch.isAsked)
        cache.storeFeedRefreshState(kept, subscription.id)
        network.log.writeLogLine(
          .network, .error, "\(RedactedAddress(subscription.address)): gone for good")
        return WebFeedRefreshResult(failure: .notFound)
      case 401, 403:
        kept.recordFeedRefreshFailure(.loginRequired, at: now, isAsked: fetch.isAsked)
        cache.storeFeedRefreshState(kept, subscription.id)
        return WebFeedRefreshResult(failure: .refused(nil))
      case _ where answer.reply.isRateLimit:
        let end = answer.reply.replyWebFeedPauseEnd(now: now)
        pauses[subscription.host] = end
        throw .rateLimited(until: end)
      default:
        let fetched = try parsedWebFeed(answer.reply, &kept)
        // The stored entries need memory for a moment, as the text of the feed did.
        answer.dropBody()
        answer.movedTo = kept.newAddressAnnouncedTwice(answer.movedTo, of: subscription.address)
        var whole = cache.cachedWebFeed(subscription.id)
        let known = Set(whole.webFeed.entries.map(\.id))
        whole.updateCachedFeedAfterFetch(fetched, from: answer.reply, at: now)
        whole.announcedAddress = kept.announcedAddress
        let starred = whole.applyFilterRulesReturningStarred(
          filters, to: subscription, known: known)
        whole.markEntriesRead(cache.entryIDsImportedAsRead(of: subscription.id).subtracting(known))
        cache.bookmarkEntriesStarredByRule(starred, of: subscription, at: now, network.log)
        cache.storeWebFeed(whole, subscription.id)
        return WebFeedRefreshResult(
          changed: subscription.updatedSubscription(answer, whole.webFeed), webFeed: whole.webFeed)
      }
    } catch {
      guard error != .cancelled, !error.isMissingLibrary else {
        return WebFeedRefreshResult(failure: error)
      }
      if case .rateLimited(let until) = error { kept.pause = until }
      kept.recordFeedRefreshFailure(
        Subscription.WebFeedProblem(error, await client.transportFailure), at: network.world.now,
        isAsked: fetch.isAsked)
      cache.storeFeedRefreshState(kept, subscription.id)
      return WebFeedRefreshResult(
        failure: kept.problem == .ownNetwork ? .limited(.feedInOwnNetwork) : error)
    }
  }

  /// Parses the reply of a web feed's server, and returns the feed; if parsing fails, the error
  /// in its text is stored in the cached state `kept`.
  private func parsedWebFeed(_ reply: HTTPReply, _ kept: inout CachedWebFeed) throws(FeedError)
    -> WebFeed
  {
    if let error = TokenlessRequestRules().serviceSpecificError(in: reply)
      ?? FeedError(reply, until: nil)
    {
      throw error
    }
    do throws(WebFeedReader.WebFeedReadingProblem) {
      guard case .webFeed(let webFeed) = try WebFeedReader(reply).readFeed() else {
        throw WebFeedReader.WebFeedReadingProblem(fact: "not a feed: a page")
      }
      if let flaw = webFeed.flaw {
        network.log.writeLogLine(
          .network, .info, "\(RedactedAddress(reply.url)): \(flaw)")
      }
      return webFeed
    } catch {
      network.log.writeLogLine(.network, .error, "\(RedactedAddress(reply.url)): \(error.fact)")
      kept.webFeed.flaw = error.flaw
      throw error.error
    }
  }
}

// MARK: - Pauses

extension WebFeedRefresher {
  /// Returns the time until which the server of web feeds asked to wait, in reply to a request for
  /// any of its feeds; nil without such a pause.
  private func pauseEnd(ofServer host: String) -> Timestamp? {
    let now = network.world.now
    // A longer pause than allowed means that the clock was set back since.
    guard let end = pauses[host], end > now, end <= now.timeAdvanced(by: .longestWebFeedPause)
    else { return nil }
    return end
  }

  /// Adds a pause that a server asked for in an earlier run of the program, stored with the web
  /// feed whose request the server refused.
  private func addPauseStoredWithFeed(until end: Timestamp?, ofServer host: String) {
    // A longer pause than allowed was stored before the clock was set back.
    guard let end, end <= network.world.now.timeAdvanced(by: .longestWebFeedPause),
      pauses[host].map({ $0 < end }) ?? true
    else { return }
    pauses[host] = end
  }

  /// Adds the pauses that the servers of some web feeds asked for in earlier runs of the program,
  /// from the files of the user's other feeds of these servers; the files of a server's feeds are
  /// read once.
  private func addStoredPauses(
    ofServersOf subscriptions: [Subscription], besides ids: Set<Subscription.ID>
  ) {
    let hosts = Set(subscriptions.map(\.host)).subtracting(serversWithReadPauses)
    guard !hosts.isEmpty else { return }
    serversWithReadPauses.formUnion(hosts)
    for other in list.subscriptions where !ids.contains(other.id) && hosts.contains(other.host) {
      let state = cache.cachedWebFeedWithoutEntries(other.id)
      if state.problem == .rateLimited {
        addPauseStoredWithFeed(until: state.pause, ofServer: other.host)
      }
    }
  }

  /// Returns a subscription that has the state of its last refresh, with the pause that its server
  /// asked for in reply to a request for another of the web feeds.
  func addingPauseOfServer(to subscription: Subscription) -> Subscription {
    addStoredPauses(ofServersOf: [subscription], besides: [subscription.id])
    return addingPausesOfServers(to: [subscription]).first ?? subscription
  }

  /// Returns subscriptions that have the states of their last refreshes, each with the pause that
  /// its server asked for in reply to a request for another of the web feeds.
  func addingPausesOfServers(to subscriptions: [Subscription]) -> [Subscription] {
    for subscription in subscriptions where subscription.problem == .rateLimited {
      addPauseStoredWithFeed(until: subscription.pausedUntil, ofServer: subscription.host)
    }
    return subscriptions.map { subscription in
      guard subscription.problem != .rateLimited, subscription.problem != .gone else {
        return subscription
      }
      let end = pauseEnd(ofServer: subscription.host)
      return changedCopy(subscription) {
        $0.pausedUntil = end
        if let next = $0.nextRefresh, let end { $0.nextRefresh = max(next, end) }
      }
    }
  }
}

extension Duration {
  /// Maximum duration of a pause in requests that a server of web feeds can demand.
  fileprivate static let longestWebFeedPause = Duration.seconds(24 * 3600)
}

extension HTTPReply {
  /// Returns the time until which a reply of a web feed's server asks to wait: between a minute and
  /// a day, a quarter of an hour if the reply states no time.
  func replyWebFeedPauseEnd(now: Timestamp) -> Timestamp {
    let asked = replyRetryTime(now: now) ?? replyLimitResetTime(now: now)
    let wait = asked?.elapsedTime(since: now) ?? RateLimitPause.longest
    return now.timeAdvanced(by: min(max(wait, .seconds(60)), .longestWebFeedPause))
  }
}

extension WebFeedRefresher {
  /// The searches of web feeds that the user saved with a name; each is shown as a stream.
  var searches: [SavedSearch] { rules().searches }
}

extension CachedWebFeed {
  /// Applies the user's rules to the new entries of this web feed; returns those that a rule stars.
  mutating func applyFilterRulesReturningStarred(
    _ rules: [FilterRule], to subscription: Subscription, known: Set<String>
  ) -> [WebFeedEntry] {
    let rules = rules.filter { $0.appliesTo(subscription) }
    guard !rules.isEmpty else { return [] }
    var starred: [WebFeedEntry] = []
    for place in webFeed.entries.indices where !known.contains(webFeed.entries[place].id) {
      let entry = webFeed.entries[place]
      let text = (entry.fullText ?? entry.text).plain + "\n" + entry.tagLine
      let actions = Set(
        rules.filter {
          $0.matchesEntry(
            title: entry.title, author: entry.author ?? "", text: text, link: entry.link ?? "")
        }.map(\.action))
      if actions.contains(.hide) { webFeed.entries[place].isHidden = true }
      if actions.contains(.read) { webFeed.entries[place].isReadWhenFetched = true }
      if actions.contains(.star) { starred.append(webFeed.entries[place]) }
    }
    return starred
  }
}

extension CachedWebFeed {
  /// Marks this web feed's entries with the given ids as read, which are those that an imported
  /// database lists as read. Returns the ids of the marked entries.
  @discardableResult
  mutating func markEntriesRead(_ ids: Set<String>) -> [String] {
    guard !ids.isEmpty else { return [] }
    var marked: [String] = []
    for place in webFeed.entries.indices where ids.contains(webFeed.entries[place].id) {
      webFeed.entries[place].isReadWhenFetched = true
      marked.append(webFeed.entries[place].id)
    }
    return marked
  }
}

extension WebFeedFileCache {
  /// Bookmarks the entries of a web feed that a rule stars.
  func bookmarkEntriesStarredByRule(
    _ entries: [WebFeedEntry], of subscription: Subscription, at now: Timestamp, _ log: any Log
  ) {
    guard !entries.isEmpty else { return }
    func storeBookmarksOfEntries() throws(FileOperationError) {
      try changeLikesAndBookmarks { marks in
        for entry in entries {
          marks.setLikeOrBookmark(
            LikedAndBookmarkedEntries.LikedOrBookmarkedEntry(
              subscription: subscription.id, name: subscription.name, item: entry),
            .bookmarked, true, at: now)
        }
      }
    }
    // A damaged file is out of the way at the second attempt.
    do throws(FileOperationError) {
      do throws(FileOperationError) { try storeBookmarksOfEntries() } catch {
        try storeBookmarksOfEntries()
      }
    } catch {
      log.writeLogLine(.storage, .error, "marks are not kept: \(error.step): \(error.reason)")
    }
  }
}

extension Subscription.WebFeedProblem {
  /// Creates the problem of a web feed from the error of its refresh; `failure` is the transport's
  /// error, nil if the server replied.
  fileprivate init(_ error: FeedError, _ failure: TransportError?) {
    switch (error, failure) {
    case (_, .nameNotFound): self = .nameNotFound
    case (_, .timedOut): self = .timedOut
    case (_, .forbiddenAddress): self = .ownNetwork
    case (.badReply, _): self = .unreadable
    case (.tooLarge, _): self = .tooLarge
    case (.notFound, _): self = .notFound
    case (.rateLimited, _): self = .rateLimited
    case (.serverFailed, _): self = .serverFailed
    case (.untrusted, _): self = .untrusted
    default: self = .unreachable
    }
  }
}

extension Subscription {
  /// Returns this subscription with the name and address that its refreshed web feed states; nil if
  /// neither changed. A name that the user gave is kept.
  fileprivate func updatedSubscription(_ answer: WebFeedFetcher.WebFeedReply, _ webFeed: WebFeed)
    -> Subscription?
  {
    var after = self
    if let address = answer.movedTo {
      let isSameServer =
        WebFeedFinder.isSameOriginOrLoopback(address, as: self.address)
        || address == LinkBaseAddress.addressWithHTTPS(self.address)
      after = after.replacingAddress(
        with: address, isElsewhere: isElsewhere || !isSameServer)
    }
    if name == host, let name = webFeed.name, !name.isEmpty { after = after.renamed(to: name) }
    return after == self ? nil : after
  }
}
