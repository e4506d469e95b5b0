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
  /// Those whose name or handle matches the words.
  case matching(String)
}

/// People at a service.
public protocol PeopleGateway: Sendable {
  /// Somebody, with counts and relationship.
  func person(_ id: Person.ID) async throws(FeedError) -> Person
  /// A page of a list of people.
  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person>
  /// Which lists there are; asking for another is a mistake.
  var lists: Set<PeopleList.Kind> { get }
}

extension PeopleGateway {
  /// All of them, where nothing else is said.
  public var lists: Set<PeopleList.Kind> { Set(PeopleList.Kind.allCases) }
}

extension PeopleList {
  /// The kinds of lists.
  public enum Kind: CaseIterable, Hashable, Sendable {
    /// Who liked a post, who boosted it.
    case likers, boosters
    /// Who follows somebody, whom somebody follows.
    case followers, following
    /// Who is called like this.
    case matching
  }

  /// What kind of list it is.
  public var kind: Kind {
    switch self {
    case .likers: .likers
    case .boosters: .boosters
    case .followers: .followers
    case .following: .following
    case .matching: .matching
    }
  }
}

/// What happened to the reader.
public protocol NoticeGateway: Sendable {
  /// A page of notices, the latest first.
  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notice>
}
