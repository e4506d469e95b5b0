internal import FeedDomain

/// A runner of a scene's requests to a service, at most one at a time, which reports their
/// progress; after a cancellation the result is dropped. Code that awaits anything else for the
/// scene compares `generation` after each `await`.
@MainActor
final class SceneFetcher {
  /// The duration without received data after which a request counts as stalled.
  static let stallTimeout = Duration.seconds(5)

  /// The number of times that a scene's requests were cancelled, by which the result of a cancelled
  /// request is recognised and dropped.
  private(set) var generation = 0
  /// The time at which the current request was started, or last received data.
  private(set) var startedOrReceivedAt = Timestamp(milliseconds: 0)
  private(set) var fetchProgress = SceneFetchProgress.idle {
    didSet { if fetchProgress != oldValue { tell(fetchProgress) } }
  }
  private var task: Task<Void, Never>?
  private var stallTimer: Task<Void, Never>?
  private let world: (any World)?
  private let tell: @MainActor (SceneFetchProgress) -> Void

  var isRunning: Bool { task != nil }

  /// Creates a runner of requests. `tell` is called with each progress, and every few seconds while
  /// the request is stalled; without a world no request counts as stalled.
  init(
    _ world: (any World)? = nil,
    telling tell: @escaping @MainActor (SceneFetchProgress) -> Void = { _ in }
  ) {
    self.world = world
    self.tell = tell
  }

  /// Starts a request of the scene by the closure `ask`, and passes its result to `take`; a
  /// cancelled request has no result. Ignored during another request, unless `cancellingRunningRequest` cancels it.
  func runRequest<Answer: Sendable, Failure: Error>(
    cancellingRunningRequest: Bool = false,
    _ ask: @escaping @MainActor () async throws(Failure) -> Answer,
    then take: @escaping @MainActor (Result<Answer, Failure>) async -> Void
  ) {
    guard cancellingRunningRequest || task == nil else { return }
    task?.cancel()
    task = Task {
      let answer: Result<Answer, Failure>
      do throws(Failure) {
        answer = .success(
          try await RequestBudget.runActionWithNewBudget { () async throws(Failure) in
            try await ask()
          })
      } catch {
        answer = .failure(error)
      }
      guard !Task.isCancelled else { return }
      finishRequest()
      await take(answer)
    }
    startStallTimer()
  }

  /// Records that the current request received data, so that it does not count as stalled.
  func restartStallTimer() {
    if !Task.isCancelled, isRunning { startStallTimer() }
  }

  /// Cancels a stalled request, whose connection may be dead, so that it can be repeated; returns
  /// true if there was one.
  @discardableResult
  func cancelStalledRequests() -> Bool {
    guard isRunning, let world,
      world.now.elapsedTime(since: startedOrReceivedAt) >= Self.stallTimeout
    else {
      return false
    }
    cancelRunningTask()
    return true
  }

  func cancelRequest() {
    generation += 1
    if isRunning { cancelRunningTask() }
  }
}

extension SceneFetcher {
  /// Runs a closure after a delay, which counts as the scene's request: it can be cancelled, and
  /// does not begin while a request runs.
  func runDelayedActionAsRequest(
    for pause: Duration, in world: any World, then go: @escaping @MainActor () -> Void
  ) {
    runRequest { () async throws(CancellationError) in
      try await world.sleep(for: pause)
    } then: { slept in
      if case .success = slept { go() }
    }
  }

  /// Cancels the current request, and runs a closure when the service's rate limit ends.
  func runActionAfterRateLimit(
    until end: Timestamp?, in world: any World, then go: @escaping @MainActor () -> Void
  ) {
    cancelRequest()
    runDelayedActionAsRequest(
      for: Backoff.endOfRateLimit(end, now: world.now).elapsedTime(since: world.now), in: world,
      then: go)
  }

  private func cancelRunningTask() {
    task?.cancel()
    finishRequest()
  }

  private func finishRequest() {
    task = nil
    stallTimer?.cancel()
    stallTimer = nil
    fetchProgress = .idle
  }

  /// Starts the timer that reports the current request as stalled.
  private func startStallTimer() {
    defer { fetchProgress = .underWay }
    guard let world else { return }
    let begun = world.now
    startedOrReceivedAt = begun
    stallTimer?.cancel()
    stallTimer = Task { [weak self] in
      while true {
        // No reply calls back when nothing arrives, so silence is measured by a timer.
        do throws(CancellationError) { try await world.sleep(for: Self.stallTimeout) } catch {
          return
        }
        let silence = world.now.elapsedTime(since: begun)
        guard let self, !Task.isCancelled, silence >= Self.stallTimeout else { return }
        fetchProgress = .stalled(for: silence)
      }
    }
  }
}

/// A progress of a scene's request to a service, such as waiting for the reply or being stalled.
package enum SceneFetchProgress: Equatable, Sendable {
  case idle
  case underWay
  /// A progress of a scene's request: stalled, as no data came for this duration.
  case stalled(for: Duration)

  /// Creates the joint progress of concurrent requests; if some are stalled, the longest time
  /// without data counts.
  init(_ all: [SceneFetchProgress]) {
    let silent = all.compactMap { if case .stalled(let time) = $0 { time } else { nil } }
    self =
      silent.max().map { SceneFetchProgress.stalled(for: $0) }
      ?? (all.contains(.underWay) ? .underWay : .idle)
  }
}
