internal import FeedDomain
internal import Groundwork

/// A gateway for streams of web feeds: all feeds, folders, single feeds, liked or bookmarked
/// entries, and saved searches.
struct LocalWebFeedStreams: FeedGateway {
  let connection: LocalWebFeedConnection

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    switch feed {
    case .likes: return try await likedOrBookmarkedEntriesPage(.liked, fetchRange)
    case .bookmarks: return try await likedOrBookmarkedEntriesPage(.bookmarked, fetchRange)
    case .list(SavedAddressesStream.id, _): return try await savedAddressesPage(fetchRange)
    case .list(let id, _):
      if let name = SavedSearch.savedSearchName(ofID: id) {
        return try await savedSearchPage(search: name, fetchRange)
      }
    default: break
    }
    guard let subscriptions = await connection.refresher.list.subscriptions(in: feed) else {
      throw .notFound
    }
    switch fetchRange {
    case .latest:
      let failures = try await connection.refresher.refreshDueWebFeeds(subscriptions)
      try await connection.refresher.throwIfAllFeedsFailed(subscriptions, failures)
      return await connection.refresher.storedEntriesPage(
        of: subscriptions.shownSubscriptions(in: feed), after: nil, length: WebFeedRefresher.length)
    case .older(let cursor):
      return await connection.refresher.storedEntriesPage(
        of: subscriptions.shownSubscriptions(in: feed), after: EntrySortPosition(cursor),
        length: WebFeedRefresher.length)
    // There is no page of newer entries: streams are sorted by date, so new entries may be
    // anywhere.
    case .newer: throw .notFound
    }
  }

  func latestPageOfAnsweredSources(of feed: Feed) async throws(FeedError) -> FeedPage {
    guard feed != .likes, feed != .bookmarks,
      let subscriptions = await connection.refresher.list.subscriptions(in: feed)
    else { return try await feedPage(of: feed, .latest) }
    return try await connection.refresher.refreshLatestPage(
      of: subscriptions, showing: subscriptions.shownSubscriptions(in: feed))
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    let (item, posts) = try await connection.webFeedEntryAndConverter(post)
    let head = posts.entryPost(item)
    let whole =
      posts.fullTextReplyPost(item).map { [Conversation.ConversationNode($0, depth: 1)] } ?? []
    return Conversation(
      focus: head.id, nodes: [Conversation.ConversationNode(head, depth: 0)] + whole)
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    throw .notFound
  }

  /// Returns a page of the stream of a saved search: the matching stored entries of all web feeds,
  /// which are refreshed first for the newest page.
  private func savedSearchPage(
    search name: String, _ fetchRange: FetchRange
  ) async throws(FeedError) -> FeedPage {
    let refresher = connection.refresher
    guard let search = await refresher.savedSearch(named: name) else { throw .notFound }
    let all = await refresher.list.subscriptions
    var position: EntrySortPosition?
    switch fetchRange {
    case .latest: try await refresher.throwIfAllFeedsFailed(all, refresher.refreshDueWebFeeds(all))
    case .older(let cursor): position = EntrySortPosition(cursor)
    case .newer: throw .notFound
    }
    let found = await connection.findNewestStoredEntries(
      of: all, after: position, length: WebFeedRefresher.length,
      matching: refresher.queryUnlessForAllEntries(of: search))
    return await refresher.feedPageReportingUnreportedEntries(
      of: found, of: all, isNewestPage: position == nil)
  }

  private func savedAddressesPage(_ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    var position: EntrySortPosition?
    switch fetchRange {
    case .latest: break
    case .older(let cursor): position = EntrySortPosition(cursor)
    case .newer: throw .notFound
    }
    return await connection.refresher.storedEntriesPage(
      of: [.saved], after: position, length: WebFeedRefresher.length)
  }

  /// Returns the only page of the web feed entries that the user liked or bookmarked.
  private func likedOrBookmarkedEntriesPage(_ mark: Post.UserPostMarks, _ fetchRange: FetchRange)
    async throws(FeedError)
    -> FeedPage
  {
    guard fetchRange == .latest else { throw .notFound }
    let list = await connection.refresher.list
    let marks: LikedAndBookmarkedEntries
    do throws(FileOperationError) {
      marks = try connection.cache.readLikedAndBookmarkedEntries()
    } catch {
      throw .storeFailed(.failed(step: error.step, reason: error.reason))
    }
    return FeedPage(
      marks.entriesLikedOrBookmarked(mark).map { entry in
        FeedEntry(
          WebFeedEntryConverter(entry, list[entry.subscription], marks).entryPost(entry.item))
      }, older: nil)
  }
}

extension [Subscription] {
  /// Returns those of the subscriptions whose entries a stream shows; the home stream leaves out
  /// those that the user hid in it.
  func shownSubscriptions(in feed: Feed) -> [Subscription] {
    // Without a hidden feed, a thousand subscriptions are not copied.
    feed == .home && contains(where: \.isHidden) ? filter { !$0.isHidden } : self
  }
}

extension WebFeedRefresher {
  func savedSearch(named name: String) -> SavedSearch? { searches.first { $0.name == name } }

  /// Returns the query for the stored entries in the stream of a saved search; nil for all entries.
  /// The stream of a search for unread entries hides the others itself, as soon as they are read.
  func queryUnlessForAllEntries(of search: SavedSearch) -> SearchQuery? {
    let query = search.parsedQuery(forUserHandle: LocalWebFeedConnection.handle, in: network.world)
      .resolvingFeedNames(in: list.subscriptions, nestsFolders: true)
    return search.isForUnread ? query.withoutReadStates : query
  }

  /// Returns a page of stored entries of web feeds as posts, the newest first.
  func storedEntriesPage(
    of subscriptions: [Subscription], after position: EntrySortPosition?, length: Int
  ) -> FeedPage {
    feedPageReportingUnreportedEntries(
      of: findNewestStoredEntries(of: subscriptions, after: position, length: length),
      of: subscriptions,
      isNewestPage: position == nil)
  }

  /// Returns a page of stored entries of web feeds; the newest page also reports the entries to the
  /// store of read states.
  func feedPageReportingUnreportedEntries(
    of found: StoredEntrySearchResult, of subscriptions: [Subscription], isNewestPage: Bool
  ) -> FeedPage {
    FeedPage(
      found.matching.map { FeedEntry($0.post) },
      older: found.isMore ? found.matching.last?.place.cursor : nil,
      serverReadStates: isNewestPage ? takeEntriesUnreportedToReadStates(of: subscriptions) : [])
  }

  /// Returns the ids of the stored entries of the given web feeds.
  func storedEntryIDs(of subscriptions: [Subscription]) -> [Post.ID] {
    subscriptions.flatMap { subscription in
      cache.cachedWebFeed(subscription.id).webFeed.entries.map {
        WebFeedEntryID(subscription.id, $0.id).post
      }
    }
  }

  /// A result of a search of stored entries, the newest first.
  struct StoredEntrySearchResult {
    var matching: [(place: EntrySortPosition, post: Post)] = []
    /// The ids of the entries that were read and do not match.
    var nonMatching: Set<Post.ID> = []
    /// True if more entries match than were asked for.
    var isMore = false
    /// The number of web feeds that have entries.
    var sources = 0
  }

  /// Returns the texts of an entry that its post lacks: the whole text of the feed, that of the
  /// web page, and the tags. `articles` has the entries whose pages are stored.
  private func searchableTextsMissingInPost(
    of item: WebFeedEntry, _ post: Post.ID, articles: Set<Post.ID>
  ) -> [String] {
    let article = articles.contains(post) ? cache.articles.cachedArticle(of: post) : nil
    return [item.fullText?.plain, article?.plainText, item.tagLine].compactMap(\.self)
  }

  /// Returns the ids of the entries that several streams have in the cache, a list for each stream:
  /// those that a saved search finds, or the saved entries; an empty list for other kinds of streams.
  /// The cache file of each web feed is read once.
  func storedEntryIDsBySearch(
    inEachSearch streams: [Feed], of subscriptions: [Subscription], read: Set<Post.ID>,
    tags: BookmarkTagIndex
  ) -> [[Post.ID]] {
    let queries = streams.map { stream -> SearchQuery?? in
      guard case .list(let id, _) = stream, let name = SavedSearch.savedSearchName(ofID: id),
        let search = savedSearch(named: name)
      else { return nil }
      return .some(queryUnlessForAllEntries(of: search)?.resolvingBookmarkTags(in: tags))
    }
    var found = streams.map { stream in
      stream == SavedAddressesStream.stream ? storedEntryIDs(of: [.saved]) : []
    }
    guard queries.contains(where: { $0 != nil }) else { return found }
    let (marks, articles) = (cache.marks, cache.articles.postsWithPage)
    for subscription in subscriptions {
      let webFeed = cache.cachedWebFeed(subscription.id).webFeed
      let posts = WebFeedEntryConverter(subscription, webFeed, marks)
      for item in webFeed.entries where !item.isHidden {
        var post = posts.entryPost(item)
        if read.contains(post.id) { post.userMarks.insert(.read) }
        for (place, query) in queries.enumerated() {
          guard let query else { continue }
          let isMatch =
            query?.matchesPost(post) {
              searchableTextsMissingInPost(of: item, post.id, articles: articles)
            } ?? true
          if isMatch { found[place].append(post.id) }
        }
      }
    }
    return found
  }

  /// Returns the stored or saved entry whose page has an address; nil if there is none.
  func storedOrSavedEntry(at address: String) -> Post? {
    let sought = ComparableAddress(address)
    for subscription in [.saved] + list.subscriptions {
      let webFeed = cache.cachedWebFeed(subscription.id).webFeed
      let item = webFeed.entries.first { entry in
        entry.link.map { ComparableAddress($0) == sought } ?? false
      }
      if let item {
        return WebFeedEntryConverter(subscription, webFeed, cache.marks).entryPost(item)
      }
    }
    return nil
  }

  /// Returns the newest stored entries of web feeds behind a sort position that a search finds; all
  /// without a search. `read` has the ids of those that are read. The file of a feed is read whole
  /// only if the dates of its entries can belong to the page.
  func findNewestStoredEntries(
    of subscriptions: [Subscription], after position: EntrySortPosition?, length: Int,
    matching query: SearchQuery? = nil, read: Set<Post.ID> = []
  ) -> StoredEntrySearchResult {
    let marks = cache.marks
    let spans = subscriptions.compactMap { subscription in
      cache.cachedWebFeedWithoutEntries(subscription.id).span.map {
        (subscription: subscription, dates: $0)
      }
    }.sorted { $0.dates.upperBound > $1.dates.upperBound }
    var result = StoredEntrySearchResult(sources: spans.count)
    let articles = query.map { _ in cache.articles.postsWithPage } ?? []
    for (subscription, dates) in spans {
      if let position, dates.lowerBound > position.moment { continue }
      if result.matching.count >= length, let last = result.matching.last,
        dates.upperBound < last.place.moment
      {
        result.isMore = true
        break
      }
      let webFeed = cache.cachedWebFeed(subscription.id).webFeed
      let posts = WebFeedEntryConverter(subscription, webFeed, marks)
      for item in webFeed.entries where !item.isHidden {
        let place = EntrySortPosition(subscription.id, item)
        if let position, !(position < place) { continue }
        var post = posts.entryPost(item)
        if read.contains(post.id) { post.userMarks.insert(.read) }
        let isMatch =
          query?.matchesPost(post) {
            searchableTextsMissingInPost(of: item, post.id, articles: articles)
          } ?? true
        if isMatch {
          result.matching.append((place, post))
        } else {
          result.nonMatching.insert(post.id)
        }
      }
      result.matching.sort { $0.place < $1.place }
      result.isMore = result.isMore || result.matching.count > length
      result.matching = Array(result.matching.prefix(length))
    }
    return result
  }
}

extension LocalWebFeedConnection {
  /// Returns the newest stored entries behind a sort position that a search finds, by their read
  /// states as well; all without a search.
  func findNewestStoredEntries(
    of subscriptions: [Subscription], after position: EntrySortPosition?, length: Int,
    matching query: SearchQuery?
  ) async -> WebFeedRefresher.StoredEntrySearchResult {
    var read: Set<Post.ID> = []
    if query?.namesReadStates == true {
      read = await readPosts(refresher.storedEntryIDs(of: subscriptions))
    }
    var query = query
    if query?.namesBookmarkTags == true {
      query = query?.resolvingBookmarkTags(in: await bookmarkTags())
    }
    return await refresher.findNewestStoredEntries(
      of: subscriptions, after: position, length: length, matching: query, read: read)
  }
}

extension ReadStateEntryReference {
  init(_ item: WebFeedEntry, of subscription: Subscription.ID) {
    self.init(
      WebFeedEntryID(subscription, item.id).post, of: Person.ID(subscription.rawValue),
      writtenAt: item.writtenAt ?? Timestamp(milliseconds: 0),
      isRead: item.isReadWhenFetched || item.isHidden)
  }
}

/// A sort position of a web feed's entry in a stream: by date, the newest first, then by post id.
struct EntrySortPosition: Comparable {
  let moment: Timestamp
  let id: String

  init(_ subscription: Subscription.ID, _ item: WebFeedEntry) {
    moment = item.writtenAt ?? Timestamp(milliseconds: 0)
    id = WebFeedEntryID(subscription, item.id).post.rawValue
  }

  init?(_ cursor: Cursor) {
    let parts = cursor.rawValue.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let moment = Int64(parts[0]) else { return nil }
    (self.moment, id) = (Timestamp(milliseconds: moment), String(parts[1]))
  }

  var cursor: Cursor { Cursor("\(moment.milliseconds) \(id)") }

  static func < (left: EntrySortPosition, right: EntrySortPosition) -> Bool {
    left.moment == right.moment ? left.id < right.id : left.moment > right.moment
  }
}
