/// What some services tell besides posts, people and notices, each asked for by itself.
public enum ServiceExtra: Hashable, CaseIterable, Sendable {
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
  var extras: Set<ServiceExtra> { get }
  /// What a post said, from the beginning on.
  func editions(of post: Post.ID) async throws(FeedError) -> [PostRevision]
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
  func lists(with person: Person.ID?) async throws(FeedError) -> [UserList]
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
  public func editions(of post: Post.ID) async throws(FeedError) -> [PostRevision] {
    throw .notFound
  }

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
  public func lists(with person: Person.ID?) async throws(FeedError) -> [UserList] {
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

/// What a service knows of words that somebody begins to type.
public protocol CompletionGateway: Sendable {
  /// Tags that begin like this, or are talked about where it is empty; without "#".
  func tags(matching beginning: String) async throws(FeedError) -> [String]
  /// The words between colons that stand for pictures of its own, without the colons.
  func emojiNames() async throws(FeedError) -> [String]
}

extension CompletionGateway {
  /// Most have none but everybody's.
  public func emojiNames() async throws(FeedError) -> [String] { [] }
}

/// What people say to the reader directly.
public protocol DirectConversationGateway: Sendable {
  /// A page of what the reader and others say to each other, what was said last first.
  func correspondences(after cursor: Cursor?) async throws(FeedError) -> Page<DirectConversation>
  /// Says that the reader has read all of it so far.
  func markRead(_ id: DirectConversation.ID) async throws(FeedError)
}

/// Where places are.
public protocol PlaceGateway: Sendable {
  /// Whose data it is, where that must be shown beside it.
  var credit: String? { get }
  /// Places of that name, the likeliest first.
  func places(named name: String) async throws(FeedError) -> [Place]
  /// Places whose name begins like what is being typed; none where it may not be asked that often.
  func places(beginning: String) async throws(FeedError) -> [Place]
  /// What is there; nil where nobody knows a name for it.
  func name(latitude: Double, longitude: Double) async throws(FeedError) -> Place?
}

extension PlaceGateway {
  /// Nobody's who would have to be named.
  public var credit: String? { nil }

  /// The same as for whole names, where it may be asked at any time.
  public func places(beginning: String) async throws(FeedError) -> [Place] {
    try await places(named: beginning)
  }
}

/// The reader's own list of what they follow, at a service that is such a list.
public protocol SubscriptionGateway: Sendable {
  /// What they follow, in the order of the list.
  func subscriptions() async throws(FeedError) -> [Subscription]
  /// What of a stream told nothing when it was asked last.
  func troubled(in feed: Feed) async -> [Subscription]
  /// Adds what is at an address, at several, or on the list in the file of that path. Of a list that
  /// is not the reader's own, what is on this machine or in their network is left out.
  func add(_ typed: String, isOwnList: Bool) async throws(FeedError) -> AddedSubscriptions
  /// What of the list in the file of that path cannot be taken, in the order of the file.
  func rejected(in path: String) async throws(FeedError) -> [RejectedEntry]
  /// Takes one off the list.
  func remove(_ id: Subscription.ID) async throws(FeedError)
  /// The list as other programs read it.
  func outline() async throws(FeedError) -> String
}

/// Looks again at what was found out when signing in: lists, limits, how the reader is used to
/// write.
public protocol UpkeepGateway: Sendable {
  /// Whether it can wait until what the reader waits for at a start is there.
  var mayWait: Bool { get }
  /// Looks where the last look is a day old, and keeps what is found for the next time the account
  /// is opened.
  func lookAgain() async throws(FeedError)
}
