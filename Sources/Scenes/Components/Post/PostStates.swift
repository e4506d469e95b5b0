import FeedDomain

/// How posts are looked at: what is unfolded, which of their photos is seen, and whose thumb is up.
struct PostDisplayStates {
  /// How long a thumb stays up.
  static let flashTime = Duration.milliseconds(700)

  private var revealed: Set<Post.ID> = []
  private var photos: [Post.ID: Int] = [:]
  /// The post whose page was offered last, because it has no link.
  private var offered: Post.ID?
  /// Until when a post's thumb is up.
  private var flashes: [Post.ID: Timestamp] = [:]

  /// Whether a thumb is up.
  var isMoving: Bool { !flashes.isEmpty }

  /// Whether a post is looked at in any way of its own.
  func hasState(of post: Post.ID) -> Bool {
    revealed.contains(post) || photos[post] != nil || flashes[post] != nil || offered == post
  }

  /// The post as it is looked at.
  func applied(to item: PostItem) -> PostItem {
    var item = item
    item.isRevealed = revealed.contains(item.post.id)
    item.shownPhoto = photos[item.post.id] ?? 0
    item.isPageOffered = offered == item.post.id
    // A thumb does not stay up over a heart that was given back.
    item.isFlashing = flashes[item.post.id] != nil && item.post.own.contains(.liked)
    return item
  }

  /// Shows or folds what is hidden.
  mutating func reveal(_ post: Post.ID) {
    if revealed.remove(post) == nil { revealed.insert(post) }
  }

  /// Shows another photo.
  mutating func flip(_ post: Post.ID, to photo: Int) { photos[post] = photo }

  /// Offers a post's page, and no other's any more; says whose.
  mutating func offerPage(of post: Post.ID) -> Set<Post.ID> {
    defer { offered = post }
    return Set([offered, post].compactMap(\.self))
  }

  /// Puts a thumb up.
  mutating func flash(_ post: Post.ID, at now: Timestamp) {
    flashes[post] = now.advanced(by: Self.flashTime)
  }

  /// Takes down the thumbs that were up long enough; says at which posts.
  mutating func endFlashes(at now: Timestamp) -> Set<Post.ID> {
    let lowered = flashes.filter { $0.value <= now }
    for post in lowered.keys { flashes[post] = nil }
    return Set(lowered.keys)
  }
}
