internal import FeedDomain

/// The photos of a stream in reading order, as far as the stream is stored.
@MainActor struct PhotoSequence {
  /// The position of a photo.
  struct Position: Equatable, Sendable {
    let post: Post.ID
    let index: Int
  }

  /// The next photo on a side, or the end of the stored stream before it.
  enum Boundary: Equatable, Sendable {
    case photo(Position)
    /// Posts in between were not fetched.
    case gap(Gap)
    /// The service has more posts after the stored ones.
    case older(Cursor)
    case end
  }

  /// The number of rows that are read at a time.
  private static let reach = 100

  private let session: Session
  private let actions: PendingActions
  /// The stream; nil if the photo was not opened from one.
  private let feed: Feed?
  /// The accounts whose homes are read together; nil for a stream of the account's own.
  private let accountGroup: AccountGroup?
  let readsOldestFirst: Bool

  init(
    _ session: Session, actions: PendingActions, with accountGroup: AccountGroup?,
    readsOldestFirst: Bool
  ) {
    (self.session, self.actions, self.readsOldestFirst) = (session, actions, readsOldestFirst)
    let readsGroup = accountGroup?.isRead == true
    self.accountGroup = readsGroup ? accountGroup : nil
    feed = readsGroup ? .everything : session.openFeeds.last
    self.accountGroup?.gather()
  }

  /// Returns a position with the id that the account itself knows; nil if another account sees the post.
  func own(_ position: Position) -> Position? {
    guard let account = position.post.whose else { return position }
    return account == session.account.id
      ? Position(post: position.post.own, index: position.index) : nil
  }

  /// Returns the stored post of a position.
  func held(_ position: Position) async -> Post? {
    let session = accountGroup?.desk(of: position.post)?.session ?? session
    return await session.held(position.post.own)
  }

  /// Fetches a page of the posts at a boundary, for the account that sees them.
  func fetch(_ boundary: Boundary, fromBelow: Bool) async throws(FetchFailure) {
    func fetch(for id: some AccountBound) -> FeedFetch? {
      guard let accountGroup else {
        return feed.map { FeedFetch(session: session, feed: $0) { _ in } }
      }
      return accountGroup.desk(of: id).map { FeedFetch(session: $0.session, feed: .home) { _ in } }
    }
    switch boundary {
    case .photo, .end: break
    case .gap(let gap) where gap.id.own == Gap.end:
      try await fetch(for: gap.id)?.older(gap.older)
    case .gap(let gap):
      let own = Gap(id: gap.id.own, older: gap.older, below: gap.below?.own)
      try await fetch(for: gap.id)?.fill(own, fromBelow: fromBelow)
    case .older(let cursor): try await fetch(for: cursor)?.older(cursor.own)
    }
  }

  /// Returns the photo after or before a position whose post has `count` photos.
  func boundary(
    of position: Position, of count: Int, _ step: PhotoStep
  ) async throws(StoreError) -> Boundary {
    let inPost = position.index + (step == .next ? 1 : -1)
    if (0..<count).contains(inPost) {
      return .photo(Position(post: position.post, index: inPost))
    }
    let goesDown = (step == .next) != readsOldestFirst
    guard let feed, var anchor = try await entry(of: position.post, in: feed) else { return .end }
    let stream = StreamLocation(feed, of: session, with: accountGroup)
    let overlay: any Overlaying = accountGroup ?? actions
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
          guard !isOf(entry, position.post), !post.content.photos.isEmpty, !overlay.hides(post.id)
          else {
            continue
          }
          return .photo(
            Position(post: post.id, index: step == .next ? 0 : post.content.photos.count - 1))
        }
      }
      let hasMore = goesDown ? window.hasMoreBelow : window.hasMoreAbove
      guard hasMore, !rows.isEmpty else {
        return goesDown ? window.status.older.map { .older($0) } ?? .end : .end
      }
    }
  }

  /// Returns the entry of a post in the stream: its own, or a boost near the reader's place.
  private func entry(of post: Post.ID, in feed: Feed) async throws(StoreError) -> FeedEntry.ID? {
    let stream = StreamLocation(feed, of: session, with: accountGroup)
    let id = accountGroup == nil ? post : post.whose == nil ? post.of(session.account.id) : post
    for anchor in [WindowAnchor.place, .entry(FeedEntry.ID(sameAs: id))] {
      let window = try await stream.window(around: anchor, above: Self.reach, below: Self.reach)
      if let found = window.rows.lazy.compactMap(\.entry).first(where: { isOf($0, post) }) {
        return found.id
      }
    }
    return nil
  }

  /// Whether an entry is of a post, whichever account sees it.
  private func isOf(_ entry: FeedEntry, _ post: Post.ID) -> Bool {
    guard accountGroup != nil else { return entry.post.id == post }
    let id = post.whose == nil ? post.of(session.account.id) : post
    return entry.post.id == id || entry.accountPostIDs.contains(id)
  }
}
