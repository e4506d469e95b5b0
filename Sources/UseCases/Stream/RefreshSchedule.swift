internal import FeedDomain

/// When a stream is refreshed by itself: after an interval, or sooner and with growing patience after
/// a failure.
@MainActor final class RefreshSchedule {
  /// How soon it is refreshed where there is something new; whatever else is told until then comes
  /// with it.
  private static let haste = Duration.seconds(2)

  /// How often the store is tidied at most.
  private static let tidyingInterval = Duration.seconds(600)

  /// Is called when it is time.
  var due: @MainActor () -> Void = {}
  private let world: any World
  private let attention: UserActivity
  let pacing: StreamPacing
  private var failures = 0
  /// When the last one worked; nil where none did since it was stopped.
  private var succeededAt: Timestamp?
  /// When the last one came, or comes, that was hurried.
  private var hurriedAt: Timestamp?
  /// Whether the service tells by itself what is new.
  private var isTold = false
  private var timer: Task<Void, Never>?
  /// When the next one comes; nil where none does.
  private var next: Timestamp?
  /// Whether nothing comes by itself for now.
  private var isResting = false
  /// When the store was tidied last.
  private var tidiedAt: Timestamp?

  /// A schedule at that pace. Where a service allows few calls an hour, they are left to what somebody
  /// asks for.
  init(_ session: Session, _ pacing: StreamPacing) {
    world = session.world
    attention = session.attention
    let least = session.connection.refreshInterval ?? .zero
    self.pacing = StreamPacing(
      interval: pacing.interval.map { max($0, least) }, freshFor: pacing.freshFor,
      unavailableReason: pacing.unavailableReason, unread: pacing.unread)
    attention.tell(self) { $0.catchUp() }
  }

  /// Whether what was fetched then need not be fetched again when it is opened.
  func isFresh(_ fetchedAt: Timestamp) -> Bool {
    let now = world.now
    return fetchedAt <= now && now.since(fetchedAt) < pacing.freshFor
  }

  /// Whether the store is to be tidied after a refresh: it has to count for that what it holds.
  func isTimeToTidy() -> Bool {
    let now = world.now
    guard tidiedAt.map({ now.since($0) >= Self.tidyingInterval }) ?? true else { return false }
    tidiedAt = now
    return true
  }

  /// The next one comes an interval after the last that worked: a longer one where nobody looks,
  /// and where the service tells by itself what is new.
  func succeeded(at fetchedAt: Timestamp, isTold: Bool) {
    failures = 0
    (succeededAt, self.isTold) = (fetchedAt, isTold)
    guard let usual = moment(after: fetchedAt) else { return stop() }
    // What was told meanwhile may not have been in the answer.
    start(at: min(next ?? usual, usual))
  }

  /// The stream is held up to now: what was due is not any more.
  func kept() {
    failures = 0
    (succeededAt, isTold) = (world.now, true)
    guard let usual = moment(after: world.now) else { return stop() }
    start(at: usual)
  }

  /// The service tells nothing by itself any more.
  func noLongerTold() {
    isTold = false
    catchUp()
  }

  /// The next one comes no later than the interval asks for by now: somebody looks again.
  private func catchUp() {
    guard failures == 0, let succeededAt, let next, let usual = moment(after: succeededAt),
      usual < next
    else { return }
    start(at: usual)
  }

  private func moment(after fetchedAt: Timestamp) -> Timestamp? {
    pacing.interval.map {
      fetchedAt.advanced(by: attention.interval(isTold ? max($0, LiveCoverage.interval) : $0))
    }
  }

  /// The next one comes soon, but so long after the last that was hurried: there is something new.
  /// While the service fails, it is left in peace.
  func hurry(after spacing: Duration = .zero) {
    let now = world.now
    let soon = max(
      now.advanced(by: Self.haste), hurriedAt?.advanced(by: spacing) ?? now)
    guard failures == 0, next.map({ $0 > soon }) ?? true else { return }
    hurriedAt = soon
    start(at: soon)
  }

  /// The next one comes after a while; returns when. There is no error where the service answered,
  /// but not with all of it.
  func failed(_ error: FeedError?) -> Timestamp {
    failures += 1
    let delay = Backoff.refresh.delay(afterFailures: failures, random: world.random())
    let now = world.now
    var moment = now.advanced(by: delay)
    if case .rateLimited(let until) = error { moment = Backoff.end(ofLimit: until, now: now) }
    start(at: moment)
    return moment
  }

  /// Forgets the failures: somebody asked for it.
  func reset() { failures = 0 }

  /// Nothing is refreshed by itself while nobody sees the stream.
  func rest() {
    isResting = true
    timer?.cancel()
    timer = nil
  }

  /// Goes on; at once with what has become due meanwhile.
  func wake() {
    isResting = false
    if let next { start(at: next) }
  }

  /// Nothing is refreshed by itself until the next success or failure.
  func stop() {
    timer?.cancel()
    timer = nil
    next = nil
  }

  private func start(at moment: Timestamp) {
    stop()
    next = moment
    guard !isResting else { return }
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
