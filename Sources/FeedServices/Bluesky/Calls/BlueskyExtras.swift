internal import FeedDomain

/// What is shown besides streams and people.
struct BlueskyExtras: ExtrasGateway {
  let connection: BlueskyConnection

  var extras: Set<Extra> { [.pinnedPosts, .ownProfile, .lists, .wordFilters, .feeds] }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] {
    try await BlueskyProfile(connection: connection).pinnedPosts(of: person)
  }

  func ownProfile() async throws(FeedError) -> [AskedField: String] {
    try await BlueskyProfile(connection: connection).fields()
  }

  func lists(with person: Person.ID?) async throws(FeedError) -> [ReaderList] {
    try await BlueskyLists(connection: connection).lists(with: person)
  }

  func wordFilters() async throws(FeedError) -> [WordFilter] {
    try await BlueskyPreferences(connection: connection).wordFilters()
  }

  func feeds(matching words: String?) async throws(FeedError) -> [FoundFeed] {
    try await BlueskyFoundFeeds(connection: connection).feeds(matching: words)
  }
}
