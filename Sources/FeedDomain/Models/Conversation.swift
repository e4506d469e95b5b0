/// A post with what it answers and what answers it.
public struct Conversation: Hashable, Sendable {
  /// A post in its place in the tree.
  public struct Node: Hashable, Sendable {
    public let post: Post
    /// How many answers deep it stands; the first post of the conversation is at 0.
    public let depth: Int

    package init(_ post: Post, depth: Int) {
      (self.post, self.depth) = (post, depth)
    }
  }

  public let focus: Post.ID
  /// Every post, in reading order: each before its answers.
  public let nodes: [Node]
  /// Whether there are posts that were not fetched.
  public let hasMore: Bool
  /// The posts below which the service left answers out that can be asked for.
  public let cut: Set<Post.ID>
  /// After how long the service will have gathered more of it; nil where it has all there is.
  public let goesOnAfter: Duration?

  package init(
    focus: Post.ID, nodes: [Node], hasMore: Bool = false, cut: Set<Post.ID> = [],
    goesOnAfter: Duration? = nil
  ) {
    self.focus = focus
    self.nodes = nodes
    self.hasMore = hasMore
    self.cut = cut
    self.goesOnAfter = goesOnAfter
  }
}

extension Conversation {
  /// The same conversation with its posts as they are there, in the same order.
  package func showing(_ posts: [Post]) -> Conversation {
    with(zip(posts, nodes).map { Node($0, depth: $1.depth) }, cut: cut)
  }

  /// The same conversation with those posts in place of its own.
  package func holding(_ nodes: [Node]) -> Conversation { with(nodes, cut: cut) }

  /// The same conversation with the answers to a post as another conversation around it tells them.
  package func grown(by answers: Conversation) -> Conversation {
    let goesOn = cut.subtracting([answers.focus])
    guard let place = nodes.firstIndex(where: { $0.post.id == answers.focus }),
      let start = answers.nodes.firstIndex(where: { $0.post.id == answers.focus })
    else { return with(nodes, cut: goesOn) }
    let (depth, theirs) = (nodes[place].depth, answers.nodes[start].depth)
    let above = nodes[...place]
    let rest = nodes[(place + 1)...].drop { $0.depth > depth }
    let known = Set((above + rest).map(\.post.id))
    let below = answers.nodes[(start + 1)...].prefix { $0.depth > theirs }
      .filter { !known.contains($0.post.id) }
      .map { Node($0.post, depth: $0.depth - theirs + depth) }
    let told = answers.cut.intersection(below.map(\.post.id))
    return with(above + below + rest, cut: goesOn.union(told))
  }

  /// The same conversation with the answers that it leaves out and that were fetched on before.
  package func keeping(answersIn before: Conversation) -> Conversation {
    let places = nodes.map(\.post.id).filter { cut.contains($0) && !before.cut.contains($0) }
    return places.reduce(self) { kept, place in
      let grown = kept.grown(
        by: Conversation(focus: place, nodes: before.nodes, cut: before.cut))
      // Where none were there before, there are some to be asked for now.
      return grown.nodes.count > kept.nodes.count ? grown : kept
    }
  }

  private func with(_ nodes: [Node], cut: Set<Post.ID>) -> Conversation {
    Conversation(focus: focus, nodes: nodes, hasMore: hasMore, cut: cut)
  }
}
