internal import FeedDomain

/// A worker that compares an account's stored read states with those that its service keeps: at the
/// start, at the service's interval, after the newest entries of a timeline were fetched, and when
/// the user refreshes a timeline.
@MainActor
final class ReadStateRefresher {
  /// The shortest duration between the beginnings of two comparisons of local and server read
  /// states, even if the user refreshes more often.
  private static let shortest = Duration.seconds(30)
  private static let usual = Duration.seconds(900)

  private let session: AccountSession
  private let actions: UserActionPerformer
  /// The time at which the last successful comparison of local and server read states began; nil
  /// before the first.
  private var comparedAt: Timestamp?
  private var isAsked = false
  private var isComparing = false
  private let comparisonPause = WakeableSleep()

  init(session: AccountSession, actions: UserActionPerformer) {
    (self.session, self.actions) = (session, actions)
    session.onTimelineRefresh = { [weak self] in self?.compareReadStatesUnlessRecent() }
    session.onUserRefresh = { [weak self] in self?.compareReadStatesSoon() }
  }

  /// Compares an account's stored read states with those at the service until the task is cancelled
  /// or the account signs out. Returns at once if the service keeps no read states.
  func compareReadStatesRegularly() async {
    var failures = 0
    while !Task.isCancelled, !session.isOver, let gateway = session.connection.readStates {
      var pause = session.connection.refreshInterval ?? Self.usual
      let purpose = isAsked ? RequestPriority.userRequest : .automatic
      isAsked = false
      isComparing = true
      do throws(FeedError) {
        try await purpose.runActionWithPriority { () async throws(FeedError) in
          try await compareReadStatesWithService(gateway)
        }
        failures = 0
      } catch {
        session.log.writeLogLine(.network, .info, "read states are not compared: \(error)")
        // A rejected token ends the comparisons; the scenes ask to sign in.
        guard error != .signedOut, error != .invalidCredentials else { return }
        failures += 1
        pause = Backoff.upkeep.retryDelay(
          afterFailures: failures, random: session.world.randomFraction())
      }
      isComparing = false
      await sleepUntilNextComparison(for: pause)
    }
  }

  private func compareReadStatesWithService(_ gateway: any ReadStateFetchingGateway)
    async throws(FeedError)
  {
    let start = session.world.now
    // For these entries, the service's answer may be from before the change was sent.
    let waiting = await postIDsWithPendingReadState()
    let states = try await gateway.readStates(since: comparedAt)
    comparedAt = start
    await actions.adoptServiceReadStates(
      states.filter { !waiting.contains($0.entry.post) }, reportedAt: start)
  }

  /// Returns the ids of the entries whose change of read state waits in the outbox.
  private func postIDsWithPendingReadState() async -> Set<Post.ID> {
    do throws(StoreError) {
      let items = try await session.stores.outbox.outboxItems(of: session.account.id)
      return items.reduce(into: []) { waiting, item in
        if case .markRead(let entries, _, _) = item.change { waiting.formUnion(entries) }
      }
    } catch {
      session.logStoreError(error, doing: "read the outbox")
      return []
    }
  }

  /// Starts the next comparison of local and server read states now, unless one is being made or
  /// was just made.
  private func compareReadStatesUnlessRecent() {
    if !isComparing, timeToNextComparison == .zero { compareReadStatesSoon() }
  }

  /// Starts the next comparison of local and server read states now or, after one that was just
  /// made, when the shortest duration has passed.
  private func compareReadStatesSoon() {
    isAsked = true
    comparisonPause.wakeSleeper()
  }

  /// The duration until the shortest time since the last successful comparison has passed; zero if
  /// the next comparison may be made at once.
  private var timeToNextComparison: Duration {
    guard let comparedAt else { return .zero }
    let passed = session.world.now.elapsedTime(since: comparedAt)
    // A time in the future is from before the clock was set back.
    return passed < .zero ? Self.shortest : max(.zero, Self.shortest - passed)
  }

  private func sleepUntilNextComparison(for duration: Duration) async {
    // Read states are compared at intervals, or at once when a scene asks for it.
    if !isAsked { await comparisonPause.sleepUnlessWoken(for: duration, in: session.world) }
    guard isAsked, timeToNextComparison > .zero else { return }
    // The next comparison ends the wait of all who ask meanwhile. A cancellation ends the loop.
    _ = try? await session.world.sleep(for: timeToNextComparison)
  }
}
