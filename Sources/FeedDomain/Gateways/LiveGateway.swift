/// What a service tells by itself, while somebody listens.
public indirect enum LiveEvent: Equatable, Sendable {
  /// It is heard: from now on whatever is new in these streams is told, until it ends.
  case listening(Set<Feed>)
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
  /// Whether anything is kept about that stream.
  func keepsMarks(in feed: Feed) -> Bool
  /// The newest entry that was read; nil where nothing is known.
  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID?
  /// Keeps it; false where another program wrote at the same moment, so that what it wrote is to be
  /// read first.
  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError) -> Bool
  /// How far the notices were read; nil where nothing is known.
  func lastReadNotice() async throws(FeedError) -> NoticeMark?
  /// Keeps that everything was read up to that notice; false as above.
  func setLastRead(_ notice: Notice) async throws(FeedError) -> Bool
}

extension MarkerGateway {
  /// Nothing is known where a service keeps no such thing.
  public func lastReadNotice() async throws(FeedError) -> NoticeMark? { nil }
  /// Nothing is kept where a service keeps no such thing.
  public func setLastRead(_ notice: Notice) async throws(FeedError) -> Bool { true }
}

/// How far somebody has read their notices.
public enum NoticeMark: Hashable, Sendable {
  /// Up to that one.
  case notice(Notice.ID)
  /// Up to those of that moment.
  case moment(Timestamp)
}
