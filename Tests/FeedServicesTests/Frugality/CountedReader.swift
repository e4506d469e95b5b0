import Doubles
import FeedDomain
import FeedStorage
import Threads
import UseCases

@testable import FeedServices

/// A person reading at a service, with the whole program except its screen, and the count of
/// requests to the service.
@MainActor final class CountedReader {
  /// How long a post is rested on: 60 posts in half a minute.
  private static let rest = Duration.milliseconds(500)
  /// After how long the pane beside a stream follows.
  private static let following = Duration.milliseconds(150)

  let service: CountedService
  let world: FakeWorld
  let transport: StubTransport
  private let store: SQLiteFeedStore
  private let work: RunningAccounts
  private let activeAccount: ActiveAccount
  private let stream: StreamInteractor
  private let shown = Spy<StreamScene.SceneState>()
  private let beside = Spy<ConversationScene.SceneState>()
  private var pane: ConversationInteractor?
  private let visitor: Visitor
  private var counted = 0

  /// Whoever begins with the same store and state folder goes on where another ended.
  init(
    _ service: CountedService, store: SQLiteFeedStore, world: FakeWorld, stateFolder: String,
    greeting: String? = ":)\n"
  ) throws {
    self.service = service
    self.store = store
    self.world = world
    transport = StubTransport(greeting: greeting) { request in service.answer(request) }
    let thread = SerialThread(name: "test-services")
    visitor = Visitor(thread: thread)
    let services = AllServices.forTests(
      over: transport, world: world, hosts: .photoServices(at: CountedService.home),
      stateFolder: stateFolder, thread: thread)
    let outbox = FakeOutbox()
    work = RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: services,
        stores: AccountSession.SessionStores(
          feeds: store, outbox: outbox, drafts: outbox, credentials: FakeCredentials(),
          tabs: store.tabStore, notifications: store.notificationStore,
          searches: store.searchHistory),
        world: world, log: LogSpy(),
        undoWindow: .seconds(5)))
    let account = service.account(now: FakeWorld.noon)
    guard let place = work.runningAccountStartedIfNeeded(of: account) else {
      throw FeedError.badReply
    }
    activeAccount = ActiveAccount(place, place: "", location: nil)
    stream = StreamInteractor(
      activeAccount.session, actions: activeAccount.actions, presenter: shown,
      notifications: activeAccount.notifications)
    stream.listenToLiveUpdates(to: activeAccount.liveUpdates)
  }

  /// How often the service was asked since this was asked last. What listens is no question.
  func count() -> Int {
    let asked = transport.requests.count { $0.kind != .stream }
    defer { counted = asked }
    return asked - counted
  }

  /// Opens the program.
  func start() async {
    await stream.handle(.open(service.feed))
    work.startDelivery(for: [])
    activeAccount.startNotificationsAndLiveUpdates(listening: true)
    await settle()
  }

  /// Closes it, after a while in which whatever waits to be told is told.
  func end() async {
    await pane?.handle(.close)
    await pass(.seconds(10))
    await stream.handle(.close)
    activeAccount.liveUpdates.stopListening()
    work.stopBackgroundWork()
    await activeAccount.actions.stopDelivery()
    await settle()
  }

  func refresh() async {
    await stream.handle(.refresh)
    await settle()
  }

  /// Reads sixty posts, one after the other, with or without the conversation beside them.
  func read(isWide: Bool) async throws {
    var seen: Set<FeedEntry.ID> = []
    while seen.count < 60 {
      let entries = try await entries()
      guard let entry = entries.first(where: { !seen.contains($0.id) }) else { return }
      if seen.count + 10 > entries.count { await stream.handle(.more(.below)) }
      seen.insert(entry.id)
      await stream.handle(.remember(ReadingPosition(entry: entry.id, row: 0), seen: entry.id))
      await pass(Self.following)
      if isWide {
        await pane?.handle(.close)
        pane = ConversationInteractor(
          activeAccount.session, actions: activeAccount.actions, presenter: beside)
        await pane?.handle(.glance(entry.post.id))
      }
      await pass(Self.rest - Self.following)
    }
    await pane?.handle(.close)
  }

  /// Opens the conversation of the newest post that was answered.
  func open() async throws {
    let interactor = ConversationInteractor(
      activeAccount.session, actions: activeAccount.actions, presenter: beside)
    let entry = try await entries().first { $0.post.counts.replies != 0 }
    await interactor.handle(.open(entry?.post.id ?? Post.ID("")))
    await settle()
    await interactor.handle(.close)
  }

  /// Lets time pass, and everything be done that becomes due in it.
  func pass(_ duration: Duration) async {
    let end = world.now.timeAdvanced(by: duration)
    await settle()
    while let next = world.nextWaking, next <= end {
      world.pass(max(.zero, next.elapsedTime(since: world.now)))
      await settle()
    }
    world.pass(end.elapsedTime(since: world.now))
    await settle()
  }
}

extension CountedReader {
  private func entries() async throws -> [FeedEntry] {
    let window = try await store.feedWindow(
      of: service.feed, account: activeAccount.session.account.id, around: .top, above: 0,
      below: 100)
    return window.rows.compactMap { row in
      if case .entry(let entry) = row { entry } else { nil }
    }
  }

  /// Returns once nothing goes on any more: every thread was called upon many times, and nobody had
  /// anything to say.
  private func settle() async {
    var (quiet, before) = (0, state)
    while quiet < 12 {
      for _ in 0..<8 { await Task.yield() }
      await visitor.call()
      // It only has to answer.
      _ = try? await store.lastOpenedFeed(account: activeAccount.session.account.id)
      quiet = state == before ? quiet + 1 : 0
      before = state
    }
  }

  private var state: [Int] {
    [transport.requests.count, shown.values.count, beside.values.count, world.sleeping]
  }
}

/// Comes by on the thread of the services.
private actor Visitor {
  private let thread: SerialThread

  init(thread: SerialThread) { self.thread = thread }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func call() {}
}
