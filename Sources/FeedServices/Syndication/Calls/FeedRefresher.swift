internal import FeedDomain
internal import Groundwork
internal import Threads

/// The actor that fetches an account's web feeds and keeps their subscriptions, stored entries and
/// schedule. One queue serves all streams, and each stream waits for its own feeds.
actor FeedRefresher {
  private static let mostRequests = 20
  private static let mostRequestsPerHost = 2
  /// The longest pause between requests that the server of a web feed can demand.
  private static let longestPause = Duration.seconds(24 * 3600)
  /// Maximum time until the first page of a stream is returned, with the entries fetched so far.
  private static let firstWait = Duration.milliseconds(250)
  /// Maximum time until a further page of a stream is returned while its web feeds are still being
  /// fetched.
  private static let laterWait = Duration.milliseconds(800)
  /// The time after which the refresh of a stream is abandoned if no page was requested.
  private static let patience = Duration.seconds(20)
  /// The number of entries in a page of a stream whose web feeds were all fetched.
  static let length = 100
  /// The smallest number of entries in the first page of a stream that is still being refreshed.
  private static let shortestPage = 10
  private static let longestPage = 400

  nonisolated let network: NetworkContext
  nonisolated let cache: FeedFileCache
  private let account: Account.ID
  private let accounts: AccountStorage
  private let rules: @Sendable () -> [ReadingRule]
  /// The subscriptions to web feeds as last changed here; used if the account has no readable
  /// stored list.
  private var own: SubscriptionList
  /// The stored subscription list as last parsed, with the secret that was parsed.
  private var lastParsed: (secret: Secret, list: SubscriptionList)?
  /// The ids of the web feeds whose entries were reported to the store of read states since their
  /// last change.
  private var reported: Set<Subscription.ID> = []
  /// Entries of fetched web feeds that the next page reports to the store of read states.
  private var unreported: [KnownEntry] = []
  /// The rules for new entries of web feeds, as read when the last refresh began.
  private var filters: [FilterRule] = []
  /// By server, the end of the pause between requests that the server demanded for all its web
  /// feeds.
  private var pauses: [String: Timestamp] = [:]

  /// By server, the web feeds waiting to be fetched.
  private var queue: [String: [QueuedFetch]] = [:]
  /// By server, the number of web feeds being fetched.
  private var requests: [String: Int] = [:]
  /// The ids of the web feeds that are queued or being fetched.
  private var underWay: Set<Subscription.ID> = []
  private var rounds: [Int: RefreshRound] = [:]
  private var waiters: [Int: (round: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
  private var lastNumber = 0

  init(
    _ account: Account.ID, _ list: SubscriptionList, network: NetworkContext, cache: FeedFileCache,
    accounts: AccountStorage, rules: @escaping @Sendable () -> [ReadingRule] = { [] }
  ) {
    self.rules = rules
    (self.account, own) = (account, list)
    (self.network, self.cache, self.accounts) = (network, cache, accounts)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    network.thread.asUnownedSerialExecutor()
  }

  var list: SubscriptionList {
    guard let secret = accounts.storedToken(of: account) else { return own }
    if let lastParsed, lastParsed.secret == secret { return lastParsed.list }
    guard let list = SubscriptionList(secret) else { return own }
    lastParsed = (secret, list)
    return list
  }

  func changeList(
    _ change: @Sendable (inout SubscriptionList) -> Void
  ) async throws(FeedError) {
    var now = list
    change(&now)
    own = now
    try await accounts.updateFacts(of: account) { kept in
      guard var list = SubscriptionList(kept) else { return nil }
      change(&list)
      return list.secret
    }
  }
}

// MARK: - Rounds

extension FeedRefresher {
  /// A refresh of the web feeds of one stream, under way or just ended.
  private struct RefreshRound {
    /// The web feeds whose entries the stream shows.
    var shown: [Subscription] = []
    let ids: Set<Subscription.ID>
    let total: Int
    /// The ids of the web feeds that are not fetched yet.
    var waiting: Set<Subscription.ID>
    var failures: [FeedError] = []
    /// The subscriptions whose name or address changed in the refresh.
    var changed: [Subscription] = []
    /// The sort position of the last entry in the stream's first page, down to which later pages
    /// reach; nil before the first page.
    var edge: EntryPosition?
    /// By web feed, the entries down to the end of the stream's first page.
    var entries: [Subscription.ID: [(place: EntryPosition, post: Post)]] = [:]
    /// The likes and bookmarks of entries when the first page was made.
    var marks = MarkedEntries()
    /// The time at which a page of the stream was last requested.
    var askedAt: Timestamp

    var isOver: Bool { waiting.isEmpty }

    /// The stream's page with the entries fetched so far, down to the end of its first page.
    var page: FeedPage {
      let sorted = entries.values.flatMap { $0 }.sorted { $0.place < $1.place }
        .prefix(FeedRefresher.longestPage)
      return FeedPage(
        sorted.map { FeedEntry($0.post) }, older: sorted.last?.place.cursor,
        progress: isOver ? nil : SourceProgress(done: total - waiting.count, total: total))
    }
  }

  /// Fetches the web feeds that are due; returns the errors of the feeds that failed.
  func refreshFeeds(_ subscriptions: [Subscription]) async throws(FeedError) -> [FeedError] {
    let number = beginRefreshRound(subscriptions)
    while rounds[number]?.isOver == false, !Task.isCancelled {
      await waitForRound(for: number, upTo: nil)
    }
    return try await endRefreshRound(number)?.failures ?? []
  }

  /// Refreshes a stream's web feeds and returns its newest page; while feeds are still being
  /// fetched, the entries so far with the progress. Later pages reach at least as far down as the
  /// first one.
  func latestSoFar(
    of subscriptions: [Subscription], showing shown: [Subscription]
  ) async throws(FeedError) -> FeedPage {
    let number = beginRefreshRound(subscriptions)
    rounds[number]?.shown = shown
    while let round = rounds[number], !round.isOver, !Task.isCancelled {
      await waitForRound(for: number, upTo: round.edge == nil ? Self.firstWait : Self.laterWait)
      guard !Task.isCancelled, rounds[number]?.isOver == false else { continue }
      if rounds[number]?.edge == nil { chooseEntriesOfFirstPage(ofRound: number) }
      if let round = rounds[number], round.edge != nil {
        return addingUnreportedEntries(round.page)
      }
    }
    let round = try await endRefreshRound(number)
    // One that fails keeps nobody from the others.
    if let failures = round?.failures, let first = failures.first,
      failures.count == subscriptions.count
    {
      throw first
    }
    guard let round, round.edge != nil else {
      return storedPage(of: shown, after: nil, length: Self.length)
    }
    var page = round.page
    page.known = takeUnreportedEntries(of: subscriptions)
    return page
  }

  private func addingUnreportedEntries(_ page: FeedPage) -> FeedPage {
    var page = page
    (page.known, unreported) = (unreported, [])
    return page
  }

  /// Returns the entries of web feeds that were not yet reported to the store of read states.
  func takeUnreportedEntries(of subscriptions: [Subscription]) -> [KnownEntry] {
    var known = unreported
    unreported = []
    for subscription in subscriptions where reported.insert(subscription.id).inserted {
      known += cache.cachedFeed(subscription.id).webFeed.entries.map {
        KnownEntry($0, of: subscription.id)
      }
    }
    return known
  }

  /// Begins the refresh of a stream's web feeds that are due, or joins one under way; returns its
  /// number.
  private func beginRefreshRound(_ subscriptions: [Subscription]) -> Int {
    let now = network.world.now
    let ids = Set(subscriptions.map(\.id))
    if let (number, round) = rounds.first(where: { $0.value.ids == ids }) {
      rounds[number]?.askedAt = now
      if !round.isOver || now.elapsedTime(since: round.askedAt) < Self.patience { return number }
      rounds[number] = nil
    }
    let due = subscriptions.filter {
      !underWay.contains($0.id)
        && cache.cachedState($0.id).isDue(.current, at: now, every: $0.settings.interval)
    }
    let waiting = ids.intersection(underWay).union(due.map(\.id))
    lastNumber += 1
    let number = lastNumber
    rounds[number] = RefreshRound(ids: ids, total: waiting.count, waiting: waiting, askedAt: now)
    let logins = list.logins
    if !due.isEmpty { filters = rules().filters }
    for subscription in due {
      underWay.insert(subscription.id)
      queue[subscription.host, default: []].append(
        QueuedFetch(subscription: subscription, login: logins[subscription.id.rawValue]))
    }
    sendRequests()
    return number
  }

  /// Removes a refresh that is over, and stores changed names and addresses of its web feeds; nil
  /// if another caller removed it.
  private func endRefreshRound(_ number: Int) async throws(FeedError) -> RefreshRound? {
    if Task.isCancelled, rounds[number]?.isOver == false {
      abandonRound(number)
      throw .cancelled
    }
    guard let round = rounds.removeValue(forKey: number) else { return nil }
    if round.failures.contains(.cancelled) { throw .cancelled }
    let changed = round.changed
    if !changed.isEmpty {
      try await changeList { list in
        for subscription in changed { list.replaceSubscription(subscription) }
      }
    }
    return round
  }

  /// Drops a refresh and the queued fetches that no other refresh needs, unless a caller waits for
  /// its end.
  private func abandonRound(_ number: Int) {
    guard !waiters.values.contains(where: { $0.round == number }) else { return }
    rounds[number] = nil
    let wanted = rounds.values.reduce(into: Set()) { $0.formUnion($1.waiting) }
    for (host, fetches) in queue {
      let kept = fetches.filter { wanted.contains($0.subscription.id) }
      underWay.subtract(fetches.map(\.subscription.id).filter { !wanted.contains($0) })
      queue[host] = kept.isEmpty ? nil : kept
    }
  }

  /// Drops the refreshes of streams from which no page was requested for a while.
  private func abandonClosedStreams() {
    let now = network.world.now
    for (number, round) in rounds where now.elapsedTime(since: round.askedAt) >= Self.patience {
      abandonRound(number)
    }
  }

  /// Chooses the entries of a stream's first page: so few that the last page, which reaches as far
  /// down, is not too long. Does nothing without stored entries.
  private func chooseEntriesOfFirstPage(ofRound number: Int) {
    guard let round = rounds[number] else { return }
    let stored = entries(of: round.shown, after: nil, length: Self.length)
    let done = round.ids.count - round.waiting.count
    let share = Double(max(done, stored.sources)) / Double(max(1, round.ids.count))
    let length = max(Self.shortestPage, min(Self.length, Int(share * 3 * Double(Self.length))))
    let first = stored.found.prefix(length)
    guard let last = first.last else { return }
    rounds[number]?.edge = last.place
    rounds[number]?.marks = cache.marks
    rounds[number]?.entries = Dictionary(grouping: first) {
      Subscription.ID($0.post.author.id.rawValue)
    }
  }

  /// Waits for the end of a refresh, at most for a duration; nil waits without a limit.
  private func waitForRound(for round: Int, upTo limit: Duration?) async {
    rounds[round]?.askedAt = network.world.now
    lastNumber += 1
    let number = lastNumber
    let world = network.world
    let timer = limit.map { limit in
      Task {
        // Called off once the round is over.
        do throws(CancellationError) { try await world.sleep(for: limit) } catch { return }
        self.wakeWaiter(number)
      }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard rounds[round]?.isOver == false, !Task.isCancelled else {
          return continuation.resume()
        }
        waiters[number] = (round, continuation)
      }
    } onCancel: {
      Task { await self.wakeWaiter(number) }
    }
    timer?.cancel()
  }

  private func wakeWaiter(_ waiter: Int) {
    waiters.removeValue(forKey: waiter)?.continuation.resume()
  }
}

// MARK: - Requests

extension FeedRefresher {
  private struct QueuedFetch: Sendable {
    let subscription: Subscription
    /// The user name and password for the web feed, with a colon between; nil if the feed needs
    /// none.
    let login: String?
  }

  private struct RefreshResult: Sendable {
    /// The subscription with its new name or address after a refresh; nil if neither changed.
    var changed: Subscription?
    var failure: FeedError?
    /// The refreshed web feed with all its entries; nil if it is unchanged or could not be fetched.
    var webFeed: WebFeed?
  }

  /// Sends queued requests for web feeds within the limits, first to the server with most of them
  /// waiting.
  private func sendRequests() {
    while requests.values.reduce(0, +) < Self.mostRequests {
      let free = queue.lazy.filter {
        self.requests[$0.key, default: 0] < Self.mostRequestsPerHost
      }
      guard let (host, fetches) = free.max(by: { $0.value.count < $1.value.count }),
        let next = fetches.first
      else { return }
      queue[host] = fetches.count > 1 ? Array(fetches.dropFirst()) : nil
      requests[host, default: 0] += 1
      Task {
        // A feed is an action of its own: hundreds of them may be due at once.
        let look = await RequestBudget.runSeparateAction { await self.refreshFeed(next) }
        self.finishFetch(next.subscription, look)
      }
    }
  }

  private func finishFetch(_ subscription: Subscription, _ look: RefreshResult) {
    let (id, host) = (subscription.id, subscription.host)
    underWay.remove(id)
    requests[host] = requests[host].flatMap { $0 > 1 ? $0 - 1 : nil }
    if let webFeed = look.webFeed {
      reported.insert(id)
      unreported += webFeed.entries.map { KnownEntry($0, of: id) }
    }
    for number in Array(rounds.keys) {
      guard rounds[number]?.waiting.remove(id) != nil else { continue }
      if let failure = look.failure { rounds[number]?.failures.append(failure) }
      if let changed = look.changed { rounds[number]?.changed.append(changed) }
      if let edge = rounds[number]?.edge, let webFeed = look.webFeed,
        rounds[number]?.shown.contains(where: { $0.id == id }) == true
      {
        let posts = EntryPostConverter(
          subscription, webFeed, rounds[number]?.marks ?? MarkedEntries())
        rounds[number]?.entries[id] = webFeed.entries.filter { !$0.isHidden }
          .map { (place: EntryPosition(id, $0), post: posts.entryPost($0)) }
          .filter { !(edge < $0.place) }
      }
      guard rounds[number]?.isOver == true else { continue }
      for (waiter, entry) in waiters where entry.round == number { wakeWaiter(waiter) }
    }
    abandonClosedStreams()
    sendRequests()
  }

  private func refreshFeed(_ fetch: QueuedFetch) async -> RefreshResult {
    let subscription = fetch.subscription
    let client = network.serviceClient(at: "", requestRules: WebFeedRequestRules())
    var kept = cache.cachedState(subscription.id)
    do throws(FeedError) {
      if let end = pauses[subscription.host], end > network.world.now {
        throw .rateLimited(until: end)
      }
      let answer = try await WebFeedFetcher(client: client).fetchFeed(
        at: subscription.address, isElsewhere: subscription.isElsewhere, known: kept,
        login: fetch.login, userAgent: subscription.settings.userAgent,
        triesSecure: kept.checkedAt == nil)
      let now = network.world.now
      switch answer.reply.status {
      case 304:
        (kept.checkedAt, kept.pause, kept.problem) = (now, nil, nil)
        cache.storeState(kept, subscription.id)
        return RefreshResult(changed: subscription.updatedSubscription(answer, kept.webFeed))
      case 410:
        (kept.checkedAt, kept.problem) = (now, .gone)
        cache.storeState(kept, subscription.id)
        network.log.writeLine(
          .network, .error, "\(RedactedAddress(subscription.address)): gone for good")
        return RefreshResult(failure: .notFound)
      case _ where answer.reply.isRateLimit:
        let wait = answer.reply.retryTime(now: now)?.elapsedTime(since: now) ?? RateLimits.longest
        let end = now.timeAdvanced(by: min(max(wait, .seconds(60)), Self.longestPause))
        pauses[subscription.host] = end
        throw .rateLimited(until: end)
      default:
        let fetched = try readReply(answer.reply, &kept)
        var whole = cache.cachedFeed(subscription.id)
        let known = Set(whole.webFeed.entries.map(\.id))
        whole.updateAfterFetch(fetched, from: answer.reply, at: now)
        let starred = whole.applyRules(filters, to: subscription, known: known)
        cache.starEntries(starred, of: subscription, at: now, network.log)
        cache.storeFeed(whole, subscription.id)
        return RefreshResult(
          changed: subscription.updatedSubscription(answer, whole.webFeed), webFeed: whole.webFeed)
      }
    } catch {
      guard error != .cancelled, !error.isMissingLibrary else {
        return RefreshResult(failure: error)
      }
      kept.checkedAt = network.world.now
      if case .rateLimited(let until) = error { kept.pause = until }
      kept.problem = Subscription.FeedProblem(error)
      cache.storeState(kept, subscription.id)
      return RefreshResult(failure: error)
    }
  }

  /// Parses the reply of a web feed's server. The position of a syntax error is stored in the
  /// cached state.
  private func readReply(_ reply: HTTPReply, _ kept: inout CachedFeed) throws(FeedError) -> WebFeed
  {
    if let error = PictureRequestRules().failure(in: reply) ?? FeedError(reply, until: nil) {
      throw error
    }
    do throws(WebFeedReader.ReadingProblem) {
      guard case .webFeed(let webFeed) = try WebFeedReader(reply).readFeed() else {
        throw WebFeedReader.ReadingProblem(fact: "not a feed: a page")
      }
      if let flaw = webFeed.flaw {
        network.log.writeLine(
          .network, .info, "\(RedactedAddress(reply.url)): not well-formed at \(flaw)")
      }
      return webFeed
    } catch {
      network.log.writeLine(.network, .error, "\(RedactedAddress(reply.url)): \(error.fact)")
      kept.webFeed.flaw = error.position
      throw error.error
    }
  }
}

extension FeedRefresher {
  /// The person's saved searches of web feeds, which are streams.
  var searches: [SavedSearch] { rules().searches }
}

extension CachedFeed {
  /// Applies the person's rules to the new entries of a web feed; returns the entries that a rule
  /// stars.
  mutating func applyRules(
    _ rules: [FilterRule], to subscription: Subscription, known: Set<String>
  ) -> [WebFeedEntry] {
    let rules = rules.filter { $0.appliesTo(subscription) }
    guard !rules.isEmpty else { return [] }
    var starred: [WebFeedEntry] = []
    for place in webFeed.entries.indices where !known.contains(webFeed.entries[place].id) {
      let entry = webFeed.entries[place]
      let text = (entry.whole ?? entry.text).plain
      let actions = Set(
        rules.filter {
          $0.matchesEntry(
            title: entry.title, author: entry.author ?? "", text: text, link: entry.link ?? "")
        }.map(\.action))
      if actions.contains(.hide) { webFeed.entries[place].isHidden = true }
      if actions.contains(.read) { webFeed.entries[place].isReadByRule = true }
      if actions.contains(.star) { starred.append(webFeed.entries[place]) }
    }
    return starred
  }
}

extension FeedFileCache {
  /// Bookmarks the entries of a web feed that a rule stars.
  func starEntries(
    _ entries: [WebFeedEntry], of subscription: Subscription, at now: Timestamp, _ log: any Log
  ) {
    guard !entries.isEmpty else { return }
    do throws(SystemError) {
      try changeMarks { marks in
        for entry in entries {
          marks.setMark(
            MarkedEntries.MarkedEntry(
              subscription: subscription.id, name: subscription.name, item: entry, marks: [],
              markedAt: now), .bookmarked, true)
        }
      }
    } catch {
      log.writeLine(.storage, .error, "marks are not kept: \(error.step): \(error.reason)")
    }
  }
}

extension Subscription.FeedProblem {
  fileprivate init(_ error: FeedError) {
    switch error {
    case .badReply: self = .unreadable
    case .tooLarge: self = .tooLarge
    case .notFound: self = .notFound
    default: self = .unreachable
    }
  }
}

extension Subscription {
  /// Returns a subscription with the name and address that the refreshed web feed states; nil if
  /// neither changed.
  fileprivate func updatedSubscription(_ answer: WebFeedFetcher.FeedReply, _ webFeed: WebFeed)
    -> Subscription?
  {
    var after = self
    if let address = answer.movedTo {
      after = after.replacingAddress(
        with: address,
        isElsewhere: isElsewhere || !WebFeedFinder.isSameOrigin(address, as: self.address))
    }
    if name == host, let name = webFeed.name, !name.isEmpty { after = after.renamed(to: name) }
    return after == self ? nil : after
  }
}
