internal import FeedDomain

/// A gateway for streams of web feeds: all feeds, folders, single feeds, liked or bookmarked
/// entries, and saved searches.
struct SyndicationFeeds: FeedGateway {
  let connection: SyndicationConnection

  func feedPage(of feed: Feed, _ streamRange: StreamRange) async throws(FeedError) -> FeedPage {
    switch feed {
    case .likes: return try await markedEntriesPage(.liked, streamRange)
    case .bookmarks: return try await markedEntriesPage(.bookmarked, streamRange)
    case .list(SavedEntriesStream.id, _): return try await savedEntriesPage(streamRange)
    case .list(let id, _):
      if let name = SavedSearch.savedSearchName(ofID: id) {
        return try await savedSearchPage(search: name, streamRange)
      }
    default: break
    }
    guard let subscriptions = await connection.refresher.list.subscriptions(in: feed) else {
      throw .notFound
    }
    switch streamRange {
    case .latest:
      let failures = try await connection.refresher.refreshWebFeeds(subscriptions)
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

  func latestPageSoFar(of feed: Feed) async throws(FeedError) -> FeedPage {
    guard feed != .likes, feed != .bookmarks,
      let subscriptions = await connection.refresher.list.subscriptions(in: feed)
    else { return try await feedPage(of: feed, .latest) }
    return try await connection.refresher.refreshLatestPage(
      of: subscriptions, showing: subscriptions.shownSubscriptions(in: feed))
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    let (item, posts) = try await connection.webFeedEntry(post)
    let head = posts.entryPost(item)
    let whole = posts.fullTextPost(item).map { [Conversation.ConversationNode($0, depth: 1)] } ?? []
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
    search name: String, _ streamRange: StreamRange
  ) async throws(FeedError) -> FeedPage {
    let refresher = connection.refresher
    guard let queries = await refresher.savedSearchQueries(ofSearch: name) else { throw .notFound }
    let all = await refresher.list.subscriptions
    var position: EntrySortPosition?
    switch streamRange {
    case .latest: try await refresher.throwIfAllFeedsFailed(all, refresher.refreshWebFeeds(all))
    case .older(let cursor): position = EntrySortPosition(cursor)
    case .newer: throw .notFound
    }
    return await refresher.storedEntriesPage(
      of: all, after: position, length: WebFeedRefresher.length
    ) {
      post in
      queries.contains { $0.matchesPost(post) }
    }
  }

  private func savedEntriesPage(_ streamRange: StreamRange) async throws(FeedError) -> FeedPage {
    var position: EntrySortPosition?
    switch streamRange {
    case .latest: break
    case .older(let cursor): position = EntrySortPosition(cursor)
    case .newer: throw .notFound
    }
    return await connection.refresher.storedEntriesPage(
      of: [.saved], after: position, length: WebFeedRefresher.length)
  }

  private func markedEntriesPage(_ mark: Post.UserPostMarks, _ streamRange: StreamRange)
    async throws(FeedError)
    -> FeedPage
  {
    guard streamRange == .latest else { throw .notFound }
    let (list, marks) = (await connection.refresher.list, connection.cache.marks)
    return FeedPage(
      marks.markedEntries(mark).map { entry in
        FeedEntry(EntryPostConverter(entry, list[entry.subscription], marks).entryPost(entry.item))
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
  /// Returns the alternatives of the saved search with a name, of which one must match an entry;
  /// nil if there is no such search.
  func savedSearchQueries(ofSearch name: String) -> [SearchQuery]? {
    let all = list.subscriptions
    return searches.first { $0.name == name }?.alternatives.map { alternative in
      // The gateway has no read states, so the caller filters the stream to unread entries.
      SearchQuery(alternative, by: SyndicationConnection.handle, in: network.world)
        .resolvingFeedNames(in: all, nestsFolders: true)
    }
  }

  /// Returns a page of stored entries of web feeds as posts, the newest first.
  func storedEntriesPage(
    of subscriptions: [Subscription], after position: EntrySortPosition?, length: Int,
    where isWanted: (Post) -> Bool = { _ in true }
  ) -> FeedPage {
    let (found, isMore, _) = storedEntries(
      of: subscriptions, after: position, length: length, where: isWanted)
    return FeedPage(
      found.map { FeedEntry($0.post) }, older: isMore ? found.last?.place.cursor : nil,
      known: position == nil ? takeUnreportedEntries(of: subscriptions) : [])
  }

  /// Returns the newest stored entries of web feeds behind a sort position, whether more follow,
  /// and the number of feeds that have entries. The file of a feed is read whole only if the dates
  /// of its entries can belong to the page.
  func storedEntries(
    of subscriptions: [Subscription], after position: EntrySortPosition?, length: Int,
    where isWanted: (Post) -> Bool = { _ in true }
  ) -> (found: [(place: EntrySortPosition, post: Post)], isMore: Bool, sources: Int) {
    let marks = cache.marks
    let spans = subscriptions.compactMap { subscription in
      cache.cachedWebFeedState(subscription.id).span.map { (subscription: subscription, dates: $0) }
    }.sorted { $0.dates.upperBound > $1.dates.upperBound }
    var found: [(place: EntrySortPosition, post: Post)] = []
    var isMore = false
    for (subscription, dates) in spans {
      if let position, dates.lowerBound > position.moment { continue }
      if found.count >= length, let last = found.last, dates.upperBound < last.place.moment {
        isMore = true
        break
      }
      let webFeed = cache.cachedWebFeed(subscription.id).webFeed
      let posts = EntryPostConverter(subscription, webFeed, marks)
      for item in webFeed.entries where !item.isHidden {
        let place = EntrySortPosition(subscription.id, item)
        if let position, !(position < place) { continue }
        let post = posts.entryPost(item)
        if isWanted(post) { found.append((place, post)) }
      }
      found.sort { $0.place < $1.place }
      isMore = isMore || found.count > length
      found = Array(found.prefix(length))
    }
    return (found, isMore, spans.count)
  }
}

extension ReadStateEntry {
  init(_ item: WebFeedEntry, of subscription: Subscription.ID) {
    self.init(
      WebFeedEntryID(subscription, item.id).post, of: Person.ID(subscription.rawValue),
      writtenAt: item.writtenAt ?? Timestamp(milliseconds: 0),
      isRead: item.isReadByRule || item.isHidden)
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
