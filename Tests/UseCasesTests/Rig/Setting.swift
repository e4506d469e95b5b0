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
  let session: Session
  let actions: PendingActions
  let observer = ActionSpy()
  let notices = StubNotifications()
  let notificationStore = FakeNotificationStore()
  let searches = FakeSearches()
  let mutes: MuteBook?
  let muteStore = FakeMutes()

  init(
    service posts: [Post] = [], outbox items: [OutboxItem] = [], edits: Bool = false,
    undoWindow: Duration = .seconds(5), pictures: (any PicturePreparing)? = nil,
    attachments: Int = 0, needsPicture: Bool = false, greetsAnswered: Bool = true,
    photos: (any PhotoGateway)? = nil, places: (any PlaceGateway)? = nil, hasNotices: Bool = false,
    live: (any LiveGateway)? = nil,
    keepsFor: Duration? = nil, refreshPace: Duration? = nil, canSearch: Bool = true,
    habits: PostingDefaults = PostingDefaults(), mutes: MuteBook? = nil,
    namesLanguage: Bool = false, completion: (any CompletionGateway)? = nil,
    addresses: (any AddressGateway)? = nil, messages: (any DirectConversationGateway)? = nil,
    extras: (any ExtrasGateway)? = nil,
    textLimits: [ServiceAction.Kind: [AskedField: TextLimit]] = [:]
  ) {
    self.mutes = mutes
    outbox = FakeOutbox(items)
    service = StubService(posts)
    session = Session(
      .sample,
      connection: service.offering(
        edits: edits, attachments: attachments, needsPicture: needsPicture,
        greetsAnswered: greetsAnswered, photos: photos,
        places: places, notices: hasNotices ? notices : nil, live: live, keepsFor: keepsFor,
        refreshPace: refreshPace, canSearch: canSearch, habits: habits,
        namesLanguage: namesLanguage, completion: completion, addresses: addresses,
        messages: messages, extras: extras, textLimits: textLimits),
      shelf: Session.Stores(
        feeds: store, outbox: outbox, drafts: outbox, credentials: credentials,
        pictures: pictures, notices: notificationStore, searches: searches, mutes: muteStore),
      world: world,
      log: NoLog())
    actions = PendingActions(session, undoWindow: undoWindow, mutes: mutes)
    actions.tell(observer) { $0.hear($1) }
  }

  var account: Account.ID { session.account.id }

  /// Puts posts into the store as if they had been fetched.
  func hold(_ posts: [Post], in feed: Feed = .home, older: Cursor? = nil) async throws {
    _ = try await store.commit(
      FeedPage(posts.map { FeedEntry($0) }, older: older), to: feed, account: account, at: .top,
      now: world.now)
  }

  func directory() -> StubDirectory { StubDirectory(gateway: signIn) }

  func item(_ id: String, _ change: PendingChange, _ state: OutboxItem.State) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID(id), account: SignedInAccount.sample.account.id, change: change,
      state: state, createdAt: world.now)
  }
}
