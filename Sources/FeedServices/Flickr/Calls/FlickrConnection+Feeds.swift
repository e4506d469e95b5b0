internal import FeedDomain

extension FlickrConnection: FeedGateway {
  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    if feed == .person(Self.nobody) || feed == .portfolio(Self.nobody) {
      return FeedPage([], older: nil)
    }
    let page: Page<Post>
    switch stretch {
    case .latest: page = try await posts(of: feed, at: FlickrCursor(now: world.now))
    case .older(let cursor):
      page = try await posts(of: feed, at: FlickrCursor(cursor, now: world.now))
    // It can only be asked for pages from the top.
    case .newer: throw .notFound
    }
    return FeedPage(page.elements.map { FeedEntry($0) }, older: page.next)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await conversation(of: post, told: self.post(FlickrID(post).photoPost))
  }

  func conversation(of post: Post.ID, told photo: Post) async throws(FeedError) -> Conversation {
    // Of a comment, the photo was not told.
    guard photo.id == FlickrID(post).photoPost else { return try await conversation(of: post) }
    let comments = FlickrMethod("photos.comments.getList", [("photo_id", photo.id.rawValue)])
    return try await ask(comments) { json throws(FeedError) in
      let answers = reader.comments(json["comments"], on: photo)
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
    let start = cursor.map { FlickrCursor($0, now: world.now) } ?? FlickrCursor(now: world.now)
    return try await posts(of: stream, at: start)
  }
}

extension FlickrConnection {
  private func posts(
    of feed: Feed, at cursor: FlickrCursor
  ) async throws(FeedError) -> Page<Post> {
    guard let stream = FlickrStream(feed, me: reader.me, from: cursor.day, now: world.now) else {
      throw .notFound
    }
    return try await posts(of: stream, at: cursor, areLiked: feed == .likes)
  }

  private func posts(
    of stream: FlickrStream, at cursor: FlickrCursor, areLiked: Bool = false
  ) async throws(FeedError) -> Page<Post> {
    try await askForPhotos(
      stream.page(cursor.page), isOwn: stream.isOwn
    ) { json throws(FeedError) in
      let photos = json[stream.root]
      guard photos.isObject else { throw .badReply }
      let next = stream.next(after: cursor.page, of: photos["pages"].count ?? 0)
      // Nothing on it: whatever the count says, nothing follows.
      let isLast = photos["photo"].array.isEmpty
      let posts = reader.posts(photos["photo"], by: photos)
      return Page(
        areLiked ? posts.map { $0.bearing(.liked) } : posts,
        next: isLast ? nil : next.map(cursor.on(page:)))
    }
  }

  /// A photo with all that is told apart: its sizes, and how many like it.
  func post(_ id: Post.ID) async throws(FeedError) -> Post {
    let sizes = try await sizes(of: id.rawValue)
    let likes = try await likeCount(of: id)
    return try await askForPhotos(.info(of: id.rawValue)) { json throws(FeedError) in
      guard let post = reader.post(info: json["photo"], sizes: sizes, likes: likes) else {
        throw .badReply
      }
      return post
    }
  }

  /// How many like it; nil where that is not told, which keeps nobody from what is said about it.
  private func likeCount(of photo: Post.ID) async throws(FeedError) -> Int? {
    try await ifTold(.likers(of: photo, page: 1, limit: 1)) { $0["photo"]["total"].count }
  }

  func sizes(of photo: String) async throws(FeedError) -> FlickrSizes {
    try await ask(FlickrMethod("photos.getSizes", [("photo_id", photo)])) { json in
      FlickrSizes(json["sizes"])
    }
  }
}

extension FlickrMethod {
  static func info(of photo: String) -> FlickrMethod {
    FlickrMethod("photos.getInfo", [("photo_id", photo)])
  }

  static func likers(of photo: Post.ID, page: Int, limit: Int) -> FlickrMethod {
    FlickrMethod(
      "photos.getFavorites",
      [("photo_id", photo.rawValue), ("page", String(page)), ("per_page", String(limit))])
  }
}
