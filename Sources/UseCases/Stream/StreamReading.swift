package import FeedDomain

/// Reading a stream of posts.
package enum StreamReading {
  package enum Request: Equatable, Sendable {
    /// Read a stream; nil for the stream that was read last.
    case open(Feed?)
    /// Read photos around the reader, wherever that is.
    case openNearby
    /// Read photos around the place that the reader chooses next.
    case changePlace
    /// Fetch what is new.
    case refresh
    /// Add rows on a side whose end the reader comes near.
    case more(Edge)
    /// Fetch the posts that are missing in a gap, next to the side that the reader comes from.
    case fill(Gap.ID, from: Edge)
    case jump(Target)
    /// Lay the stream out otherwise, now and when it is read again.
    case arrange(Arrangement)
    /// Do or take back an action on a post.
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    /// Act on an entry, which several accounts see, as the next of them.
    case actAsNextAccount(FeedEntry.ID)
    case undo
    /// Remember where the reader is, and the newest entry on the screen.
    case remember(ReadingPosition, seen: FeedEntry.ID)
    /// Read the tabs again: they may have been chosen elsewhere.
    case showTabs
    /// Go to the first unread entry if some were read in the catch-up.
    case resumeAfterCatchUp
    /// Make the stream a tab, or take that back.
    case toggleTab
    /// Follow the tag that is read, or no longer.
    case followTag(Bool)
    /// Fetch the stream with its conversations, and with pictures for a screen of that size, to be
    /// read without a network; while that goes on, stop.
    case fetchAhead(screen: PhotoSize?)
    /// Stop automatic refreshes while the stream is hidden, and start them again.
    case pause, resume
    case close
  }

  /// A side of the rows. What is newer is above.
  package enum Edge: Equatable, Sendable { case above, below }

  /// An entry to go to.
  package enum Target: Equatable, Sendable {
    case top
    /// The oldest entry in the store.
    case bottom
    /// The oldest entry that was not seen.
    case firstUnread
  }

  /// A stream as it stands.
  package struct State: Equatable, Sendable {
    package let account: Account
    package var tabs: [StreamTab] = []
    /// The stream that is read; nil until it is known, and while the reader's location is.
    package var feed: Feed?
    /// The name of the place of a nearby stream, which does not take part in comparing streams.
    package var placeName = ""
    /// Whether the stream shows what is near: a place or, while none is known, trending posts.
    package var isNearby = false
    /// The number of streams that were begun.
    package var openings = 0
    /// The layout; nil until the first stream was read from the store.
    package var arrangement: Arrangement?
    /// The rows from the top, with the reader's waiting actions in them.
    package var posts = LivePosts<FeedRow>()
    /// Whether the stream goes on above or below the rows, in the store or at the service.
    package var hasMoreAbove = false, hasMoreBelow = false
    package var activity = Activity.none
    package var status = Status()
    /// Why the last request did not bring all that it should; nil if it did.
    package var problem: Problem?
    /// The accounts that are read together, in the order in which they act; empty for one alone.
    package var members: [Member] = []
    /// Accounts whose service failed while others answered.
    package var failedAccounts: [FailedAccount] = []
    /// Subscriptions in the stream that could not be fetched while others could.
    package var brokenSubscriptions: [Subscription] = []
    /// What has been fetched ahead so far; nil if nothing is being fetched ahead.
    package var offlineCopy: OfflineCopy?

    package init(account: Account) { self.account = account }

    /// Whether trending posts stand in for those of a place that is not known.
    package var isPlaceUnknown: Bool { isNearby && feed == .trending }
  }

  package enum Activity: Equatable, Sendable {
    case none
    /// The reader's location is being found.
    case locating
    /// The stream is being fetched for the first time.
    case opening
    case refreshing
    /// The service was asked for what is new, and has been silent since that moment.
    case stalled(since: Timestamp)
    case loadingOlder
    case filling(Gap.ID)
  }

  package enum Problem: Equatable, Sendable {
    /// The service failed. It is asked again by itself at that moment, if there is one.
    case failed(FeedError, retryAt: Timestamp?)
    /// The service is still gathering the stream, and is asked for more at that moment.
    case gathering(retryAt: Timestamp)

    package var error: FeedError? { if case .failed(let error, _) = self { error } else { nil } }
  }

  /// How far a stream has been read and fetched.
  package struct Status: Equatable, Sendable {
    /// The number of unseen entries above the reader, without the reader's own.
    package var unread = 0
    /// The number of notifications that the reader has not looked at.
    package var notifications = 0
    /// Since when the reader was away, if that is long and much was posted.
    package var awaySince: Timestamp?
    /// Whether more was posted in between than is counted.
    package var isUncounted = false
    /// When the stream was last fetched without failure.
    package var fetchedAt: Timestamp?
    /// Whether the service has nothing in the stream.
    package var isEmpty = false

    package init(
      unread: Int = 0, notifications: Int = 0, awaySince: Timestamp? = nil,
      isUncounted: Bool = false, fetchedAt: Timestamp? = nil, isEmpty: Bool = false
    ) {
      (self.unread, self.notifications, self.awaySince) = (unread, notifications, awaySince)
      (self.isUncounted, self.fetchedAt, self.isEmpty) = (isUncounted, fetchedAt, isEmpty)
    }
  }
}
