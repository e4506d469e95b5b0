internal import FeedDomain

/// The way from photo to photo along a stream, as it is held.
@MainActor struct PhotoTrail {
  /// One step of the way.
  struct Position: Equatable, Sendable {
    let post: Post.ID
    let index: Int
  }

  /// What lies beyond the last photo that is held on a side.
  enum Boundary: Equatable, Sendable {
    case spot(Position)
    /// Posts that were not fetched.
    case gap(Gap)
    /// Posts that the service has, after those held.
    case older(Cursor)
    case end
  }

  /// So many rows are looked at around a place.
  private static let reach = 100

  let session: Session
  let actions: PendingActions
  /// The stream; nil where the photo was not come to through one.
  let feed: Feed?
  /// Whose homes the way leads through; nil where it is a stream of the account's own.
  let company: AccountGroup?
  let readsOldestFirst: Bool

  init(
    _ session: Session, actions: PendingActions, with company: AccountGroup?, readsOldestFirst: Bool
  ) {
    (self.session, self.actions, self.readsOldestFirst) = (session, actions, readsOldestFirst)
    let isTogether = company?.isRead == true
    self.company = isTogether ? company : nil
    feed = isTogether ? .everything : session.openFeeds.last
    self.company?.gather()
  }

  /// A spot as the account itself knows it; nil where it is another's.
  func own(_ spot: Position) -> Position? {
    guard let account = spot.post.whose else { return spot }
    return account == session.account.id ? Position(post: spot.post.own, index: spot.index) : nil
  }

  /// The post of a spot, as it is held by the account whose it is.
  func held(_ spot: Position) async -> Post? {
    let session = company?.desk(of: spot.post)?.session ?? session
    return await session.held(spot.post.own)
  }

  /// Fetches what is beyond the last photo that is held, a page, for the account whose it is.
  func fetch(_ beyond: Boundary, fromBelow: Bool) async throws(FetchFailure) {
    func fetch(for id: some AccountBound) -> FeedFetch? {
      guard let company else { return feed.map { FeedFetch(session: session, feed: $0) { _ in } } }
      return company.desk(of: id).map { FeedFetch(session: $0.session, feed: .home) { _ in } }
    }
    switch beyond {
    case .spot, .end: break
    case .gap(let gap) where gap.id.own == Gap.end:
      try await fetch(for: gap.id)?.older(gap.older)
    case .gap(let gap):
      let own = Gap(id: gap.id.own, older: gap.older, below: gap.below?.own)
      try await fetch(for: gap.id)?.fill(own, fromBelow: fromBelow)
    case .older(let cursor): try await fetch(for: cursor)?.older(cursor.own)
    }
  }

  /// What comes after (or before) a spot whose post has so many photos.
  func beyond(
    _ spot: Position, of count: Int, _ step: PhotoViewing.Step
  ) async throws(StoreError) -> Boundary {
    let inPost = spot.index + (step == .next ? 1 : -1)
    if (0..<count).contains(inPost) { return .spot(Position(post: spot.post, index: inPost)) }
    let goesDown = (step == .next) != readsOldestFirst
    guard let feed, var anchor = try await entry(of: spot.post, in: feed) else { return .end }
    let stream = StreamLocation(feed, of: session, with: company)
    let look: any Overlaying = company ?? actions
    while true {
      let window = try await stream.window(
        around: .entry(anchor), above: goesDown ? 0 : Self.reach, below: goesDown ? Self.reach : 1)
      let rows = goesDown ? Array(window.rows.dropFirst()) : window.rows.dropLast().reversed()
      for row in rows {
        switch row {
        case .gap(let gap): return .gap(gap)
        case .entry(let entry):
          anchor = entry.id
          let post = entry.post
          guard !sees(entry, spot.post), !post.content.photos.isEmpty, !look.hides(post.id) else {
            continue
          }
          return .spot(
            Position(post: post.id, index: step == .next ? 0 : post.content.photos.count - 1))
        }
      }
      let hasMore = goesDown ? window.hasMoreBelow : window.hasMoreAbove
      guard hasMore, !rows.isEmpty else {
        return goesDown ? window.status.older.map { .older($0) } ?? .end : .end
      }
    }
  }

  /// The entry by which the post stands in the stream: its own, or a boost near the reader's place.
  private func entry(of post: Post.ID, in feed: Feed) async throws(StoreError) -> FeedEntry.ID? {
    let stream = StreamLocation(feed, of: session, with: company)
    let id = company == nil ? post : post.whose == nil ? post.of(session.account.id) : post
    for anchor in [WindowAnchor.place, .entry(FeedEntry.ID(sameAs: id))] {
      let window = try await stream.window(around: anchor, above: Self.reach, below: Self.reach)
      if let found = window.rows.lazy.compactMap(\.entry).first(where: { sees($0, post) }) {
        return found.id
      }
    }
    return nil
  }

  /// Whether an entry is of that post, by whichever account it is seen.
  private func sees(_ entry: FeedEntry, _ post: Post.ID) -> Bool {
    guard company != nil else { return entry.post.id == post }
    let id = post.whose == nil ? post.of(session.account.id) : post
    return entry.post.id == id || entry.accountPostIDs.contains(id)
  }
}
