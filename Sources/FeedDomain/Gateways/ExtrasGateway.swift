/// What some services tell besides posts, people and notices, each asked for by itself.
public enum Extra: Hashable, CaseIterable, Sendable {
  /// What a post said before it was changed.
  case editions
  /// What a post says in another language.
  case translations
  /// What somebody put at the top of their profile.
  case pinnedPosts
  /// What those who run the server have to say.
  case announcements
  /// What the server says of itself.
  case serverFacts
  /// What the reader says of themselves, as they wrote it.
  case ownProfile
  /// The reader's lists of people, to be changed.
  case lists
  /// What many talk about.
  case trends
  /// Which posts wait for their moment.
  case scheduledPosts
  /// What is folded away or left out for the reader.
  case wordFilters
  /// How often somebody's photos were looked at and downloaded.
  case statistics
  /// Streams that others compute, to be pinned and liked.
  case feeds
}

/// Tells such things.
public protocol ExtrasGateway: Sendable {
  /// Which of them it tells; nobody asks for others.
  var extras: Set<Extra> { get }
  /// What a post said, from the beginning on.
  func editions(of post: Post.ID) async throws(FeedError) -> [Edition]
  /// What a post says in a language, as "pt-BR".
  func translation(of post: Post.ID, into language: String) async throws(FeedError) -> Translation
  /// What somebody put at the top of their profile, as it stands there.
  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post]
  /// What those who run the server have to say, the latest first.
  func announcements() async throws(FeedError) -> [Announcement]
  /// What the server says of itself.
  func serverFacts() async throws(FeedError) -> ServerFacts
  /// What the reader says of themselves, as they wrote it.
  func ownProfile() async throws(FeedError) -> [AskedField: String]
  /// The reader's lists of people, with whether somebody is on them, where one is asked about.
  func lists(with person: Person.ID?) async throws(FeedError) -> [ReaderList]
  /// What many talk about, what most talk about first.
  func trends() async throws(FeedError) -> [Trend]
  /// Which posts wait for their moment, the next one first.
  func scheduledPosts() async throws(FeedError) -> [ScheduledPost]
  /// What is folded away or left out for the reader.
  func wordFilters() async throws(FeedError) -> [WordFilter]
  /// How often somebody's photos were looked at and downloaded.
  func statistics(of person: Person.ID) async throws(FeedError) -> [Statistic]
  /// Streams that others compute, which the reader may like.
  func feeds(matching words: String?) async throws(FeedError) -> [FoundFeed]
}

extension ExtrasGateway {
  /// Nothing, where that is not told.
  public func editions(of post: Post.ID) async throws(FeedError) -> [Edition] { throw .notFound }

  /// Nothing, where that is not told.
  public func translation(
    of post: Post.ID, into language: String
  ) async throws(FeedError) -> Translation { throw .notFound }

  /// Nothing, where that is not told.
  public func announcements() async throws(FeedError) -> [Announcement] { throw .notFound }

  /// Nothing, where that is not told.
  public func serverFacts() async throws(FeedError) -> ServerFacts { throw .notFound }

  /// Nothing, where that is not told.
  public func ownProfile() async throws(FeedError) -> [AskedField: String] { throw .notFound }

  /// Nothing, where that is not told.
  public func lists(with person: Person.ID?) async throws(FeedError) -> [ReaderList] {
    throw .notFound
  }

  /// Nothing, where that is not told.
  public func trends() async throws(FeedError) -> [Trend] { throw .notFound }

  /// Nothing, where that is not told.
  public func scheduledPosts() async throws(FeedError) -> [ScheduledPost] { throw .notFound }

  /// Nothing, where that is not told.
  public func wordFilters() async throws(FeedError) -> [WordFilter] { throw .notFound }

  /// Nothing, where that is not told.
  public func statistics(of person: Person.ID) async throws(FeedError) -> [Statistic] {
    throw .notFound
  }

  /// Nothing, where that is not told.
  public func feeds(matching words: String?) async throws(FeedError) -> [FoundFeed] {
    throw .notFound
  }
}
