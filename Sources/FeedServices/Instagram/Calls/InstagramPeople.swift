internal import FeedDomain

/// Oneself, the only one who is known.
struct InstagramPeople: PeopleGateway {
  let connection: InstagramConnection

  var lists: PeopleLists { [] }
  var knowsOthers: Bool { false }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id == connection.account.person else { throw .notFound }
    return try await connection.get(InstagramPath("me", fields: InstagramReader.personFields)) {
      json throws(FeedError) in
      guard let person = InstagramReader.person(json) else { throw .badReply }
      return person.related(.oneself)
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    throw .notFound
  }
}
