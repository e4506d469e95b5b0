/// What a service tells by itself, while somebody listens.
public enum LiveEvent: Equatable, Sendable {
  /// There is something newer in that stream.
  case news(Feed)
  /// A post is different now.
  case changed(Post)
  /// A post is gone.
  case removed(Post.ID)
  /// Something happened to the reader.
  case notice
}

/// Tells what happens while it happens, where a service can.
public protocol LiveGateway: Sendable {
  /// Listens until the service ends it or the task is cancelled; returns for the caller to listen
  /// again, with patience.
  func listen(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError)
}

/// How far somebody has read, kept at the service for all of their programs.
public protocol MarkerGateway: Sendable {
  /// The newest entry that was read; nil where nothing is known.
  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID?
  /// Keeps it.
  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError)
}

/// Tags at a service.
public protocol TagGateway: Sendable {
  /// Tags that begin like this, or are talked about where it is empty; without "#".
  func tags(matching beginning: String) async throws(FeedError) -> [String]
}
