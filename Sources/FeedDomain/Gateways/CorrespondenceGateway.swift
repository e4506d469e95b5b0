/// What people say to the reader directly.
public protocol CorrespondenceGateway: Sendable {
  /// A page of what the reader and others say to each other, what was said last first.
  func correspondences(after cursor: Cursor?) async throws(FeedError) -> Page<Correspondence>
  /// Says that the reader has read all of it so far.
  func markRead(_ id: Correspondence.ID) async throws(FeedError)
}
