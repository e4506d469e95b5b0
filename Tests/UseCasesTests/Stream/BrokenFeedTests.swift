import Doubles
import FeedDomain
import Testing
import UseCases

/// Reading what comes from a list of the user's own, of which some tells nothing.
@MainActor struct BrokenFeedTests {
  private let list = StubSubscriptions()
  private let service = StubService()
  private let spy = Spy<StreamScene.SceneState>()
  private let interactor: StreamInteractor

  init() {
    let outbox = FakeOutbox([])
    let (service, list) = (service, list)
    let session = AccountSession(
      .sample,
      connection: ServiceConnection(
        account: SignedInAccount.sample.account, streams: [.feed(.home)], feeds: service
      ) { $0.subscriptions = list },
      stores: AccountSession.SessionStores(
        feeds: FakeFeedStore(), outbox: outbox, drafts: outbox, credentials: FakeCredentials()),
      world: FakeWorld(), log: NoLog())
    interactor = StreamInteractor(session, actions: UserActionPerformer(session), presenter: spy)
  }

  private var broken: [String]? {
    spy.last?.brokenSubscriptions.map(\.name)
  }

  @Test func `failed subscriptions are updated with each refresh`() async {
    await list.break("rain.example")
    await interactor.handle(.open(.home))
    #expect(await eventually { broken == ["rain.example"] })
    #expect(await list.asked == [.home])

    await list.break()
    await interactor.handle(.refresh)
    #expect(await eventually { broken == [] })
  }

  @Test func `if every feed of the stream fails the failing feeds are shown as well`() async {
    await list.break("rain.example")
    await service.fail(.badReply)

    await interactor.handle(.open(.home))

    #expect(await eventually { broken == ["rain.example"] })
    #expect(spy.last?.problem?.error == .badReply)
  }
}

/// A list of which some tells nothing.
private actor StubSubscriptions: SubscriptionGateway {
  private var names: [String] = []
  private(set) var asked: [Feed] = []

  /// These tell nothing from now on.
  func `break`(_ names: String...) { self.names = names }

  func subscriptions() -> [Subscription] { [] }
  func failingSubscriptions(in feed: Feed) -> [Subscription] {
    asked.append(feed)
    return names.map { Subscription(id: .init($0), address: $0, name: $0, problem: .gone) }
  }
  func addSubscriptions(_ typed: String, isTrustedList: Bool) async throws(FeedError)
    -> AddSubscriptionsResult
  {
    throw .notFound
  }
  func rejectedImportEntries(in path: String) async throws(FeedError) -> [RejectedImportEntry] {
    []
  }
  func unsubscribe(from id: Subscription.ID) async throws(FeedError) { throw .notFound }
  func opmlText() -> String { "" }
}
