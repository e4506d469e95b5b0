/// Follows a stream from its top: tells what is new as it comes, until it is called off or whoever is
/// told has had enough.
///
/// The service is asked at its stream's pace, and at once where it tells by itself of something new.
package struct FeedFollowing: Sendable {
  /// What is told.
  package enum News: Equatable, Sendable {
    /// New entries, the oldest first.
    case entries([FeedEntry])
    /// The service fails; it is asked again, with patience.
    case failed(FeedError)
    /// What is told is not kept.
    case notKept(StoreError)
  }

  /// What is told by itself within so long is asked for together.
  private static let haste = Duration.seconds(2)
  /// So many pages are asked for in a row; what is newer still comes with the next turn.
  private static let pagesInARow = 20

  private let feed: Feed
  private let connection: ServiceConnection
  private let store: any FeedStore
  private let world: any World
  private let pace: Duration

  /// Asks no more often than that, nor than the service allows.
  package init(
    _ feed: Feed, of connection: ServiceConnection, store: any FeedStore, world: any World,
    pace: Duration
  ) {
    (self.feed, self.connection, self.store, self.world) = (feed, connection, store, world)
    self.pace = max(pace, connection.refreshPace ?? .zero)
  }

  /// Tells the newest entries there are, as many as that, and then each that is new; ends quietly
  /// when it is called off or told to by false.
  ///
  /// Throws where it cannot begin, or where asking again would not help.
  package func run(showing count: Int, _ tell: (News) -> Bool) async throws(FeedError) {
    let (bell, rope) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let listening = Task { await listen { rope.yield() } }
    defer { listening.cancel() }
    var rings = bell.makeAsyncIterator()
    var known: [FeedEntry.ID] = []
    var hasBegun = false
    var failures = 0
    while true {
      var pause = Duration.zero
      do throws(FeedError) {
        let (entries, trouble) = try await newer(than: known)
        if let trouble, !hasBegun, !tell(.notKept(trouble)) { return }
        let told = hasBegun ? entries : entries.suffix(count)
        if !told.isEmpty, !tell(.entries(told)) { return }
        known = (known + entries.map(\.id)).suffix(Self.mostKnown)
        (hasBegun, failures) = (true, 0)
      } catch {
        guard error != .cancelled, !Task.isCancelled else { return }
        guard hasBegun, error.mayPass else { throw error }
        failures += 1
        if failures == 1, !tell(.failed(error)) { return }
        pause = delay(after: error, failures)
      }
      do throws(CancellationError) {
        if pause > .zero {
          try await world.sleep(for: pause)
        } else {
          let alarm = Task { [world, pace] in
            // Called off, it rings for nobody.
            try? await world.sleep(for: pace)
            rope.yield()
          }
          defer { alarm.cancel() }
          guard await rings.next() != nil else { return }
          try await world.sleep(for: Self.haste)
        }
      } catch {
        return
      }
    }
  }
}

extension FeedFollowing {
  /// So many entries are known by their ids, for when the topmost is gone.
  private static let mostKnown = 1_000

  /// What is above the last of those entries, the oldest first; of the newest page, where there is
  /// none or it is gone, what is not among them. With why the pages could not be kept.
  private func newer(
    than known: [FeedEntry.ID]
  ) async throws(FeedError) -> ([FeedEntry], StoreError?) {
    var found: [FeedEntry] = []
    var trouble: StoreError?
    var top = known.last
    for _ in 0..<Self.pagesInARow {
      let stretch = top.map { Stretch.newer($0) } ?? .latest
      let page: FeedPage
      do throws(FeedError) {
        page = try await Purpose.due.asking { () async throws(FeedError) in
          try await connection.feeds.page(of: feed, stretch)
        }
      } catch {
        guard error == .notFound, top != nil else { throw error }
        top = nil
        continue
      }
      do throws(StoreError) {
        _ = try await store.commit(
          page, to: feed, account: connection.account.id, at: top.map { .above($0) } ?? .top,
          now: world.now)
      } catch {
        trouble = error
      }
      let told = Set(known + found.map(\.id))
      found += page.entries.reversed().filter { !told.contains($0.id) }
      guard top != nil, page.hasNewer, let first = page.entries.first?.id, !told.contains(first)
      else { break }
      top = first
    }
    return (found, trouble)
  }

  private func delay(after error: FeedError, _ failures: Int) -> Duration {
    if case .rateLimited(let until) = error {
      return Backoff.end(ofLimit: until, now: world.now).since(world.now)
    }
    return Backoff.refresh.delay(afterFailures: failures, random: world.random())
  }

  /// Rings whenever the service tells of something new in the stream. What it does not tell is asked
  /// for as ever.
  private func listen(_ ring: @escaping @Sendable () -> Void) async {
    guard let live = connection.live else { return }
    var failures = 0
    while !Task.isCancelled {
      do throws(FeedError) {
        try await live.listen { [feed] event in if event == .news(feed) { ring() } }
      } catch {
        guard error.mayPass else { return }
      }
      failures += 1
      let pause = Backoff.refresh.delay(afterFailures: failures, random: world.random())
      do throws(CancellationError) { try await world.sleep(for: pause) } catch { return }
    }
  }
}
