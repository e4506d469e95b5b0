/// What people put together at a service, for others to look at.
public protocol CollectionGateway: Sendable {
  /// A page of somebody's collections, each a stream.
  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed>
}
