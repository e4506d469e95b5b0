internal import FeedDomain

/// Reads a conversation as far as it is held; services may answer in circles and without end.
struct ConversationQuery {
  let connection: SQLiteConnection
  let account: Int64

  /// More posts than this are not gathered.
  private static let limit = 2000

  private var posts: PostTable { PostTable(connection: connection, account: account) }

  /// The conversation of a post; nil where the post is not held.
  func conversation(of focus: Post.ID) throws(SQLiteError) -> Conversation? {
    guard let post = try posts.post(focus) else { return nil }
    var seen: Set<Post.ID> = []
    var waiting = [Conversation.Node(try root(of: post), depth: 0)]
    var nodes: [Conversation.Node] = []
    while let node = waiting.popLast(), nodes.count < Self.limit {
      guard seen.insert(node.post.id).inserted else { continue }
      nodes.append(node)
      let answers = try answers(to: node.post.id)
      waiting += answers.reversed().map { Conversation.Node($0, depth: node.depth + 1) }
    }
    return Conversation(focus: focus, nodes: nodes)
  }

  private func root(of post: Post) throws(SQLiteError) -> Post {
    var root = post
    var seen: Set<Post.ID> = [post.id]
    while let above = root.reply?.post, seen.count < Self.limit, seen.insert(above).inserted,
      let parent = try posts.post(above)
    {
      root = parent
    }
    return root
  }

  private func answers(to post: Post.ID) throws(SQLiteError) -> [Post] {
    try connection.rows(
      """
      SELECT \(PostTable.columns) FROM post
      WHERE account = ? AND reply_to = ? ORDER BY id LIMIT ?
      """, .integer(account), .text(post.rawValue), .count(Self.limit)
    ) { PostTable.post(from: $0) }
  }
}
