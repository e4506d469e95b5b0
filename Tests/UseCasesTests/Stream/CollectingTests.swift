import Doubles
import FeedDomain
import Testing
import UseCases

/// A stream of many feeds, which shows what has come while others are still asked for.
@MainActor struct CollectingTests {
  @Test
  func `entries of a stream are shown while other feeds are being fetched, with the progress`()
    async
  {
    let gateway = SlowFeeds()
    let spy = Spy<StreamScene.SceneState>()
    let outbox = FakeOutbox([])
    let session = AccountSession(
      .sample,
      connection: ServiceConnection(
        account: SignedInAccount.sample.account, streams: [.feed(.home)], feeds: gateway),
      stores: AccountSession.SessionStores(
        feeds: FakeFeedStore(), outbox: outbox, drafts: outbox, credentials: FakeCredentials()),
      world: FakeWorld(), log: NoLog())
    let interactor = StreamInteractor(
      session, actions: UserActionPerformer(session), presenter: spy)

    await interactor.handle(.open(.home))

    #expect(await eventually { spy.last?.posts.visibleRows.count == 1 })
    #expect(
      await eventually {
        spy.last?.activity == .collecting(WebFeedFetchProgress(finishedCount: 312, total: 1_000))
      }
    )
    await gateway.finish()
    #expect(await eventually { spy.last?.posts.visibleRows.count == 2 })
    #expect(await eventually { spy.last?.activity == StreamScene.StreamFetchState.none })
  }
}

/// Feeds of which one has answered, and the others do once the test lets them.
private actor SlowFeeds: FeedGateway {
  private var pages = 0
  private var waiter: CheckedContinuation<Void, Never>?
  private var isFinished = false

  func finish() {
    isFinished = true
    waiter?.resume()
    waiter = nil
  }

  func latestPageOfAnsweredSources(of feed: Feed) async throws(FeedError) -> FeedPage {
    pages += 1
    if pages == 1 {
      return FeedPage(
        [FeedEntry(.sample("b"))], older: nil,
        progress: WebFeedFetchProgress(finishedCount: 312, total: 1_000))
    }
    if !isFinished { await withCheckedContinuation { waiter = $0 } }
    return FeedPage([FeedEntry(.sample("c")), FeedEntry(.sample("b"))], older: nil)
  }

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    guard fetchRange == .latest else { throw .notFound }
    return try await latestPageOfAnsweredSources(of: feed)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation { throw .notFound }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> { throw .notFound }
}
