package import FeedDomain

/// A namespace for the requests and the state of the stream scene, which shows a stream of posts.
package enum StreamScene {
  package enum SceneRequest: Equatable, Sendable {
    /// A request of the stream scene: open a stream; nil for the stream that was open last.
    case open(Feed?)
    /// A request of the stream scene: show photos taken near the user's location.
    case openNearby
    /// A request of the stream scene: show photos near the place chosen next in the place scene.
    case changePlace
    case refresh
    /// A request of the stream scene: add rows above or below, as the selection comes near an edge.
    case more(StreamRowsEdge)
    /// A request of the stream scene: fetch missing posts of a gap, beginning at the edge that the
    /// selection reached first.
    case fill(TimelineGap.ID, from: StreamRowsEdge)
    case jump(JumpTarget)
    /// A request of the stream scene: change the stream's layout, which is kept in the store.
    case arrange(TimelineLayout)
    /// A request of the stream scene: show the folded posts of a thread after its first entry.
    case unfold(FeedEntry.ID)
    /// A request of the stream scene: toggle a like, boost or bookmark of a post.
    case toggle(Post.ID, Post.UserPostMarks)
    case delete(Post.ID)
    /// A request of the stream scene: act on the post of an entry in the common stream as the next
    /// account that sees it.
    case actAsNextAccount(FeedEntry.ID)
    case undo
    /// A request of the stream scene: store the reading position and the newest shown entry.
    case remember(ReadingPosition, seen: FeedEntry.ID)
    /// A request of the stream scene: mark entries as read that the user has seen and moved past,
    /// if the settings ask for that.
    case passed([FeedEntry.ID])
    /// A request of the stream scene: mark an entry as read, since it is opened.
    case opened(FeedEntry.ID)
    /// A request of the stream scene: mark an entry as read, or a read one as unread.
    case toggleRead(FeedEntry.ID)
    /// A request of the stream scene: tell the user how many entries would be marked as read,
    /// before the user confirms.
    case countUnread(EntryRange)
    case markRead(EntryRange)
    /// A request of the stream scene: show only unread entries, or all again; kept in the store.
    case toggleUnreadOnly
    /// A request of the stream scene: read the tabs again, which may have changed.
    case showTabs
    /// A request of the stream scene: after a catch-up, select the first unread entry if the
    /// catch-up marked some entries as read.
    case resumeAfterCatchUp
    /// A request of the stream scene: pin the open stream as a tab, or unpin it.
    case toggleTab
    case followTag(Bool)
    /// A request of the stream scene: fetch the stream, its conversations, and pictures for a
    /// screen of this size for offline reading; a second request cancels the fetch.
    case fetchAhead(screen: PhotoSize?)
    /// Requests of the stream scene (cases): stop the automatic refreshes since the scene is
    /// hidden, and start them again.
    case pause, resume
    case close
  }

  /// A range of a stream's entries that are marked as read at once.
  package enum EntryRange: Equatable, Sendable {
    /// A range of entries: those on the screen.
    case shown([FeedEntry.ID])
    /// A range of entries: an entry and all above, which are newer.
    case above(FeedEntry.ID)
    /// A range of entries: an entry and all below, which are older.
    case below(FeedEntry.ID)
    /// A range of entries: all of the web feed that an entry comes from.
    case feed(of: FeedEntry.ID)
    /// A range of entries: all of the open stream, such as a folder.
    case stream
  }

  /// An edge of the stream's rows, with newer posts above and older ones below.
  package enum StreamRowsEdge: Equatable, Sendable { case above, below }

  /// A target of a jump in the stream, such as its top; the entry there is selected, and its rows
  /// are read from the store.
  package enum JumpTarget: Equatable, Sendable {
    case top
    /// A target of a jump in the stream: the oldest stored entry.
    case bottom
    /// A target of a jump in the stream: the oldest entry that the user has not seen.
    case firstUnread
    /// A target of a jump in a stream of web feeds: the next unread entry above the selected one.
    case previousUnread
  }

  package struct SceneState: Equatable, Sendable {
    package let account: Account
    package var tabs: [AccountStreamTab] = []
    /// The open stream; nil until one is chosen, and while the user's location is determined.
    package var feed: Feed?
    /// The name of the place of a nearby stream; kept outside of `feed`, so that streams of one
    /// place compare equal with and without its name.
    package var placeName = ""
    /// True if the stream shows posts near a place or, while none is known, trending posts.
    package var isNearby = false
    package var hasReadStates = false
    package var showsUnreadOnly = false
    /// The number of unread entries of each tab; empty for accounts without read states.
    package var unreadInTabs: [Int] = []
    /// The number of times that the stream scene has opened a stream.
    package var openings = 0
    /// The layout of the stream; nil until the stream is read from the store.
    package var layout: TimelineLayout?
    /// The stream's rows from the top, with the user's pending changes applied.
    package var posts = PostRows<FeedRow>()
    /// The ids of the first entries of those long threads that the user has unfolded in the stream.
    package var unfolded: Set<FeedEntry.ID> = []
    /// True if the store or the service has more rows above those in memory or, for the second
    /// property, below them.
    package var hasMoreAbove = false, hasMoreBelow = false
    package var activity = StreamFetchState.none
    package var status = StreamUnreadStatus()
    /// The problem of the last request for the stream's posts; nil if the request succeeded.
    package var problem: StreamProblem?
    /// The accounts in the common stream, in the order in which they act; empty for one account.
    package var members: [AccountGroupMember] = []
    /// The accounts in the common stream whose service failed while others answered.
    package var failedAccounts: [FailedAccount] = []
    /// The web feeds of the stream that the service could not fetch while it fetched others.
    package var brokenSubscriptions: [Subscription] = []
    /// The progress of the fetch for offline reading; nil if none is under way.
    package var offlineCopy: OfflineCopyResult?

    package init(account: Account) { self.account = account }

    /// True if the stream scene shows trending posts in place of photos near the user, since the
    /// location is unknown.
    package var isUserLocationUnknown: Bool { isNearby && feed == .trending }
  }

  package enum StreamFetchState: Equatable, Sendable {
    case none
    case locating
    /// A state of the stream's fetch: the stream is being fetched for the first time.
    case opening
    case refreshing
    /// A state of the stream's fetch: the web feeds of the stream are being fetched.
    case collecting(WebFeedFetchProgress)
    /// A state of the stream's fetch: a refresh has had no answer since this time.
    case stalled(since: Timestamp)
    case loadingOlder
    case filling(TimelineGap.ID)
  }

  package enum StreamProblem: Equatable, Sendable {
    /// A problem of the stream: the service failed. The next automatic attempt is at `retryAt`; nil
    /// if none is planned.
    case failed(FeedError, retryAt: Timestamp?)
    /// A problem of the stream: the service is still assembling the posts, and is asked again at
    /// `retryAt`.
    case gathering(retryAt: Timestamp)

    package var error: FeedError? { if case .failed(let error, _) = self { error } else { nil } }
  }

  /// A status of the open stream in the stream scene, such as the unread counts, the time of the
  /// last fetch, and whether a catch-up is offered.
  package struct StreamUnreadStatus: Equatable, Sendable {
    /// The number of unseen entries above the user's position, without the user's own.
    package var unread = 0
    /// The number of unread notifications of the account.
    package var notifications = 0
    /// The time since when the user was away, if the stream scene offers a catch-up; otherwise nil.
    package var awaySince: Timestamp?
    /// True if unread posts of the stream are missing in gaps, so that the unread count is too low.
    package var isUncounted = false
    package var fetchedAt: Timestamp?
    /// True if the service has no posts in the stream.
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
