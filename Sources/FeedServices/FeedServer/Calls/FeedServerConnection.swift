internal import FeedDomain
internal import Threads

/// A connection of an account to a feed server, which all gateways of the account share.
struct FeedServerConnection: Sendable {
  let account: Account
  let calls: any FeedServerCalls
  let cache: FeedServerEntryCache
  let articles: any EntryArticleStore
  let files: ServiceClient
  let lists: FeedServerFeedListHolder
  /// The closure that returns the user's rules and saved searches.
  let rules: @Sendable () -> [FilterRuleOrSavedSearch]
  /// The closure that returns the user's tags of bookmarks.
  let bookmarkTags: @Sendable () async -> BookmarkTagIndex
  let world: any World
  let log: any Log

  var converter: FeedServerEntryConverter {
    get async { FeedServerEntryConverter(list: await lists.list) }
  }

  /// Returns the feed server's entry that a post id names, from the cache; fetches the entry if the
  /// cache has no text of it.
  func cachedOrFetchedEntry(_ post: Post.ID) async throws(FeedError) -> FeedServerEntry {
    guard let name = FeedServerEntryConverter.entryID(of: post) else { throw .notFound }
    if let known = cache.cachedEntry(name) { return known }
    let entry = try await calls.fetchEntry(name)
    return cache.entryWithRuleMarks(entry, includingHidden: true) ?? entry
  }

  /// Returns the cached entries that a saved search finds as posts, the newest first; nil if there
  /// is no saved search with the name.
  func savedSearchPosts(ofSavedSearch name: String) async -> [Post]? {
    await savedSearchPosts(ofSavedSearches: [name])[0]
  }

  /// Returns, for the name of each of several saved searches, the cached entries that the search
  /// finds, as posts, the newest first; nil if no saved search has the name. Only entries of the web
  /// feeds whose ids are in `feeds` are searched; nil searches those of all feeds.
  func savedSearchPosts(
    ofSavedSearches names: [String], inFeeds feeds: Set<String>? = nil
  ) async -> [[Post]?] {
    let searches = rules().searches
    let (converter, tags) = (await converter, await bookmarkTags())
    let queries = names.map { name in
      searches.first { $0.name == name }?.parsedQuery(forUserHandle: account.handle, in: world)
        .resolvingFeedNames(in: converter.list.subscriptions, nestsFolders: false)
        .resolvingBookmarkTags(in: tags)
    }
    var found: [[Post]?] = queries.map { $0 == nil ? nil : [] }
    let withPage = articles.postsWithPage
    for entry in cache.shownEntries where feeds?.contains(entry.feed) != false {
      let post = converter.shortenedEntryPost(entry)
      for (place, query) in queries.enumerated() {
        let isMatch = query?.matchesPost(post) {
          searchableTextsMissingInPost(of: entry, withPage: withPage)
        }
        if isMatch == true { found[place]?.append(post) }
      }
    }
    return found
  }

  /// Returns the texts of an entry that its post lacks: the whole text, and that of the web page.
  /// `withPage` has the entries whose pages are stored.
  func searchableTextsMissingInPost(of entry: FeedServerEntry, withPage: Set<Post.ID>) -> [String] {
    let id = Post.ID(entry.id.text)
    let page = withPage.contains(id) ? articles.storedWebPageText(of: id) : nil
    return [FeedServerEntryConverter.entryText(of: entry).plain] + [page].compactMap(\.self)
  }

  static func apiRequestRules(of api: FeedServerAccountSecret.FeedServerAPI)
    -> any ServiceRequestRules
  {
    switch api {
    case .googleReader: GoogleReaderRequestRules()
    case .miniflux: MinifluxRequestRules()
    }
  }

  static func makeFeedServerAPIClient(
    of token: FeedServerAccountSecret, client: ServiceClient, cache: FeedServerEntryCache,
    now: @escaping @Sendable () -> Timestamp
  ) -> any FeedServerCalls {
    switch token.api {
    case .googleReader:
      GoogleReaderCalls(
        client: client, cache: cache,
        reader: GoogleReaderJSONReader(serverIsFreshRSS: token.isFreshRSS),
        now: now)
    case .miniflux: MinifluxCalls(client: client, cache: cache, now: now)
    }
  }
}

/// An actor that holds the list of feeds of a feed server's account, fetches it again when it is a
/// quarter of an hour old, and stores it for the program's next start.
actor FeedServerFeedListHolder {
  private static let lifetime = Duration.seconds(15 * 60)
  private static let mostFormer = 50

  private let calls: any FeedServerCalls
  private let facts: AccountFactsEditor<FeedServerAccountSecret>
  private let network: NetworkContext
  private let shared: LockedValue<FeedServerFeedList>
  /// The feeds that the user unfollowed at the feed server and can restore, the last one first.
  private var formerFeeds: [Subscription]
  private var fetchedAt: Timestamp?

  /// Creates the refresher of an account's list of feeds; `list` holds the stored list, and the
  /// present one later.
  init(
    _ token: FeedServerAccountSecret, list: LockedValue<FeedServerFeedList>,
    calls: any FeedServerCalls, facts: AccountFactsEditor<FeedServerAccountSecret>,
    network: NetworkContext
  ) {
    (shared, formerFeeds, fetchedAt) = (list, token.unfollowed, token.refreshedAt)
    (self.calls, self.facts, self.network) = (calls, facts, network)
  }

  private(set) var list: FeedServerFeedList {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    network.thread.asUnownedSerialExecutor()
  }

  /// Returns the account's list of feeds at the feed server. The list is fetched if the last one is
  /// too old, or if `refetching` is true because the user asked for the list.
  func currentFeedList(refetching: Bool = false) async throws(FeedError) -> FeedServerFeedList {
    let now = network.world.now
    if !refetching, let fetchedAt, fetchedAt <= now,
      now.elapsedTime(since: fetchedAt) < Self.lifetime
    {
      return list
    }
    let fetched = try await calls.fetchSubscriptions()
    fetchedAt = now
    guard fetched != list.subscriptions else { return list }
    list.subscriptions = fetched
    await storeFeedList()
    return list
  }

  func unfollowedSubscription(_ id: String) -> Subscription? {
    formerFeeds.first { $0.id.rawValue == id }
  }

  func unfollowFeed(_ id: String) async throws(FeedError) {
    try await calls.unsubscribe(from: id)
    guard let left = list[id] else { return }
    formerFeeds = Array(([left] + formerFeeds.filter { $0.id != left.id }).prefix(Self.mostFormer))
    list.subscriptions.removeAll { $0.id == left.id }
    await storeFeedList()
  }

  /// Follows a formerly followed feed again, or the feed at an address; the feed server may give
  /// the feed another id.
  func refollowFeed(_ id: String) async throws(FeedError) {
    let left = unfollowedSubscription(id)
    guard left != nil || id.hasPrefix("https://") || id.hasPrefix("http://") else {
      guard list[id] == nil else { return }
      throw .notFound
    }
    _ = try await calls.subscribeReturningNewFeedID(to: left?.address ?? id, folder: left?.folder)
    formerFeeds.removeAll { $0.id.rawValue == id }
    // The feed is followed, even if the list cannot be fetched now.
    fetchedAt = nil
    _ = try? await currentFeedList(refetching: true)
  }

  /// Renames a feed at the feed server, or moves the feed to a folder. Throws `refused` for other
  /// changes, which feed servers do not support.
  func changeFeed(_ id: Subscription.ID, _ change: SubscriptionChange) async throws(FeedError) {
    let id = id.rawValue
    switch change {
    case .rename(let name?):
      try await calls.renameFeed(id, to: name)
      _ = try await currentFeedList(refetching: true)
    case .move(let folder):
      let old = list[id]?.folder
      try await calls.moveFeedToFolder(id, from: old, to: folder)
      // Miniflux confirms a move out of all folders without making it.
      let new = try await currentFeedList(refetching: true)[id]
      guard let new, folder == nil, old != nil, new.folder == old else { return }
      throw .limited(.needsFolder)
    case .moveFrom(let old, let folder):
      try await calls.moveFeedToFolder(id, from: old, to: folder)
      _ = try await currentFeedList(refetching: true)
    case .rename(nil), .set: throw .refused(nil)
    }
  }

  private func storeFeedList() async {
    let (list, former, fetchedAt) = (list, formerFeeds, fetchedAt)
    // The server has the list; if it cannot be stored here, it is fetched again at the next start.
    try? await facts.updateAccountFacts {
      ($0.list, $0.unfollowed, $0.refreshedAt) = (list, former, fetchedAt)
    }
  }
}

/// A gateway for streams of a feed server. Entries are parsed away from the caller's thread, as
/// their HTML and the file of the cache take some time.
struct FeedServerFeeds: FeedGateway {
  private static let pageLength = 100

  let connection: FeedServerConnection

  @concurrent
  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    if case .list(let id, _) = feed, let name = SavedSearch.savedSearchName(ofID: id) {
      guard fetchRange == .latest else { throw .notFound }
      return try await fetchEntriesAndApplySavedSearch(name)
    }
    var list = await connection.lists.list
    guard let stream = list.feedServerStream(for: feed) else { throw .notFound }
    var cursor: String?
    switch fetchRange {
    case .latest:
      // If the list cannot be fetched, entries are still returned.
      list = (try? await connection.lists.currentFeedList()) ?? list
    case .older(let older): cursor = older.rawValue
    // There is no page of newer entries: entries are sorted by date, and new ones may be anywhere.
    case .newer: throw .notFound
    }
    let page = try await connection.calls.fetchEntryPage(
      of: stream, after: cursor, limit: Self.pageLength)
    // An entry that the user starred is shown, even if a rule hides it elsewhere.
    let shown = page.entries.compactMap {
      connection.cache.entryWithRuleMarks($0, includingHidden: stream == .starred)
    }
    if fetchRange == .latest { await connection.sendMarksSetByRules() }
    let converter = FeedServerEntryConverter(list: list)
    return FeedPage(
      shown.map { converter.feedEntry($0) }, older: page.nextCursor.map { Cursor($0) })
  }

  /// Fetches the newest entries, and returns the stream of a saved search: all matching entries in
  /// the cache.
  private func fetchEntriesAndApplySavedSearch(_ name: String) async throws(FeedError) -> FeedPage {
    guard connection.rules().searches.contains(where: { $0.name == name }) else { throw .notFound }
    _ = try await connection.calls.fetchEntryPage(of: .all, after: nil, limit: Self.pageLength)
    await connection.sendMarksSetByRules()
    let found = await connection.savedSearchPosts(ofSavedSearch: name) ?? []
    return FeedPage(found.map { FeedEntry($0) }, older: nil)
  }

  @concurrent
  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    let entry = try await connection.cachedOrFetchedEntry(post)
    return await connection.converter.conversationWithWholeText(of: entry)
  }

  @concurrent
  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    guard connection.calls.canSearch else { throw .notFound }
    let page = try await connection.calls.fetchFoundEntryPage(
      matching: query.words, after: cursor?.rawValue, limit: Self.pageLength)
    let converter = await connection.converter
    return Page(
      page.entries.compactMap { connection.cache.entryWithRuleMarks($0) }.map(
        converter.shortenedEntryPost),
      nextCursor: page.nextCursor.map { Cursor($0) })
  }
}

extension SearchQuery {
  /// The search query as text for Miniflux: words, phrases in quotes, and a minus before excluded
  /// terms; terms of other kinds are left out.
  fileprivate var words: String {
    terms.compactMap { term in
      let text: String
      switch term.wordTermKind {
      case .word(let word): text = word
      case .phrase(let phrase): text = "\"\(phrase.filter { $0 != "\"" })\""
      case .tags, .author, .holding, .since, .before, .language, .inFeed, .marked,
        .tagged, .part:
        return nil
      }
      return term.isExcluded ? "-\(text)" : text
    }.joined(separator: " ")
  }
}

/// A gateway that shows the feeds of a feed server as people: profiles, search and collections.
struct FeedServerPeople: PeopleFetchingGateway {
  let connection: FeedServerConnection

  var lists: PeopleListKinds { .matching }
  var hasCollections: Bool { true }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id != connection.account.person else {
      return Person(
        id: id, handle: connection.account.handle, name: connection.account.handle,
        url: connection.account.server, relationship: .oneself)
    }
    let list = await connection.lists.list
    if list[id.rawValue] != nil { return list.feedAuthor(id.rawValue) }
    guard let former = await connection.lists.unfollowedSubscription(id.rawValue) else {
      throw .notFound
    }
    return FeedServerFeedList(subscriptions: [former]).feedAuthor(former.id.rawValue)
      .replacingRelationship(
        .stranger)
  }

  func person(called handle: String) async throws(FeedError) -> Person {
    if handle == connection.account.handle { return try await person(connection.account.person) }
    let list = await connection.lists.list
    let known = list.subscriptions.first {
      $0.name == handle || $0.id.rawValue == handle
        || FeedServerFeedList.hostName(of: $0.address) == handle
    }
    guard let known else { throw .notFound }
    return list.feedAuthor(known.id.rawValue)
  }

  func people(_ kind: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    guard case .matching(let words) = kind else { throw .notFound }
    let sought = words.lowercased()
    let list = await connection.lists.list
    return Page(
      list.subscriptions.filter {
        $0.name.lowercased().contains(sought) || $0.address.lowercased().contains(sought)
      }.map { list.feedAuthor($0.id.rawValue) })
  }

  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    guard person == connection.account.person else { return Page([]) }
    return Page(
      await connection.lists.list.subscriptions.map(FeedServerFeedList.subscriptionFeed(of:)))
  }
}

/// A gateway that downloads photos, videos and audio files of a feed server's entries.
struct FeedServerPhotos: PublicPhotoGateway {
  let connection: FeedServerConnection

  /// The HTTP client for pictures of a feed server's entries. Addresses at the feed server itself
  /// may be in the user's own network, as the server can be a proxy for pictures.
  var files: ServiceClient { connection.files }

  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    let conversation = try await FeedServerFeeds(connection: connection).conversation(of: post)
    let photos = conversation.nodes.flatMap(\.post.content.photos)
    guard let found = photos.first(where: { $0.id == photo }) else { throw .notFound }
    return PhotoDetails(
      original: found.kind.isPlayed ? nil : found.renditions.last?.url,
      film: found.kind.isPlayed ? found.address : nil)
  }
}
