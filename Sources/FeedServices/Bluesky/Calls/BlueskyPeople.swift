internal import FeedDomain

/// People, and lists of them.
struct BlueskyPeople: PeopleGateway {
  let connection: BlueskyConnection

  var lists: PeopleLists { [.most, .familiar, .suggested] }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    let reader = try await connection.reader()
    return try await connection.get("app.bsky.actor.getProfile", [("actor", id.rawValue)]) {
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
    guard let call = list.call else { throw .notFound }
    let reader = try await connection.reader()
    let query = call.query + [("limit", "50"), ("cursor", cursor?.rawValue)]
    return try await connection.get(call.method, query) { json throws(FeedError) in
      guard json[call.people].isArray else { throw .badReply }
      // Who liked a post comes with when they did.
      let people = json[call.people].array.readable {
        reader.profile($0["actor"]) ?? reader.profile($0)
      }
      return Page(people, next: Cursor(below: json))
    }
  }
}

extension PeopleList {
  /// What is asked, and under which name the people come; nil where nobody tells them.
  fileprivate var call: (method: String, people: String, query: [(String, String?)])? {
    switch self {
    case .likers(let post): ("app.bsky.feed.getLikes", "likes", [("uri", post.rawValue)])
    case .boosters(let post):
      ("app.bsky.feed.getRepostedBy", "repostedBy", [("uri", post.rawValue)])
    case .followers(let person):
      ("app.bsky.graph.getFollowers", "followers", [("actor", person.rawValue)])
    case .following(let person):
      ("app.bsky.graph.getFollows", "follows", [("actor", person.rawValue)])
    case .familiar(let person):
      ("app.bsky.graph.getKnownFollowers", "followers", [("actor", person.rawValue)])
    case .suggested: ("app.bsky.actor.getSuggestions", "actors", [])
    case .matching(let words): ("app.bsky.actor.searchActors", "actors", [("q", words)])
    case .featured, .directory, .requests: nil
    }
  }
}
