internal import FeedDomain

extension SyndicationPeople {
  var tellsCollections: Bool { true }

  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    guard person == SyndicationConnection.nobody || person.rawValue == SyndicationConnection.handle
    else { return Page([]) }
    return Page(await connection.desk.list.subscriptions.map(\.stream))
  }
}
