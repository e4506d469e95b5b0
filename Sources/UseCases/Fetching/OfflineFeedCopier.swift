internal import FeedDomain

/// Fetches the top of a feed for offline reading.
@MainActor struct OfflineFeedCopier {
  private enum Step: Hashable {
    case descend(Gap)
    case goDown(Cursor)
  }

  private let feed: Feed
  private let since: Timestamp?
  private let ledger: OfflineCopyProgress

  /// Fetches the newest posts, or those since a time.
  init(_ feed: Feed, since: Timestamp?, on ledger: OfflineCopyProgress) {
    (self.feed, self.since, self.ledger) = (feed, since, ledger)
  }

  /// Fetches new entries, then gaps and older pages from the top down.
  func run() async {
    let fetch = FeedFetch(session: ledger.session, feed: feed) { [ledger] _ in
      ledger.noteAnswer()
    }
    await ledger.ask { () async throws(FetchFailure) in try await fetch.newer() }
    var known: Set<Step> = []
    // What was asked for before is not asked again: there is nothing to be had.
    while ledger.isOpen, let step = await step(), known.insert(step).inserted {
      await ledger.ask { () async throws(FetchFailure) in
        switch step {
        case .descend(let gap): try await fetch.descend(gap)
        case .goDown(let cursor): try await fetch.older(cursor)
        }
      }
    }
  }

  /// Returns the stored posts of the plan.
  func posts() async -> [Post] {
    let rows = await window()?.rows ?? []
    return rows.prefix { !isTooOld($0) }.compactMap { $0.entry?.post }
  }
}

extension OfflineFeedCopier {
  /// Returns the next request: the uppermost gap, else the page below.
  private func step() async -> Step? {
    guard let window = await window() else { return nil }
    let wanted = window.rows.prefix { !isTooOld($0) }
    if let gap = wanted.lazy.compactMap(\.gap).first { return .descend(gap) }
    guard wanted.count == window.rows.count, wanted.count < ledger.budget.posts,
      !window.hasMoreBelow
    else { return nil }
    return window.status.older.map { .goDown($0) }
  }

  private func window() async -> FeedWindow? {
    await ledger.read { () async throws(StoreError) in
      try await ledger.session.shelf.feeds.window(
        of: feed, account: ledger.session.account.id, around: .top, above: 0,
        below: ledger.budget.posts)
    }
  }

  /// Returns whether a row is older than wanted; boosts have no known time.
  private func isTooOld(_ row: FeedRow) -> Bool {
    guard let since, feed.isByTime, let entry = row.entry else { return false }
    return entry.boostedBy == nil && entry.post.createdAt < since
  }
}

extension Feed {
  /// True if the feed is sorted by date.
  fileprivate var isByTime: Bool {
    switch self {
    case .home, .everything, .local, .federated, .photos, .tag, .person, .answers, .portfolio,
      .list:
      true
    case .trending, .nearby, .search, .likes, .bookmarks: false
    }
  }
}
