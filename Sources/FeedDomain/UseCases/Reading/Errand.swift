/// One thing at a time that is asked for on behalf of a scene, whether that goes on, and whether it
/// still matters.
///
/// What was stopped has nothing to tell: whoever waits for anything else on the scene's behalf (the
/// store, say) remembers the `turn` and looks again after each `await`.
@MainActor final class Errand {
  /// Counts the stops: what was begun in another turn is over.
  private(set) var turn = 0
  private var task: Task<Void, Never>?
  private let tell: @MainActor (_ isRunning: Bool) -> Void

  var isRunning: Bool { task != nil }

  /// An errand that tells whenever it begins to go on, and whenever it no longer does.
  init(telling tell: @escaping @MainActor (_ isRunning: Bool) -> Void = { _ in }) {
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
      task = nil
      tell(false)
      await take(answer)
    }
    tell(true)
  }

  /// Calls off what goes on; what was begun up to now is over.
  func stop() {
    turn += 1
    guard task != nil else { return }
    task?.cancel()
    task = nil
    tell(false)
  }
}
