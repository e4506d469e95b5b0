internal import FeedDomain

/// A fetcher of a timeline's pages from the service into the store.
@MainActor
struct FeedFetcher {
  /// Maximum number of timeline pages fetched in a row above the stored rows, before a gap is left.
  private static let pagesInARow = 3

  let session: AccountSession
  let feed: Feed
  /// The closure that receives the progress of fetching a timeline with many sources, such as web
  /// feeds, and nil once the fetch has ended.
  var onFetchProgress: @MainActor (WebFeedFetchProgress?) -> Void = { _ in }
  let stored: @MainActor (StoreChangeSet) async -> Void

  /// Fetches timeline entries newer than the stored ones, page after page until the service has no
  /// newer ones or a page has a known entry. If that takes too many pages, only the newest page is
  /// fetched, with a gap below it.
  func fetchNewerEntries(
    until isKnown: (FeedEntry.ID) -> Bool = { _ in false }
  ) async throws(FetchFailure) {
    let mark = session.coverage.liveUpdatesStartNumber(of: .feed(feed))
    try await fetchNewerPages(until: isKnown)
    session.coverage.recordCompleteFetch(of: .feed(feed), since: mark, at: session.world.now)
    session.onTimelineRefresh()
  }

  private func fetchNewerPages(
    until isKnown: (FeedEntry.ID) -> Bool
  ) async throws(FetchFailure) {
    for _ in 0..<Self.pagesInARow {
      guard let top = try await topmostStoredEntryID() else { break }
      let page: FeedPage
      do throws(FeedError) {
        page = try await session.connection.feeds.feedPage(of: feed, .newer(top))
      } catch {
        // The topmost entry was deleted at the service, so that the service cannot page from it.
        guard error == .notFound else { throw .service(error) }
        break
      }
      try await storePageAndNotifyScenes(page, at: .above(top))
      if page.isUnfinished { throw .unfinished }
      guard page.hasNewer, !page.entries.isEmpty else { return }
      if page.entries.contains(where: { isKnown($0.id) }) { return }
    }
    try await fetchLatestPage()
  }

  func fetchLatestPage() async throws(FetchFailure) {
    let mark = session.coverage.liveUpdatesStartNumber(of: .feed(feed))
    var isComplete = false
    while !isComplete {
      let page: FeedPage
      do throws(FeedError) {
        page = try await session.connection.feeds.latestPageOfAnsweredSources(of: feed)
      } catch {
        onFetchProgress(nil)
        throw .service(error)
      }
      onFetchProgress(page.progress)
      try await storePageAndNotifyScenes(
        page, at: DerivedFeed(feed)?.isComputed == true ? .replacingAll : .top)
      if page.isUnfinished { throw .unfinished }
      isComplete = page.progress == nil
    }
    session.coverage.recordCompleteFetch(of: .feed(feed), since: mark, at: session.world.now)
  }

  /// Fetches timeline pages below the last stored row until one has a new post; returns the number
  /// of fetched entries.
  @discardableResult
  func fetchOlderPages(_ cursor: Cursor) async throws(FetchFailure) -> Int {
    var walk = RequestedCursors(from: cursor)
    var asked = cursor
    var count = 0
    while true {
      let page = try await fetchPage(.older(asked))
      let foundNew = try await storePageAndNotifyScenes(page, at: .bottom)
      count += page.entries.count
      guard !foundNew, let next = walk.advanceCursor(to: page.older, foundNew: false) else {
        return count
      }
      asked = next
    }
  }

  /// Fetches a page of missing posts at the lower or upper edge of a gap.
  func fillGapByOnePage(_ gap: TimelineGap, fromBelow: Bool) async throws(FetchFailure) {
    if fromBelow, let page = try await fetchAndStoreGapPageFromBelow(gap) {
      if let edge = page.entries.first {
        try await closeGapIfNothingMissing(gap.id, above: edge.id)
      }
    } else if let edge = try await fetchAndStoreGapPageFromAbove(gap).entries.last {
      try await closeGapIfNothingMissing(gap.id, below: edge.id)
    }
  }
}

extension FeedFetcher {
  /// Fetches a page of missing posts at the lower edge of a gap in one request; returns the number
  /// of posts and the gap that remains above.
  func fillGapByPageFromBelow(_ gap: TimelineGap) async throws(FetchFailure) -> (
    posts: Int, left: TimelineGap?
  ) {
    if let page = try await fetchAndStoreGapPageFromBelow(gap) {
      guard let edge = page.entries.first?.id ?? gap.entryBelow else { return (0, nil) }
      return (
        page.entries.count,
        try await storedRowsAroundEntry(around: edge, above: 1, below: 0).first?.gap
      )
    }
    let page = try await fetchAndStoreGapPageFromAbove(gap)
    guard let edge = page.entries.last?.id else { return (0, nil) }
    return (
      page.entries.count,
      try await storedRowsAroundEntry(around: edge, above: 0, below: 2).last?.gap
    )
  }

  /// Fetches a page of missing posts at the upper edge of a gap in one request.
  func fillGapByPageFromAbove(_ gap: TimelineGap) async throws(FetchFailure) {
    _ = try await fetchAndStoreGapPageFromAbove(gap)
  }

  /// Fetches and stores the page of missing posts above a gap's lower edge; nil if the entry at
  /// that edge was deleted at the service, so that the gap has to be filled from its upper edge.
  private func fetchAndStoreGapPageFromBelow(_ gap: TimelineGap) async throws(FetchFailure)
    -> FeedPage?
  {
    guard let below = gap.entryBelow else { return nil }
    let page: FeedPage
    do throws(FeedError) {
      page = try await session.connection.feeds.feedPage(of: feed, .newer(below))
    } catch {
      guard error == .notFound else { throw .service(error) }
      return nil
    }
    try await storePageAndNotifyScenes(page, at: .gapFromBelow(gap.id))
    return page
  }

  /// Fetches and stores the page of missing posts below a gap's upper edge.
  private func fetchAndStoreGapPageFromAbove(_ gap: TimelineGap) async throws(FetchFailure)
    -> FeedPage
  {
    let page = try await fetchPage(.older(gap.older))
    try await storePageAndNotifyScenes(page, at: .gapFromAbove(gap.id))
    return page
  }

  private func fetchPage(_ fetchRange: FetchRange) async throws(FetchFailure) -> FeedPage {
    do throws(FeedError) {
      return try await session.connection.feeds.feedPage(of: feed, fetchRange)
    } catch {
      throw .service(error)
    }
  }

  private func topmostStoredEntryID() async throws(FetchFailure) -> FeedEntry.ID? {
    do throws(StoreError) {
      let window = try await session.stores.feeds.feedWindow(
        of: feed, account: session.account.id, around: .top, above: 0, below: 1)
      guard case .entry(let entry)? = window.rows.first else { return nil }
      return entry.id
    } catch {
      throw .store(error)
    }
  }

  /// Stores a timeline page that the fetcher received, and notifies the scenes; returns true if
  /// stored rows were added, removed or moved. Throws if the fetch was cancelled or the account
  /// signed out meanwhile.
  @discardableResult
  private func storePageAndNotifyScenes(
    _ page: FeedPage, at placement: PagePlacement
  ) async throws(FetchFailure) -> Bool {
    // The fetch may have been cancelled, or the account signed out, while the service answered.
    guard !Task.isCancelled, !session.isOver else { throw .cancelledOrSignedOut }
    let changes: StoreChangeSet
    do throws(StoreError) {
      changes = try await session.stores.feeds.mergeFetchedPage(
        page, into: feed, account: session.account.id, at: placement, now: session.world.now)
    } catch {
      throw .store(error)
    }
    session.requestTimes.recordPostFetches(of: page.entries.map(\.post.id), at: session.world.now)
    session.notifyScenesOfStoredPosts(in: changes)
    await stored(changes)
    return !changes.feeds.isEmpty
  }
}

extension FeedFetcher {
  /// The number of stored rows beside a gap that are compared with the service's next page; the gap
  /// is empty if the page has one of them. Several are compared, since the nearest may have been
  /// deleted at the service.
  private static let comparedRowCount = 40

  /// Closes the gap below a stored entry if the service's next page reaches the stored rows below
  /// the gap, so that no post is missing.
  private func closeGapIfNothingMissing(_ gap: TimelineGap.ID, below entry: FeedEntry.ID)
    async throws(FetchFailure)
  {
    let rows = try await storedRowsAroundEntry(
      around: entry, above: 0, below: Self.comparedRowCount + 2)
    guard let place = rows.firstIndex(where: { $0.gap?.id == gap }), let left = rows[place].gap,
      let next = await fetchPageForGapCheck(.older(left.older))
    else { return }
    let held = Set(rows[place...].compactMap(\.entry?.id))
    guard next.older == nil || next.entries.contains(where: { held.contains($0.id) }) else {
      return
    }
    try await storePageAndNotifyScenes(next, at: .gapFromAbove(gap))
  }

  /// Closes the gap above a stored entry if the service's next page reaches the stored rows above
  /// the gap, so that no post is missing.
  private func closeGapIfNothingMissing(_ gap: TimelineGap.ID, above entry: FeedEntry.ID)
    async throws(FetchFailure)
  {
    let rows = try await storedRowsAroundEntry(
      around: entry, above: Self.comparedRowCount + 1, below: 1)
    guard let place = rows.lastIndex(where: { $0.gap?.id == gap }),
      let next = await fetchPageForGapCheck(.newer(entry))
    else { return }
    let held = Set(rows[..<place].compactMap(\.entry?.id))
    guard !next.hasNewer || next.entries.contains(where: { held.contains($0.id) }) else { return }
    try await storePageAndNotifyScenes(next, at: .gapFromBelow(gap))
  }

  /// Fetches the timeline page beside a gap, to check whether the gap is empty; returns nil after
  /// an error, which is ignored.
  private func fetchPageForGapCheck(_ fetchRange: FetchRange) async -> FeedPage? {
    try? await session.connection.feeds.feedPage(of: feed, fetchRange)
  }

  private func storedRowsAroundEntry(
    around entry: FeedEntry.ID, above: Int, below: Int
  ) async throws(FetchFailure) -> [FeedRow] {
    do throws(StoreError) {
      return try await session.stores.feeds.feedWindow(
        of: feed, account: session.account.id, around: .entry(entry), above: above, below: below
      ).rows
    } catch {
      throw .store(error)
    }
  }
}

/// A reason why fetching a timeline page failed.
enum FetchFailure: Error, Equatable {
  case service(FeedError)
  /// A reason for a failed fetch: an automatic refresh was postponed until this time, nil if
  /// unknown, to leave the request quota to the user.
  case refreshPostponed(until: Timestamp?)
  /// A reason for a failed fetch: the page could not be stored, or stored rows could not be read.
  case store(StoreError)
  /// A reason for a failed fetch: the page is stored, but the service still collects posts.
  case unfinished
  /// A reason for a failed fetch: the request was cancelled, or the account signed out.
  case cancelledOrSignedOut
}

extension FetchFailure {
  /// True if a fetch failed because the service rejected the account's token, so that the user has
  /// to sign in again.
  var isTokenRejection: Bool {
    self == .service(.signedOut) || self == .service(.invalidCredentials)
  }
}

extension World {
  /// Waits for a duration before the next page is requested; throws if the fetch is cancelled.
  func pauseBetweenRequests(for duration: Duration) async throws(FetchFailure) {
    // The wait throws only if the task is cancelled.
    do throws(CancellationError) { try await sleep(for: duration) } catch {
      throw .cancelledOrSignedOut
    }
  }
}
