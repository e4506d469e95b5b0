package import FeedDomain

/// A gateway for extras with the test's replies, whose calls a test can make fail.
package actor StubExtras: OptionalInformationGateway {
  package nonisolated let extras: Set<OptionalInformationKind>
  private let all: [PostRevision]
  private let translated: Translation
  private let pinned: [Post]
  private let said: [Announcement]
  private let facts: ServerFacts
  private let kept: (trends: [TrendingTagOrPage], scheduled: [ScheduledPost], filters: [WordFilter])
  private let counted: [AllPhotosStatistic]
  private let found: [CustomFeed]
  private var failures: [FeedError] = []
  /// The languages into which translations were requested.
  package private(set) var languages: [String] = []
  /// The number of requests for the user's lists.
  package private(set) var listRequests = 0

  package init(
    _ extras: Set<OptionalInformationKind> = Set(OptionalInformationKind.allCases),
    editions: [PostRevision] = [],
    pinned: [Post] = [],
    translation: Translation = Translation(text: RichText("Good morning"), language: "de"),
    announcements: [Announcement] = [],
    serverFacts: ServerFacts = ServerFacts(name: "Harbour", summary: RichText("For sailors.")),
    trends: [TrendingTagOrPage] = [], scheduled: [ScheduledPost] = [], filters: [WordFilter] = [],
    statistics: [AllPhotosStatistic] = [], feeds: [CustomFeed] = []
  ) {
    (counted, found) = (statistics, feeds)
    (self.extras, all, translated) = (extras, editions, translation)
    (self.pinned, said, facts) = (pinned, announcements, serverFacts)
    kept = (trends, scheduled, filters)
  }

  /// Makes the next calls of the gateway fail with these errors, one each.
  package func fail(_ errors: FeedError...) { failures += errors }

  package func revisions(of post: Post.ID) async throws(FeedError) -> [PostRevision] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return all
  }

  package func translation(
    of post: Post.ID, into language: String
  ) async throws(FeedError) -> Translation {
    languages.append(language)
    if !failures.isEmpty { throw failures.removeFirst() }
    return translated
  }

  package func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return pinned
  }

  package func announcements() async throws(FeedError) -> [Announcement] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return said
  }

  package func serverFacts() async throws(FeedError) -> ServerFacts {
    if !failures.isEmpty { throw failures.removeFirst() }
    return facts
  }

  package func ownProfileFormValues() async throws(FeedError) -> [InputField: String] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return [.name: "Sol", .words: "Sails."]
  }

  package func userListsMarkingThose(with person: Person.ID?) async throws(FeedError) -> [UserList]
  {
    listRequests += 1
    if !failures.isEmpty { throw failures.removeFirst() }
    return [
      UserList(id: "1", title: "Boats", hasPerson: person.map { _ in true }),
      UserList(id: "2", title: "Cakes", hasPerson: person.map { _ in false }),
    ]
  }

  package func trends() async throws(FeedError) -> [TrendingTagOrPage] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return kept.trends
  }

  package func scheduledPosts() async throws(FeedError) -> [ScheduledPost] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return kept.scheduled
  }

  package func wordFilters() async throws(FeedError) -> [WordFilter] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return kept.filters
  }

  package func statistics(of person: Person.ID) async throws(FeedError) -> [AllPhotosStatistic] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return counted
  }

  package func customFeeds(matching words: String?) async throws(FeedError) -> [CustomFeed] {
    if !failures.isEmpty { throw failures.removeFirst() }
    return words.map { words in found.filter { $0.name.contains(words) } } ?? found
  }
}
