package import FeedDomain

/// An account in use: what its service offers, and where things are remembered.
@MainActor package final class Session {
  /// The account with its token.
  package private(set) var signedIn: SignedInAccount
  /// What the service offers.
  package private(set) var connection: ServiceConnection
  /// What became of the token.
  private var token = Token.good
  /// The streams that are open, the one in front last: along it one goes from photo to photo.
  package private(set) var openFeeds: [Feed] = []
  /// What the service told of photos while the account is in use: asking costs calls, of which some
  /// services allow few.
  var photoDetails = PhotoDetailsMemory()
  /// What the reader posted and their stream does not have yet.
  var freshPosts = FreshPosts()
  /// What the service was asked a moment ago.
  var lately = RequestCooldown()
  /// Which streams are held without a hole up to what the service tells by itself.
  var coverage = LiveCoverage()
  /// Whether somebody uses the program.
  package let attention: Attention
  /// The service's own emoji.
  var ownEmoji = OwnEmoji.unasked
  /// Which streams the reader chose as tabs.
  var chosenTabs = ChosenTabs()
  /// Hear of every post that is stored with other counts, words or marks than before.
  private var storeListeners = Listeners<Set<Post.ID>>()
  /// Where things are remembered.
  package let shelf: Stores
  /// The clock and the dice.
  package let world: any World
  /// Where facts go.
  package let log: any Log

  private enum Token {
    case good
    /// It was found refused by who has no scene to say so in.
    case refused
    /// The account was signed out.
    case over
  }

  /// The stores that a session writes to.
  package struct Stores: Sendable {
    /// What was fetched.
    package let feeds: any FeedStore
    package let outbox: any Outbox
    package let drafts: any DraftStore
    package let credentials: any CredentialStore
    /// Photos that were fetched; nil where none are kept.
    package let photos: (any PhotoCache)?
    /// Where pictures are made ready to be posted; nil where none can be.
    package let pictures: (any PicturePreparing)?
    /// Which streams are tabs; nil where that is not remembered.
    package let tabs: (any TabStore)?
    /// What happened to the reader, as far as it was told; nil where none of it is kept.
    package let notices: (any NotificationStore)?
    /// What was searched for; nil where that is not kept.
    package let searches: (any SearchHistory)?
    /// What the reader does not want to read about; nil where that is not kept.
    package let mutes: (any MuteStore)?

    package init(
      feeds: any FeedStore, outbox: any Outbox, drafts: any DraftStore,
      credentials: any CredentialStore, photos: (any PhotoCache)? = nil,
      pictures: (any PicturePreparing)? = nil, tabs: (any TabStore)? = nil,
      notices: (any NotificationStore)? = nil, searches: (any SearchHistory)? = nil,
      mutes: (any MuteStore)? = nil
    ) {
      self.feeds = feeds
      self.outbox = outbox
      self.drafts = drafts
      self.credentials = credentials
      self.photos = photos
      self.pictures = pictures
      self.tabs = tabs
      self.notices = notices
      self.searches = searches
      self.mutes = mutes
    }
  }

  package init(
    _ signedIn: SignedInAccount, connection: ServiceConnection, shelf: Stores, world: any World,
    log: any Log, attention: Attention? = nil
  ) {
    self.signedIn = signedIn
    self.connection = connection.searching(shelf.feeds, in: world)
    self.shelf = shelf
    self.world = world
    self.log = log
    self.attention = attention ?? Attention(world)
  }

  package var account: Account { signedIn.account }

  /// Whether the account was signed out: nothing of it is written any more.
  package var isOver: Bool { token == .over }

  /// Whether the token was found refused by who has no scene to say so in.
  package var isRefused: Bool { token == .refused }

  /// Goes on with a new token, after the old one was refused.
  package func renew(_ signedIn: SignedInAccount, connection: ServiceConnection) {
    self.signedIn = signedIn
    self.connection = connection.searching(shelf.feeds, in: world)
    if !isOver { token = .good }
  }

  /// Takes note that the token is refused: a stream that is opened from now on finds that out at once.
  func noteRefusal() {
    if !isOver { token = .refused }
  }

  /// Takes note of a stream that is read from now on, and of one that is no longer.
  func reads(_ feed: Feed?, insteadOf old: Feed?) {
    if let old, let place = openFeeds.lastIndex(of: old) { openFeeds.remove(at: place) }
    if let feed { openFeeds.append(feed) }
  }

  /// Tells a listener which posts look different in the store, whoever stored them.
  func tellOfStored<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, Set<Post.ID>) -> Void
  ) {
    storeListeners.add(listener, hear)
  }

  /// Tells of posts that were stored and look different now.
  func stored(_ changes: ChangeSet) {
    if !changes.posts.isEmpty { storeListeners.tell(changes.posts) }
  }

  /// What they write and have not sent.
  var drafts: DraftFolder { DraftFolder(session: self) }

  /// Forgets what the service lets nobody keep any longer.
  func forgetWhatIsTooOld() async throws(StoreError) {
    guard let life = connection.keepsFor, !isOver else { return }
    try await shelf.forget(olderThan: life, of: account.id, now: world.now)
  }

  /// Notes that something could not be remembered; nothing where the program is ending, which is no
  /// failure.
  func note(_ error: StoreError, doing step: String, on channel: LogChannel = .storage) {
    guard error != .closed else { return }
    log.note(channel, .error, "could not \(step): \(error)")
  }

  /// Ends with the account's sign-out, before everything of it is erased.
  package func end() { token = .over }
}
