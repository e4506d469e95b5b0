internal import FeedDomain

/// A collection of the results of one search, from the store and the service.
struct SearchResults: Equatable, Sendable {
  /// Maximum number of hashtags, and of people, shown among the results of a search.
  private static let maximumTagsAndPeople = 5

  let question: TypedSearch
  private var storedPosts: [Post] = []
  private var servicePosts: [Post] = []
  private var tags: [String] = []
  private var people: [Person] = []
  /// The stored timelines that contain each found post.
  private var streams: [Post.ID: [Feed]] = [:]
  /// The service's cursor of older search results; nil after the last page.
  private(set) var nextCursor: Cursor?
  var isAsked = false

  init(_ question: TypedSearch) { self.question = question }

  var sentIDs: Set<Post.ID> { Set(servicePosts.map(\.id)) }

  mutating func setStoredPosts(_ posts: [Post]) { storedPosts = posts }

  mutating func setFoundTags(_ found: [String]) { tags = found }

  mutating func setFoundPeople(_ found: [Person]) { people = found }

  mutating func addTimelinesOfPosts(_ found: [Post.ID: [Feed]]) {
    streams.merge(found) { _, later in later }
  }

  /// Replaces the posts that the service sent by the first page of a repeated search. Posts that
  /// are missing in the page although it reaches further back were deleted at the service.
  mutating func replacePages(with page: Page<Post>) {
    let (before, present) = (sentIDs, Set(page.elements.map(\.id)))
    let end = page.nextCursor == nil ? nil : page.elements.map(\.createdAt).min()
    storedPosts.removeAll { post in
      before.contains(post.id) && !present.contains(post.id)
        && end.map { post.createdAt > $0 } ?? true
    }
    servicePosts = []
    appendPage(page)
  }

  mutating func appendPage(_ page: Page<Post>) {
    servicePosts += page.elements
    nextCursor = page.elements.isEmpty ? nil : page.nextCursor
  }

  mutating func replacePostVersion(_ post: Post) {
    storedPosts = storedPosts.map { $0.id == post.id ? post : $0 }
    servicePosts = servicePosts.map { $0.id == post.id ? post : $0 }
  }

  mutating func removePost(_ post: Post.ID) {
    storedPosts.removeAll { $0.id == post }
    servicePosts.removeAll { $0.id == post }
  }

  /// Returns all found posts, newest first, without repetitions; of two versions of a post, that of
  /// the service.
  func distinctPostsNewestFirst(now: Timestamp) -> [Post] {
    var seen: Set<Post.ID> = []
    return zip(
      servicePosts + storedPosts,
      Self.correctedDates(of: servicePosts, now) + Self.correctedDates(of: storedPosts, now)
    )
    .filter { post, _ in seen.insert(post.id).inserted }
    .sorted { ($0.1, $0.0.id.rawValue) > ($1.1, $1.0.id.rawValue) }
    .map(\.0)
  }

  func groupedSearchResults(
    showing posts: [Post], _ grouping: FoundPostsGrouping, tabs: [AccountStreamTab]
  ) -> SearchScene.GroupedSearchResults {
    SearchScene.GroupedSearchResults(
      question.query, tags: Array(allTags.prefix(Self.maximumTagsAndPeople)),
      people: Array(people.prefix(Self.maximumTagsAndPeople)),
      everybody: people.count > Self.maximumTagsAndPeople ? question.person : nil,
      sections: grouping.foundPostsSections(posts, in: streams, tabs: tabs), order: grouping.order,
      shownGroup: grouping.shownGroup, hasMore: nextCursor != nil, isAsked: isAsked)
  }

  private static func correctedDates(of posts: [Post], _ now: Timestamp) -> [Timestamp] {
    posts.map(\.createdAt).correctingImplausibleDates(now: now)
  }

  /// The hashtags among the search results: those typed in the search, then those found.
  private var allTags: [String] {
    let written = question.writtenTags
    let names = Set(written.map { $0.lowercased() })
    return written + tags.filter { !names.contains($0.lowercased()) }
  }
}

/// A search that the user typed, not blank, with its parsed query.
struct TypedSearch: Equatable, Sendable {
  let query: SearchQuery

  /// Creates a search from typed text; nil for blank text.
  @MainActor
  init?(_ typed: String, _ session: AccountSession) {
    guard !typed.allSatisfy(\.isWhitespace) else { return nil }
    query = SearchQuery(
      typed, by: session.account.handle, in: session.world,
      hasAlternatives: session.account.service.hasReadStates)
  }

  var text: String { query.text }

  /// The beginning of a hashtag that the typed search may mean; nil if it cannot mean a hashtag.
  var tag: String? {
    guard query.terms.count == 1, let term = query.terms.first, !term.isExcluded else { return nil }
    switch term.kind {
    case .word(let word) where word.first != "@": return word
    case .tags(let tags) where tags.count == 1: return tags[0]
    default: return nil
    }
  }

  /// The hashtags typed in the search with "#".
  var writtenTags: [String] { query.tags.flatMap(\.self) }

  /// The beginning of a person's name that the typed search may mean; nil if it cannot mean a
  /// person.
  var person: String? {
    guard query.isPlain else { return query.authors.first }
    let words = query.words.joined(separator: " ")
    let name = words.first == "@" ? String(words.dropFirst()) : words
    return name.isEmpty ? nil : name
  }
}

struct FoundPostsGrouping: Equatable, Sendable {
  var order = SearchScene.SearchResultOrderOrGrouping.time
  /// The only group of search results that is shown; nil if all groups are.
  var shownGroup: SearchScene.FoundPostsGroup?

  /// Returns the found posts in sections of the search results. A post in several timelines is in
  /// the section of the first by the order of tabs.
  func foundPostsSections(
    _ posts: [Post], in streams: [Post.ID: [Feed]], tabs: [AccountStreamTab]
  ) -> [SearchScene.FoundPostsSection] {
    guard order != .time else { return [SearchScene.FoundPostsSection(posts: posts)] }
    var groups: [SearchScene.FoundPostsGroup] = []
    var members: [SearchScene.FoundPostsGroup: [Post]] = [:]
    for post in posts {
      let group = timelineOrAuthorGroup(of: post, streams[post.id] ?? [], tabs)
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(post)
    }
    let sections = groups.sorted {
      groupSortRank($0, members, tabs) < groupSortRank($1, members, tabs)
    }
    .map { group in
      let posts = members[group] ?? []
      return SearchScene.FoundPostsSection(
        group, author: order == .person ? posts.first?.author : nil, posts: posts)
    }
    return shownGroup.map { group in sections.filter { $0.group == group } } ?? sections
  }

  private func timelineOrAuthorGroup(of post: Post, _ streams: [Feed], _ tabs: [AccountStreamTab])
    -> SearchScene.FoundPostsGroup
  {
    guard order == .stream else { return .person(post.author.id) }
    let first = streams.min { tabIndex(of: $0, tabs) < tabIndex(of: $1, tabs) }
    return first.map { .stream($0) } ?? .noStream
  }

  /// Returns the sort rank of a group of search results: timelines in the order of tabs, people by
  /// number of posts. Sorting is stable, so that equal ranks stay by date.
  private func groupSortRank(
    _ group: SearchScene.FoundPostsGroup, _ members: [SearchScene.FoundPostsGroup: [Post]],
    _ tabs: [AccountStreamTab]
  ) -> Int {
    switch group {
    case .stream(let feed): tabIndex(of: feed, tabs)
    case .noStream: .max
    case .person: 0 - (members[group]?.count ?? 0)
    }
  }

  private func tabIndex(of feed: Feed, _ tabs: [AccountStreamTab]) -> Int {
    tabs.firstIndex { $0.tabShowsFeed(feed) } ?? tabs.count
  }
}
