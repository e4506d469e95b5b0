internal import FeedDomain

/// Scenes whose requests were rejected with the token, resumed after signing in again.
@MainActor package final class ScenesToResume {
  private var listeners = Listeners<Void>()

  /// Adds an interactor, by a weak reference.
  package func add(_ work: some Interacting) {
    listeners.add(work) { work, _ in Task.immediate { await work.resume() } }
  }

  func resume() { listeners.tell(()) }
}
