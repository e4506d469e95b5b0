internal import Doubles
internal import FeedDomain
internal import FeedServices
internal import FeedStorage
internal import Glibc
internal import ServiceRig
internal import UseCases

/// A day of the program on the world's clock, in minutes: the real use cases, stores and network
/// code with four accounts and many web feeds, while a person reads and writes, the network
/// changes, the computer sleeps, servers restart and tokens expire.
@MainActor package final class SoakDay {
  package struct Plan: Sendable {
    package var hours: Int
    package var feeds: Int
    /// The number of minutes that stand for an hour of the day's events: 60, or fewer for a short
    /// run in which everything happens, too.
    package var minutesPerHour: Int

    package init(hours: Int = 24, feeds: Int = 300, minutesPerHour: Int = 60) {
      (self.hours, self.feeds, self.minutesPerHour) = (hours, feeds, minutesPerHour)
    }
  }

  private let plan: Plan
  private let world: FakeWorld
  private let servers: SoakServers
  private let stores: SoakStores
  private let runningAccounts: RunningAccounts
  private let attention: UserActivity
  private let readers: [Reader]
  private var report = SoakReport()
  /// The texts that the person sent, each of which must arrive once.
  private var written: [String] = []
  private var dice = SoakDice(seed: 24)
  private var condition = SoakNetwork.Condition.working

  /// An account with its stream on the screen.
  private struct Reader {
    let account: SignedInAccount
    let activeAccount: ActiveAccount
    let stream: StreamInteractor
    let screen: Screen
  }

  /// A presenter that keeps the last state alone.
  private final class Screen: Presenting {
    private(set) var state: StreamScene.SceneState?
    private(set) var count = 0

    func present(_ state: StreamScene.SceneState) {
      self.state = state
      count += 1
    }
  }

  package init(_ plan: Plan, in folder: String) async throws {
    let world = FakeWorld()
    let servers = try SoakServers(in: world)
    let stores = try await SoakStores(in: folder, authority: servers.authority.text)
    let attention = UserActivity(world)
    let services = stores.services(in: world)
    let ticking = Task {
      // Being called off ends it.
      while (try? await Task.sleep(for: .milliseconds(5))) != nil { world.pass(.milliseconds(50)) }
    }
    let accounts = try await Self.signIn(to: servers, with: services, feeds: plan.feeds)
    ticking.cancel()
    await ticking.value
    for account in accounts { try stores.shelf.credentials.saveAccountAndMakeActive(account) }
    let runningAccounts = RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: services, stores: stores.shelf, world: world, log: NoLog(),
        undoWindow: .seconds(5), attention: attention))
    readers = try accounts.map { account in
      guard let running = runningAccounts.runningAccountStartedIfNeeded(of: account) else {
        throw SoakFailure("no session for \(account.account.id)")
      }
      let active = ActiveAccount(running, of: runningAccounts, place: "", location: nil)
      let screen = Screen()
      let stream = StreamInteractor(
        active.session, actions: active.actions, presenter: screen,
        notifications: active.notifications, isBeside: true)
      stream.listenToLiveUpdates(to: active.liveUpdates)
      return Reader(account: account, activeAccount: active, stream: stream, screen: screen)
    }
    (self.plan, self.world, self.servers, self.stores) = (plan, world, servers, stores)
    (self.attention, self.runningAccounts) = (attention, runningAccounts)
  }

  private static func signIn(
    to servers: SoakServers, with services: AllServices, feeds: Int
  ) async throws -> [SignedInAccount] {
    let addresses = (0..<feeds).map { "\(servers.addresses.feeds)/\($0)" }
    let forms: [(service: Service, way: SignInMethod.SignInMethodKind, answers: SignInAnswers)] = [
      (
        .mastodon, .token,
        [.server: Secret(servers.addresses.live), .token: Secret(PretendMastodon.token)]
      ),
      (
        .mastodon, .token,
        [.server: Secret(servers.addresses.polled), .token: Secret(PretendMastodon.token)]
      ),
      (
        .bluesky, .appPassword,
        [
          .server: Secret(servers.addresses.bluesky), .user: Secret(PretendBluesky.handle),
          .password: Secret(PretendBluesky.password),
        ]
      ),
      (.rss, .address, [.address: Secret(addresses.joined(separator: " "))]),
    ]
    var accounts: [SignedInAccount] = []
    for form in forms {
      guard let gateway = services.signInGateway(to: form.service),
        let way = gateway.methods.last(where: { $0.kind == form.way }),
        case .signedIn(let account) = try await gateway.beginSignIn(way, form.answers)
      else { throw SoakFailure("no sign-in to \(form.service)") }
      accounts.append(account)
    }
    return accounts
  }

  /// Lives through the plan; returns the figures.
  package func run(_ tell: (String) -> Void = { _ in }) async throws -> SoakReport {
    for reader in readers {
      await reader.stream.handle(.open(.home))
      reader.activeAccount.startNotificationsAndLiveUpdates(listening: true)
    }
    runningAccounts.startDelivery(for: readers.map(\.account))
    await settle()
    // Back to posts of some days ago, so that a stream holds as many rows as it ever will.
    for _ in 0..<8 {
      for reader in readers { await reader.stream.handle(.more(.below)) }
      await settle()
    }
    _ = servers.takeRequestCounts()
    for hour in 0..<plan.hours {
      try await pass(hour)
      let figures = SoakReport.Hour(
        number: hour + 1, process: .now, requests: report.takeHour(), posts: written.count)
      report.hours.append(figures)
      tell(figures.text)
    }
    try await end()
    return report
  }
}

// MARK: - The events of a day

extension SoakDay {
  /// An event at a minute of an hour, with the share of the hour after which the network works
  /// again.
  private struct Change {
    let condition: SoakNetwork.Condition
    let share: Double
  }

  /// The changes of the network by hour; other hours pass without one.
  private func change(at hour: Int) -> Change? {
    switch hour % 24 {
    case 2, 16: Change(condition: .gone, share: 0.3)
    case 4, 18: Change(condition: .portal, share: 0.25)
    case 8,
      20 where SoakNetwork.hasVersion6:
      Change(condition: .version6, share: 0.75)
    case 10: Change(condition: .silent, share: 0.05)
    default: nil
    }
  }

  private func pass(_ hour: Int) async throws {
    // Nobody presses a key during the night, hours 11 to 14.
    let isNight = (11...14).contains(hour % 24)
    if hour % 24 == 12 { return try await sleep(minutes: plan.minutesPerHour) }
    if hour % 24 == 6 { servers.delayNames(by: 700) }
    if hour % 24 == 7 { servers.delayNames(by: 0) }
    if hour % 24 == 14 || hour % 24 == 22 {
      servers.live.fallSilent()
      try await set(.gone)
    }
    for minute in 0..<plan.minutesPerHour {
      if let change = change(at: hour) {
        let end = max(1, Int(Double(plan.minutesPerHour) * change.share))
        if minute == 0 { try await set(change.condition) }
        if minute == end { try await set(.working) }
      } else if minute == 2 {
        // A server that restarts is back after two minutes.
        try await set(.working)
      }
      happen(at: minute)
      if !isNight { try await act(at: minute) }
      await pass(.seconds(60))
      servers.live.hangUpOnFormerListeners()
      report.addMinute(servers.takeRequestCounts())
    }
    if hour % 24 == 21 { try await sleep(minutes: plan.minutesPerHour / 2) }
    // Access tokens of Bluesky last two hours.
    if hour % 2 == 1 { servers.bluesky.spendToken() }
  }

  private func set(_ condition: SoakNetwork.Condition) async throws {
    guard condition != self.condition else { return }
    self.condition = condition
    report.changes[condition.rawValue, default: 0] += 1
    try servers.network.change(to: condition)
  }

  /// The computer sleeps: no code runs while the clock goes on, and no connection survives.
  private func sleep(minutes: Int) async throws {
    report.sleeps += 1
    try servers.network.change(to: .gone)
    await settle()
    for minute in 0..<minutes where minute % 3 == 0 { servers.polled.post(1) }
    servers.bluesky.post(minutes / 4)
    world.pass(.seconds(60 * minutes))
    await settle()
    await pass(.seconds(10))
    self.condition = .gone
    try await set(.working)
    attention.recordUserInput()
    await pass(.seconds(50))
    report.addMinute(servers.takeRequestCounts(), isAfterSleep: true)
  }

  /// What others do at the servers in a minute.
  private func happen(at minute: Int) {
    if dice.roll(2) == 0 { servers.live.happen(.posting) }
    if minute % 20 == 7 { servers.live.happen(.liking) }
    if dice.roll(7) == 0 { servers.polled.post(1) }
    if dice.roll(5) == 0 { servers.bluesky.post(1) }
  }

  /// What the person does in a minute: scrolls, likes, refreshes, reads a conversation, and writes.
  private func act(at minute: Int) async throws {
    guard minute % 3 == 0 else { return }
    attention.recordUserInput()
    let reader = readers[(minute / 3) % readers.count]
    let entries = reader.screen.state?.posts.visibleRows.compactMap(\.entry) ?? []
    if let entry = entries.dropFirst(dice.roll(20)).first {
      await reader.stream.handle(
        .remember(ReadingPosition(entry: entry.id, row: 0), seen: entries[0].id))
      if minute % 6 == 0 { await reader.stream.handle(.toggle(entry.post.id, .liked)) }
    }
    if minute % 15 == 0 { await reader.stream.handle(.refresh) }
    if minute % 9 == 0, reader.activeAccount.session.connection.publishing != nil,
      reader.account.account.service != .rss
    {
      let words = "Written at minute \(report.minutes), number \(written.count)."
      let draft = Draft(id: Draft.ID("soak-\(written.count)"), text: words)
      _ = try await reader.activeAccount.actions.queueChange(.publish(draft))
      written.append(words)
    }
  }
}

// MARK: - The clock

extension SoakDay {
  /// Lets time pass, with all that becomes due in it.
  private func pass(_ duration: Duration) async {
    let end = world.now.timeAdvanced(by: duration)
    await settle()
    while let next = world.nextWaking, next <= end {
      world.pass(max(.zero, next.elapsedTime(since: world.now)))
      await settle()
    }
    world.pass(max(.zero, end.elapsedTime(since: world.now)))
    await settle()
  }

  /// Returns once nothing goes on any more: no request is under way, no thread works, and neither a
  /// screen nor a sleeper has changed for a while. Where nothing answers, the clock goes on after a
  /// moment.
  private func settle() async {
    let clock = ContinuousClock()
    let longest: Duration = condition == .silent ? .milliseconds(100) : .seconds(2)
    let begun = clock.now
    var (quiet, before, worked) = (0, activity, Self.processorTime)
    while quiet < 4, clock.now - begun < longest {
      for _ in 0..<4 { await Task.yield() }
      // Being called off ends the run.
      do { try await Task.sleep(for: .milliseconds(1)) } catch { return }
      let (now, time) = (activity, Self.processorTime)
      let isQuiet = now == before && time - worked < 0.001
      let isAnswered = servers.network.unansweredCount == 0 || condition == .silent
      quiet = isQuiet && isAnswered ? quiet + 1 : 0
      (before, worked) = (now, time)
    }
  }

  /// The processor time of all threads in seconds.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private var activity: [Int] {
    readers.map(\.screen.count) + [
      world.sleeping, servers.network.connectionCount,
    ]
  }

  /// Brings the day to its end: what waits is sent, streams are fetched, and everything is counted.
  private func end() async throws {
    servers.delayNames(by: 0)
    try await set(.working)
    attention.recordUserInput()
    for _ in 0..<30 { await pass(.seconds(60)) }
    for reader in readers {
      await reader.activeAccount.actions.deliverItemOrAllNow(nil)
      await reader.stream.handle(.refresh)
    }
    await pass(.seconds(120))
    let published = servers.published
    let waiting = try await stores.shelf.outbox.outboxItems(of: nil).count { item in
      if case .publish = item.change { true } else { false }
    }
    report.written = written.count
    report.waiting = waiting
    report.lost = written.filter { words in !published.contains { $0 == words } }.count
    report.doubled = written.filter { words in published.count { $0 == words } > 1 }.count
    report.renewals = servers.bluesky.renewals
    report.feedReplies = servers.feeds.replyCounts
    report.missing = try await missingEntries()
    for reader in readers {
      await reader.stream.handle(.close)
      reader.activeAccount.liveUpdates.stopListening()
      await reader.activeAccount.actions.stopDelivery()
    }
    runningAccounts.stopBackgroundWork()
    await stores.close()
    servers.network.stop()
  }

  /// The ids of other people's newest posts at the servers that the program has not stored. The
  /// pretend server does not push the account's own posts, which are counted where they were sent.
  private func missingEntries() async throws -> [String] {
    var missing: [String] = []
    for (reader, newest) in [
      (readers[0], servers.live.newest), (readers[1], servers.polled.newest),
    ] {
      let window = try await stores.shelf.feeds.feedWindow(
        of: .home, account: reader.account.account.id, around: .top, above: 0, below: 60)
      let stored = Set(window.rows.compactMap(\.entry?.id.rawValue))
      let server = reader.account.account.id.rawValue
      let others = newest.filter { !$0.hasPrefix("own-") }.prefix(20)
      missing += others.filter { !stored.contains($0) }.map { "\(server) \($0)" }
    }
    return missing
  }
}
