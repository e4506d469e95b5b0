import Doubles
import FeedDomain
import FeedStorage
import ServiceRig
import Testing
import Threads
import UseCases

@testable import FeedServices

/// What a server that tells by itself is asked besides, with everything of the program but its
/// screen.
@MainActor @Suite struct StreamedPostTests {
  private let server: PretendMastodon
  private let world = FakeWorld()
  private let store: SQLiteFeedStore
  private let activeAccount: ActiveAccount
  private let work: RunningAccounts
  private let stream: StreamInteractor
  private let shown = Spy<StreamScene.SceneState>()
  private let folder = ScratchFolder()
  private let account: SignedInAccount

  init() async throws {
    server = try PretendMastodon(isLive: true)
    server.makeToken()
    store = try await SQLiteFeedStore(.memory)
    var home = MastodonServer(address: server.origin)
    home.software = .mastodon
    home.streaming = server.origin
    var token = MastodonAccountSecret(
      access: Secret(PretendMastodon.token), application: nil, server: home)
    token.refreshedAt = world.now
    account = SignedInAccount(
      Account(
        service: .mastodon, person: Person.ID("sol"), handle: "sol", server: server.origin),
      token: token.secret)
    let thread = SerialThread(name: "test-streamed")
    let services = AllServices.forTests(world: world, stateFolder: folder.path, thread: thread)
    let outbox = FakeOutbox()
    work = RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: services,
        stores: AccountSession.SessionStores(
          feeds: store, outbox: outbox, drafts: outbox, credentials: FakeCredentials(),
          tabs: store.tabStore, notifications: store.notificationStore,
          searches: store.searchHistory),
        world: world, log: LogSpy(), undoWindow: .seconds(5)))
    activeAccount = ActiveAccount(
      try #require(work.runningAccountStartedIfNeeded(of: account)), place: "", location: nil)
    stream = StreamInteractor(
      activeAccount.session, actions: activeAccount.actions, presenter: shown,
      notifications: activeAccount.notifications)
    stream.listenToLiveUpdates(to: activeAccount.liveUpdates)
  }

  private var asked: [String] {
    server.requests.map(\.target).filter { !$0.contains("streaming") }
  }

  private func ids() async -> [String] {
    let window = try? await store.feedWindow(
      of: .home, account: account.account.id, around: .top, above: 0, below: 200)
    return window?.rows.compactMap { row in
      if case .entry(let entry) = row { entry.id.rawValue } else { nil }
    } ?? []
  }

  /// Opens the program, and waits until the server is heard.
  private func start() async {
    await stream.handle(.open(.home))
    #expect(await eventually { await ids().first == "1499" })
    #expect(await eventually { asked.contains { $0.contains("notifications") } })
    activeAccount.startNotificationsAndLiveUpdates(listening: true)
    #expect(await eventually { server.listeners == 1 })
  }

  private func end() async {
    await stream.handle(.close)
    activeAccount.liveUpdates.stopListening()
    work.stopBackgroundWork()
    await activeAccount.actions.stopDelivery()
  }

  /// Waits until what was told waits to be kept, and lets the clock go on.
  private func pass(_ duration: Duration) async {
    #expect(
      await eventually {
        world.nextWaking.map { $0.elapsedTime(since: world.now) <= .milliseconds(250) } ?? false
      })
    world.pass(duration)
  }

  @Test func `98 streamed posts in ninety seconds need at most six requests`() async throws {
    await start()
    await stream.handle(
      .remember(
        ReadingPosition(entry: FeedEntry.ID("1499"), row: 0), seen: FeedEntry.ID("1499")))

    for number in 1500..<1598 {
      server.happen(.posting)
      await pass(.milliseconds(918))
      #expect(await eventually { await ids().first == String(number) })
    }

    let held = await ids()
    #expect(held.prefix(100) == (1498..<1598).reversed().map(String.init)[...])
    #expect(asked.count <= 6, "\(asked)")
    #expect(asked.count { $0.contains("timelines/home") } == 2, "\(asked)")
    let status = try await store.feedStatus(of: .home, account: account.account.id)
    #expect(status.unread == 98)
    #expect(!status.hasUnreadGap)
    await end()
  }

  @Test func `streamed notifications are shown with at most four requests for notifications`()
    async throws
  {
    await start()
    let notifications = try #require(activeAccount.notifications)
    #expect(await eventually { notifications.notifications.count == 3 })

    server.happen(.liking)
    #expect(
      await eventually {
        world.nextWaking.map { $0.elapsedTime(since: world.now) <= .seconds(2) } ?? false
      })
    world.pass(.seconds(2))
    #expect(await eventually { notifications.notifications.count == 4 })
    server.happen(.mentioning)

    #expect(await eventually { notifications.notifications.count == 5 })
    #expect(notifications.notifications.first?.kind == .mention)
    #expect(asked.count { $0.contains("notifications") } <= 4, "\(asked)")
    await end()
  }

  @Test func `a broken live stream leaves no gap of posts when it is resumed`() async throws {
    await start()
    server.happen(.posting)
    await pass(.milliseconds(250))
    #expect(await eventually { await ids().first == "1500" })

    server.fallSilent()
    server.post(3)
    #expect(
      await eventually {
        world.nextWaking.map { $0.elapsedTime(since: world.now) <= .seconds(6) } ?? false
      })
    world.pass(.seconds(6))
    #expect(await eventually { server.listeners == 2 })
    server.happen(.posting)
    await pass(.milliseconds(250))

    #expect(
      await eventually {
        await ids().prefix(6) == ["1504", "1503", "1502", "1501", "1500", "1499"]
      })
    await end()
  }
}
