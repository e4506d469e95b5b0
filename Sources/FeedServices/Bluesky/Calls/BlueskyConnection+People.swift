internal import FeedDomain

extension BlueskyConnection: PeopleGateway {
  var lists: PeopleLists { [.most, .familiar, .suggested] }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    let reader = try await reader()
    return try await get("app.bsky.actor.getProfile", [("actor", id.rawValue)]) {
      json throws(FeedError) in
      guard let person = reader.profile(json) else { throw .badReply }
      return person
    }
  }

  func person(called handle: String) async throws(FeedError) -> Person {
    switch BlueskyName(handle) {
    case .handle(let name)?, .did(let name)?: return try await person(Person.ID(name))
    // A server would say of it that it is no handle.
    case .mail?, nil: throw .notFound
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    let reader = try await reader()
    let query = list.query + [("limit", "50"), ("cursor", cursor?.rawValue)]
    let name = list.name
    return try await get(list.method, query) { json throws(FeedError) in
      guard json[name].isArray else { throw .badReply }
      // Who liked a post comes with when they did.
      let people = json[name].array.readable { reader.profile($0["actor"]) ?? reader.profile($0) }
      return Page(people, next: Cursor(below: json))
    }
  }
}

extension PeopleList {
  fileprivate var method: String {
    switch self {
    case .likers: "app.bsky.feed.getLikes"
    case .boosters: "app.bsky.feed.getRepostedBy"
    case .followers: "app.bsky.graph.getFollowers"
    case .following: "app.bsky.graph.getFollows"
    case .familiar: "app.bsky.graph.getKnownFollowers"
    case .suggested, .featured, .directory: "app.bsky.actor.getSuggestions"
    case .matching: "app.bsky.actor.searchActors"
    }
  }

  /// Under which name the people come.
  fileprivate var name: String {
    switch self {
    case .likers: "likes"
    case .boosters: "repostedBy"
    case .followers, .familiar: "followers"
    case .following: "follows"
    case .suggested, .matching, .featured, .directory: "actors"
    }
  }

  fileprivate var query: [(String, String?)] {
    switch self {
    case .likers(let post), .boosters(let post): [("uri", post.rawValue)]
    case .followers(let person), .following(let person), .familiar(let person):
      [("actor", person.rawValue)]
    case .suggested, .featured, .directory: []
    case .matching(let words): [("q", words)]
    }
  }
}
