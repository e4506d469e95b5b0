/// What came of a reply: what the store holds now and did not before.
public struct ChangeSet: Equatable, Sendable {
  /// Streams whose rows came, went or moved.
  public var feeds: Set<Feed>
  /// Posts whose words, counts or marks changed.
  public var posts: Set<Post.ID>

  package init(feeds: Set<Feed> = [], posts: Set<Post.ID> = []) {
    (self.feeds, self.posts) = (feeds, posts)
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { feeds.isEmpty && posts.isEmpty }
}
