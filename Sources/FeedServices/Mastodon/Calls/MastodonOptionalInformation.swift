internal import FeedDomain

struct MastodonOptionalInformation: OptionalInformationGateway {
  let connection: MastodonConnection

  var extras: Set<OptionalInformationKind> { connection.server.extras }

  private var reader: MastodonJSONReader { connection.makeJSONReader() }

  func revisions(of post: Post.ID) async throws(FeedError) -> [PostRevision] {
    try await connection.getJSONArray(.postPath(post, "history")) {
      $0.compactMap(reader.parsedRevision)
    }
  }

  func translation(of post: Post.ID, into language: String) async throws(FeedError) -> Translation {
    try await connection.postForm(.postPath(post, "translate"), [("lang", language)]) {
      json, _ throws(FeedError) in
      guard let translation = reader.parsedTranslation(json) else { throw .badReply }
      return translation
    }
  }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    let reader = try await connection.makeFilteringJSONReader(.account)
    let ignoresQuery = connection.server.software.ignoresPinnedQuery
    return try await connection.getJSONArray(
      .personPath(person, "statuses", query: [("pinned", "true")])
    ) {
      // Most servers report pins for the user's own posts alone.
      reader.parsedPostsExceptHidden(.array($0.filter { $0["pinned"].bool ?? !ignoresQuery }))
    }
  }

  func announcements() async throws(FeedError) -> [Announcement] {
    try await connection.getJSONArray(MastodonAPIPath("/api/v1/announcements")) {
      $0.map(reader.parsedAnnouncement).sorted {
        ($0.moment?.milliseconds ?? 0) > ($1.moment?.milliseconds ?? 0)
      }
    }
  }

  func serverFacts() async throws(FeedError) -> ServerFacts {
    let version = connection.server.software.instanceVersion
    do throws(FeedError) {
      return try await fetchServerFacts(version: version)
    } catch {
      // Mastodon before 4.0 has only the first version of the call.
      guard error == .notFound, version > 1 else { throw error }
      return try await fetchServerFacts(version: 1)
    }
  }

  private func fetchServerFacts(version: Int) async throws(FeedError) -> ServerFacts {
    let reader = self.reader
    return try await connection.getJSON(MastodonAPIPath("/api/v\(version)/instance")) {
      json, _ throws(FeedError) in
      guard json.isObject else { throw .badReply }
      return reader.parsedServerFacts(json)
    }
  }

  func ownProfileFormValues() async throws(FeedError) -> [InputField: String] {
    try await MastodonProfileCalls(connection: connection).fetchProfileFields()
  }

  func userListsMarkingThose(with person: Person.ID?) async throws(FeedError) -> [UserList] {
    let lists = try await connection.getJSONArray(MastodonAPIPath("/api/v1/lists")) {
      $0.compactMap { list in
        list["id"].id.map { UserList(id: $0, title: reader.parsedPlainText(list["title"]) ?? "") }
      }
    }
    guard let person else { return lists }
    let own = try await self.fetchListIDs(of: person)
    return lists.map { UserList(id: $0.id, title: $0.title, hasPerson: own.contains($0.id)) }
  }

  func fetchListIDs(of person: Person.ID) async throws(FeedError) -> Set<String> {
    try await connection.getJSONArray(.personPath(person, "lists")) {
      Set($0.compactMap { $0["id"].id })
    }
  }

  /// Fetches trending tags and links from a Mastodon server; they alternate in the result, each
  /// kind with the most popular first.
  func trends() async throws(FeedError) -> [TrendingTagOrPage] {
    let tags = try await fetchTrends("tags")
    let pages: [TrendingTagOrPage]
    // Some servers have trending tags but no trending links.
    do throws(FeedError) { pages = try await fetchTrends("links") } catch {
      guard error == .notFound || error.isRefusal else { throw error }
      pages = []
    }
    return (0..<max(tags.count, pages.count)).flatMap { rank in
      [tags, pages].compactMap { $0.dropFirst(rank).first }
    }
  }

  private func fetchTrends(_ name: String) async throws(FeedError) -> [TrendingTagOrPage] {
    let path = MastodonAPIPath("/api/v1/trends", name, query: [("limit", "20")])
    return try await connection.getJSONArray(path) { $0.compactMap(reader.parsedTrend) }
  }

  func scheduledPosts() async throws(FeedError) -> [ScheduledPost] {
    let path = MastodonAPIPath("/api/v1/scheduled_statuses", query: [("limit", "40")])
    let reader = self.reader
    var found: [ScheduledPost] = []
    var position: Cursor?
    var visited: Set<Cursor> = []
    // The posts that were scheduled first, and may be published next, are on the last page.
    for _ in 0..<Self.maximumScheduledPages {
      let page = try await connection.getPage(of: path, after: position, paging: .link) {
        $0.array.compactMap(reader.parsedScheduledPost)
      }
      let known = Set(found.map(\.id))
      found += page.elements.filter { !known.contains($0.id) }
      guard let next = page.nextCursor, visited.insert(next).inserted else { break }
      position = next
    }
    return found.sorted { $0.moment < $1.moment }
  }

  /// Maximum number of pages of scheduled posts, which is more than Mastodon accepts posts.
  private static let maximumScheduledPages = 10

  func wordFilters() async throws(FeedError) -> [WordFilter] {
    guard !connection.server.hasPhraseFilters else {
      let now = connection.world.now
      return try await connection.fetchPhraseFilters().filter { $0.isInEffect(at: now) }.map(
        \.wordFilter)
    }
    return try await connection.getJSONArray(MastodonAPIPath("/api/v2/filters")) {
      $0.compactMap(reader.parsedUnexpiredWordFilter)
    }
  }
}

extension MastodonServer {
  var extras: Set<OptionalInformationKind> {
    var extras = software.extras
    if translates { extras.insert(.translations) }
    if canSchedule { extras.insert(.scheduledPosts) }
    for (version, added) in Self.extrasAddedByMastodon where isOlder(.mastodon, than: version) {
      extras.remove(added)
    }
    return extras
  }

  /// The optional information that versions of Mastodon have added, by version.
  private static let extrasAddedByMastodon: [([Int], OptionalInformationKind)] = [
    ([2, 4, 3], .wordFilters), ([3], .trends), ([3, 1], .announcements), ([3, 5], .editions),
  ]
}

extension MastodonSoftware {
  fileprivate var extras: Set<OptionalInformationKind> {
    switch self {
    case .mastodon:
      [
        .editions, .pinnedPosts, .announcements, .serverFacts, .trends, .wordFilters, .ownProfile,
        .lists,
      ]
    case .akkoma:
      [
        .editions, .pinnedPosts, .announcements, .serverFacts, .wordFilters, .ownProfile, .lists,
      ]
    case .gotosocial: [.editions, .pinnedPosts, .serverFacts, .wordFilters, .ownProfile, .lists]
    case .pixelfed: [.editions, .serverFacts]
    case .snac: [.pinnedPosts, .serverFacts]
    case .takahe: [.pinnedPosts, .announcements, .serverFacts]
    case .other: []
    }
  }

  /// The version, 1 or 2, of the API call `instance` of this Mastodon-family server software.
  fileprivate var instanceVersion: Int {
    self == .mastodon || self == .gotosocial || self == .takahe ? 2 : 1
  }
}
