package import FeedDomain

/// Reading a stream of posts.
package enum StreamReading {
  package enum Request: Equatable, Sendable {
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
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    /// To act on that post, which several accounts see, as the next of them.
    case actAsNextAccount(FeedEntry.ID)
    case undo
    /// To have the place remembered: the reader is there, and the newest entry on the screen is that.
    case remember(ReadingPosition, seen: FeedEntry.ID)
    /// To see which streams are tabs now.
    case showTabs
    /// To go on here after catching up elsewhere: with what is left, where anything was read there.
    case goOn
    /// To have the stream that is read as a tab, or no longer.
    case toggleTab
    /// To have the posts with the tag that is read come home, or no longer.
    case followTag(Bool)
    /// To have the stream here, with its conversations and the pictures for a screen of that size, to
    /// be read without a network; while that goes on, to have it end.
    case fetchAhead(screen: PhotoSize?)
    /// To have nothing asked by itself: nobody sees the stream. Then, to go on.
    case rest, wake
    case close
  }

  /// A side of the rows.
  package enum Edge: Equatable, Sendable {
    case above
    case below
  }

  /// Where to go.
  package enum Target: Equatable, Sendable {
    case top
    /// The oldest entry that is held.
    case bottom
    /// The oldest entry not yet seen.
    case firstUnread
  }

  package indirect enum Response: Equatable, Sendable {
    /// The account offers these streams, and that one is being read; none while it is found out
    /// where the reader is.
    case streams([StreamTab], current: Feed?, account: Account)
    /// Those are read together, the ones that act first.
    case company([Member])
    /// There is nobody to be read together with.
    case alone
    /// These services failed; the others go on.
    case silent([FailedAccount])
    /// These told nothing of what is followed there; the others did.
    case broken([Subscription])
    /// That account acts on the post now; nil where nobody else sees it.
    case passedOn(Account?)
    /// The stream is a tab now, or no longer.
    case tab(Feed, isShown: Bool)
    /// So much is here, to be read without a network; whether that is the end of it.
    case ahead(OfflineCopy, isOver: Bool)
    /// It is the only tab left, which stays.
    case lastTab
    /// Nobody knows where the reader is: what they see is what is talked about.
    case nowhere
    /// The stream is laid out like this.
    case arranged(Arrangement)
    /// The rows, with the reader's waiting actions already in them.
    case rows(Rows)
    /// What the reader posted stands above them, who were at the top.
    case postedAtTop
    /// These posts changed; every other row is as it was.
    case changed([Post])
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
    case action(ActionEvent)
  }

  /// Rows of a stream, and why they are given.
  package struct Rows: Equatable, Sendable {
    /// The rows, from the top.
    package let rows: [FeedRow]
    /// Whether the stream goes on above or below them, in the store or at the service.
    package let hasMoreAbove: Bool
    /// Whether it goes on below.
    package let hasMoreBelow: Bool
    /// Where to put the reader; nil: leave them where they are, by the entry they have selected.
    package let place: ReadingPosition?

    package init(_ rows: [FeedRow], hasMoreAbove: Bool, hasMoreBelow: Bool, place: ReadingPosition?)
    {
      self.rows = rows
      self.hasMoreAbove = hasMoreAbove
      self.hasMoreBelow = hasMoreBelow
      self.place = place
    }
  }

  package enum Activity: Equatable, Sendable {
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
    case filling(Gap.ID)
  }

  /// How a stream stands.
  package struct Status: Equatable, Sendable {
    /// How many entries above the reader have not been seen, not counting the reader's own.
    package let unread: Int
    /// How much happened to the reader that they have not looked at.
    package let notifications: Int
    /// Since when, where the reader was away for long and much was posted.
    package let awaySince: Timestamp?
    /// Whether more was posted in between than is counted.
    package let isUncounted: Bool
    /// When it was last fetched without failure.
    package let fetchedAt: Timestamp?
    /// Whether the service has nothing in this stream.
    package let isEmpty: Bool

    package init(
      unread: Int, awaySince: Timestamp? = nil, isUncounted: Bool = false, notifications: Int = 0,
      fetchedAt: Timestamp?, isEmpty: Bool
    ) {
      self.unread = unread
      self.awaySince = awaySince
      self.isUncounted = isUncounted
      self.notifications = notifications
      self.fetchedAt = fetchedAt
      self.isEmpty = isEmpty
    }
  }
}
