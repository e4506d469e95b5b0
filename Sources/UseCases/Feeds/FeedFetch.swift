internal import FeedDomain

/// Brings what the store holds of a stream up to date with the service.
@MainActor struct FeedFetch {
  /// How many pages are fetched one by one next to what is held, before the rest becomes a gap.
  private static let pagesInARow = 3

  let session: Session
  let feed: Feed
  /// Hears of every page that was stored.
  let stored: @MainActor (ChangeSet) async -> Void

  /// Fetches what is newer than what is held.
  ///
  /// Page by page next to what is held, so that nothing is skipped; where that would take too long,
  /// the newest page, with a gap below it. It ends with a page that has an entry after which all is
  /// known.
  func newer(
    until isKnown: (FeedEntry.ID) -> Bool = { _ in false }
  ) async throws(FetchFailure) {
    let mark = session.coverage.mark(.feed(feed))
    try await bringNewer(until: isKnown)
    session.coverage.close(.feed(feed), mark, at: session.world.now)
  }

  private func bringNewer(
    until isKnown: (FeedEntry.ID) -> Bool
  ) async throws(FetchFailure) {
    for _ in 0..<Self.pagesInARow {
      guard let top = try await topmost() else { break }
      let page: FeedPage
      do throws(FeedError) {
        page = try await session.connection.feeds.page(of: feed, .newer(top))
      } catch {
        // The topmost entry was deleted at the service: there is nothing to ask from.
        guard error == .notFound else { throw .service(error) }
        break
      }
      try await commit(page, at: .above(top))
      if page.isUnfinished { throw .unfinished }
      guard page.hasNewer, !page.entries.isEmpty else { return }
      if page.entries.contains(where: { isKnown($0.id) }) { return }
    }
    try await latest()
  }

  func latest() async throws(FetchFailure) {
    let mark = session.coverage.mark(.feed(feed))
    let page = try await page(.latest)
    try await commit(page, at: .top)
    if page.isUnfinished { throw .unfinished }
    session.coverage.close(.feed(feed), mark, at: session.world.now)
  }

  /// Fetches what comes below the lowest row, past pages of which all is held; returns how many posts
  /// that were.
  @discardableResult func older(_ cursor: Cursor) async throws(FetchFailure) -> Int {
    var walk = PageWalk(from: cursor)
    var asked = cursor
    var count = 0
    while true {
      let page = try await page(.older(asked))
      let foundNew = try await commit(page, at: .bottom)
      count += page.entries.count
      guard !foundNew, let next = walk.step(to: page.older, foundNew: false) else { return count }
      asked = next
    }
  }

  /// Fetches a page of a gap, from below it or from above it.
  func fill(_ gap: Gap, fromBelow: Bool) async throws(FetchFailure) {
    if fromBelow, let page = try await takeFromBelow(gap) {
      if let edge = page.entries.first { try await close(gap.id, above: edge.id) }
    } else if let edge = try await takeFromAbove(gap).entries.last {
      try await close(gap.id, below: edge.id)
    }
  }
}

extension FeedFetch {
  /// Fetches a page of a gap from below it, with nothing asked beside; returns how many posts it had,
  /// and the gap that is left right above it.
  func climb(_ gap: Gap) async throws(FetchFailure) -> (posts: Int, left: Gap?) {
    if let page = try await takeFromBelow(gap) {
      guard let edge = page.entries.first?.id ?? gap.below else { return (0, nil) }
      return (page.entries.count, try await rows(around: edge, above: 1, below: 0).first?.gap)
    }
    let page = try await takeFromAbove(gap)
    guard let edge = page.entries.last?.id else { return (0, nil) }
    return (page.entries.count, try await rows(around: edge, above: 0, below: 2).last?.gap)
  }

  /// Fetches a page of a gap from above it, with nothing asked beside.
  func descend(_ gap: Gap) async throws(FetchFailure) { _ = try await takeFromAbove(gap) }

  /// Fetches and keeps what comes above a gap's lower end; nil where that end is gone at the service:
  /// the other side is as good.
  private func takeFromBelow(_ gap: Gap) async throws(FetchFailure) -> FeedPage? {
    guard let below = gap.below else { return nil }
    let page: FeedPage
    do throws(FeedError) {
      page = try await session.connection.feeds.page(of: feed, .newer(below))
    } catch {
      guard error == .notFound else { throw .service(error) }
      return nil
    }
    try await commit(page, at: .gapFromBelow(gap.id))
    return page
  }

  private func takeFromAbove(_ gap: Gap) async throws(FetchFailure) -> FeedPage {
    let page = try await page(.older(gap.older))
    try await commit(page, at: .gapFromAbove(gap.id))
    return page
  }

  private func page(_ streamRange: StreamRange) async throws(FetchFailure) -> FeedPage {
    do throws(FeedError) {
      return try await session.connection.feeds.page(of: feed, streamRange)
    } catch {
      throw .service(error)
    }
  }

  private func topmost() async throws(FetchFailure) -> FeedEntry.ID? {
    do throws(StoreError) {
      let window = try await session.shelf.feeds.window(
        of: feed, account: session.account.id, around: .top, above: 0, below: 1)
      guard case .entry(let entry)? = window.rows.first else { return nil }
      return entry.id
    } catch {
      throw .store(error)
    }
  }

  /// Stores a page; true where rows of the stream came, went or moved.
  @discardableResult private func commit(
    _ page: FeedPage, at placement: PagePlacement
  ) async throws(FetchFailure) -> Bool {
    // The scene may have closed, or the account gone, while the service thought about it.
    guard !Task.isCancelled, !session.isOver else { throw .overtaken }
    let changes: ChangeSet
    do throws(StoreError) {
      changes = try await session.shelf.feeds.commit(
        page, to: feed, account: session.account.id, at: placement, now: session.world.now)
    } catch {
      throw .store(error)
    }
    session.lately.note(page.entries.map(\.post.id), at: session.world.now)
    session.stored(changes)
    await stored(changes)
    return !changes.feeds.isEmpty
  }
}

/// A page may fill a gap to its last post without reaching what is held on the other side. Nobody
/// should have to ask for what is missing where nothing is.
extension FeedFetch {
  /// How many rows on the other side are looked at: the first of them may be gone at the service.
  private static let reach = 40

  /// Closes the gap right below that entry where what comes next is held.
  private func close(_ gap: Gap.ID, below entry: FeedEntry.ID) async throws(FetchFailure) {
    let rows = try await rows(around: entry, above: 0, below: Self.reach + 2)
    guard let place = rows.firstIndex(where: { $0.gap?.id == gap }), let left = rows[place].gap,
      let next = await look(.older(left.older))
    else { return }
    let held = Set(rows[place...].compactMap(\.entry?.id))
    let isOver = next.entries.first.map { held.contains($0.id) } ?? (next.older == nil)
    guard isOver else { return }
    try await commit(next, at: .gapFromAbove(gap))
  }

  /// Closes the gap right above that entry where what comes next is held.
  private func close(_ gap: Gap.ID, above entry: FeedEntry.ID) async throws(FetchFailure) {
    let rows = try await rows(around: entry, above: Self.reach + 1, below: 1)
    guard let place = rows.lastIndex(where: { $0.gap?.id == gap }),
      let next = await look(.newer(entry))
    else { return }
    let held = Set(rows[..<place].compactMap(\.entry?.id))
    let isOver = next.entries.last.map { held.contains($0.id) } ?? !next.hasNewer
    guard isOver else { return }
    try await commit(next, at: .gapFromBelow(gap))
  }

  /// The page, where it can be had: what was asked for is there, whatever comes of this.
  private func look(_ streamRange: StreamRange) async -> FeedPage? {
    try? await session.connection.feeds.page(of: feed, streamRange)
  }

  private func rows(
    around entry: FeedEntry.ID, above: Int, below: Int
  ) async throws(FetchFailure) -> [FeedRow] {
    do throws(StoreError) {
      return try await session.shelf.feeds.window(
        of: feed, account: session.account.id, around: .entry(entry), above: above, below: below
      ).rows
    } catch {
      throw .store(error)
    }
  }
}
