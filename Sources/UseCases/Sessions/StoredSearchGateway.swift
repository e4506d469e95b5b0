internal import FeedDomain

/// A feed gateway that searches the store if the service cannot search.
struct StoredSearchGateway: FeedGateway {
  /// The largest number of posts found in the store.
  private static let limit = 200

  let connection: ServiceConnection
  let store: any FeedStore
  let world: any World

  func page(of feed: Feed, _ streamRange: StreamRange) async throws(FeedError) -> FeedPage {
    guard case .search(let typed) = feed else {
      return try await connection.feeds.page(of: feed, streamRange)
    }
    let query = SearchQuery(typed, by: connection.account.handle, in: world)
    guard !connection.canSearchFor(query) else {
      return try await connection.feeds.page(of: feed, streamRange)
    }
    guard streamRange == .latest else { throw .notFound }
    do throws(StoreError) {
      let posts = try await store.posts(
        matching: query, account: connection.account.id, limit: Self.limit)
      return FeedPage(posts.map { FeedEntry($0) }, older: nil)
    } catch { throw .badReply }
  }

  func latestSoFar(of feed: Feed) async throws(FeedError) -> FeedPage {
    if case .search = feed { return try await page(of: feed, .latest) }
    return try await connection.feeds.latestSoFar(of: feed)
  }

  func post(_ id: Post.ID) async throws(FeedError) -> Post { try await connection.feeds.post(id) }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await connection.feeds.conversation(of: post)
  }

  func conversation(of post: Post.ID, told: Post) async throws(FeedError) -> Conversation {
    try await connection.feeds.conversation(of: post, told: told)
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    try await connection.feeds.posts(matching: query, after: cursor)
  }
}

extension ServiceConnection {
  /// Returns a service connection that searches the store if the service cannot search.
  func searchingStore(_ store: any FeedStore, in world: any World) -> ServiceConnection {
    replacingFeatures {
      $0.feeds = StoredSearchGateway(connection: self, store: store, world: world)
    }
  }
}
