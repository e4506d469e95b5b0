package import FeedDomain

/// The session of a signed-in account: its connection and stores.
@MainActor package final class Session {
  package private(set) var signedIn: SignedInAccount
  package private(set) var connection: ServiceConnection
  /// The state of the token.
  private var token = Token.good
  /// Open timelines, the front one last, whose photos can be browsed.
  package private(set) var openFeeds: [Feed] = []
  /// Fetched photo details, as some services allow few requests.
  var photoDetails = PhotoDetailsCache()
  /// New posts that the home timeline lacks.
  var freshPosts = NewOwnPosts()
  var lately = RequestCooldown()
  var coverage = LiveCoverage()
  package let attention: UserActivity
  var ownEmoji = ServiceEmoji.unasked
  var chosenTabs = ChosenTabs()
  /// Listeners for stored posts that look different.
  private var storeListeners = Listeners<Set<Post.ID>>()
  package let shelf: Stores
  /// The clock and random numbers.
  package let world: any World
  package let log: any Log

  private enum Token {
    case good
    /// The token was found to be rejected by background work.
    case refused
    /// The account was signed out.
    case over
  }

  /// The stores of a session; nil for those that are not kept.
  package struct Stores: Sendable {
    package let feeds: any FeedStore
    package let outbox: any Outbox
    package let drafts: any DraftStore
    package let credentials: any CredentialStore
    package let photos: (any PhotoCache)?
    package let pictures: (any PicturePreparing)?
    package let tabs: (any TabStore)?
    package let notifications: (any NotificationStore)?
    package let searches: (any SearchHistory)?
    package let mutes: (any MuteStore)?

    package init(
      feeds: any FeedStore, outbox: any Outbox, drafts: any DraftStore,
      credentials: any CredentialStore, photos: (any PhotoCache)? = nil,
      pictures: (any PicturePreparing)? = nil, tabs: (any TabStore)? = nil,
      notifications: (any NotificationStore)? = nil, searches: (any SearchHistory)? = nil,
      mutes: (any MuteStore)? = nil
    ) {
      self.feeds = feeds
      self.outbox = outbox
      self.drafts = drafts
      self.credentials = credentials
      self.photos = photos
      self.pictures = pictures
      self.tabs = tabs
      self.notifications = notifications
      self.searches = searches
      self.mutes = mutes
    }
  }

  package init(
    _ signedIn: SignedInAccount, connection: ServiceConnection, shelf: Stores, world: any World,
    log: any Log, attention: UserActivity? = nil
  ) {
    self.signedIn = signedIn
    self.connection = connection.searching(shelf.feeds, in: world)
    self.shelf = shelf
    self.world = world
    self.log = log
    self.attention = attention ?? UserActivity(world)
  }

  package var account: Account { signedIn.account }

  /// True if the account was signed out; nothing of it is written any more.
  package var isOver: Bool { token == .over }

  /// True if background work found the token to be rejected.
  package var isRefused: Bool { token == .refused }

  /// Continues with a new token.
  package func renew(_ signedIn: SignedInAccount, connection: ServiceConnection) {
    self.signedIn = signedIn
    self.connection = connection.searching(shelf.feeds, in: world)
    if !isOver { token = .good }
  }

  /// Records that the token was rejected, so that the next timeline reports it.
  func noteRefusal() {
    if !isOver { token = .refused }
  }

  /// Records that a timeline was opened or closed.
  func reads(_ feed: Feed?, insteadOf old: Feed?) {
    if let old, let place = openFeeds.lastIndex(of: old) { openFeeds.remove(at: place) }
    if let feed { openFeeds.append(feed) }
  }

  /// Adds a listener for stored posts that look different, by a weak reference.
  func tellOfStored<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, Set<Post.ID>) -> Void
  ) {
    storeListeners.add(listener, hear)
  }

  /// Notifies listeners of stored posts that look different.
  func stored(_ changes: ChangeSet) {
    if !changes.posts.isEmpty { storeListeners.tell(changes.posts) }
  }

  var drafts: AccountDrafts { AccountDrafts(session: self) }

  /// Deletes data older than the service allows to keep.
  func forgetWhatIsTooOld() async throws(StoreError) {
    guard let life = connection.retentionLimit, !isOver else { return }
    try await shelf.forget(olderThan: life, of: account.id, now: world.now)
  }

  /// Logs a store error, except at the program's end.
  func note(_ error: StoreError, doing step: String, on channel: LogChannel = .storage) {
    guard error != .closed else { return }
    log.note(channel, .error, "could not \(step): \(error)")
  }

  /// Ends the session before the account's data is erased.
  package func end() { token = .over }
}
