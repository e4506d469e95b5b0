package import FeedDomain

/// A feed gateway that searches the store if the service cannot search, makes derived streams of
/// the stored home timeline, and reads the streams of other servers without an account.
struct DerivedFeedGateway: FeedGateway {
  /// Maximum number of posts that a search of the store finds.
  private static let limit = 200
  /// Maximum number of requests for a page of a bookmark tag's posts, one for each post that the
  /// store does not have.
  private static let maximumFetches = 5

  let connection: ServiceConnection
  let store: any FeedStore
  let tags: (any BookmarkTagStore)?
  let world: any World

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    if let derived = DerivedFeed(feed) {
      return try await derivedFeedPage(of: derived, fetchRange)
    }
    guard case .search(let typed) = feed else {
      return try await connection.feeds.feedPage(of: feed, fetchRange)
    }
    var query = try await connection.resolvingFeeds(
      of: SearchQuery(
        typed, by: connection.account.handle, in: world,
        hasAlternatives: connection.account.service.hasReadStates))
    if query.namesBookmarkTags {
      query = query.resolvingBookmarkTags(in: try await storedBookmarkTags())
    }
    guard !connection.canSearchFor(query) else {
      return try await connection.feeds.feedPage(of: feed, fetchRange)
    }
    guard fetchRange == .latest else { throw .notFound }
    do throws(StoreError) {
      let posts = try await store.findStoredPosts(
        matching: query, of: connection, limit: Self.limit, now: world.now)
      return FeedPage(posts.map { FeedEntry($0) }, older: nil)
    } catch { throw .storeFailed(error) }
  }

  func latestPageOfAnsweredSources(of feed: Feed) async throws(FeedError) -> FeedPage {
    if case .search = feed { return try await feedPage(of: feed, .latest) }
    if DerivedFeed(feed) != nil { return try await feedPage(of: feed, .latest) }
    return try await connection.feeds.latestPageOfAnsweredSources(of: feed)
  }

  /// Returns a page of a derived stream; one made of the stored home timeline has a single page.
  private func derivedFeedPage(
    of derived: DerivedFeed, _ fetchRange: FetchRange
  ) async throws(FeedError) -> FeedPage {
    if case .server(let host) = derived {
      guard let servers = connection.publicServers else { throw .notFound }
      return try await servers.publicTimelinePage(of: host, fetchRange)
    }
    guard fetchRange == .latest else { throw .notFound }
    if case .tagged(let tag) = derived {
      return FeedPage(try await postsBookmarkedWithTag(tag).map { FeedEntry($0) }, older: nil)
    }
    let home = try await homeDigest(since: derived == .quiet ? nil : HomeDigest.week)
    let posts =
      switch derived {
      case .popular: home.popular
      case .quiet: home.postsOfQuietPeople
      case .shares(let address): home.posts(linkingTo: address)
      case .server, .tagged: [Post]()
      }
    return FeedPage(posts.map { FeedEntry($0) }, older: nil)
  }

  private func storedBookmarkTags() async throws(FeedError) -> BookmarkTagIndex {
    do throws(StoreError) {
      return try await tags?.bookmarkTags(of: connection.account.id) ?? BookmarkTagIndex()
    } catch { throw .storeFailed(error) }
  }

  /// Returns the bookmarked posts with a tag, the one tagged last first. A few that are not stored
  /// any more are fetched; a post that is gone at the service is left out.
  private func postsBookmarkedWithTag(_ tag: BookmarkTag) async throws(FeedError) -> [Post] {
    var (posts, fetches): ([Post], Int) = ([], 0)
    var failure: FeedError?
    for id in try await storedBookmarkTags().posts[tag] ?? [] {
      do throws(StoreError) {
        if let post = try await store.storedPost(id, account: connection.account.id) {
          posts.append(post)
          continue
        }
      } catch { throw .storeFailed(error) }
      guard fetches < Self.maximumFetches else { continue }
      fetches += 1
      do throws(FeedError) { posts.append(try await connection.feeds.post(id)) } catch {
        guard error != .notFound else { continue }
        // The stored posts are shown without the network, too.
        (failure, fetches) = (error, Self.maximumFetches)
      }
    }
    if posts.isEmpty, let failure { throw failure }
    return posts
  }

  /// Returns a digest of the stored home timeline since a duration before now; for nil, of the
  /// weeks by which quiet people are found.
  private func homeDigest(since span: Duration?) async throws(FeedError) -> HomeDigest {
    let part = span.map { MissedPostsSpan.since(world.now.timeAdvanced(by: .zero - $0)) }
    do throws(StoreError) {
      let rows = try await store.missedRows(
        part ?? HomeDigest.spanForFindingQuietPeople(until: world.now),
        of: .stream(.home, connection.account.id),
        limit: HomeDigest.mostRows
      ).rows
      return HomeDigest(rows, reader: connection.account.person)
    } catch { throw .storeFailed(error) }
  }

  func post(_ id: Post.ID) async throws(FeedError) -> Post {
    guard AccountlessEntityID(id) != nil else { return try await connection.feeds.post(id) }
    let conversation = try await conversation(of: id)
    guard let node = conversation.nodes.first(where: { $0.post.id == id }) else { throw .notFound }
    return node.post
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    if AccountlessEntityID(post) != nil {
      guard let servers = connection.publicServers else { throw .notFound }
      return try await servers.conversation(of: post)
    }
    return try await connection.feeds.conversation(of: post)
  }

  func conversation(of post: Post.ID, knownPost told: Post) async throws(FeedError) -> Conversation
  {
    if AccountlessEntityID(post) != nil { return try await conversation(of: post) }
    return try await connection.feeds.conversation(of: post, knownPost: told)
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    try await connection.feeds.foundPosts(matching: query, after: cursor)
  }
}

extension ServiceConnection {
  /// Returns a search with the names after "in:" looked up among the account's web feeds.
  package func resolvingFeeds(of query: SearchQuery) async throws(FeedError) -> SearchQuery {
    guard query.namesFeeds, let subscriptions = self.subscriptions else { return query }
    return query.resolvingFeedNames(
      in: try await subscriptions.subscriptions(), nestsFolders: subscriptions.nestsFolders)
  }

  /// Returns the service connection with searches of the store and derived streams added.
  package func connectionAddingDerivedFeeds(
    from store: any FeedStore, tags: (any BookmarkTagStore)?, in world: any World
  ) -> ServiceConnection {
    changingGatewaysAndProperties {
      $0.feeds = DerivedFeedGateway(connection: self, store: store, tags: tags, world: world)
    }
  }
}
