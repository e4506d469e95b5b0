import Doubles
import FeedDomain
import UseCases

/// The session of an account with web feeds, with everything around it made for a test.
@MainActor struct FeedReader {
  static let account = Account(service: .rss, person: Person.ID(""), handle: "feeds")
  static let feeds = [
    Subscription(
      id: Subscription.ID("old"), address: "https://old.example/feed", name: "Old Blog",
      folder: "News"),
    Subscription(id: Subscription.ID("sea"), address: "https://sea.example/feed", name: "Sea"),
  ]

  let world = FakeWorld()
  let store = FakeFeedStore()
  let readStates: FakeReadStates
  let subscriptions = StubSubscriptions(FeedReader.feeds)
  let service: StubService
  let outbox: FakeOutbox
  let session: AccountSession
  let actions: UserActionPerformer
  let observer = ActionSpy()

  /// The posts are entries whose ids begin with the id of their feed, the newest first.
  init(
    _ posts: [Post] = [], podcasts: (any EpisodeFileGateway)? = nil,
    episodes: (any PodcastQueueStore)? = nil, server: (any ReadStateFetchingGateway)? = nil,
    rules: (any FilterRuleStore)? = nil, tabs: (any TabAndDeckColumnStore)? = nil,
    tags: (any BookmarkTagStore)? = nil, acts: Set<ServiceAction.ServiceActionKind> = []
  ) {
    readStates = FakeReadStates(posts.map { ReadStateEntryReference($0) })
    service = StubService(posts)
    outbox = FakeOutbox([])
    let (service, subscriptions) = (service, subscriptions)
    session = AccountSession(
      SignedInAccount(Self.account, token: Secret("")),
      connection: ServiceConnection(
        account: Self.account, streams: [.feed(.home)], feeds: service
      ) {
        $0.publishing = service
        $0.subscriptions = subscriptions
        $0.podcasts = podcasts
        $0.readStates = server
        $0.marks = [.liked, .bookmarked]
        $0.serviceActions = acts
      },
      stores: changedCopy(
        AccountSession.SessionStores(
          feeds: store, outbox: outbox, drafts: outbox, credentials: FakeCredentials(),
          tabs: tabs, readStates: readStates, rules: rules, episodes: episodes)
      ) { $0.bookmarkTags = tags },
      world: world, log: NoLog())
    actions = UserActionPerformer(session)
    actions.addActionReportListener(observer) { $0.hear($1) }
  }

  func hold(_ posts: [Post], in feed: Feed = .home) async throws {
    _ = try await store.mergeFetchedPage(
      FeedPage(posts.map { FeedEntry($0) }, older: nil), into: feed, account: Self.account.id,
      at: .top, now: world.now)
  }

  static func entry(_ id: String, of feed: String = "old", hoursAgo: Int = 0) -> Post {
    Post(
      id: Post.ID("\(feed)/\(id)"), author: .sample(feed),
      createdAt: FakeWorld.noon.timeAdvanced(by: .seconds(-3600 * hoursAgo)),
      content: Post.PostContent(text: RichText("Words of \(id)")),
      url: "https://\(feed).example/\(id)")
  }
}
