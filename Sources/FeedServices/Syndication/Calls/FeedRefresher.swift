internal import FeedDomain
internal import Groundwork
internal import Threads

/// The refresher of an account's web feeds, with their subscriptions, stored entries and schedule.
actor FeedRefresher {
  private static let mostRequests = 20
  private static let mostRequestsPerHost = 2
  /// The longest pause that the server of a web feed may ask for.
  private static let longestPause = Duration.seconds(24 * 3600)

  nonisolated let network: NetworkContext
  nonisolated let cache: FeedFileCache
  private let account: Account.ID
  private let accounts: AccountStorage
  private let rules: @Sendable () -> [ReadingRule]
  /// The subscriptions to web feeds, in memory if they are not stored.
  private var own: SubscriptionList
  /// The web feeds whose entries were reported for the read states since they last changed.
  var reported: Set<Subscription.ID> = []
  /// The ends of pauses that servers asked for, by server, for all web feeds of a server.
  private var pauses: [String: Timestamp] = [:]

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
    accounts.token(of: account).flatMap { SubscriptionList($0) } ?? own
  }

  func change(
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

  /// Refreshes the web feeds that are due; returns the errors of failed refreshes.
  func look(at subscriptions: [Subscription]) async throws(FeedError) -> [FeedError] {
    let now = network.world.now
    let due = subscriptions.filter {
      cache.feed($0.id).isDue(.current, at: now, every: $0.settings.interval)
    }
    let lanes = Self.lanes(of: due)
    let client = network.client(at: "", dialect: WebFeedDialect())
    let looks = await withTaskGroup(of: [Look].self) { group in
      var waiting = lanes.dropFirst(Self.mostRequests)
      for lane in lanes.prefix(Self.mostRequests) {
        group.addTask { await self.walk(lane, client) }
      }
      var looks: [Look] = []
      for await lane in group {
        looks += lane
        if let next = waiting.popFirst() { group.addTask { await self.walk(next, client) } }
      }
      return looks
    }
    if looks.contains(where: { $0.failure == .cancelled }) { throw .cancelled }
    let changed = looks.compactMap(\.changed)
    if !changed.isEmpty {
      try await change { list in for subscription in changed { list.replace(subscription) } }
    }
    return looks.compactMap(\.failure)
  }

  /// Groups web feeds into lists to be fetched one after another: a few lists for each host, the
  /// longest first.
  private static func lanes(of subscriptions: [Subscription]) -> [[Subscription]] {
    var hosts: [String: [[Subscription]]] = [:]
    for subscription in subscriptions {
      var lanes = hosts[subscription.host] ?? []
      if lanes.count < mostRequestsPerHost {
        lanes.append([subscription])
      } else {
        let shortest = lanes.indices.min { lanes[$0].count < lanes[$1].count } ?? 0
        lanes[shortest].append(subscription)
      }
      hosts[subscription.host] = lanes
    }
    return hosts.values.flatMap { $0 }.sorted { $0.count > $1.count }
  }

  private struct Look: Sendable {
    /// The updated subscription after a refresh; nil if nothing changed.
    var changed: Subscription?
    var failure: FeedError?
  }

  private func walk(_ lane: [Subscription], _ client: ServiceClient) async -> [Look] {
    var looks: [Look] = []
    for subscription in lane {
      // A feed is an action of its own: hundreds of them may be due at once.
      looks.append(
        await RequestBudget.separateAction { await look(at: subscription, client) })
    }
    return looks
  }

  private func look(at subscription: Subscription, _ client: ServiceClient) async -> Look {
    var kept = cache.feed(subscription.id)
    do throws(FeedError) {
      if let end = pauses[subscription.host], end > network.world.now {
        throw .rateLimited(until: end)
      }
      let answer = try await WebFeedFetch(client: client).ask(
        at: subscription.address, isElsewhere: subscription.isElsewhere, known: kept,
        login: list.logins[subscription.id.rawValue], userAgent: subscription.settings.userAgent)
      let now = network.world.now
      switch answer.reply.status {
      case 304: (kept.checkedAt, kept.pause, kept.problem) = (now, nil, nil)
      case 410: kept.problem = .gone
      case _ where answer.reply.isRateLimit:
        let wait = answer.reply.retryTime(now: now)?.since(now) ?? RateLimits.longest
        let end = now.advanced(by: min(max(wait, .seconds(60)), Self.longestPause))
        pauses[subscription.host] = end
        throw .rateLimited(until: end)
      default:
        let known = Set(kept.webFeed.entries.map(\.id))
        try take(answer, &kept, at: now)
        let starred = kept.apply(rules().filters, to: subscription, known: known)
        cache.star(starred, of: subscription, at: now, network.log)
        reported.remove(subscription.id)
      }
      cache.keep(kept, subscription.id)
      if kept.problem == .gone {
        network.log.note(
          .network, .error, "\(RedactedAddress(subscription.address)): gone for good")
        return Look(failure: .notFound)
      }
      return Look(changed: subscription.after(answer, kept.webFeed))
    } catch {
      guard error != .cancelled, !error.isMissingLibrary else { return Look(failure: error) }
      kept.checkedAt = network.world.now
      if case .rateLimited(let until) = error { kept.pause = until }
      kept.problem = error == .badReply ? .unreadable : .unreachable
      cache.keep(kept, subscription.id)
      return Look(failure: error)
    }
  }

  private func take(
    _ answer: WebFeedFetch.Answer, _ kept: inout CachedFeed, at now: Timestamp
  ) throws(FeedError) {
    let reply = answer.reply
    if let error = PictureDialect().failure(in: reply) ?? FeedError(reply, until: nil) {
      throw error
    }
    do throws(WebFeedReader.Problem) {
      guard case .webFeed(let webFeed) = try WebFeedReader(reply).read() else {
        throw WebFeedReader.Problem(fact: "not a feed: a page")
      }
      if let flaw = webFeed.flaw {
        network.log.note(.network, .info, "\(RedactedAddress(reply.url)): not well-formed: \(flaw)")
      }
      kept.take(webFeed, from: reply, at: now)
    } catch {
      network.log.note(.network, .error, "\(RedactedAddress(reply.url)): \(error.fact)")
      throw error.error
    }
  }
}

extension FeedRefresher {
  /// The saved searches, which are streams.
  var searches: [SavedSearch] { rules().searches }
}

extension CachedFeed {
  /// Applies rules to the entries of a web feed that are not known yet; returns those to be starred.
  mutating func apply(
    _ rules: [FilterRule], to subscription: Subscription, known: Set<String>
  ) -> [WebFeedEntry] {
    let rules = rules.filter { $0.applies(to: subscription) }
    guard !rules.isEmpty else { return [] }
    var starred: [WebFeedEntry] = []
    for place in webFeed.entries.indices where !known.contains(webFeed.entries[place].id) {
      let entry = webFeed.entries[place]
      let text = (entry.whole ?? entry.text).plain
      let actions = Set(
        rules.filter {
          $0.matches(
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
  func star(
    _ entries: [WebFeedEntry], of subscription: Subscription, at now: Timestamp, _ log: any Log
  ) {
    guard !entries.isEmpty else { return }
    do throws(SystemError) {
      try changeMarks { marks in
        for entry in entries {
          marks.mark(
            MarkedItems.Entry(
              subscription: subscription.id, name: subscription.name, item: entry, marks: [],
              markedAt: now), .bookmarked, true)
        }
      }
    } catch {
      log.note(.storage, .error, "marks are not kept: \(error.step): \(error.reason)")
    }
  }
}

extension Subscription {
  /// Returns the updated subscription after the reply to a refresh; nil if nothing changed.
  fileprivate func after(_ answer: WebFeedFetch.Answer, _ webFeed: WebFeed) -> Subscription? {
    var after = self
    if let address = answer.movedTo {
      after = after.moved(
        to: address,
        isElsewhere: isElsewhere || !WebFeedFinder.isSamePlace(address, as: self.address))
    }
    if name == host, let name = webFeed.name, !name.isEmpty { after = after.called(name) }
    return after == self ? nil : after
  }
}
