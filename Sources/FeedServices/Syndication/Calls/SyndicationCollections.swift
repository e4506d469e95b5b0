internal import FeedDomain

/// Every feed as a stream, also those in folders.
struct SyndicationCollections: CollectionGateway {
  let connection: SyndicationConnection

  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    guard person == SyndicationConnection.nobody || person.rawValue == SyndicationConnection.handle
    else { return Page([]) }
    return Page(await connection.desk.list.subscriptions.map(\.stream))
  }
}
