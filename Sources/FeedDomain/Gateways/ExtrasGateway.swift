/// Optional information that some services offer, each with its own request.
public enum ServiceExtra: Hashable, CaseIterable, Sendable {
  case editions, translations, pinnedPosts, announcements, serverFacts, ownProfile, lists, trends
  case scheduledPosts, wordFilters
  /// View and download statistics of a person's photos.
  case statistics
  case feeds
}

/// Fetches the optional information of a service.
public protocol ExtrasGateway: Sendable {
  /// The kinds offered; others must not be requested.
  var extras: Set<ServiceExtra> { get }
  /// Versions of a post, oldest first.
  func editions(of post: Post.ID) async throws(FeedError) -> [PostRevision]
  func translation(of post: Post.ID, into language: String) async throws(FeedError) -> Translation
  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post]
  /// Fetches the server's announcements, the latest first.
  func announcements() async throws(FeedError) -> [Announcement]
  func serverFacts() async throws(FeedError) -> ServerFacts
  /// The reader's own profile as form values.
  func ownProfile() async throws(FeedError) -> [InputField: String]
  /// The reader's lists, each with whether a person is on it if one is given.
  func lists(with person: Person.ID?) async throws(FeedError) -> [UserList]
  /// Fetches trending tags and pages, the most popular first.
  func trends() async throws(FeedError) -> [Trend]
  /// Fetches posts to be published later, the earliest first.
  func scheduledPosts() async throws(FeedError) -> [ScheduledPost]
  func wordFilters() async throws(FeedError) -> [WordFilter]
  func statistics(of person: Person.ID) async throws(FeedError) -> [Statistic]
  /// Custom feeds matching words; suggestions for nil.
  func feeds(matching words: String?) async throws(FeedError) -> [FoundFeed]
}

extension ExtrasGateway {
  public func editions(of post: Post.ID) async throws(FeedError) -> [PostRevision] {
    throw .notFound
  }

  public func translation(
    of post: Post.ID, into language: String
  ) async throws(FeedError) -> Translation { throw .notFound }

  public func announcements() async throws(FeedError) -> [Announcement] { throw .notFound }

  public func serverFacts() async throws(FeedError) -> ServerFacts { throw .notFound }

  public func ownProfile() async throws(FeedError) -> [InputField: String] { throw .notFound }

  public func lists(with person: Person.ID?) async throws(FeedError) -> [UserList] {
    throw .notFound
  }

  public func trends() async throws(FeedError) -> [Trend] { throw .notFound }

  public func scheduledPosts() async throws(FeedError) -> [ScheduledPost] { throw .notFound }

  public func wordFilters() async throws(FeedError) -> [WordFilter] { throw .notFound }

  public func statistics(of person: Person.ID) async throws(FeedError) -> [Statistic] {
    throw .notFound
  }

  public func feeds(matching words: String?) async throws(FeedError) -> [FoundFeed] {
    throw .notFound
  }
}

/// Completion of tags and emoji names while typing.
public protocol CompletionGateway: Sendable {
  /// Tags that begin with a text, trending ones for an empty text; without "#".
  func tags(matching beginning: String) async throws(FeedError) -> [String]
  /// Names of the server's custom emoji, without colons.
  func emojiNames() async throws(FeedError) -> [String]
}

extension CompletionGateway {
  public func emojiNames() async throws(FeedError) -> [String] { [] }
}

/// Fetches the reader's direct messages.
public protocol DirectConversationGateway: Sendable {
  /// A page of conversations, the latest first.
  func directConversations(after cursor: Cursor?) async throws(FeedError) -> Page<
    DirectConversation
  >
  func markRead(_ id: DirectConversation.ID) async throws(FeedError)
}

/// Search for places by name or coordinates.
public protocol PlaceGateway: Sendable {
  /// The attribution that must be shown with the results; nil if none is required.
  var credit: String? { get }
  /// Places with a name, the likeliest first.
  func places(named name: String) async throws(FeedError) -> [Place]
  /// Places whose name begins with typed text; empty if requests are limited.
  func places(beginning: String) async throws(FeedError) -> [Place]
  /// The place at coordinates; nil if no name is known.
  func name(latitude: Double, longitude: Double) async throws(FeedError) -> Place?
}

extension PlaceGateway {
  public var credit: String? { nil }

  public func places(beginning: String) async throws(FeedError) -> [Place] {
    try await places(named: beginning)
  }
}

/// Reads and edits the reader's list of web feeds.
public protocol SubscriptionGateway: Sendable {
  func subscriptions() async throws(FeedError) -> [Subscription]
  /// Subscriptions of a feed whose last request failed.
  func failingSubscriptions(in feed: Feed) async -> [Subscription]
  /// Adds one or more addresses, or an OPML file by its path. Local addresses are left out unless
  /// the list is the reader's own.
  func add(_ typed: String, isOwnList: Bool) async throws(FeedError) -> AddedSubscriptions
  /// Entries of an OPML file that cannot be added, in file order.
  func rejected(in path: String) async throws(FeedError) -> [RejectedEntry]
  func remove(_ id: Subscription.ID) async throws(FeedError)
  func outline() async throws(FeedError) -> String
}

/// Refreshes account facts found at sign-in, such as lists, limits and posting defaults.
public protocol AccountRefreshGateway: Sendable {
  /// True if the refresh can wait until the first timeline has loaded.
  var mayWait: Bool { get }
  /// Refreshes facts that are a day old, and stores them for the next start.
  func lookAgain() async throws(FeedError)
}
