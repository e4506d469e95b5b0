internal import FeedDomain

/// Streams of photos.
struct UnsplashFeeds: FeedGateway {
  let connection: UnsplashConnection

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    if feed == .person(UnsplashConnection.nobody) || feed == .portfolio(UnsplashConnection.nobody) {
      return FeedPage([], older: nil)
    }
    guard let stream = try await stream(feed) else {
      if feed == .bookmarks, connection.shelf != nil { return FeedPage([], older: nil) }
      throw .notFound
    }
    let page: Page<Post>
    switch stretch {
    case .latest: page = try await posts(of: stream, page: 1, isOwn: feed == .bookmarks)
    case .older(let cursor):
      page = try await posts(
        of: stream, page: cursor.pageNumber, isOwn: feed == .bookmarks)
    // It can only be asked for pages from the top.
    case .newer: throw .notFound
    }
    let posts = feed == .bookmarks ? page.elements.map { $0.bearing(.bookmarked) } : page.elements
    return FeedPage(posts.map { FeedEntry($0) }, older: page.next)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    let photo = try await connection.get(UnsplashConnection.path(of: post.rawValue)) {
      json, _ throws(FeedError) in
      guard let photo = connection.reader.post(json) else { throw .badReply }
      return photo
    }
    return try await conversation(of: post, told: photo)
  }

  func conversation(of post: Post.ID, told photo: Post) async throws(FeedError) -> Conversation {
    // It has no comments.
    Conversation(focus: photo.id, nodes: [Conversation.Node(photo, depth: 0)])
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    guard let stream = UnsplashStream(query) else { return Page([]) }
    return try await posts(of: stream, page: cursor?.pageNumber ?? 1)
  }

  /// What was kept is in a collection, which may not be there yet.
  private func stream(_ feed: Feed) async throws(FeedError) -> UnsplashStream? {
    guard feed == .bookmarks, let shelf = connection.shelf else { return UnsplashStream(feed) }
    return try await shelf.collection().flatMap {
      UnsplashStream(.list(id: UnsplashStream.collection + $0, name: ""))
    }
  }

  private func posts(
    of stream: UnsplashStream, page number: Int, isOwn: Bool = false
  ) async throws(FeedError) -> Page<Post> {
    do throws(FeedError) {
      return try await connection.page(number, of: stream, isOwn: isOwn) {
        connection.reader.posts($0)
      }
    } catch {
      // A collection that nobody else may see is not there for the key.
      let mayBeOwn = connection.revocation.isKnown && stream.isCollection
      throw error == .notFound && mayBeOwn ? .signedOut : error
    }
  }
}
