/// A conversation, made of a post with its ancestors and replies.
public struct Conversation: Hashable, Sendable {
  /// A post in a conversation, with its depth below the first post.
  public struct ConversationNode: Hashable, Sendable {
    public let post: Post
    /// The number of a post's ancestors in the conversation; 0 for the first post.
    public let depth: Int

    package init(_ post: Post, depth: Int) {
      (self.post, self.depth) = (post, depth)
    }
  }

  public let focus: Post.ID
  /// The posts of the conversation in reading order: each before its replies.
  public let nodes: [ConversationNode]
  /// True if the service left out posts of the conversation, such as some replies.
  public let hasMore: Bool
  /// The ids of posts whose replies the service left out of the conversation; these replies can be
  /// fetched.
  public let postsWithMissingReplies: Set<Post.ID>
  /// The delay after which the conversation should be fetched again, because the service is still
  /// collecting replies; nil if it is complete.
  public let retryDelay: Duration?

  package init(
    focus: Post.ID, nodes: [ConversationNode], hasMore: Bool = false,
    postsWithMissingReplies: Set<Post.ID> = [],
    retryDelay: Duration? = nil
  ) {
    self.focus = focus
    self.nodes = nodes
    self.hasMore = hasMore
    self.postsWithMissingReplies = postsWithMissingReplies
    self.retryDelay = retryDelay
  }
}

extension Conversation {
  /// Returns the conversation with its posts replaced by the given posts, in the same order.
  package func replacingPosts(_ posts: [Post]) -> Conversation {
    replacingNodes(zip(posts, nodes).map { ConversationNode($0, depth: $1.depth) })
  }

  /// Returns the conversation with the replies to one post taken from another conversation, which
  /// was fetched for that post.
  package func extendedWithReplies(from answers: Conversation) -> Conversation {
    let goesOn = postsWithMissingReplies.subtracting([answers.focus])
    guard let place = nodes.firstIndex(where: { $0.post.id == answers.focus }),
      let start = answers.nodes.firstIndex(where: { $0.post.id == answers.focus })
    else { return replacingNodes(nodes, cut: goesOn) }
    let (depth, theirs) = (nodes[place].depth, answers.nodes[start].depth)
    let above = nodes[...place]
    let rest = nodes[(place + 1)...].drop { $0.depth > depth }
    let known = Set((above + rest).map(\.post.id))
    let below = answers.nodes[(start + 1)...].prefix { $0.depth > theirs }
      .filter { !known.contains($0.post.id) }
      .map { ConversationNode($0.post, depth: $0.depth - theirs + depth) }
    let told = answers.postsWithMissingReplies.intersection(below.map(\.post.id))
    return replacingNodes(above + below + rest, cut: goesOn.union(told))
  }

  /// Returns the conversation with the replies of an earlier version that the service left out this
  /// time.
  package func keepingOmittedReplies(from before: Conversation) -> Conversation {
    let places = nodes.map(\.post.id).filter {
      postsWithMissingReplies.contains($0) && !before.postsWithMissingReplies.contains($0)
    }
    return places.reduce(self) { kept, place in
      let grown = kept.extendedWithReplies(
        from: Conversation(
          focus: place, nodes: before.nodes, postsWithMissingReplies: before.postsWithMissingReplies
        ))
      // A post that had no replies gets the fetched ones.
      return grown.nodes.count > kept.nodes.count ? grown : kept
    }
  }

  package func replacingNodes(
    _ nodes: [ConversationNode], cut: Set<Post.ID>? = nil
  ) -> Conversation {
    Conversation(
      focus: focus, nodes: nodes, hasMore: hasMore,
      postsWithMissingReplies: cut ?? self.postsWithMissingReplies)
  }
}
