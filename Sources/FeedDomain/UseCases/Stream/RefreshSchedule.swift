/// When a stream is refreshed by itself: after an interval, or sooner and with growing patience after
/// a failure.
@MainActor final class RefreshSchedule {
  private let world: any World
  private let interval: Duration?
  private let due: @MainActor () -> Void
  private var failures = 0
  private var timer: Task<Void, Never>?

  init(world: any World, interval: Duration?, due: @escaping @MainActor () -> Void) {
    self.world = world
    self.interval = interval
    self.due = due
  }

  /// The next one comes an interval after the last that worked.
  func succeeded(at fetchedAt: Timestamp) {
    failures = 0
    guard let interval else { return stop() }
    start(at: fetchedAt.advanced(by: interval))
  }

  /// The next one comes after a while; returns when.
  func failed(_ error: FeedError) -> Timestamp {
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

  /// Nothing is refreshed by itself until the next success or failure.
  func stop() {
    timer?.cancel()
    timer = nil
  }

  private func start(at moment: Timestamp) {
    stop()
    let duration = max(.zero, moment.since(world.now))
    timer = Task { [world, weak self] in
      do throws(CancellationError) {
        try await world.sleep(for: duration)
      } catch {
        return
      }
      guard !Task.isCancelled else { return }
      self?.due()
    }
  }
}
