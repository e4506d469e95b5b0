/// The way from photo to photo along a stream, as it is held.
@MainActor struct PhotoTrail {
  /// One step of the way.
  struct Spot: Equatable, Sendable {
    let post: Post.ID
    let index: Int
  }

  /// What lies beyond the last photo that is held on a side.
  enum Beyond: Equatable, Sendable {
    case spot(Spot)
    /// Posts that were not fetched.
    case gap(Gap)
    /// Posts that the service has, after those held.
    case older(Cursor)
    case end
  }

  /// So many rows are looked at around a place.
  private static let reach = 100

  let session: Session
  let actions: any Acting
  /// The stream; nil where the photo was not come to through one.
  let feed: Feed?
  let readsOldestFirst: Bool

  /// What comes after (or before) a spot whose post has so many photos.
  func beyond(
    _ spot: Spot, of count: Int, _ step: PhotoViewing.Step
  ) async throws(StoreError) -> Beyond {
    let inPost = spot.index + (step == .next ? 1 : -1)
    if (0..<count).contains(inPost) { return .spot(Spot(post: spot.post, index: inPost)) }
    let goesDown = (step == .next) != readsOldestFirst
    guard let feed, var anchor = try await entry(of: spot.post, in: feed) else { return .end }
    while true {
      let window = try await session.shelf.feeds.window(
        of: feed, account: session.account.id, around: .entry(anchor),
        above: goesDown ? 0 : Self.reach, below: goesDown ? Self.reach : 1)
      let rows = goesDown ? Array(window.rows.dropFirst()) : window.rows.dropLast().reversed()
      for row in rows {
        switch row {
        case .gap(let gap): return .gap(gap)
        case .entry(let entry):
          anchor = entry.id
          let post = entry.post
          guard post.id != spot.post, !post.content.photos.isEmpty, !actions.hides(post.id) else {
            continue
          }
          return .spot(
            Spot(post: post.id, index: step == .next ? 0 : post.content.photos.count - 1))
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
    for anchor in [WindowAnchor.place, .entry(FeedEntry.ID(post.rawValue))] {
      let window = try await session.shelf.feeds.window(
        of: feed, account: session.account.id, around: anchor, above: Self.reach,
        below: Self.reach)
      let entries = window.rows.compactMap { row in
        if case .entry(let entry) = row { entry } else { nil }
      }
      if let found = entries.first(where: { $0.post.id == post }) { return found.id }
    }
    return nil
  }
}
