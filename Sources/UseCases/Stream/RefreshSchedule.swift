internal import FeedDomain

/// A group of settings for streams, such as the interval of automatic refreshes and the thresholds
/// for offering a catch-up.
package struct StreamOptions: Equatable, Sendable {
  /// The duration between automatic refreshes of a stream; nil to disable them.
  package let interval: Duration?
  /// The age up to which a fetched stream is fresh, so that opening it sends no request.
  package let freshFor: Duration
  /// The shortest absence after which a catch-up is offered; nil to never offer one.
  package let absence: Duration?
  /// The smallest number of unread entries with which a catch-up is offered.
  package let unread: Int
  /// True if an entry of a web feed is marked as read once the user has moved past it.
  package let marksPassed: Bool

  /// The interval of automatic refreshes if the settings name none.
  package static let usualInterval = Duration.seconds(90)

  package init(
    interval: Duration? = usualInterval, freshFor: Duration = .seconds(15),
    absence: Duration? = .seconds(3_600), unread: Int = 40, marksPassed: Bool = true
  ) {
    self.marksPassed = marksPassed
    (self.interval, self.freshFor) = (interval, freshFor)
    (self.absence, self.unread) = (absence, unread)
  }

  /// Returns the time since when the user was away, if a catch-up is to be offered; nil if the
  /// absence was too short or too few entries are unread.
  func catchUpAbsenceStart(_ status: FeedStatus, unread: Int, now: Timestamp) -> Timestamp? {
    guard let absence, let since = status.readUntil,
      now.elapsedTime(since: since) >= absence,
      unread >= self.unread || status.hasUnreadGap
    else { return nil }
    return since
  }
}

/// A schedule of a stream's automatic refreshes, which come at an interval after a success, and
/// with growing delays after failures.
@MainActor
final class RefreshSchedule {
  /// The delay after an announcement of new posts before they are fetched, so that further
  /// announcements are included.
  private static let haste = Duration.seconds(2)

  /// The shortest time between two removals of old posts from the store.
  private static let tidyingInterval = Duration.seconds(600)

  /// The closure that is called when an automatic refresh of the stream is due.
  var onRefreshDue: @MainActor () -> Void = {}
  private let world: any World
  private let attention: UserActivity
  let pacing: StreamOptions
  private var failures = 0
  /// The time of the last successful refresh of the stream.
  private var succeededAt: Timestamp?
  /// The time of the last refresh that was planned for an announced post; it may be in the future.
  private var announcedRefreshPlannedAt: Timestamp?
  /// True if the service pushes new posts of the stream, so that automatic refreshes are rarer.
  private var isLive = false
  private var timer: Task<Void, Never>?
  /// The time of the next automatic refresh; nil if none is planned.
  private var plannedRefreshTime: Timestamp?
  private var isPaused = false
  private var storeCleanedUpAt: Timestamp?

  /// Creates the refresh schedule of a stream. The interval is longer at services that allow few
  /// requests an hour.
  init(_ session: AccountSession, _ pacing: StreamOptions) {
    world = session.world
    attention = session.userActivity
    let least = session.connection.refreshInterval ?? .zero
    self.pacing = StreamOptions(
      interval: pacing.interval.map { max($0, least) }, freshFor: pacing.freshFor,
      absence: pacing.absence, unread: pacing.unread, marksPassed: pacing.marksPassed)
    attention.addUserReturnListener(self) { $0.bringRefreshForwardIfIntervalShorter() }
  }

  /// Returns true if a stream that was last fetched at a time is fresh enough to be opened without
  /// a request.
  func isFetchFresh(_ fetchedAt: Timestamp) -> Bool {
    let now = world.now
    return fetchedAt <= now && now.elapsedTime(since: fetchedAt) < pacing.freshFor
  }

  /// Returns true if old posts are to be removed from the store, and counts the removal as done.
  func beginStoreCleanupIfDue() -> Bool {
    let now = world.now
    guard storeCleanedUpAt.map({ now.elapsedTime(since: $0) >= Self.tidyingInterval }) ?? true
    else {
      return false
    }
    storeCleanedUpAt = now
    return true
  }

  /// Plans the next automatic refresh after a successful one. The interval is longer while nobody
  /// looks at the stream, and while the service pushes new posts.
  func planRefreshAfterSuccess(at fetchedAt: Timestamp, isLive: Bool) {
    failures = 0
    (succeededAt, self.isLive) = (fetchedAt, isLive)
    guard let usual = nextRefreshTime(after: fetchedAt) else { return cancelPlannedRefresh() }
    // A refresh planned for a new announcement stays planned, since the answer may not contain the
    // announced post.
    scheduleRefresh(at: min(plannedRefreshTime ?? usual, usual))
  }

  /// Plans the next automatic refresh an interval from now, after a pushed post was stored.
  func planRefreshAfterLiveUpdate() {
    failures = 0
    (succeededAt, isLive) = (world.now, true)
    guard let usual = nextRefreshTime(after: world.now) else { return cancelPlannedRefresh() }
    scheduleRefresh(at: usual)
  }

  /// Returns to the interval of automatic refreshes for streams without live updates.
  func restoreIntervalWithoutLiveUpdates() {
    isLive = false
    bringRefreshForwardIfIntervalShorter()
  }

  /// Moves the next automatic refresh forward if the present interval is shorter, as when the user
  /// looks at the stream again.
  private func bringRefreshForwardIfIntervalShorter() {
    guard failures == 0, let succeededAt, let plannedRefreshTime,
      let usual = nextRefreshTime(after: succeededAt),
      usual < plannedRefreshTime
    else { return }
    scheduleRefresh(at: usual)
  }

  private func nextRefreshTime(after fetchedAt: Timestamp) -> Timestamp? {
    pacing.interval.map {
      fetchedAt.timeAdvanced(
        by: attention.requestIntervalLongerWhenAway(
          isLive ? max($0, LiveUpdateCompleteness.interval) : $0))
    }
  }

  /// Plans a refresh of the stream soon, because a new post was announced, with a minimum time
  /// between such refreshes. Ignored while refreshes fail.
  func scheduleRefreshSoon(minimumSpacing spacing: Duration = .zero) {
    let now = world.now
    let soon = max(
      now.timeAdvanced(by: Self.haste), announcedRefreshPlannedAt?.timeAdvanced(by: spacing) ?? now)
    guard failures == 0, plannedRefreshTime.map({ $0 > soon }) ?? true else { return }
    announcedRefreshPlannedAt = soon
    scheduleRefresh(at: soon)
  }

  /// Plans the next attempt after a failed refresh, and returns its time. The error is nil if the
  /// service answered with an incomplete stream.
  func planRefreshAfterFailure(_ error: FeedError?) -> Timestamp {
    failures += 1
    let delay = world.retryDelay(after: error, failures: failures)
    let moment = world.now.timeAdvanced(by: delay)
    scheduleRefresh(at: moment)
    return moment
  }

  /// Resets the delays after failed refreshes, since the user asked for a refresh.
  func resetRetryDelaysForUserRefresh() { failures = 0 }

  func pauseRefreshes() {
    isPaused = true
    timer?.cancel()
    timer = nil
  }

  /// Resumes automatic refreshes of a stream that is shown again, at once if overdue.
  func resumeRefreshes() {
    isPaused = false
    if let plannedRefreshTime { scheduleRefresh(at: plannedRefreshTime) }
  }

  /// Cancels the planned automatic refresh; the next success or failure plans another.
  func cancelPlannedRefresh() {
    timer?.cancel()
    timer = nil
    plannedRefreshTime = nil
  }

  private func scheduleRefresh(at moment: Timestamp) {
    cancelPlannedRefresh()
    plannedRefreshTime = moment
    guard !isPaused else { return }
    let duration = max(.zero, moment.elapsedTime(since: world.now))
    timer = Task { [world, weak self] in
      do throws(CancellationError) {
        try await world.sleep(for: duration)
      } catch {
        return
      }
      guard !Task.isCancelled else { return }
      self?.plannedRefreshTime = nil
      self?.onRefreshDue()
    }
  }
}
