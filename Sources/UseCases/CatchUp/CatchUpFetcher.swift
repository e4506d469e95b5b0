package import FeedDomain

/// A fetcher of the missing posts of a stream for a catch-up, the oldest page first, so that each
/// page can be read at once. At most two pages a second are fetched, within the service's rate
/// limits.
@MainActor
package struct CatchUpFetcher {
  package static let mostPosts = 800
  /// Maximum number of pages requested for a catch-up; some servers return many empty pages.
  private static let mostPages = 100
  /// Maximum number of stream rows read from the store for a catch-up.
  package static let mostRows = 2_000
  /// The pause between two requests for the missing pages of a catch-up.
  private static let pace = Duration.milliseconds(500)

  private enum CatchUpFetchStep: Hashable {
    case fillGapUpwards(TimelineGap)
    case goDown(Cursor)
  }

  private let session: AccountSession
  private let feed: Feed
  private let span: MissedPostsSpan
  private let report: @MainActor (Int) -> Void

  /// Creates a fetcher of a stream's missing posts. `report` is called after each page with the
  /// number of posts so far.
  package init(
    _ session: AccountSession, _ feed: Feed, _ span: MissedPostsSpan = .unread,
    report: @escaping @MainActor (Int) -> Void = { _ in }
  ) {
    (self.session, self.feed, self.span, self.report) = (session, feed, span, report)
  }

  /// Fetches the new posts of a stream, then the missing ones; for callers without an open stream.
  package func fetchNewAndMissingPosts() async throws(FeedError) {
    do throws(FetchFailure) {
      try await RequestPriority.automatic.runActionWithPriority { () async throws(FetchFailure) in
        try await fetch.fetchNewerEntries()
      }
      try await fetchMissingPosts()
    } catch {
      // A store error is reported later, when the posts are read.
      if case .service(let error) = error { throw error }
    }
  }

  /// Fetches all missing posts of a stream up to the limits of a catch-up; returns their number.
  @discardableResult
  func fetchMissingPosts() async throws(FetchFailure) -> Int {
    var count = 0
    var known: Set<CatchUpFetchStep> = []
    var next = try await nextCatchUpFetchStep()
    // A repeated step would fetch nothing new, and ends the loop.
    while count < Self.mostPosts, known.count < Self.mostPages, let step = next,
      known.insert(step).inserted
    {
      if known.count > 1 { try await session.world.pauseBetweenRequests(for: Self.pace) }
      let page = try await RequestPriority.automatic.runActionWithPriority {
        () async throws(FetchFailure) -> (posts: Int, left: TimelineGap?) in
        switch step {
        case .fillGapUpwards(let gap): try await fetch.fillGapByPageFromBelow(gap)
        case .goDown(let cursor): (try await fetch.fetchOlderPages(cursor), nil)
        }
      }
      count += page.posts
      report(count)
      next =
        if let left = page.left { .fillGapUpwards(left) } else {
          try await self.nextCatchUpFetchStep()
        }
    }
    return count
  }
}

extension CatchUpFetcher {
  private var fetch: FeedFetcher { FeedFetcher(session: session, feed: feed) { _ in } }

  /// Returns the next page to fetch for a catch-up: at the oldest gap, else below the stored posts;
  /// nil if none is missing.
  private func nextCatchUpFetchStep() async throws(FetchFailure) -> CatchUpFetchStep? {
    do throws(StoreError) {
      let (rows, older) = try await session.stores.feeds.missedRows(
        span, of: .stream(feed, session.account.id), limit: Self.mostRows)
      return rows.last { $0.gap != nil }?.gap.map { .fillGapUpwards($0) }
        ?? older.map { .goDown($0) }
    } catch {
      throw .store(error)
    }
  }
}
