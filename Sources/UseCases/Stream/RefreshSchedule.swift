internal import FeedDomain

/// The intervals at which a stream is refreshed and a catch-up is offered.
package struct StreamPacing: Sendable {
  /// The time between automatic refreshes; nil for none.
  package let interval: Duration?
  /// A stream that was fetched no longer ago than this is not fetched again when it is opened.
  package let freshFor: Duration
  /// The shortest absence after which a catch-up is offered; nil for never.
  package let absence: Duration?
  /// The smallest number of unread entries with which a catch-up is offered.
  package let unread: Int

  /// The interval if the settings name none.
  package static let usualInterval = Duration.seconds(90)

  package init(
    interval: Duration? = usualInterval, freshFor: Duration = .seconds(15),
    absence: Duration? = .seconds(3_600), unread: Int = 40
  ) {
    (self.interval, self.freshFor) = (interval, freshFor)
    (self.absence, self.unread) = (absence, unread)
  }

  /// The beginning of an absence after which a catch-up is offered; nil if none is.
  func awaySince(_ status: FeedStatus, unread: Int, now: Timestamp) -> Timestamp? {
    guard let absence, let since = status.readUntil,
      now.since(since) >= absence,
      unread >= self.unread || status.hasUnreadGap
    else { return nil }
    return since
  }
}

/// The times of a stream's automatic refreshes: after an interval, and after failures sooner, with
/// growing delays.
@MainActor final class RefreshSchedule {
  /// The delay after which news are fetched; more that is announced meanwhile comes with them.
  private static let haste = Duration.seconds(2)

  /// The shortest time between two tidyings of the store.
  private static let tidyingInterval = Duration.seconds(600)

  /// Called when a refresh is due.
  var due: @MainActor () -> Void = {}
  private let world: any World
  private let attention: UserActivity
  let pacing: StreamPacing
  private var failures = 0
  /// The time of the last refresh that worked.
  private var succeededAt: Timestamp?
  /// The time of the last hurried refresh, past or to come.
  private var hurriedAt: Timestamp?
  /// Whether the service sends what is new by itself.
  private var isLive = false
  private var timer: Task<Void, Never>?
  /// The time of the next refresh; nil if none is due.
  private var next: Timestamp?
  private var isPaused = false
  private var tidiedAt: Timestamp?

  /// A service that allows few calls an hour is asked less often by itself.
  init(_ session: Session, _ pacing: StreamPacing) {
    world = session.world
    attention = session.attention
    let least = session.connection.refreshInterval ?? .zero
    self.pacing = StreamPacing(
      interval: pacing.interval.map { max($0, least) }, freshFor: pacing.freshFor,
      absence: pacing.absence, unread: pacing.unread)
    attention.tell(self) { $0.keepInterval() }
  }

  /// Whether a stream that was fetched at a time need not be fetched again when it is opened.
  func isFresh(_ fetchedAt: Timestamp) -> Bool {
    let now = world.now
    return fetchedAt <= now && now.since(fetchedAt) < pacing.freshFor
  }

  /// Whether the store is to be tidied after this refresh.
  func isTimeToTidy() -> Bool {
    let now = world.now
    guard tidiedAt.map({ now.since($0) >= Self.tidyingInterval }) ?? true else { return false }
    tidiedAt = now
    return true
  }

  /// Plans the next refresh an interval after one that worked: a longer interval while nobody looks,
  /// and if the service sends what is new by itself.
  func succeeded(at fetchedAt: Timestamp, isLive: Bool) {
    failures = 0
    (succeededAt, self.isLive) = (fetchedAt, isLive)
    guard let usual = moment(after: fetchedAt) else { return stop() }
    // What was announced meanwhile may not have been in the answer.
    start(at: min(next ?? usual, usual))
  }

  /// Plans the next refresh an interval from now: the stored stream is complete up to now.
  func succeededLive() {
    failures = 0
    (succeededAt, isLive) = (world.now, true)
    guard let usual = moment(after: world.now) else { return stop() }
    start(at: usual)
  }

  /// Returns to the interval of services that send nothing by themselves.
  func endLive() {
    isLive = false
    keepInterval()
  }

  /// Plans the next refresh no later than the present interval asks for: somebody looks again.
  private func keepInterval() {
    guard failures == 0, let succeededAt, let next, let usual = moment(after: succeededAt),
      usual < next
    else { return }
    start(at: usual)
  }

  private func moment(after fetchedAt: Timestamp) -> Timestamp? {
    pacing.interval.map {
      fetchedAt.advanced(by: attention.interval(isLive ? max($0, LiveCoverage.interval) : $0))
    }
  }

  /// Plans a refresh soon, because something is new, but no sooner than a while after the last hurried
  /// one. While the service fails, nothing is hurried.
  func hurry(after spacing: Duration = .zero) {
    let now = world.now
    let soon = max(
      now.advanced(by: Self.haste), hurriedAt?.advanced(by: spacing) ?? now)
    guard failures == 0, next.map({ $0 > soon }) ?? true else { return }
    hurriedAt = soon
    start(at: soon)
  }

  /// Plans the next try after a failure, and returns its time. The error is nil if the service
  /// answered with a part of the stream.
  func failed(_ error: FeedError?) -> Timestamp {
    failures += 1
    let delay = Backoff.refresh.delay(afterFailures: failures, random: world.random())
    let now = world.now
    var moment = now.advanced(by: delay)
    if case .rateLimited(let until) = error { moment = Backoff.end(ofLimit: until, now: now) }
    start(at: moment)
    return moment
  }

  /// Forgets the failures: the reader asked for a refresh.
  func reset() { failures = 0 }

  /// Stops automatic refreshes while the stream is hidden.
  func pause() {
    isPaused = true
    timer?.cancel()
    timer = nil
  }

  /// Starts automatic refreshes again: at once if one became due meanwhile.
  func resume() {
    isPaused = false
    if let next { start(at: next) }
  }

  /// Plans no refresh until the next success or failure.
  func stop() {
    timer?.cancel()
    timer = nil
    next = nil
  }

  private func start(at moment: Timestamp) {
    stop()
    next = moment
    guard !isPaused else { return }
    let duration = max(.zero, moment.since(world.now))
    timer = Task { [world, weak self] in
      do throws(CancellationError) {
        try await world.sleep(for: duration)
      } catch {
        return
      }
      guard !Task.isCancelled else { return }
      self?.next = nil
      self?.due()
    }
  }
}
