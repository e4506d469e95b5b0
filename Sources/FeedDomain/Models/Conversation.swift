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

  /// A conversation around a post.
  public init(focus: Post.ID, nodes: [Node]) {
    self.focus = focus
    self.nodes = nodes
  }
}
