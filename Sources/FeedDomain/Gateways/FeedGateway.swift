/// Which stretch of a stream is asked for.
public enum Stretch: Hashable, Sendable {
  /// The newest page.
  case latest
  /// The page that comes after the cursor, downwards.
  case older(Cursor)
  /// The page right above the entry: the oldest of what is newer than it.
  case newer(FeedEntry.ID)
}

/// A page of a stream.
public struct FeedPage: Equatable, Sendable {
  /// The entries, from the top of the stream downwards.
  public let entries: [FeedEntry]
  /// How to ask for what comes below; nil where the stream ends.
  public let older: Cursor?
  /// Whether there is more above it.
  public let hasNewer: Bool
  /// Whether the service is still gathering the stream: more may come anywhere in it.
  public let isUnfinished: Bool

  package init(
    _ entries: [FeedEntry], older: Cursor?, hasNewer: Bool = false, isUnfinished: Bool = false
  ) {
    self.entries = entries
    self.older = older
    self.hasNewer = hasNewer
    self.isUnfinished = isUnfinished
  }

  /// The same page with its posts as they are there, in the same order.
  package func showing(_ posts: [Post]) -> FeedPage {
    FeedPage(
      zip(entries, posts).map { $0.with($1) }, older: older, hasNewer: hasNewer,
      isUnfinished: isUnfinished)
  }
}

extension FeedPage {
  /// The same page, where a post without a date stands where the service told it: next to those around
  /// it, and not at the top of all that is held.
  package func dated(now: Timestamp) -> FeedPage {
    // When something was boosted nobody tells.
    let posts = entries.map(\.post).dated(now: now) { entries[$0].boostedBy == nil }
    return posts.map(showing) ?? self
  }
}

/// Pages of posts from a service.
public protocol FeedGateway: Sendable {
  /// A page of a stream.
  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage
  /// A post with what it answers and what answers it.
  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation
  /// The same, where the post was told just now: what tells it alone need not be asked.
  func conversation(of post: Post.ID, told: Post) async throws(FeedError) -> Conversation
  /// Posts that a query finds, as far as the service knows what it asks for.
  func posts(matching query: SearchQuery, after cursor: Cursor?) async throws(FeedError)
    -> Page<Post>
}

extension FeedGateway {
  /// Most tell a post along with its answers.
  public func conversation(
    of post: Post.ID, told: Post
  ) async throws(FeedError) -> Conversation {
    try await conversation(of: post)
  }
}
