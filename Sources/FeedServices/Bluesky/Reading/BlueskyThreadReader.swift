internal import FeedDomain

struct BlueskyThreadReader {
  /// The number of levels of answers that one request for a Bluesky conversation asks for: as many
  /// as the JSON parser reads, since each level is nested in the one before.
  static let deepest = 10

  let reader: BlueskyJSONReader

  /// Parses a Bluesky conversation into posts, each before its answers; nil if the requested post
  /// is missing.
  func parsedConversation(_ thread: JSON) -> Conversation? {
    let answered = thread["parent"]["post"]
    guard let focus = reader.parsedPost(thread["post"], in: .singlePost, answering: answered) else {
      return nil
    }
    var rows: [Conversation.ConversationNode] = []
    var shown: Set<Post.ID> = [focus.id]
    var above: [Post] = []
    var parent = thread["parent"]
    // A deleted or blocked post ends the chain of ancestors.
    while parent.isObject {
      let next = parent["parent"]
      let post = reader.parsedPost(parent["post"], in: .singlePost, answering: next["post"])
      if let post, shown.insert(post.id).inserted { above.append(post) }
      parent = next
    }
    for post in above.reversed() {
      rows.append(Conversation.ConversationNode(post, depth: rows.count))
    }
    rows.append(Conversation.ConversationNode(focus, depth: rows.count))
    var answers = BlueskyConversationRows(rows: rows, shownPosts: shown)
    appendReplies(to: thread, by: focus, level: 0, depth: rows.count, to: &answers)
    return Conversation(focus: focus.id, nodes: answers.rows, postsWithMissingReplies: answers.cut)
  }

  /// Returns the id of the topmost post in a reply with a Bluesky conversation if more ancestors
  /// exist above; nil if the reply contains the conversation's beginning, or fewer ancestors than
  /// `limit`, the number that the server was asked for.
  func topmostIDIfAncestorsMissing(of thread: JSON, after limit: Int) -> Post.ID? {
    var (top, height) = (thread, 0)
    while top["parent"].isObject { (top, height) = (top["parent"], height + 1) }
    guard height >= limit, top["post"]["record"]["reply"]["parent"]["uri"].nonEmptyString != nil
    else { return nil }
    return top["post"]["uri"].nonEmptyString.map { Post.ID($0) }
  }

  private struct BlueskyConversationRows {
    var rows: [Conversation.ConversationNode]
    var shownPosts: Set<Post.ID>
    /// The ids of posts in a Bluesky conversation whose answers the server left out.
    var cut: Set<Post.ID> = []
  }

  /// Appends the answers to a Bluesky post, and the answers to these, to the rows of the
  /// conversation; records the posts whose answers the server left out.
  private func appendReplies(
    to parent: JSON, by post: Post, level: Int, depth: Int,
    to answers: inout BlueskyConversationRows
  ) {
    let told = parent["replies"]
    if (post.counts.replies ?? 0) > 0, !told.isArray || level >= Self.deepest && told.array.isEmpty
    {
      answers.cut.insert(post.id)
    }
    let answered = told.array.compactMap { answer in
      reader.parsedPost(answer["post"], answering: parent["post"]).map { (answer, $0) }
    }
    for (answer, post) in repliesInUserChosenOrder(answered) {
      guard answers.shownPosts.insert(post.id).inserted else { continue }
      answers.rows.append(Conversation.ConversationNode(post, depth: depth))
      appendReplies(to: answer, by: post, level: level + 1, depth: depth + 1, to: &answers)
    }
  }

  /// Returns the answers to a Bluesky post in the order that the user chose; answers of equal rank
  /// keep the server's order.
  private func repliesInUserChosenOrder(_ answers: [(JSON, Post)]) -> [(JSON, Post)] {
    guard let order = reader.moderation.order else { return answers }
    let ranked = answers.enumerated().sorted { one, other in
      let (left, right) = (one.element.1, other.element.1)
      let ranks =
        switch order {
        case .oldest: (left.createdAt.milliseconds, right.createdAt.milliseconds)
        case .newest: (right.createdAt.milliseconds, left.createdAt.milliseconds)
        case .mostLiked: (Int64(right.counts.likes ?? 0), Int64(left.counts.likes ?? 0))
        }
      return (ranks.0, one.offset) < (ranks.1, other.offset)
    }
    return ranked.map(\.element)
  }
}

extension Conversation {
  /// Returns this Bluesky conversation with further ancestors at its beginning: those in `above`,
  /// which was fetched for this conversation's first post.
  func prependingAncestors(of above: Conversation) -> Conversation {
    let known = Set(nodes.map(\.post.id))
    let chain = above.nodes.prefix { $0.post.id != above.focus }
      .filter { !known.contains($0.post.id) }
    // In `above`, the first post of this conversation has its parent's handle.
    let first = above.nodes.first { $0.post.id == above.focus }?.post
    let below = nodes.map { node in
      ConversationNode(
        node.post.id == first?.id ? first ?? node.post : node.post,
        depth: node.depth + chain.count)
    }
    return Conversation(
      focus: focus, nodes: chain.enumerated().map { ConversationNode($1.post, depth: $0) } + below,
      hasMore: hasMore, postsWithMissingReplies: postsWithMissingReplies)
  }
}
