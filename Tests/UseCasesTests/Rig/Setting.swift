import Doubles
import FeedDomain
import UseCases

/// A session with everything around it made for a test.
@MainActor struct Setting {
  let world = FakeWorld()
  let store = FakeFeedStore()
  let outbox: FakeOutbox
  let service: StubService
  let signIn = StubSignIn()
  let credentials = FakeCredentials()
  let session: AccountSession
  let actions: UserActionPerformer
  let observer = ActionSpy()
  let notifications = StubNotifications()
  let notificationStore = FakeNotificationStore()
  let searches = FakeSearches()
  let mutes: MuteList?
  let muteStore = FakeMutes()
  let bookmarkTags = FakeBookmarkTags()
  let personAlertEndTimes = FakePersonAlertEndTimes()

  init(
    service posts: [Post] = [], outbox items: [OutboxItem] = [], edits: Bool = false,
    undoWindow: Duration = .seconds(5), pictures: (any PicturePreparing)? = nil,
    attachments: Int = 0, needsPicture: Bool = false, repliesStartWithHandle: Bool = true,
    photos: (any PhotoGateway)? = nil, places: (any PlaceGateway)? = nil, hasNotices: Bool = false,
    live: (any LiveGateway)? = nil,
    retentionLimit: Duration? = nil, refreshInterval: Duration? = nil, canSearch: Bool = true,
    habits: PostingDefaults = PostingDefaults(), mutes: MuteList? = nil,
    canSetLanguage: Bool = false, completion: (any TagAndEmojiCompletionGateway)? = nil,
    addresses: (any AddressResolvingGateway)? = nil,
    messages: (any DirectConversationGateway)? = nil,
    extras: (any OptionalInformationGateway)? = nil,
    textLimits: [ServiceAction.ServiceActionKind: [InputField: FormTextLimit]] = [:],
    publicServers: (any AccountlessReadingGateway)? = nil,
    draftPictures: (any DraftPictureStore)? = nil,
    marks: Post.UserPostMarks = [.liked, .boosted]
  ) {
    self.mutes = mutes
    outbox = FakeOutbox(items)
    service = StubService(posts)
    var stores = AccountSession.SessionStores(
      feeds: store, outbox: outbox, drafts: outbox, credentials: credentials,
      pictures: pictures, notifications: notificationStore, searches: searches, mutes: muteStore)
    stores.draftPictures = draftPictures
    stores.bookmarkTags = bookmarkTags
    stores.personAlertEndTimes = personAlertEndTimes
    session = AccountSession(
      .sample,
      connection: service.offering(
        edits: edits, attachments: attachments, needsPicture: needsPicture,
        repliesStartWithHandle: repliesStartWithHandle, photos: photos,
        places: places, notifications: hasNotices ? notifications : nil, live: live,
        retentionLimit: retentionLimit,
        refreshInterval: refreshInterval, canSearch: canSearch, habits: habits,
        canSetLanguage: canSetLanguage, completion: completion, addresses: addresses,
        messages: messages, extras: extras, textLimits: textLimits,
        publicServers: publicServers, marks: marks),
      stores: stores,
      world: world,
      log: NoLog())
    actions = UserActionPerformer(session, undoWindow: undoWindow, mutes: mutes)
    actions.addActionReportListener(observer) { $0.hear($1) }
  }

  var account: Account.ID { session.account.id }

  /// Puts posts into the store as if they had been fetched.
  func hold(_ posts: [Post], in feed: Feed = .home, older: Cursor? = nil) async throws {
    _ = try await store.mergeFetchedPage(
      FeedPage(posts.map { FeedEntry($0) }, older: older), into: feed, account: account, at: .top,
      now: world.now)
  }

  /// Returns the setting after it put posts into the store as if they had been fetched.
  func holding(_ posts: [Post], in feed: Feed = .home, older: Cursor? = nil) async throws -> Setting
  {
    try await hold(posts, in: feed, older: older)
    return self
  }

  func directory() -> StubDirectory { StubDirectory(gateway: signIn) }

  func item(_ id: String, _ change: PendingChange, _ state: OutboxItem.OutboxItemState)
    -> OutboxItem
  {
    OutboxItem(
      id: OutboxItem.ID(id), account: SignedInAccount.sample.account.id, change: change,
      state: state, createdAt: world.now)
  }
}
