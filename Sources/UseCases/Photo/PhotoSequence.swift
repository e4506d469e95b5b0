internal import FeedDomain

/// A sequence of the stored photos of a stream in reading order, through which a photo scene steps.
@MainActor
struct PhotoSequence {
  /// A position of a photo in a sequence of photos, made of the id of the photo's post and the
  /// index among the post's photos.
  struct PhotoPosition: Equatable, Sendable {
    let post: Post.ID
    let index: Int
  }

  /// A result of searching for the next photo in a direction, such as a photo, a gap in the stored
  /// posts, or the end of the stream.
  enum NeighbouringPhotoOrBoundary: Equatable, Sendable {
    case photo(PhotoPosition)
    /// A boundary in a sequence of photos: a gap, whose posts were not fetched.
    case gap(TimelineGap)
    /// A boundary in a sequence of photos: the end of the stored stream, after which the service
    /// has more posts.
    case older(Cursor)
    case end
  }

  /// The number of stream rows that a search for photos reads from the store at a time.
  private static let rowBatchSize = 100

  private let session: AccountSession
  private let actions: UserActionPerformer
  /// The stream from which the photo scene was opened; nil if it was opened without a stream.
  private let feed: Feed?
  /// The group of accounts through whose common stream the photo scene steps; nil for the stream of
  /// a single account.
  private let accountGroup: AccountGroup?
  let readsOldestFirst: Bool

  init(
    _ session: AccountSession, actions: UserActionPerformer, with accountGroup: AccountGroup?,
    readsOldestFirst: Bool
  ) {
    (self.session, self.actions, self.readsOldestFirst) = (session, actions, readsOldestFirst)
    let readsGroup = accountGroup?.isCommonStreamOpen == true
    self.accountGroup = readsGroup ? accountGroup : nil
    feed = readsGroup ? .everything : session.openFeeds.last
    self.accountGroup?.reloadGroupMembers()
  }

  /// Returns the photo's position with the post id as the active account knows it; nil if the post
  /// belongs to another account.
  func activeAccountPosition(of position: PhotoPosition) -> PhotoPosition? {
    guard let account = position.post.whose else { return position }
    return account == session.account.id
      ? PhotoPosition(post: position.post.withoutAccount, index: position.index) : nil
  }

  /// Returns the stored post of a photo's position; nil if the store does not have the post.
  func storedPost(at position: PhotoPosition) async -> Post? {
    let session = accountGroup?.runningAccount(of: position.post)?.session ?? session
    return await session.storedPost(position.post.withoutAccount)
  }

  /// Fetches the page of posts at a boundary of a sequence of photos, a gap or the end of the
  /// stored stream, as the account that reads the posts.
  func fetchBoundaryPage(at boundary: NeighbouringPhotoOrBoundary, fromBelow: Bool)
    async throws(FetchFailure)
  {
    func feedFetcher(for id: some AccountScopedReference) -> FeedFetcher? {
      guard let accountGroup else {
        return feed.map { FeedFetcher(session: session, feed: $0) { _ in } }
      }
      return accountGroup.runningAccount(of: id).map {
        FeedFetcher(session: $0.session, feed: .home) { _ in }
      }
    }
    switch boundary {
    case .photo, .end: break
    case .gap(let gap) where gap.id.withoutAccount == TimelineGap.end:
      try await feedFetcher(for: gap.id)?.fetchOlderPages(gap.older)
    case .gap(let gap):
      let own = TimelineGap(
        id: gap.id.withoutAccount, older: gap.older, entryBelow: gap.entryBelow?.withoutAccount)
      try await feedFetcher(for: gap.id)?.fillGapByOnePage(own, fromBelow: fromBelow)
    case .older(let cursor):
      try await feedFetcher(for: cursor)?.fetchOlderPages(cursor.withoutAccount)
    }
  }

  /// Returns the photo before or after the photo at a position, whose post has `count` photos; or
  /// the end of the stored posts.
  func neighbouringPhoto(
    of position: PhotoPosition, of count: Int, _ step: PhotoStepDirection
  ) async throws(StoreError) -> NeighbouringPhotoOrBoundary {
    let inPost = position.index + (step == .next ? 1 : -1)
    if (0..<count).contains(inPost) {
      return .photo(PhotoPosition(post: position.post, index: inPost))
    }
    let goesDown = (step == .next) != readsOldestFirst
    guard let feed, var anchor = try await postOrBoostEntryID(of: position.post, in: feed) else {
      return .end
    }
    let stream = SingleOrMergedStreamStorage(feed, of: session, with: accountGroup)
    let overlay: any PendingChangeApplying = accountGroup ?? actions
    while true {
      let window = try await stream.feedWindow(
        around: .entry(anchor), above: goesDown ? 0 : Self.rowBatchSize,
        below: goesDown ? Self.rowBatchSize : 1)
      let rows = goesDown ? Array(window.rows.dropFirst()) : window.rows.dropLast().reversed()
      for row in rows {
        switch row {
        case .gap(let gap): return .gap(gap)
        case .entry(let entry):
          anchor = entry.id
          let post = entry.post
          guard !entryShowsPost(entry, position.post), !post.content.photos.isEmpty,
            !overlay.hidesPost(post.id)
          else {
            continue
          }
          return .photo(
            PhotoPosition(post: post.id, index: step == .next ? 0 : post.content.photos.count - 1))
        }
      }
      let hasMore = goesDown ? window.hasMoreBelow : window.hasMoreAbove
      guard hasMore, !rows.isEmpty else {
        return goesDown ? window.status.older.map { .older($0) } ?? .end : .end
      }
    }
  }

  /// Returns the id of the stream entry of a post: of the post itself, or of a boost near the
  /// user's position; nil if neither is stored.
  private func postOrBoostEntryID(of post: Post.ID, in feed: Feed) async throws(StoreError)
    -> FeedEntry.ID?
  {
    let stream = SingleOrMergedStreamStorage(feed, of: session, with: accountGroup)
    let id =
      accountGroup == nil
      ? post : post.whose == nil ? post.scoped(to: session.account.id) : post
    for anchor in [FeedWindowAnchor.readingPosition, .entry(FeedEntry.ID(sameAs: id))] {
      let window = try await stream.feedWindow(
        around: anchor, above: Self.rowBatchSize, below: Self.rowBatchSize)
      if let found = window.rows.lazy.compactMap(\.entry).first(where: { entryShowsPost($0, post) })
      {
        return found.id
      }
    }
    return nil
  }

  /// Returns true if a stream entry shows a post, whichever account read the post.
  private func entryShowsPost(_ entry: FeedEntry, _ post: Post.ID) -> Bool {
    guard accountGroup != nil else { return entry.post.id == post }
    let id = post.whose == nil ? post.scoped(to: session.account.id) : post
    return entry.post.id == id || entry.accountPostIDs.contains(id)
  }
}
