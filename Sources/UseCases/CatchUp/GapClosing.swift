package import FeedDomain

/// Fetches what is missing of what one catches up with.
///
/// Page by page from below, next to what was read, so that whatever comes of it can be read on; no
/// faster than twice a second, and only with what the service's limits leave.
@MainActor package struct GapClosing {
  /// So many posts are fetched at most.
  package static let mostPosts = 800
  /// So many pages are asked for at most: some servers lead on over pages with nothing on them.
  private static let mostPages = 100
  /// So many rows are looked at.
  package static let mostRows = 2_000
  /// How long a page waits for the next.
  private static let pace = Duration.milliseconds(500)

  private enum Step: Hashable {
    case climb(Gap)
    case goDown(Cursor)
  }

  private let session: Session
  private let feed: Feed
  private let span: MissedSpan
  private let came: @MainActor (Int) -> Void

  /// Fetches for a session; `came` hears after each page how many posts came so far.
  package init(
    _ session: Session, _ feed: Feed, _ span: MissedSpan = .unread,
    came: @escaping @MainActor (Int) -> Void = { _ in }
  ) {
    (self.session, self.feed, self.span, self.came) = (session, feed, span, came)
  }

  /// The same after what is newer, for whoever has no stream open that fetches that.
  package func bringUpToDate() async throws(FeedError) {
    do throws(FetchFailure) {
      try await RequestPurpose.due.asking { () async throws(FetchFailure) in try await fetch.newer()
      }
      try await run()
    } catch {
      // What cannot be stored is not there to be read: that is told then.
      if case .service(let error) = error { throw error }
    }
  }

  /// Returns once all is there, or as much as is fetched at most; how many posts came.
  @discardableResult func run() async throws(FetchFailure) -> Int {
    var count = 0
    var known: Set<Step> = []
    var next = try await step()
    // What was asked for before is not asked again: there is nothing to be had.
    while count < Self.mostPosts, known.count < Self.mostPages, let step = next,
      known.insert(step).inserted
    {
      if known.count > 1 { try await session.world.pause(for: Self.pace) }
      let page = try await RequestPurpose.due.asking {
        () async throws(FetchFailure) -> (posts: Int, left: Gap?) in
        switch step {
        case .climb(let gap): try await fetch.climb(gap)
        case .goDown(let cursor): (try await fetch.older(cursor), nil)
        }
      }
      count += page.posts
      came(count)
      next = if let left = page.left { .climb(left) } else { try await self.step() }
    }
    return count
  }
}

extension GapClosing {
  private var fetch: FeedFetch { FeedFetch(session: session, feed: feed) { _ in } }

  /// What is to be fetched next: the lowest gap, else what is further down.
  private func step() async throws(FetchFailure) -> Step? {
    do throws(StoreError) {
      let (rows, older) = try await session.shelf.feeds.missed(
        span, of: .stream(feed, session.account.id), limit: Self.mostRows)
      return rows.last { $0.gap != nil }?.gap.map { .climb($0) } ?? older.map { .goDown($0) }
    } catch {
      throw .store(error)
    }
  }
}
