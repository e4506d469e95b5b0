/// A post with what it answers and what answers it.
public struct Conversation: Hashable, Sendable {
  /// A post in its place in the tree.
  public struct Node: Hashable, Sendable {
    /// The post.
    public let post: Post
    /// How many answers deep it stands; the first post of the conversation is at 0.
    public let depth: Int

    /// A post in its place in the tree.
    public init(_ post: Post, depth: Int) {
      self.post = post
      self.depth = depth
    }
  }

  /// The post in question.
  public let focus: Post.ID
  /// Every post, in reading order: each before its answers.
  public let nodes: [Node]
  /// Whether there are posts that were not fetched.
  public let hasMore: Bool

  /// A conversation around a post.
  public init(focus: Post.ID, nodes: [Node], hasMore: Bool = false) {
    self.focus = focus
    self.nodes = nodes
    self.hasMore = hasMore
  }

  /// The same conversation with its posts as they are there, in the same order.
  func showing(_ posts: [Post]) -> Conversation {
    Conversation(
      focus: focus, nodes: zip(posts, nodes).map { Node($0, depth: $1.depth) }, hasMore: hasMore)
  }
}
