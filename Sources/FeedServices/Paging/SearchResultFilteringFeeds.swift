internal import FeedDomain
internal import Groundwork

/// A wrapper of a service's feed gateway, which returns search results as streams, without posts
/// that do not match the query, since services ignore unknown search terms; it gives a post without
/// a date that of a neighbour.
struct SearchResultFilteringFeeds: FeedGateway {
  /// Maximum number of requests for one page of search results, as all results of a service's page
  /// may be left out.
  private static let maximumRequests = 3

  let gateway: any FeedGateway
  /// The handle of the account's user, whom "me" means in a search.
  let reader: String
  let world: any World
  /// The number of a search's terms requiring tags that are not checked in the found posts, since
  /// the service searches by these tags, and its posts do not list all of their tags.
  var tagTermsLeftToService = 0

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    guard case .search(let typed) = feed else {
      return try await gateway.feedPage(of: feed, fetchRange).datingUndatedPostsByNeighbours(
        now: world.now)
    }
    let query = SearchQuery(typed, by: reader, in: world)
    let page: Page<Post>
    switch fetchRange {
    case .latest: page = try await foundPosts(matching: query, after: nil)
    case .older(let cursor): page = try await foundPosts(matching: query, after: cursor)
    // Services can only page search results from the top.
    case .newer: throw .notFound
    }
    return FeedPage(page.elements.map { FeedEntry($0) }, older: page.nextCursor)
  }

  func latestPageOfAnsweredSources(of feed: Feed) async throws(FeedError) -> FeedPage {
    if case .search = feed { return try await feedPage(of: feed, .latest) }
    return try await gateway.latestPageOfAnsweredSources(of: feed).datingUndatedPostsByNeighbours(
      now: world.now)
  }

  func post(_ id: Post.ID) async throws(FeedError) -> Post { try await gateway.post(id) }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await gateway.conversation(of: post).datingUndatedRepliesByNeighbours(now: world.now)
  }

  func conversation(of post: Post.ID, knownPost told: Post) async throws(FeedError) -> Conversation
  {
    try await gateway.conversation(of: post, knownPost: told).datingUndatedRepliesByNeighbours(
      now: world.now)
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    let checked = query.withoutTagTerms(first: tagTermsLeftToService)
    var next = cursor
    for _ in 0..<Self.maximumRequests {
      let page = try await gateway.foundPosts(matching: query, after: next)
        .datingUndatedPostsByNeighbours(
          now: world.now)
      let admitted = page.elements.filter(checked.confirmsFoundPost)
      next = page.nextCursor
      if !admitted.isEmpty || next == nil { return Page(admitted, nextCursor: next) }
    }
    return Page([], nextCursor: next)
  }
}
