internal import FeedDomain

/// Streams of photos, and what is said below one.
struct FlickrFeeds: FeedGateway {
  let connection: FlickrConnection

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    if feed == .person(FlickrConnection.nobody) || feed == .portfolio(FlickrConnection.nobody) {
      return FeedPage([], older: nil)
    }
    let page: Page<Post>
    switch stretch {
    case .latest: page = try await posts(of: feed, at: FlickrCursor(now: connection.world.now))
    case .older(let cursor):
      page = try await posts(of: feed, at: FlickrCursor(cursor, now: connection.world.now))
    // It can only be asked for pages from the top.
    case .newer: throw .notFound
    }
    return FeedPage(page.elements.map { FeedEntry($0) }, older: page.next)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await comments(on: connection.photo(FlickrID(post).photoPost), around: post)
  }

  func conversation(of post: Post.ID, told photo: Post) async throws(FeedError) -> Conversation {
    // Of a comment, the photo was not told.
    guard photo.id == FlickrID(post).photoPost else { return try await conversation(of: post) }
    return try await comments(on: photo, around: post)
  }

  private func comments(
    on photo: Post, around post: Post.ID
  ) async throws(FeedError) -> Conversation {
    let comments = FlickrMethod("photos.comments.getList", [("photo_id", photo.id.rawValue)])
    return try await connection.ask(comments) { json throws(FeedError) in
      let answers = connection.reader.comments(json["comments"], on: photo)
      return Conversation(
        focus: answers.contains { $0.id == post } ? post : photo.id,
        nodes: [Conversation.Node(photo, depth: 0)]
          + answers.map { Conversation.Node($0, depth: 1) })
    }
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    guard let stream = FlickrStream(query) else { return Page([]) }
    let start =
      cursor.map { FlickrCursor($0, now: connection.world.now) }
      ?? FlickrCursor(now: connection.world.now)
    return try await posts(of: stream, at: start)
  }

  private func posts(
    of feed: Feed, at cursor: FlickrCursor
  ) async throws(FeedError) -> Page<Post> {
    guard
      let stream = FlickrStream(
        feed, me: connection.reader.me, from: cursor.day, now: connection.world.now)
    else {
      throw .notFound
    }
    return try await posts(of: stream, at: cursor, areLiked: feed == .likes)
  }

  private func posts(
    of stream: FlickrStream, at cursor: FlickrCursor, areLiked: Bool = false
  ) async throws(FeedError) -> Page<Post> {
    try await connection.askForPhotos(
      stream.page(cursor.page), isOwn: stream.isOwn
    ) { json throws(FeedError) in
      let photos = json[stream.root]
      guard photos.isObject else { throw .badReply }
      let next = stream.next(after: cursor.page, of: photos["pages"].count ?? 0)
      // Nothing on it: whatever the count says, nothing follows.
      let isLast = photos["photo"].array.isEmpty
      let posts = connection.reader.posts(photos["photo"], by: photos)
      return Page(
        areLiked ? posts.map { $0.bearing(.liked) } : posts,
        next: isLast ? nil : next.map(cursor.on(page:)))
    }
  }
}
