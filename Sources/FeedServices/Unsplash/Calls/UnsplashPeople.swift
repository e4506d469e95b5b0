internal import FeedDomain

/// People, found by their names.
struct UnsplashPeople: PeopleGateway {
  let connection: UnsplashConnection

  var lists: PeopleLists { .matching }

  func person(_ id: Person.ID) async throws(FeedError) -> Person {
    guard id != UnsplashConnection.nobody else {
      return Person(
        id: id, handle: UnsplashConnection.handle, name: "Unsplash",
        url: Service.unsplash.photoTerms.home,
        relationship: .oneself)
    }
    return try await connection.get("/users/\(WebQuery.encoded(id.rawValue))") {
      json, _ throws(FeedError) in
      guard let person = connection.reader.profile(json) else { throw .badReply }
      return person
    }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    // Who likes a photo, or follows somebody, it tells nobody.
    guard case .matching(let words) = list else { throw .notFound }
    return try await connection.page(cursor?.pageNumber ?? 1, of: .people(words)) {
      connection.reader.people($0)
    }
  }
}
