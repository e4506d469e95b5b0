internal import FeedDomain

extension UnsplashConnection: CollectionGateway {
  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    // Who looks with a key alone has put nothing together.
    guard person != Self.nobody else { return Page([]) }
    return try await page(
      cursor?.pageNumber ?? 1, of: .collections(of: person.rawValue)
    ) { json in
      json.array.readable(UnsplashKey.Collection.init).map(\.stream)
    }
  }
}
