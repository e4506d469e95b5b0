internal import FeedDomain

/// Those who go on with what was refused for want of a valid token, once there is one.
@MainActor package final class InterruptedWork {
  private var listeners = Listeners<Void>()

  /// Remembers somebody, for as long as they live.
  package func add(_ work: some Interacting) {
    listeners.add(work) { work, _ in Task.immediate { await work.resume() } }
  }

  /// Lets everybody go on.
  func resume() { listeners.tell(()) }
}
