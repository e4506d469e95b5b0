internal import FeedDomain

/// A gateway for two kinds of Instagram streams: the account's own media, and other people's media
/// that mention the account.
struct InstagramFeeds: FeedGateway {
  private static let limit = 25
  /// Maximum number of pages of comments that one request for an Instagram conversation fetches.
  private static let maximumPages = 10

  let connection: InstagramConnection

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    let own: [Feed] = [
      .photos, .person(connection.account.person), .portfolio(connection.account.person),
    ]
    let isTagged = feed == Self.mentionsStream(of: connection.account)
    guard own.contains(feed) || isTagged else { throw .notFound }
    switch fetchRange {
    case .latest:
      if let until = connection.usage.refreshPauseEnd(at: connection.world.now) {
        throw .rateLimited(until: until)
      }
      let page = try await fetchPosts(after: nil, byOther: isTagged)
      await connection.renewal.renewTokenIfDue()
      return page
    case .older(let cursor): return try await fetchPosts(after: cursor.rawValue, byOther: isTagged)
    // Instagram can only page to older media.
    case .newer: throw .notFound
    }
  }

  /// Returns the stream of other people's Instagram media that mention the account.
  static func mentionsStream(of account: Account) -> Feed {
    .list(id: "tagged", name: "@\(account.handle)")
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    // Instagram has no call for a single post of others.
    guard !InstagramPostID(post).isByOther else { throw .notFound }
    return try await comments.conversation(of: post, pages: Self.maximumPages)
  }

  func conversation(of post: Post.ID, knownPost medium: Post) async throws(FeedError)
    -> Conversation
  {
    guard !InstagramPostID(medium.id).isByOther else {
      return Conversation(
        focus: medium.id, nodes: [Conversation.ConversationNode(medium, depth: 0)])
    }
    // For a comment, the caller knows another post than the commented one.
    guard medium.id.rawValue == InstagramPostID(post).medium else {
      return try await conversation(of: post)
    }
    return try await comments.conversation(of: post, on: medium, pages: Self.maximumPages)
  }

  /// Returns no posts, since Instagram has no search.
  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    Page([])
  }

  private func fetchPosts(
    after cursor: String?, byOther isByOther: Bool
  ) async throws(FeedError) -> FeedPage {
    let position = cursor.map { [("after", $0)] } ?? []
    return try await connection.fetchMediaWithPermittedFields { fields in
      InstagramAPIPath(
        "me", isByOther ? "tags" : "media", fields: fields,
        [("limit", String(Self.limit))] + position)
    } _: { json throws(FeedError) in
      guard json["data"].isArray else { throw .badReply }
      // An empty page is the last. The list of other people's media has a cursor even on its last
      // page.
      let position =
        isByOther
        ? json["paging"]["cursors"]["after"].nonEmptyString
        : InstagramConnection.nextCursor(in: json)
      let next = json["data"].array.isEmpty ? nil : position
      return FeedPage(
        connection.reader.parsedPosts(json["data"], byOther: isByOther).map { FeedEntry($0) },
        older: next.map { Cursor($0) })
    }
  }

  private var comments: InstagramConversationFetcher {
    InstagramConversationFetcher(connection: connection)
  }
}

struct InstagramConversationFetcher: Sendable {
  private static let limit = 50

  let connection: InstagramConnection

  /// Fetches the conversation of an Instagram post: the post, its comments, and the answers to
  /// them. At most `pages` pages of comments are fetched, and as many pages of answers in all.
  func conversation(of post: Post.ID, pages: Int) async throws(FeedError) -> Conversation {
    try await conversation(
      of: post, on: connection.fetchPost(InstagramPostID(post).medium), pages: pages)
  }

  func conversation(
    of post: Post.ID, on focus: Post, pages: Int
  ) async throws(FeedError) -> Conversation {
    try await RequestBudget.runActionInCurrentBudget { () async throws(FeedError) in
      try await fetchConversation(post, on: focus, pages: pages)
    }
  }

  private func fetchConversation(
    _ post: Post.ID, on focus: Post, pages: Int
  ) async throws(FeedError) -> Conversation {
    let comments = try await fetchCommentThreads(on: focus, pages: pages)
    var nodes = [Conversation.ConversationNode(focus, depth: 0)]
    var hasMore = comments.hasMore
    var left = pages
    for thread in comments.elements {
      nodes += thread.nodes
      guard let next = thread.nextCursor else { continue }
      let answers = try await fetchCommentReplies(to: thread.comment, from: next, pages: left)
      nodes += answers.elements.map { Conversation.ConversationNode($0, depth: 2) }
      left -= answers.pages
      hasMore = hasMore || answers.hasMore
    }
    var known: Set<Post.ID> = []
    nodes = nodes.filter { known.insert($0.post.id).inserted }
    return Conversation(
      focus: known.contains(post) ? post : focus.id, nodes: nodes, hasMore: hasMore)
  }

  private func fetchCommentThreads(
    on medium: Post, pages: Int
  ) async throws(FeedError) -> ElementsOfSuccessivePages<InstagramCommentThread> {
    let reader = connection.reader
    return try await fetchSuccessivePages(
      medium.id.rawValue, "comments", fields: InstagramJSONReader.commentFields, pages: pages
    ) { reader.parsedCommentThreads($0, on: medium) }
  }

  private func fetchCommentReplies(
    to comment: Post, from cursor: String, pages: Int
  ) async throws(FeedError) -> ElementsOfSuccessivePages<Post> {
    guard let id = InstagramPostID(comment.id).comment else { return ElementsOfSuccessivePages() }
    let reader = connection.reader
    return try await fetchSuccessivePages(
      id, "replies", fields: InstagramJSONReader.answerFields, from: cursor, pages: pages
    ) { reader.parsedAnswers($0, to: comment) }
  }

  private struct ElementsOfSuccessivePages<Element: Sendable>: Sendable {
    var elements: [Element] = []
    var pages = 0
    /// True if Instagram has more pages of the comments or answers than were fetched.
    var hasMore = true
  }

  private func fetchSuccessivePages<Element: Sendable>(
    _ id: String, _ edge: String, fields: [String], from start: String? = nil, pages: Int,
    _ read: @Sendable (JSON) -> [Element]
  ) async throws(FeedError) -> ElementsOfSuccessivePages<Element> {
    var run = ElementsOfSuccessivePages<Element>()
    var cursor = start
    var visited: Set<String> = start.map { [$0] } ?? []
    while run.pages < pages {
      let position = [("limit", String(Self.limit))] + (cursor.map { [("after", $0)] } ?? [])
      let path = InstagramAPIPath(id, edge, fields: fields, position)
      let (page, next) = try await connection.getJSON(path) { json in
        (read(json["data"]), InstagramConnection.nextCursor(in: json))
      }
      run.elements += page
      run.pages += 1
      // Some pages lead in a circle.
      guard let next, visited.insert(next).inserted, !page.isEmpty else {
        run.hasMore = false
        break
      }
      cursor = next
    }
    return run
  }
}

struct InstagramPeople: PeopleFetchingGateway {
  let connection: InstagramConnection

  var lists: PeopleListKinds { [] }
  var canFetchOthers: Bool { false }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id == connection.account.person else { throw .notFound }
    return try await connection.getJSON(
      InstagramAPIPath("me", fields: InstagramJSONReader.personFields)
    ) {
      json throws(FeedError) in
      guard let person = InstagramJSONReader.parsedPerson(json) else { throw .badReply }
      return person.replacingRelationship(.oneself)
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    throw .notFound
  }
}
