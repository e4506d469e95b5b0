internal import FeedDomain

/// Somebody as JSON, with names that stay; null for each number that the service does not tell.
enum PersonJSON {
  static func object(for person: Person) -> JSONValue {
    .object([
      "id": .string(person.id.rawValue), "handle": .string(person.handle),
      "name": .string(person.name), "bio": .string(person.bio.withWholeAddresses),
      "links": PostJSON.links(of: person.bio),
      "url": .optional(person.url), "posts": PostJSON.number(person.counts?.posts),
      "followers": PostJSON.number(person.counts?.followers),
      "following": PostJSON.number(person.counts?.following),
      "relationship": .optional(person.relationship.map(name)),
      "follows_you": person.ties.map { .bool($0.followsReader) } ?? .null,
    ])
  }

  private static func name(of relationship: Relationship) -> String {
    switch relationship {
    case .oneself: "oneself"
    case .stranger: "stranger"
    case .requested: "requested"
    case .followed: "followed"
    case .muted: "muted"
    case .mutedFollowed: "muted-followed"
    case .blocked: "blocked"
    }
  }
}
