/// A kind of optional information that a service may offer, such as trends or announcements.
public enum OptionalInformationKind: Hashable, CaseIterable, Sendable {
  case editions, translations, pinnedPosts, announcements, serverFacts, ownProfile, lists, trends
  case scheduledPosts, wordFilters
  /// A kind of optional information: view and download statistics of a person's photos.
  case statistics
  case feeds
}

/// A gateway for information that not every service offers, such as trends and announcements.
public protocol OptionalInformationGateway: Sendable {
  /// The kinds of optional information that the service offers; methods for other kinds must not be
  /// called.
  var extras: Set<OptionalInformationKind> { get }
  /// Fetches the earlier and present versions of an edited post, the oldest first.
  func revisions(of post: Post.ID) async throws(FeedError) -> [PostRevision]
  func translation(of post: Post.ID, into language: String) async throws(FeedError) -> Translation
  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post]
  /// Fetches the server's announcements, the latest first.
  func announcements() async throws(FeedError) -> [Announcement]
  func serverFacts() async throws(FeedError) -> ServerFacts
  /// Fetches the user's own profile as the values of the profile form, by field.
  func ownProfileFormValues() async throws(FeedError) -> [InputField: String]
  /// Fetches the user's lists of people; if a person is given, each list says whether it contains
  /// the person.
  func userListsMarkingThose(with person: Person.ID?) async throws(FeedError) -> [UserList]
  /// Fetches trending hashtags and pages, the most popular first.
  func trends() async throws(FeedError) -> [TrendingTagOrPage]
  /// Fetches the user's scheduled posts, the earliest first.
  func scheduledPosts() async throws(FeedError) -> [ScheduledPost]
  func wordFilters() async throws(FeedError) -> [WordFilter]
  func statistics(of person: Person.ID) async throws(FeedError) -> [AllPhotosStatistic]
  /// Fetches custom feeds that match words, or suggested custom feeds if the words are nil.
  func customFeeds(matching words: String?) async throws(FeedError) -> [CustomFeed]
}

extension OptionalInformationGateway {
  public func revisions(of post: Post.ID) async throws(FeedError) -> [PostRevision] {
    throw .notFound
  }

  public func translation(
    of post: Post.ID, into language: String
  ) async throws(FeedError) -> Translation { throw .notFound }

  public func announcements() async throws(FeedError) -> [Announcement] { throw .notFound }

  public func serverFacts() async throws(FeedError) -> ServerFacts { throw .notFound }

  public func ownProfileFormValues() async throws(FeedError) -> [InputField: String] {
    throw .notFound
  }

  public func userListsMarkingThose(with person: Person.ID?) async throws(FeedError) -> [UserList] {
    throw .notFound
  }

  public func trends() async throws(FeedError) -> [TrendingTagOrPage] { throw .notFound }

  public func scheduledPosts() async throws(FeedError) -> [ScheduledPost] { throw .notFound }

  public func wordFilters() async throws(FeedError) -> [WordFilter] { throw .notFound }

  public func statistics(of person: Person.ID) async throws(FeedError) -> [AllPhotosStatistic] {
    throw .notFound
  }

  public func customFeeds(matching words: String?) async throws(FeedError) -> [CustomFeed] {
    throw .notFound
  }
}

/// A gateway that completes hashtags and emoji names while a draft is typed.
public protocol TagAndEmojiCompletionGateway: Sendable {
  /// Fetches hashtags that begin with a text, without "#"; trending ones for an empty text.
  func hashtags(matching beginning: String) async throws(FeedError) -> [String]
  /// Fetches the names of the server's custom emoji, without the colons around them.
  func emojiNames() async throws(FeedError) -> [String]
}

extension TagAndEmojiCompletionGateway {
  public func emojiNames() async throws(FeedError) -> [String] { [] }
}

public protocol DirectConversationGateway: Sendable {
  /// Fetches a page of direct conversations, the latest first.
  func directConversations(after cursor: Cursor?) async throws(FeedError) -> Page<
    DirectConversation
  >
  func markConversationRead(_ id: DirectConversation.ID) async throws(FeedError)
}

/// A gateway that refreshes account facts found at sign-in, such as lists, limits and posting
/// defaults.
public protocol AccountRefreshGateway: Sendable {
  /// True if the refresh of account facts is not urgent, and can wait until the first timeline has
  /// loaded.
  var mayWait: Bool { get }
  /// Fetches the account's facts from the service, such as lists and limits, if those that the
  /// gateway stored are a day old, and stores them for the next start.
  func refreshAccountFactsIfOld() async throws(FeedError)
  /// Fetches the account's lists from the server, stores them for the next start, and returns their
  /// streams; empty if the service has no lists.
  func fetchAndStoreListStreams() async throws(FeedError) -> [Feed]
}

extension AccountRefreshGateway {
  public func fetchAndStoreListStreams() async throws(FeedError) -> [Feed] { [] }
}
