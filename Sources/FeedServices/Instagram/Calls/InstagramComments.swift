internal import FeedDomain

/// What was said about a medium, which comes in pages.
struct InstagramComments: Sendable {
  /// How many are asked for at once.
  private static let limit = 50

  let connection: InstagramConnection

  /// The conversation about a medium, down to so many pages of comments, and of answers to them.
  func conversation(of post: Post.ID, pages: Int) async throws(FeedError) -> Conversation {
    try await conversation(of: post, on: connection.post(InstagramID(post).medium), pages: pages)
  }

  /// The same, about a medium that is known.
  func conversation(
    of post: Post.ID, on focus: Post, pages: Int
  ) async throws(FeedError) -> Conversation {
    let comments = try await threads(on: focus, pages: pages)
    var nodes = [Conversation.Node(focus, depth: 0)]
    var hasMore = comments.goesOn
    var left = pages
    for thread in comments.elements {
      nodes += thread.nodes
      guard let next = thread.next else { continue }
      let answers = try await answers(to: thread.comment, from: next, pages: left)
      nodes += answers.elements.map { Conversation.Node($0, depth: 2) }
      left -= answers.pages
      hasMore = hasMore || answers.goesOn
    }
    var known: Set<Post.ID> = []
    nodes = nodes.filter { known.insert($0.post.id).inserted }
    return Conversation(
      focus: known.contains(post) ? post : focus.id, nodes: nodes, hasMore: hasMore)
  }

  private func threads(
    on medium: Post, pages: Int
  ) async throws(FeedError) -> Run<InstagramThread> {
    let reader = connection.reader
    return try await run(
      medium.id.rawValue, "comments", fields: InstagramReader.commentFields, pages: pages
    ) { reader.threads($0, on: medium) }
  }

  private func answers(
    to comment: Post, from cursor: String, pages: Int
  ) async throws(FeedError) -> Run<Post> {
    guard let id = InstagramID(comment.id).comment else { return Run() }
    let reader = connection.reader
    return try await run(
      id, "replies", fields: InstagramReader.answerFields, from: cursor, pages: pages
    ) { reader.answers($0, to: comment) }
  }

  /// Several pages of a list.
  private struct Run<Element: Sendable>: Sendable {
    var elements: [Element] = []
    var pages = 0
    /// Whether there is more than was asked for.
    var goesOn = true
  }

  private func run<Element: Sendable>(
    _ id: String, _ edge: String, fields: [String], from start: String? = nil, pages: Int,
    _ read: @Sendable (JSON) -> [Element]
  ) async throws(FeedError) -> Run<Element> {
    var run = Run<Element>()
    var cursor = start
    var visited: Set<String> = start.map { [$0] } ?? []
    while run.pages < pages {
      let position = [("limit", String(Self.limit))] + (cursor.map { [("after", $0)] } ?? [])
      let path = InstagramPath(id, edge, fields: fields, position)
      let (page, next) = try await connection.get(path) { json in
        (read(json["data"]), InstagramConnection.next(in: json))
      }
      run.elements += page
      run.pages += 1
      // Some pages lead in a circle.
      guard let next, visited.insert(next).inserted, !page.isEmpty else {
        run.goesOn = false
        break
      }
      cursor = next
    }
    return run
  }
}
