internal import FeedDomain

/// One thing at a time that is asked for on behalf of a scene, whether that goes on, and whether it
/// still matters.
///
/// What was stopped has nothing to tell: whoever waits for anything else on the scene's behalf (the
/// store, say) remembers the `turn` and looks again after each `await`.
@MainActor final class FetchTask {
  /// After so long without a sign of the service, the reader is told, and may have it asked anew.
  static let patience = Duration.seconds(5)

  /// Counts the stops: what was begun in another turn is over.
  private(set) var turn = 0
  /// When it was begun, or something of it came last.
  private(set) var lastSign = Timestamp(milliseconds: 0)
  /// Whether it goes on, and whether anything comes.
  private(set) var asking = FetchProgress.nothing {
    didSet { if asking != oldValue { tell(asking) } }
  }
  private var task: Task<Void, Never>?
  private var watching: Task<Void, Never>?
  private let world: (any World)?
  private let tell: @MainActor (FetchProgress) -> Void

  var isRunning: Bool { task != nil }

  /// An errand that tells whenever it begins to go on, whenever it no longer does, and every few
  /// seconds while the service says nothing; without a world, it may take as long as it likes.
  init(
    _ world: (any World)? = nil,
    telling tell: @escaping @MainActor (FetchProgress) -> Void = { _ in }
  ) {
    self.world = world
    self.tell = tell
  }

  /// Asks, and hands on the answer once it no longer counts as going on, so that another may be
  /// begun from there.
  ///
  /// Does nothing while it goes on, unless it is to begin `anew`: then what goes on is called off
  /// without a word. Where `ask` has several steps, `Task.isCancelled` says between them whether
  /// anybody still waits; what it returns or throws after that is dropped.
  func run<Answer: Sendable, Failure: Error>(
    anew: Bool = false,
    _ ask: @escaping @MainActor () async throws(Failure) -> Answer,
    then take: @escaping @MainActor (Result<Answer, Failure>) async -> Void
  ) {
    guard anew || task == nil else { return }
    task?.cancel()
    task = Task {
      let answer: Result<Answer, Failure>
      do throws(Failure) { answer = .success(try await ask()) } catch { answer = .failure(error) }
      guard !Task.isCancelled else { return }
      end()
      await take(answer)
    }
    watch()
  }

  /// Something of what is asked for came: to be called from there.
  func sign() {
    if !Task.isCancelled, isRunning { watch() }
  }

  /// Calls it off where nothing has come for a while, so that it can begin anew: the line it is on
  /// may be dead. What was asked a moment ago is not asked twice. Tells whether it did.
  @discardableResult func callOffWhatStalls() -> Bool {
    guard isRunning, let world, world.now.since(lastSign) >= Self.patience else { return false }
    callOff()
    return true
  }

  /// Calls off what goes on; what was begun up to now is over.
  func stop() {
    turn += 1
    if isRunning { callOff() }
  }
}

extension FetchTask {
  /// Waits, and then goes on; `stop` calls that off.
  func wait(
    for pause: Duration, in world: any World, then go: @escaping @MainActor () -> Void
  ) {
    run { () async throws(CancellationError) in
      try await world.sleep(for: pause)
    } then: { slept in
      if case .success = slept { go() }
    }
  }

  /// Waits until a service may be asked again that asked to be left alone, until that moment or for a
  /// while, in place of whatever is waited for.
  func wait(
    outLimit until: Timestamp?, in world: any World, then go: @escaping @MainActor () -> Void
  ) {
    stop()
    wait(for: Backoff.end(ofLimit: until, now: world.now).since(world.now), in: world, then: go)
  }

  private func callOff() {
    task?.cancel()
    end()
  }

  private func end() {
    task = nil
    watching?.cancel()
    watching = nil
    asking = .nothing
  }

  /// Waits for a sign of the service from now on.
  private func watch() {
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
