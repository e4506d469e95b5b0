/// Reading a stream of posts.
public enum StreamReading {
  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To read that stream; the last one where none is named.
    case open(Feed?)
    /// To read what was photographed around the reader, wherever that is.
    case openNearby
    /// To look around another place, which they will choose now.
    case changePlace
    /// What is new.
    case refresh
    /// More rows: the reader comes near the end (or the top) of those given.
    case more(Edge)
    /// What was not fetched there; rows are added on the side the reader comes from.
    case fill(Gap.ID, from: Edge)
    /// To go to the top of the stream, its bottom, or the first unread entry.
    case jump(Target)
    /// To have the stream laid out like this, now and when it is read again.
    case arrange(Arrangement)
    /// To do or take back an action on a post.
    case toggle(Post.ID, Post.OwnActions)
    /// To delete a post of one's own.
    case delete(Post.ID)
    /// To take back the last action.
    case undo
    /// To have the place remembered: the reader is there, and the newest entry on the screen is that.
    case remember(ReadingPlace, seen: FeedEntry.ID)
    /// To see which streams are tabs now.
    case showTabs
    /// To have the stream that is read as a tab, or no longer.
    case toggleTab
    /// To stop: the scene closes.
    case close
  }

  /// A side of the rows.
  public enum Edge: Equatable, Sendable {
    /// Above: newer.
    case above
    /// Below: older.
    case below
  }

  /// Where to go.
  public enum Target: Equatable, Sendable {
    /// The newest entry.
    case top
    /// The oldest entry that is held.
    case bottom
    /// The oldest entry not yet seen.
    case firstUnread
  }

  /// What happened.
  public indirect enum Response: Equatable, Sendable {
    /// The account offers these streams, and that one is being read; none while it is found out
    /// where the reader is.
    case streams([StreamTab], current: Feed?, account: Account)
    /// The stream is a tab now, or no longer.
    case tab(Feed, isShown: Bool)
    /// It is the only tab left, which stays.
    case lastTab
    /// Nobody knows where the reader is: what they see is what is talked about. Whether they should
    /// be asked now.
    case nowhere(asks: Bool)
    /// The stream is laid out like this.
    case arranged(Arrangement)
    /// The rows, with the reader's waiting actions already in them.
    case rows(Rows)
    /// These posts changed; every other row is as it was.
    case changed([Post])
    /// What is going on.
    case activity(Activity)
    /// How the stream stands.
    case status(Status)
    /// The service failed; when it is tried again by itself, if it is.
    case failed(FeedError, retryAt: Timestamp?)
    /// The service is still gathering the stream: what came is shown, and more is asked for by itself
    /// at that moment.
    case unfinished(retryAt: Timestamp)
    /// Remembering failed; what is shown is right, but may be gone after the end.
    case storeFailed(StoreError)
    /// Something happened to the reader's actions.
    case action(ActionNews)
  }

  /// Rows of a stream, and why they are given.
  public struct Rows: Equatable, Sendable {
    /// The rows, from the top.
    public let rows: [FeedRow]
    /// Whether the stream goes on above or below them, in the store or at the service.
    public let hasMoreAbove: Bool
    /// Whether it goes on below.
    public let hasMoreBelow: Bool
    /// Where to put the reader; nil: leave them where they are, by the entry they have selected.
    public let place: ReadingPlace?

    /// Rows of a stream.
    public init(_ rows: [FeedRow], hasMoreAbove: Bool, hasMoreBelow: Bool, place: ReadingPlace?) {
      self.rows = rows
      self.hasMoreAbove = hasMoreAbove
      self.hasMoreBelow = hasMoreBelow
      self.place = place
    }
  }

  /// What is going on.
  public enum Activity: Equatable, Sendable {
    /// Nothing.
    case none
    /// It is found out where the reader is.
    case locating
    /// The stream is fetched for the first time.
    case opening
    /// What is new is fetched.
    case refreshing
    /// What is new is asked for, and nothing has come since then.
    case stalled(since: Timestamp)
    /// What is older is fetched.
    case loadingOlder
    /// A gap is filled.
    case filling(Gap.ID)
  }

  /// How a stream stands.
  public struct Status: Equatable, Sendable {
    /// How many entries above the reader have not been seen, not counting the reader's own.
    public let unread: Int
    /// How much happened to the reader that they have not looked at.
    public let notices: Int
    /// When it was last fetched without failure.
    public let fetchedAt: Timestamp?
    /// Whether the service has nothing in this stream.
    public let isEmpty: Bool

    /// How a stream stands.
    public init(unread: Int, notices: Int = 0, fetchedAt: Timestamp?, isEmpty: Bool) {
      self.unread = unread
      self.notices = notices
      self.fetchedAt = fetchedAt
      self.isEmpty = isEmpty
    }
  }
}
