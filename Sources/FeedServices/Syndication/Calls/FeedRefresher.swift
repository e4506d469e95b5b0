internal import FeedDomain
internal import Groundwork
internal import Threads

/// The refresher of an account's web feeds, with their subscriptions, stored entries and schedule.
/// Feeds are fetched by one queue for all streams, and each stream waits for its own.
actor FeedRefresher {
  private static let mostRequests = 20
  private static let mostRequestsPerHost = 2
  /// The longest pause that the server of a web feed may ask for.
  private static let longestPause = Duration.seconds(24 * 3600)
  /// The time after which a stream's first page is returned with what has arrived.
  private static let firstWait = Duration.milliseconds(250)
  /// The time between later pages of a stream whose web feeds are still being fetched.
  private static let laterWait = Duration.milliseconds(800)
  /// The time after which the refresh of a stream is given up that nobody asks about.
  private static let patience = Duration.seconds(20)
  /// The number of entries in the page of a stream whose web feeds were all fetched.
  static let length = 100
  /// The smallest number of entries in the first page of a stream.
  private static let shortestPage = 10
  private static let longestPage = 400

  nonisolated let network: NetworkContext
  nonisolated let cache: FeedFileCache
  private let account: Account.ID
  private let accounts: AccountStorage
  private let rules: @Sendable () -> [ReadingRule]
  /// The subscriptions to web feeds, in memory if they are not stored.
  private var own: SubscriptionList
  /// The stored subscription list as it was last parsed.
  private var lastParsed: (secret: Secret, list: SubscriptionList)?
  /// The web feeds whose entries were reported for the read states since they last changed.
  private var reported: Set<Subscription.ID> = []
  /// Entries of fetched web feeds that the next page reports for the read states.
  private var unreported: [KnownEntry] = []
  /// The rules for new entries, as read at the beginning of the last round.
  private var filters: [FilterRule] = []
  /// The ends of pauses that servers asked for, by server, for all web feeds of a server.
  private var pauses: [String: Timestamp] = [:]

  /// The web feeds to be fetched next, by server.
  private var queue: [String: [QueuedFetch]] = [:]
  /// The number of requests under way, by server.
  private var requests: [String: Int] = [:]
  /// The web feeds that are queued or being fetched.
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
  /// A refresh of a stream's web feeds.
  private struct RefreshRound {
    /// The web feeds whose entries are in the pages.
    var shown: [Subscription] = []
    let ids: Set<Subscription.ID>
    let total: Int
    /// The web feeds that are not fetched yet.
    var waiting: Set<Subscription.ID>
    var failures: [FeedError] = []
    /// The subscriptions with another name or address after the refresh.
    var changed: [Subscription] = []
    /// The position of the last entry of the first page, down to which later pages reach; nil
    /// before the first page.
    var edge: EntryPosition?
    /// The entries down to the edge, by web feed.
    var entries: [Subscription.ID: [(place: EntryPosition, post: Post)]] = [:]
    /// The likes and bookmarks at the time of the first page.
    var marks = MarkedItems()
    /// The time when a page of the stream was last asked for.
    var askedAt: Timestamp

    var isOver: Bool { waiting.isEmpty }

    /// The page of the entries so far, down to the edge.
    var page: FeedPage {
      let sorted = entries.values.flatMap { $0 }.sorted { $0.place < $1.place }
        .prefix(FeedRefresher.longestPage)
      return FeedPage(
        sorted.map { FeedEntry($0.post) }, older: sorted.last?.place.cursor,
        progress: isOver ? nil : SourceProgress(done: total - waiting.count, total: total))
    }
  }

  /// Refreshes the web feeds that are due; returns the errors of failed refreshes.
  func refreshFeeds(_ subscriptions: [Subscription]) async throws(FeedError) -> [FeedError] {
    let number = beginRefreshRound(subscriptions)
    while rounds[number]?.isOver == false, !Task.isCancelled {
      await waitForRound(for: number, upTo: nil)
    }
    return try await endRefreshRound(number)?.failures ?? []
  }

  /// Returns the newest page of a stream after refreshing its web feeds; after a moment with the
  /// entries so far and a progress. Later pages reach at least as far down as the first one.
  func latestSoFar(
    of subscriptions: [Subscription], showing shown: [Subscription]
  ) async throws(FeedError) -> FeedPage {
    let number = beginRefreshRound(subscriptions)
    rounds[number]?.shown = shown
    while let round = rounds[number], !round.isOver, !Task.isCancelled {
      await waitForRound(for: number, upTo: round.edge == nil ? Self.firstWait : Self.laterWait)
      guard !Task.isCancelled, rounds[number]?.isOver == false else { continue }
      if rounds[number]?.edge == nil { chooseFirstPage(of: number) }
      if let round = rounds[number], round.edge != nil { return addingProgress(round.page) }
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
    page.known = takeKnown(of: subscriptions)
    return page
  }

  private func addingProgress(_ page: FeedPage) -> FeedPage {
    var page = page
    (page.known, unreported) = (unreported, [])
    return page
  }

  /// Returns the entries of web feeds that were not reported for the read states since they
  /// changed.
  func takeKnown(of subscriptions: [Subscription]) -> [KnownEntry] {
    var known = unreported
    unreported = []
    for subscription in subscriptions where reported.insert(subscription.id).inserted {
      known += cache.cachedFeed(subscription.id).webFeed.entries.map {
        KnownEntry($0, of: subscription.id)
      }
    }
    return known
  }

  /// Begins the refresh of a stream's due web feeds, or joins the one under way.
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
        && cache.head($0.id).isDue(.current, at: now, every: $0.settings.interval)
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

  /// Ends a round, and stores the names and addresses that changed; nil if another reader of the
  /// stream ended the round.
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

  /// Drops the queued requests that only a given round waits for, unless a reader waits.
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

  /// Drops the rounds of streams that were closed between two pages.
  private func abandonClosedStreams() {
    let now = network.world.now
    for (number, round) in rounds where now.elapsedTime(since: round.askedAt) >= Self.patience {
      abandonRound(number)
    }
  }

  /// Chooses the entries of a stream's first page: so many that the last page, which reaches as far
  /// down, is not too long. Does nothing without an entry.
  private func chooseFirstPage(of number: Int) {
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

  /// Waits for the end of a round, at most for a duration.
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
    /// The user name and password for the web feed, with a colon between; nil if it needs none.
    let login: String?
  }

  private struct RefreshResult: Sendable {
    /// The updated subscription after a refresh; nil if nothing changed.
    var changed: Subscription?
    var failure: FeedError?
    /// The web feed with its entries, if there may be new ones.
    var webFeed: WebFeed?
  }

  /// Sends queued requests within the limits, first to the servers with most web feeds.
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
        let posts = EntryPosts(subscription, webFeed, rounds[number]?.marks ?? MarkedItems())
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
    let client = network.serviceClient(at: "", dialect: WebFeedDialect())
    var kept = cache.head(subscription.id)
    do throws(FeedError) {
      if let end = pauses[subscription.host], end > network.world.now {
        throw .rateLimited(until: end)
      }
      let answer = try await WebFeedFetch(client: client).fetchFeed(
        at: subscription.address, isElsewhere: subscription.isElsewhere, known: kept,
        login: fetch.login, userAgent: subscription.settings.userAgent,
        triesSecure: kept.checkedAt == nil)
      let now = network.world.now
      switch answer.reply.status {
      case 304:
        (kept.checkedAt, kept.pause, kept.problem) = (now, nil, nil)
        cache.keep(head: kept, subscription.id)
        return RefreshResult(changed: subscription.updatedSubscription(answer, kept.webFeed))
      case 410:
        (kept.checkedAt, kept.problem) = (now, .gone)
        cache.keep(head: kept, subscription.id)
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
      cache.keep(head: kept, subscription.id)
      return RefreshResult(failure: error)
    }
  }

  /// Parses a reply; the position of an error that prevents parsing is added to the kept state.
  private func readReply(_ reply: HTTPReply, _ kept: inout CachedFeed) throws(FeedError) -> WebFeed
  {
    if let error = PictureDialect().failure(in: reply) ?? FeedError(reply, until: nil) {
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
  /// The saved searches, which are streams.
  var searches: [SavedSearch] { rules().searches }
}

extension CachedFeed {
  /// Applies rules to the entries of a web feed that are not known yet; returns those to be
  /// starred.
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
  /// Bookmarks entries of a web feed that a rule stars.
  func starEntries(
    _ entries: [WebFeedEntry], of subscription: Subscription, at now: Timestamp, _ log: any Log
  ) {
    guard !entries.isEmpty else { return }
    do throws(SystemError) {
      try changeMarks { marks in
        for entry in entries {
          marks.setMark(
            MarkedItems.MarkedEntry(
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
  /// Returns the updated subscription after the reply to a refresh; nil if nothing changed.
  fileprivate func updatedSubscription(_ answer: WebFeedFetch.FeedAnswer, _ webFeed: WebFeed)
    -> Subscription?
  {
    var after = self
    if let address = answer.movedTo {
      after = after.replacingAddress(
        with: address,
        isElsewhere: isElsewhere || !WebFeedFinder.isSamePlace(address, as: self.address))
    }
    if name == host, let name = webFeed.name, !name.isEmpty { after = after.renamed(to: name) }
    return after == self ? nil : after
  }
}
