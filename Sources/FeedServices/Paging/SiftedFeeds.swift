internal import FeedDomain

/// A service's posts, of which searches are streams as well, and none is found that what was typed
/// does not admit: what a service does not know of the language of searches it may pass over. Posts
/// without a date stand where the service told them.
struct SiftedFeeds: FeedGateway {
  /// So many pages are asked for at most until there is something on one.
  private static let mostRequests = 3

  let gateway: any FeedGateway
  /// Whom "me" means in a search.
  let reader: String
  let world: any World

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    guard case .search(let typed) = feed else {
      return try await gateway.page(of: feed, stretch).dated(now: world.now)
    }
    let query = SearchQuery(typed, by: reader, in: world)
    let page: Page<Post>
    switch stretch {
    case .latest: page = try await posts(matching: query, after: nil)
    case .older(let cursor): page = try await posts(matching: query, after: cursor)
    // Services can only be asked for what they find from the top.
    case .newer: throw .notFound
    }
    return FeedPage(page.elements.map { FeedEntry($0) }, older: page.next)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await gateway.conversation(of: post).dated(now: world.now)
  }

  func conversation(of post: Post.ID, told: Post) async throws(FeedError) -> Conversation {
    try await gateway.conversation(of: post, told: told).dated(now: world.now)
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    var next = cursor
    for _ in 0..<Self.mostRequests {
      let page = try await gateway.posts(matching: query, after: next).dated(now: world.now)
      let admitted = page.elements.filter(query.admits)
      next = page.next
      if !admitted.isEmpty || next == nil { return Page(admitted, next: next) }
    }
    return Page([], next: next)
  }
}

extension ServiceConnection {
  /// The same, where what was typed to look for holds of all that is found.
  func sifting(in world: any World) -> ServiceConnection {
    var connection = self
    connection.feeds = SiftedFeeds(gateway: feeds, reader: account.handle, world: world)
    return connection
  }
}
