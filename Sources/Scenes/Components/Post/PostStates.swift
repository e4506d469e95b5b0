import FeedDomain

/// The display states of a list's posts: revealed content, shown photo, offered page and like
/// flash.
struct PostDisplayStates {
  /// The duration of a like flash.
  static let flashTime = Duration.milliseconds(700)

  private var revealed: Set<Post.ID> = []
  private var photos: [Post.ID: Int] = [:]
  /// The post without a link whose page was offered last.
  private var offered: Post.ID?
  /// The end time of each post's like flash.
  private var flashes: [Post.ID: Timestamp] = [:]

  var isMoving: Bool { !flashes.isEmpty }

  func hasState(of post: Post.ID) -> Bool {
    revealed.contains(post) || photos[post] != nil || flashes[post] != nil || offered == post
  }

  /// Returns the item with its display state.
  func applied(to item: PostItem) -> PostItem {
    var item = item
    item.isRevealed = revealed.contains(item.post.id)
    item.shownPhoto = photos[item.post.id] ?? 0
    item.isPageOffered = offered == item.post.id
    // A thumb does not stay up over a heart that was given back.
    item.isFlashing = flashes[item.post.id] != nil && item.post.own.contains(.liked)
    return item
  }

  /// Reveals hidden content, or hides it again.
  mutating func reveal(_ post: Post.ID) {
    if revealed.remove(post) == nil { revealed.insert(post) }
  }

  mutating func flip(_ post: Post.ID, to photo: Int) { photos[post] = photo }

  /// Offers a post's page instead of a link, replacing the previous offer. Returns the posts whose
  /// display changed.
  mutating func offerPage(of post: Post.ID) -> Set<Post.ID> {
    defer { offered = post }
    return Set([offered, post].compactMap(\.self))
  }

  /// Starts a like flash.
  mutating func flash(_ post: Post.ID, at now: Timestamp) {
    flashes[post] = now.advanced(by: Self.flashTime)
  }

  /// Ends like flashes whose time is over, and returns their posts.
  mutating func endFlashes(at now: Timestamp) -> Set<Post.ID> {
    let lowered = flashes.filter { $0.value <= now }
    for post in lowered.keys { flashes[post] = nil }
    return Set(lowered.keys)
  }
}
