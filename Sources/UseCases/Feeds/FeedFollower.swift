package import FeedDomain

/// A follower of a timeline from its top, which reports new entries until the task is cancelled or
/// the caller wants no more. The timeline is polled at an interval; live updates come at once.
package struct FeedFollower: Sendable {
  package enum FollowedFeedUpdate: Equatable, Sendable {
    /// An update of a followed timeline: new entries, the oldest first.
    case entries([FeedEntry])
    /// An update of a followed timeline: a request failed, and is repeated after a delay.
    case failed(FeedError)
    /// An update of a followed timeline: the entries reported before could not be stored.
    case notKept(StoreError)
  }

  /// The delay after a pushed announcement of new posts, so that several cause one request.
  private static let haste = Duration.seconds(2)
  /// Maximum number of pages that one poll of a followed timeline fetches; the next poll goes on.
  private static let pagesInARow = 20

  private let feed: Feed
  private let connection: ServiceConnection
  private let store: any FeedStore
  private let world: any World
  private let pace: Duration
  private let hiddenPosts: @Sendable ([FeedEntry]) async -> Set<Post.ID>

  /// Creates a follower that polls a timeline at an interval, or at the service's shortest interval
  /// if that is longer. `hiddenPosts` returns the ids of posts that are not reported.
  package init(
    _ feed: Feed, of connection: ServiceConnection, store: any FeedStore, world: any World,
    pace: Duration,
    without hiddenPosts: @escaping @Sendable ([FeedEntry]) async -> Set<Post.ID> = { _ in [] }
  ) {
    self.hiddenPosts = hiddenPosts
    (self.feed, self.connection, self.store, self.world) = (feed, connection, store, world)
    self.pace = max(pace, connection.refreshInterval ?? .zero)
  }

  /// An event for which `followFeed` waits, such as the beginning or end of live updates, a pushed
  /// post, or the next poll.
  private enum FollowedFeedEvent: Sendable {
    case listening, silent
    case posted(FeedEntry)
    case due
  }

  /// Passes the newest entries of the timeline to a closure, then each new one, until the task is
  /// cancelled or the closure returns false. Throws if the first request fails, or an error lasts.
  package func followFeed(showing count: Int, _ tell: (FollowedFeedUpdate) -> Bool)
    async throws(FeedError)
  {
    let (bell, rope) = AsyncStream.makeStream(of: FollowedFeedEvent.self)
    let listening = Task { await listenForLiveUpdates { rope.yield($0) } }
    defer { listening.cancel() }
    var signals = bell.makeAsyncIterator()
    var known: [FeedEntry.ID] = []
    var hasBegun = false
    var failures = 0
    var isHeard = false
    while true {
      var pause = Self.haste
      var isCovered = false
      do throws(FeedError) {
        let (entries, problem) = try await fetchNewerEntries(than: known)
        if let problem, !hasBegun, !tell(.notKept(problem)) { return }
        let hidden = await hiddenPosts(entries)
        let shown = entries.filter { !hidden.contains($0.post.id) }
        let told = hasBegun ? shown : shown.suffix(count)
        if !told.isEmpty, !tell(.entries(told)) { return }
        known = (known + entries.map(\.id)).suffix(Self.mostKnown)
        (hasBegun, failures, isCovered) = (true, 0, isHeard)
      } catch {
        guard error != .cancelled, !Task.isCancelled else { return }
        guard hasBegun, error.mayPass else { throw error }
        failures += 1
        if failures == 1, !tell(.failed(error)) { return }
        pause = world.retryDelay(after: error, failures: failures)
      }
      if failures == 0 {
        let alarm = Task { [world, wait = self.pollInterval(isCovered: isCovered)] in
          // A cancelled timer reports nothing.
          try? await world.sleep(for: wait)
          if !Task.isCancelled { rope.yield(.due) }
        }
        defer { alarm.cancel() }
        waiting: while true {
          guard let signal = await signals.next() else { return }
          switch signal {
          case .posted(let entry) where isCovered:
            guard !known.contains(entry.id) else { continue }
            await storeLiveEntry(entry, above: known.last)
            if !tell(.entries([entry])) { return }
            known = (known + [entry.id]).suffix(Self.mostKnown)
          case .listening:
            isHeard = true
            break waiting
          case .silent:
            guard isHeard else { continue }
            isHeard = false
            break waiting
          case .posted, .due: break waiting
          }
        }
      }
      // The task ends if it is cancelled while it sleeps.
      do throws(CancellationError) { try await world.sleep(for: pause) } catch { return }
    }
  }
}

extension FeedFollower {
  /// Returns the randomised pause until the next poll of a timeline; longer with live updates.
  private func pollInterval(isCovered: Bool) -> Duration {
    let usual = isCovered ? max(pace, LiveUpdateCompleteness.interval) : pace
    return usual * (0.9 + 0.2 * world.randomFraction())
  }

  /// Stores a timeline entry from a live update; errors are ignored, since the entry is reported.
  private func storeLiveEntry(_ entry: FeedEntry, above known: FeedEntry.ID?) async {
    guard let known else { return }
    _ = try? await store.mergeFetchedPage(
      FeedPage([entry], older: nil), into: feed, account: connection.account.id, at: .above(known),
      now: world.now)
  }
}

extension FeedFollower {
  /// Maximum number of remembered ids of reported entries. If the newest of them was deleted, the
  /// next one shows where new entries begin.
  private static let mostKnown = 1_000

  /// Fetches the entries of the timeline above the known ones; returns them, the oldest first, with
  /// the error of storing them if any.
  private func fetchNewerEntries(
    than known: [FeedEntry.ID]
  ) async throws(FeedError) -> ([FeedEntry], StoreError?) {
    var found: [FeedEntry] = []
    var problem: StoreError?
    var top = known.last
    for _ in 0..<Self.pagesInARow {
      let fetchRange = top.map { FetchRange.newer($0) } ?? .latest
      let page: FeedPage
      do throws(FeedError) {
        page = try await RequestPriority.automatic.runActionWithPriority {
          () async throws(FeedError) in
          try await connection.feeds.feedPage(of: feed, fetchRange)
        }
      } catch {
        guard error == .notFound, top != nil else { throw error }
        top = nil
        continue
      }
      do throws(StoreError) {
        _ = try await store.mergeFetchedPage(
          page, into: feed, account: connection.account.id, at: top.map { .above($0) } ?? .top,
          now: world.now)
      } catch {
        problem = error
      }
      let told = Set(known + found.map(\.id))
      found += page.entries.reversed().filter { !told.contains($0.id) }
      guard top != nil, page.hasNewer, let first = page.entries.first?.id, !told.contains(first)
      else { break }
      top = first
    }
    return (found, problem)
  }

  private func listenForLiveUpdates(_ tell: @escaping @Sendable (FollowedFeedEvent) -> Void) async {
    guard let live = connection.live else { return }
    var failures = 0
    while !Task.isCancelled {
      do throws(FeedError) {
        try await live.listenForLiveEvents { [feed] event in
          switch event {
          case .listening(let feeds): if feeds.contains(feed) { tell(.listening) }
          case .posted(let entry, feed): tell(.posted(entry))
          case .newEntries(feed): tell(.due)
          default: break
          }
        }
      } catch {
        guard error.mayPass else { return tell(.silent) }
      }
      tell(.silent)
      failures += 1
      let pause = Backoff.refresh.retryDelay(
        afterFailures: failures, random: world.randomFraction())
      do throws(CancellationError) { try await world.sleep(for: pause) } catch { return }
    }
  }
}
