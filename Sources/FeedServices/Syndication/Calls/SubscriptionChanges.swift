internal import FeedDomain

extension LocalWebFeedSubscriptions {
  var storedSubscriptions: [Subscription] {
    get async { await connection.refresher.list.subscriptions }
  }

  func subscriptions(inEach feeds: [Feed]) async -> [[Subscription]] {
    // The list is stored on disk, so no request is sent.
    let list = await connection.refresher.list
    return feeds.map { list.subscriptions(in: $0) ?? [] }
  }

  var nestsFolders: Bool { true }

  func timeline(of subscription: Subscription) -> Feed { subscription.stream }

  func renameFolder(_ old: String, to new: String) async throws(FeedError) {
    try await connection.refresher.changeSubscriptionList {
      $0.renameFolder(old, to: new.shortened(to: .name))
    }
  }

  func changeSubscription(
    _ id: Subscription.ID, _ change: SubscriptionChange
  ) async throws(FeedError) {
    guard var subscription = await connection.refresher.list[id] else { throw .notFound }
    subscription.applySubscriptionChange(
      change, named: connection.cache.cachedWebFeed(id).webFeed.name)
    let changed = subscription
    try await connection.refresher.changeSubscriptionList { $0.replaceSubscription(changed) }
  }

  func restoreSubscription(_ subscription: Subscription) async throws(FeedError) {
    try await connection.refresher.changeSubscriptionList {
      $0.restoreSubscription(subscription.id)
    }
  }

  func refreshSubscriptions(_ ids: [Subscription.ID]) async throws(FeedError) {
    let chosen = Set(ids)
    let feeds = await connection.refresher.list.subscriptions.filter { chosen.contains($0.id) }
    // Failures are ignored here, since each feed in the list shows its own.
    _ = try await RequestPriority.userRequest.runActionWithPriority { () async throws(FeedError) in
      try await connection.refresher.refreshDueWebFeeds(feeds)
    }
  }
}

extension Subscription {
  /// Applies the user's change to this subscription; `title`, which the web feed states, replaces a
  /// name that the user removed.
  fileprivate mutating func applySubscriptionChange(
    _ change: SubscriptionChange, named title: String?
  ) {
    switch change {
    case .rename(let typed):
      settings.title = typed?.shortened(to: .name)
      name = (typed ?? title ?? host).shortened(to: .name)
    case .move(let folder): replaceFirstFolder(folder)
    case .moveFrom(let old, let folder):
      var moved: [String] = []
      for name in folders.map({ $0 == old ? folder : $0 }) {
        if let name, !moved.contains(name) { moved.append(name) }
      }
      replaceFolders(with: moved)
    case .set(var settings):
      settings.title = self.settings.title
      self.settings = settings
    }
  }
}

extension SubscriptionSettings {
  init(storedJSON json: JSON) {
    self.init(
      title: json["title"].nonEmptyString,
      interval: json["minutes"].int.map { .seconds(60 * min(max(1, $0), 10_080)) },
      showsFullText: json["full"].bool == true, userAgent: json["agent"].nonEmptyString,
      marksPassed: json["passed"].bool)
  }

  var storedJSON: JSON {
    guard !isEmpty else { return .null }
    return [
      "title": title.map { .string($0) } ?? .null,
      "minutes": interval.map { .number("\($0.components.seconds / 60)") } ?? .null,
      "full": .bool(showsFullText), "agent": userAgent.map { .string($0) } ?? .null,
      "passed": marksPassed.map { .bool($0) } ?? .null,
    ]
  }
}
