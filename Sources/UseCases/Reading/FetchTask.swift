internal import FeedDomain

/// A scene's current request and its progress.
/// Stopping discards the result. Code that awaits anything else for the scene compares `turn` after
/// each `await`.
@MainActor final class FetchTask {
  /// The time without data after which a request counts as stalled.
  static let patience = Duration.seconds(5)

  /// Number of stops; work of an earlier turn is obsolete.
  private(set) var turn = 0
  /// The time of the start or of the latest data.
  private(set) var lastSign = Timestamp(milliseconds: 0)
  private(set) var asking = FetchProgress.nothing {
    didSet { if asking != oldValue { tell(asking) } }
  }
  private var task: Task<Void, Never>?
  private var watching: Task<Void, Never>?
  private let world: (any World)?
  private let tell: @MainActor (FetchProgress) -> Void

  var isRunning: Bool { task != nil }

  /// Creates an idle task. `tell` is called with each progress, every few seconds while stalled;
  /// without a world there is no stalling.
  init(
    _ world: (any World)? = nil,
    telling tell: @escaping @MainActor (FetchProgress) -> Void = { _ in }
  ) {
    self.world = world
    self.tell = tell
  }

  /// Starts a request, and passes on the result when another may start.
  /// Does nothing while a request runs, unless `anew` cancels it silently. `ask` checks
  /// `Task.isCancelled` between steps; results after a cancellation are discarded.
  func run<Answer: Sendable, Failure: Error>(
    anew: Bool = false,
    _ ask: @escaping @MainActor () async throws(Failure) -> Answer,
    then take: @escaping @MainActor (Result<Answer, Failure>) async -> Void
  ) {
    guard anew || task == nil else { return }
    task?.cancel()
    task = Task {
      let answer: Result<Answer, Failure>
      do throws(Failure) {
        answer = .success(
          try await RequestBudget.separateAction { () async throws(Failure) in try await ask() })
      } catch {
        answer = .failure(error)
      }
      guard !Task.isCancelled else { return }
      end()
      await take(answer)
    }
    startStallTimer()
  }

  /// Records that data arrived; called by the request.
  func sign() {
    if !Task.isCancelled, isRunning { startStallTimer() }
  }

  /// Cancels a stalled request, as its connection may be dead, so that it can be repeated; true if
  /// it did.
  @discardableResult func callOffWhatStalls() -> Bool {
    guard isRunning, let world, world.now.since(lastSign) >= Self.patience else { return false }
    cancelTask()
    return true
  }

  /// Cancels the request and starts a new turn.
  func stop() {
    turn += 1
    if isRunning { cancelTask() }
  }
}

extension FetchTask {
  /// Runs a closure after a delay, unless stopped.
  func wait(
    for pause: Duration, in world: any World, then go: @escaping @MainActor () -> Void
  ) {
    run { () async throws(CancellationError) in
      try await world.sleep(for: pause)
    } then: { slept in
      if case .success = slept { go() }
    }
  }

  /// Runs a closure after a rate limit, in place of the current request.
  func wait(
    outLimit until: Timestamp?, in world: any World, then go: @escaping @MainActor () -> Void
  ) {
    stop()
    wait(for: Backoff.end(ofLimit: until, now: world.now).since(world.now), in: world, then: go)
  }

  private func cancelTask() {
    task?.cancel()
    end()
  }

  private func end() {
    task = nil
    watching?.cancel()
    watching = nil
    asking = .nothing
  }

  /// Starts the timer for a stalled request.
  private func startStallTimer() {
    defer { asking = .underWay }
    guard let world else { return }
    let begun = world.now
    lastSign = begun
    watching?.cancel()
    watching = Task { [weak self] in
      while true {
        do throws(CancellationError) { try await world.sleep(for: Self.patience) } catch { return }
        let silence = world.now.since(begun)
        guard let self, !Task.isCancelled, silence >= Self.patience else { return }
        asking = .stalled(for: silence)
      }
    }
  }
}

/// The progress of a scene's request.
package enum FetchProgress: Equatable, Sendable {
  case nothing
  /// A request is waiting for its reply.
  case underWay
  /// A request has waited for a duration without any data.
  case stalled(for: Duration)

  /// Combines the progress of concurrent requests; the one silent for longest counts.
  init(_ all: [FetchProgress]) {
    let silent = all.compactMap { if case .stalled(let time) = $0 { time } else { nil } }
    self =
      silent.max().map { FetchProgress.stalled(for: $0) }
      ?? (all.contains(.underWay) ? .underWay : .nothing)
  }
}
