/// The requests a scene has made and that are not answered yet.
///
/// A request runs at once up to the first time it waits, so that what an interactor decides without
/// asking anybody is on the screen in the same frame, and requests begin in the order they are made.
@MainActor final class SceneRequests {
  private var running: [Int: Task<Void, Never>] = [:]
  private var open: Set<Int> = []
  private var made = 0

  /// Makes a request.
  func make(_ request: @escaping @MainActor () async -> Void) {
    made += 1
    let number = made
    open.insert(number)
    let task = Task.immediate { [weak self] in
      await request()
      self?.end(number)
    }
    // A request that never waited is over before there is a task to remember.
    if open.contains(number) { running[number] = task }
  }

  /// Calls off what is not answered yet: the scene closes.
  func cancel() {
    for task in running.values { task.cancel() }
  }

  private func end(_ number: Int) {
    open.remove(number)
    running[number] = nil
  }
}
