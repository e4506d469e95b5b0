/// What a service tells by itself, while somebody listens.
public indirect enum LiveEvent: Equatable, Sendable {
  /// The service is heard: from now on every new entry of these streams is told, until it ends.
  case listening(Set<Feed>)
  /// A new entry of a stream, whole.
  case posted(FeedEntry, in: Feed)
  /// A stream has something newer that was not told, and has to be asked for.
  case news(Feed)
  /// A post is different now.
  case changed(Post)
  /// A post is gone.
  case removed(Post.ID)
  /// A new notification, whole.
  case happened(Notice)
  /// Something happened to the reader that was not told, and has to be asked for.
  case notice
  /// A list that the service keeps is different now, such as its announcements or the filters.
  case listed(Extra)
}

/// Tells what happens while it happens, where a service can.
public protocol LiveGateway: Sendable {
  /// Listens until the service ends it or the task is cancelled; returns for the caller to listen
  /// again, with patience.
  func listen(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError)
  /// Whether an entry stands above another in their stream; servers tell what comes late, too.
  func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool
  /// How to ask for what stands below an entry; nil where that cannot be asked.
  func cursor(below entry: FeedEntry.ID) -> Cursor?
}

extension LiveGateway {
  /// Where nobody knows the order, what is told last is the newest.
  public func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool { true }
  /// Where nobody can ask, there is no gap to be filled.
  public func cursor(below entry: FeedEntry.ID) -> Cursor? { nil }
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
