/// Fetches what is missing among what was not read of a stream.
///
/// Page by page from below, next to what was read, so that whatever comes of it can be read on; no
/// faster than twice a second, and only with what the service's limits leave.
@MainActor package struct GapClosing {
  /// So many posts are fetched at most.
  package static let mostPosts = 800
  /// How long a page waits for the next.
  private static let pace = Duration.milliseconds(500)

  private let session: Session
  private let feed: Feed
  private let came: @MainActor (Int) -> Void

  /// Fetches for a session; `came` hears after each page how many posts came so far.
  init(_ session: Session, _ feed: Feed, came: @escaping @MainActor (Int) -> Void) {
    (self.session, self.feed, self.came) = (session, feed, came)
  }

  /// Returns once all is there, or as much as is fetched at most.
  func run() async throws(FetchFailure) {
    let fetch = FeedFetch(session: session, feed: feed) { _ in }
    var count = 0
    var known: Set<Gap> = []
    var left = try await lowestGap()
    // Of one that stays as it was there is nothing to be had.
    while count < Self.mostPosts, let gap = left, known.insert(gap).inserted {
      if known.count > 1 { try await pause() }
      let page = try await Purpose.due.asking { () async throws(FetchFailure) in
        try await fetch.climb(gap)
      }
      count += page.posts
      came(count)
      left = page.left
      if left == nil { left = try await lowestGap() }
    }
  }

  private func pause() async throws(FetchFailure) {
    do throws(CancellationError) { try await session.world.sleep(for: Self.pace) } catch {
      throw .overtaken
    }
  }

  private func lowestGap() async throws(FetchFailure) -> Gap? {
    do throws(StoreError) {
      let rows = try await session.shelf.feeds.unread(
        of: feed, account: session.account.id, limit: CatchUpInteractor.most)
      return rows.last { $0.gap != nil }?.gap
    } catch {
      throw .store(error)
    }
  }
}
