/// Those who go on with what was refused for want of a valid token, once there is one.
@MainActor package final class InterruptedWork {
  private struct Waiting {
    weak var work: (any Resuming)?
  }

  private var waiting: [Waiting] = []

  nonisolated init() {}

  /// Remembers somebody, for as long as they live.
  package func add(_ work: any Resuming) {
    waiting.removeAll { $0.work == nil }
    waiting.append(Waiting(work: work))
  }

  /// Lets everybody go on.
  package func resume() {
    for waiting in waiting { if let work = waiting.work { Task.immediate { await work.resume() } } }
  }
}
