internal import FeedDomain

/// One's own media, and those of others in which one is named.
struct InstagramFeeds: FeedGateway {
  /// How many are asked for at once.
  private static let limit = 25
  /// Down to how many pages of comments a conversation is read.
  private static let mostPages = 10

  let connection: InstagramConnection

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    let own: [Feed] = [
      .photos, .person(connection.account.person), .portfolio(connection.account.person),
    ]
    let isTagged = feed == Self.tagged(connection.account)
    guard own.contains(feed) || isTagged else { throw .notFound }
    switch stretch {
    case .latest:
      if let until = connection.usage.pause(at: connection.world.now) {
        throw .rateLimited(until: until)
      }
      let page = try await posts(after: nil, ofOthers: isTagged)
      await connection.renewal.renewIfRipe()
      return page
    case .older(let cursor): return try await posts(after: cursor.rawValue, ofOthers: isTagged)
    // It can only be asked for what is older.
    case .newer: throw .notFound
    }
  }

  /// Media of others in which the reader is named.
  static func tagged(_ account: Account) -> Feed {
    .list(id: "tagged", name: "@\(account.handle)")
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    // Of those of others nothing is told by itself.
    guard !InstagramID(post).isOthers else { throw .notFound }
    return try await comments.conversation(of: post, pages: Self.mostPages)
  }

  func conversation(of post: Post.ID, told medium: Post) async throws(FeedError) -> Conversation {
    guard !InstagramID(medium.id).isOthers else {
      return Conversation(focus: medium.id, nodes: [Conversation.Node(medium, depth: 0)])
    }
    // Of a comment, the medium was not told.
    guard medium.id.rawValue == InstagramID(post).medium else {
      return try await conversation(of: post)
    }
    return try await comments.conversation(of: post, on: medium, pages: Self.mostPages)
  }

  /// It cannot look for words.
  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    Page([])
  }

  private func posts(
    after cursor: String?, ofOthers isOthers: Bool
  ) async throws(FeedError) -> FeedPage {
    let position = cursor.map { [("after", $0)] } ?? []
    return try await connection.media { fields in
      InstagramPath(
        "me", isOthers ? "tags" : "media", fields: fields,
        [("limit", String(Self.limit))] + position)
    } _: { json throws(FeedError) in
      guard json["data"].isArray else { throw .badReply }
      // Nothing on it: whatever it says, nothing follows. The list of others says where it goes on,
      // and not whether it does.
      let position =
        isOthers
        ? json["paging"]["cursors"]["after"].filledString : InstagramConnection.next(in: json)
      let next = json["data"].array.isEmpty ? nil : position
      return FeedPage(
        connection.reader.posts(json["data"], ofOthers: isOthers).map { FeedEntry($0) },
        older: next.map { Cursor($0) })
    }
  }

  private var comments: InstagramComments { InstagramComments(connection: connection) }
}
