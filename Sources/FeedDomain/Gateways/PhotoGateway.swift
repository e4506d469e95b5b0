/// How much of something has come.
public struct Transfer: Hashable, Sendable {
  /// The bytes that are here.
  public let received: Int
  /// All of them; nil where the service does not tell.
  public let expected: Int?

  package init(received: Int, expected: Int?) {
    (self.received, self.expected) = (received, expected)
  }
}

/// The bytes of photos from a service.
public protocol PhotoGateway: Sendable {
  /// The encoded bytes of one size of a photo, as they came.
  ///
  /// Tells how far it is, from any thread, where that takes a while. Stops when the task is
  /// cancelled; nothing half-fetched is returned.
  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8]
  /// What the service tells of a photo besides what came with its post.
  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails
  /// Tells the service that the reader keeps a photo, where it wants to know.
  func kept(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError)
}

extension PhotoGateway {
  /// Most services do not want to know.
  public func kept(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError) {}
}
