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
}

/// What happened to the reader.
public protocol NoticeGateway: Sendable {
  /// A page of notices, the latest first.
  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notice>
}
