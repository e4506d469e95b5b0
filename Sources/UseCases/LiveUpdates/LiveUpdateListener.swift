package import FeedDomain

/// A listener to an account's live updates: stores the posts and notifications that the service
/// pushes, and reports them to scenes without moving the user's position. Sends requests only if
/// posts may be missing before the updates (`LiveUpdateCompleteness`).
@MainActor
package final class LiveUpdateListener {
  /// The duration after which a live connection counts as successful: its end is no failure.
  private static let successfulConnectionTime = Duration.seconds(60)
  /// The duration in which several announced notifications cause only one request.
  private static let haste = Duration.seconds(2)
  /// The duration for which pushed posts are collected, to be stored together.
  private static let moment = Duration.milliseconds(250)
  /// Maximum number of pushed posts that wait to be stored; if there are more, the timeline is
  /// fetched instead.
  private static let mostPending = 500
  /// Maximum number of fetches of the posts before pushed ones, for one timeline within
  /// `LiveUpdateCompleteness.minimumRequestSpacing`.
  private static let mostGapFetches = 3
  /// The delay before a failed fetch of the posts before pushed ones is repeated.
  private static let retryDelay = Duration.seconds(60)
  /// The number of timeline rows at the top among which a late pushed post can be inserted.
  private static let maximumInsertionDepth = 100

  private let session: AccountSession
  private let actions: UserActionPerformer
  private let notifications: AccountNotifications?
  private var listeners = EventListeners<LiveUpdateReportToScenes>()
  /// The timelines whose new posts the service pushes at present.
  private var offeredFeeds: Set<Feed> = [] {
    didSet {
      if offeredFeeds != oldValue { listeners.callListeners(.liveFeedsChanged(offeredFeeds)) }
    }
  }
  private var listening: Task<Void, Never>?
  private var asking: Task<Void, Never>?
  private var askedAt: Timestamp?
  /// The pushed entries of each timeline that are not stored yet, oldest first.
  private var pending: [Feed: [FeedEntry]] = [:]
  private var keeping: Task<Void, Never>?
  /// The times of the latest fetches of the posts before pushed ones, by timeline.
  private var gapFetchTimes: [Feed: [Timestamp]] = [:]

  package enum LiveUpdateReportToScenes {
    /// A report of live updates: the set of timelines with pushed posts changed.
    case liveFeedsChanged(Set<Feed>)
    /// A report of live updates: a timeline has newer entries that must be fetched.
    case newer(Feed)
    case entriesStored(Feed)
    /// A report of live updates: a list kept by the service changed, such as filters.
    case listChanged(OptionalInformationKind)
    /// A report of live updates: updates of any timeline may have been missed.
    case gap
  }

  package init(
    _ session: AccountSession, actions: UserActionPerformer, notifications: AccountNotifications?
  ) {
    (self.session, self.actions, self.notifications) = (session, actions, notifications)
  }

  /// Adds a listener, held weakly, for reports of live updates, and tells it at once which
  /// timelines have pushed posts.
  func addLiveUpdateListener<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, LiveUpdateReportToScenes) -> Void
  ) {
    listeners.addListener(listener, hear)
    hear(listener, .liveFeedsChanged(offeredFeeds))
  }

  package func startListening() {
    guard listening == nil, session.connection.live != nil else { return }
    listening = Task { [weak self] in
      var failures = 0
      while let wait = await self?.listenUntilDisconnected(after: failures) {
        failures = wait.failures
        guard let world = self?.session.world else { return }
        // The task ends if it is cancelled while it sleeps.
        do throws(CancellationError) { try await world.sleep(for: wait.duration) } catch { return }
      }
    }
  }

  package func restartListening() {
    stopListening()
    startListening()
  }

  package func stopListening() {
    listening?.cancel()
    listening = nil
    asking?.cancel()
    asking = nil
    keeping?.cancel()
    keeping = nil
    pending = [:]
    session.coverage.recordLiveUpdatesEnd()
    // Timelines without pushed posts are fetched at their usual interval.
    offeredFeeds = []
  }
}

extension LiveUpdateListener {
  /// A delay before the next attempt to open a live connection, with the number of failed
  /// connections in a row.
  private struct ReconnectDelay {
    let failures: Int
    let duration: Duration
  }

  /// Receives live updates until the service ends the connection; returns the delay before the next
  /// connection, nil if there is to be none.
  private func listenUntilDisconnected(after failures: Int) async -> ReconnectDelay? {
    guard let live = session.connection.live, !session.isOver, !Task.isCancelled else { return nil }
    let begun = session.world.now
    let (events, heard) = AsyncStream.makeStream(of: LiveEvent.self)
    let taking = Task { [weak self] in
      for await event in events {
        await self?.handleLiveEvent(event, isAfterReconnection: failures > 0)
      }
    }
    var refusal: FeedError?
    do throws(FeedError) {
      try await live.listenForLiveEvents { heard.yield($0) }
    } catch {
      refusal = error
    }
    heard.finish()
    await taking.value
    let wasHeard = !offeredFeeds.isEmpty
    guard !Task.isCancelled, !session.isOver else { return nil }
    session.coverage.recordLiveUpdatesEnd()
    offeredFeeds = []
    let random = session.world.randomFraction()
    switch refusal {
    // The scenes' own requests report this error, and live updates start again with a new token.
    // Missed updates are reported once, until the service has been listened to again.
    case .signedOut, .invalidCredentials, .notFound, .refused, .limited, .membersOnly:
      if wasHeard { reportMissedUpdates() }
      return ReconnectDelay(failures: 0, duration: Backoff.retryDelayAfterRefusal(random: random))
    case nil, .unreachable, .untrusted, .rateLimited, .serverFailed, .badReply, .tooLarge,
      .misconfigured, .missingLibrary, .endless, .cancelled, .outcomeUnknown, .storeFailed:
      break
    }
    let hasLasted = session.world.now.elapsedTime(since: begun) >= Self.successfulConnectionTime
    let count = hasLasted ? 1 : failures + 1
    return ReconnectDelay(
      failures: count, duration: Backoff.refresh.retryDelay(afterFailures: count, random: random))
  }

  private func handleLiveEvent(_ event: LiveEvent, isAfterReconnection: Bool) async {
    switch event {
    case .listening(let feeds):
      session.coverage.recordLiveUpdatesStart(of: Set(feeds.map { .feed($0) } + [.notifications]))
      offeredFeeds = feeds
      // After a reconnection, updates may have been missed.
      if isAfterReconnection { reportMissedUpdates() }
    case .posted(let entry, let feed): enqueuePushedEntry(entry, in: feed)
    case .newEntries(let feed):
      session.coverage.recordMissedUpdate(in: .feed(feed))
      listeners.callListeners(.newer(feed))
    case .happened(let notice): await storePushedNotificationOrFetchAll(notice)
    case .notice:
      session.coverage.recordMissedUpdate(in: .notifications)
      scheduleNotificationFetch()
    case .changed(let post): await replaceStoredPostVersion(post)
    case .removed(let post): await removeStoredPost(post)
    case .listChanged(let extra): listeners.callListeners(.listChanged(extra))
    }
  }

  private func reportMissedUpdates() {
    for feed in offeredFeeds { session.coverage.recordMissedUpdate(in: .feed(feed)) }
    session.coverage.recordMissedUpdate(in: .notifications)
    listeners.callListeners(.gap)
    scheduleNotificationFetch()
  }

  /// Stores a pushed notification if no earlier one is missing; otherwise fetches all new ones.
  private func storePushedNotificationOrFetchAll(_ notice: Notification) async {
    guard let notifications else { return }
    if session.coverage.isStoredCompletely(of: .notifications) {
      await notifications.addPushedNotification(notice)
    } else {
      scheduleNotificationFetch()
    }
  }

  private func scheduleNotificationFetch() {
    guard let notifications, asking == nil else { return }
    let pause =
      askedAt.map {
        LiveUpdateCompleteness.minimumRequestSpacing - session.world.now.elapsedTime(since: $0)
      }
      ?? .zero
    let wait = min(max(pause, Self.haste), LiveUpdateCompleteness.minimumRequestSpacing)
    asking = Task { [world = session.world, log = session.log, weak self] in
      // The task ends if it is cancelled while it sleeps.
      do throws(CancellationError) { try await world.sleep(for: wait) } catch { return }
      guard let self, !session.isOver else { return }
      asking = nil
      askedAt = world.now
      _ = session.requestTimes.beginNotificationRequestIfDue(at: world.now)
      do throws(FeedError) {
        try await RequestPriority.automatic.runActionWithPriority { () async throws(FeedError) in
          try await notifications.fetchNewNotifications(comparing: false, announced: true)
        }
      } catch {
        // The notifications are fetched again with the next page of the timeline.
        log.writeLogLine(.network, .info, "could not fetch notifications: \(error)")
      }
    }
  }

  private func replaceStoredPostVersion(_ post: Post) async {
    for feed in pending.keys {
      pending[feed] = pending[feed]?.map { $0.post.id == post.id ? $0.replacingPost(post) : $0 }
    }
    do throws(StoreError) {
      let (feeds, account) = (session.stores.feeds, session.account.id)
      guard try await feeds.storedPost(post.id, account: account) != nil, !session.isOver else {
        return
      }
      _ = try await feeds.storePosts([post], account: account, now: session.world.now)
      actions.notifyScenesOfServiceChanges(
        StoreChangeSet(feeds: Set(session.openFeeds), posts: [post.id]))
    } catch {
      session.logStoreError(error, doing: "store a changed post")
    }
  }

  private func removeStoredPost(_ post: Post.ID) async {
    for feed in pending.keys {
      pending[feed]?.removeAll { $0.post.id == post || $0.id.rawValue == post.rawValue }
    }
    do throws(StoreError) {
      guard !session.isOver else { return }
      let changes = try await session.stores.feeds.removePost(post, account: session.account.id)
      guard !changes.isEmpty else { return }
      actions.notifyScenesOfServiceChanges(changes)
    } catch {
      session.logStoreError(error, doing: "remove a deleted post")
    }
  }
}

// MARK: - Storing pushed posts

extension LiveUpdateListener {
  private func enqueuePushedEntry(_ entry: FeedEntry, in feed: Feed) {
    pending[feed, default: []].append(entry)
    if pending[feed, default: []].count > Self.mostPending {
      pending[feed]?.removeFirst()
      session.coverage.recordMissedUpdate(in: .feed(feed))
    }
    guard keeping == nil else { return }
    keeping = Task { [world = session.world, weak self] in
      while true {
        // The task ends if it is cancelled while it sleeps.
        do throws(CancellationError) { try await world.sleep(for: Self.moment) } catch { return }
        guard let self, !session.isOver else { return }
        for feed in pending.keys { await storeQueuedEntries(of: feed) }
        guard pending.allSatisfy(\.value.isEmpty) else { continue }
        pending = [:]
        keeping = nil
        return
      }
    }
  }

  /// Stores the queued pushed posts of a timeline, once the gap before them is closed.
  private func storeQueuedEntries(of feed: Feed) async {
    guard pending[feed]?.isEmpty == false else { return }
    let mark = session.coverage.liveUpdatesStartNumber(of: .feed(feed))
    var leavesGap = false
    if !session.coverage.isStoredCompletely(of: .feed(feed)) {
      // During a flood of posts, requests for gaps are limited: the posts wait in the queue.
      let now = session.world.now
      gapFetchTimes[feed, default: []].removeAll {
        $0 > now || now.elapsedTime(since: $0) >= LiveUpdateCompleteness.minimumRequestSpacing
      }
      guard gapFetchTimes[feed, default: []].count < Self.mostGapFetches else { return }
      gapFetchTimes[feed, default: []].append(now)
      leavesGap = await !fetchPostsBeforePushed(in: feed)
    }
    guard !Task.isCancelled, !session.isOver, let live, let told = pending[feed] else { return }
    var newest: [FeedEntry] = []
    for entry in told {
      newest.removeAll { $0.id == entry.id }
      let place = newest.firstIndex { live.isNewer(entry.id, than: $0.id) }
      newest.insert(entry, at: place ?? newest.endIndex)
    }
    let older = leavesGap ? newest.last.flatMap { live.cursor(below: $0.id) } : nil
    guard !leavesGap || older != nil else {
      // Without a cursor the service has to be asked again: after a delay, so that it is not
      // flooded with requests. A cancellation ends the delay.
      return (try? await session.world.sleep(for: Self.retryDelay)) ?? ()
    }
    pending[feed] = []
    do throws(StoreError) {
      if let older {
        try await storePushedEntriesAboveGap(newest, in: feed, above: older)
        session.coverage.recordCompleteFetch(of: .feed(feed), since: mark, at: session.world.now)
      } else {
        try await storePushedEntries(newest, in: feed)
      }
      session.freshPosts.removeNewOwnPosts(Set(told.map(\.post.id)))
      session.requestTimes.recordPostFetches(of: told.map(\.post.id), at: session.world.now)
    } catch {
      session.coverage.recordMissedUpdate(in: .feed(feed))
      session.logStoreError(error, doing: "store live updates")
    }
  }

  private var live: (any LiveGateway)? { session.connection.live }

  /// Fetches the posts between stored and pushed ones of a timeline; returns false on failure.
  private func fetchPostsBeforePushed(in feed: Feed) async -> Bool {
    do throws(FetchFailure) {
      let fetch = FeedFetcher(session: session, feed: feed) { [actions] changes in
        if !changes.isEmpty { actions.notifyScenesOfServiceChanges(changes) }
      }
      // Posts after the first pushed one are pushed as well, so only older ones are fetched.
      let told = Set(pending[feed, default: []].map(\.id))
      try await RequestPriority.automatic.runActionWithPriority { () async throws(FetchFailure) in
        try await fetch.fetchNewerEntries { told.contains($0) }
      }
      listeners.callListeners(.entriesStored(feed))
      return true
    } catch {
      session.log.writeLogLine(.network, .info, "could not fetch missed posts: \(error)")
      return false
    }
  }

  /// Stores pushed entries above all rows of a timeline, with a gap below them.
  private func storePushedEntriesAboveGap(
    _ entries: [FeedEntry], in feed: Feed, above older: Cursor
  ) async throws(StoreError) {
    let changes = try await session.stores.feeds.mergeFetchedPage(
      FeedPage(entries, older: older), into: feed, account: session.account.id, at: .top,
      now: session.world.now)
    actions.notifyScenesOfServiceChanges(changes)
  }

  /// Stores pushed entries, newest first, at their positions among a timeline's rows.
  private func storePushedEntries(_ entries: [FeedEntry], in feed: Feed) async throws(StoreError) {
    guard let live else { return }
    let (feeds, account) = (session.stores.feeds, session.account.id)
    var changes = StoreChangeSet()
    var left = entries
    // Another window may insert the same entries meanwhile: then the rows are read again, up to
    // three times.
    for _ in 0..<3 where !left.isEmpty {
      let rows = try await feeds.feedWindow(
        of: feed, account: account, around: .top, above: 0, below: Self.maximumInsertionDepth
      ).rows
      let held = Set(rows.compactMap(\.entry?.id))
      let known = left.filter { held.contains($0.id) }.map(\.post)
      changes.posts.formUnion(
        try await feeds.storePosts(known, account: account, now: session.world.now).posts)
      var runs: [(placement: PagePlacement, entries: [FeedEntry])] = []
      for entry in left where !held.contains(entry.id) {
        guard let placement = PagePlacement(of: entry.id, among: rows, by: live) else { continue }
        if runs.last?.placement == placement {
          runs[runs.count - 1].entries.append(entry)
        } else {
          runs.append((placement, [entry]))
        }
      }
      for run in runs {
        let told = try await feeds.mergeFetchedPage(
          FeedPage(run.entries, older: nil), into: feed, account: account, at: run.placement,
          now: session.world.now)
        changes.feeds.formUnion(told.feeds)
        changes.posts.formUnion(told.posts)
      }
      left = try await unstoredPushedEntries(runs.flatMap(\.entries), in: feed)
    }
    if !left.isEmpty { session.coverage.recordMissedUpdate(in: .feed(feed)) }
    if !changes.isEmpty { actions.notifyScenesOfServiceChanges(changes) }
  }

  /// Returns those pushed entries that are not among the top rows of the stored timeline.
  private func unstoredPushedEntries(
    _ entries: [FeedEntry], in feed: Feed
  ) async throws(StoreError) -> [FeedEntry] {
    let rows = try await session.stores.feeds.feedWindow(
      of: feed, account: session.account.id, around: .top, above: 0,
      below: Self.maximumInsertionDepth + entries.count
    ).rows
    let held = Set(rows.compactMap(\.entry?.id))
    return entries.filter { !held.contains($0.id) }
  }
}

extension PagePlacement {
  /// Creates the position of a pushed entry among the top rows of a timeline; nil if the entry
  /// belongs into a gap or further below.
  fileprivate init?(of entry: FeedEntry.ID, among rows: [FeedRow], by live: any LiveGateway) {
    guard let top = rows.first else {
      self = .top
      return
    }
    let below = rows.firstIndex { row in row.entry.map { live.isNewer(entry, than: $0.id) } ?? false
    }
    switch below {
    case 0?: self = top.entry.map { .above($0.id) } ?? .top
    case let place?:
      guard let above = rows[place - 1].entry else { return nil }
      self = .below(above.id)
    case nil: return nil
    }
  }
}
