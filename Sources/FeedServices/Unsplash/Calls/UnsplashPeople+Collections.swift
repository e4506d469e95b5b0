internal import FeedDomain

extension UnsplashPeople {
  var tellsCollections: Bool { true }

  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    // Who looks with a key alone has put nothing together.
    guard person != UnsplashConnection.nobody else { return Page([]) }
    return try await connection.page(
      cursor?.pageNumber ?? 1, of: .collections(of: person.rawValue)
    ) { json in
      json.array.readable(UnsplashKey.Collection.init).map(\.stream)
    }
  }
}
