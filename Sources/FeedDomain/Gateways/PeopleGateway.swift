/// A list of people.
public enum PeopleList: Hashable, Sendable {
  /// Those who liked a post.
  case likers(Post.ID)
  /// Those who boosted it.
  case boosters(Post.ID)
  /// Those who follow somebody.
  case followers(Person.ID)
  /// Those whom somebody follows.
  case following(Person.ID)
  /// Those who follow somebody and whom the reader follows.
  case familiar(Person.ID)
  /// Those whom the service thinks the reader might like to follow.
  case suggested
  /// Those whom somebody shows on their profile.
  case featured(Person.ID)
  /// Those at the reader's server who want to be found, the most active first.
  case directory
  /// Those who ask to follow the reader.
  case requests
  /// Those whose name or handle matches the words.
  case matching(String)
}

/// Kinds of lists of people.
public struct PeopleLists: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// The kinds with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Those who liked a post.
  public static let likers = PeopleLists(rawValue: 1)
  /// Those who boosted it.
  public static let boosters = PeopleLists(rawValue: 2)
  /// Those who follow somebody, and those whom somebody follows.
  public static let followers = PeopleLists(rawValue: 4)
  /// Those who match some words.
  public static let matching = PeopleLists(rawValue: 8)
  /// Those who follow somebody and whom the reader follows.
  public static let familiar = PeopleLists(rawValue: 16)
  /// Those whom the service thinks the reader might like to follow.
  public static let suggested = PeopleLists(rawValue: 32)
  /// Those whom somebody shows on their profile.
  public static let featured = PeopleLists(rawValue: 64)
  /// Those at the reader's server who want to be found.
  public static let directory = PeopleLists(rawValue: 128)
  /// Those who ask to follow the reader.
  public static let requests = PeopleLists(rawValue: 256)
  /// Those that most services tell.
  public static let most: PeopleLists = [.likers, .boosters, .followers, .matching]
  /// All that are told without a locked profile.
  public static let all: PeopleLists = [.most, .familiar, .suggested, .featured, .directory]
}

/// People at a service, and what they put together there.
public protocol PeopleGateway: Sendable {
  /// The lists that the service tells.
  var lists: PeopleLists { get }
  /// Whether it tells of others than the reader.
  var knowsOthers: Bool { get }
  /// Whether it tells what they put together for others to look at.
  var tellsCollections: Bool { get }
  /// Somebody, with counts and relationship.
  func person(_ id: Person.ID) async throws(FeedError) -> Person
  /// Whoever has that handle, with or without the server; `notFound` where nobody has.
  func person(called handle: String) async throws(FeedError) -> Person
  /// A page of a list of people.
  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person>
  /// A page of somebody's collections, each a stream.
  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed>
}

extension PeopleList {
  /// What kind of list it is.
  public var kind: PeopleLists {
    switch self {
    case .likers: .likers
    case .boosters: .boosters
    case .followers, .following: .followers
    case .familiar: .familiar
    case .suggested: .suggested
    case .featured: .featured
    case .directory: .directory
    case .requests: .requests
    case .matching: .matching
    }
  }
}

extension PeopleGateway {
  /// At many services people are known by their handles.
  public func person(called handle: String) async throws(FeedError) -> Person {
    try await person(Person.ID(handle))
  }
  /// Most services tell of everybody.
  public var knowsOthers: Bool { true }
  /// Most services tell them all.
  public var lists: PeopleLists { .most }
  /// At most services nobody puts anything together.
  public var tellsCollections: Bool { false }
  /// None, where nobody puts anything together.
  public func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> { Page([]) }
}

/// What happened to the reader.
public protocol NoticeGateway: Sendable {
  /// What kinds of things it tells.
  var kinds: Set<Notice.Kind> { get }
  /// A page of notices, the latest first.
  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notice>
}
